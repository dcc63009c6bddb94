//! What a demonstration prints: a few lines about it, and a recipe for a shell.

/// The recipe. It is plain `sh`, and each step says what it shows.
const RECIPE: &str = r#"
URL='{url}'
READ='{read}'
PAY='{pay}'
META='{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}'
mcp() { token=$1 method=$2 params=$3; shift 3
  curl -sS "$URL" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2026-07-28' -H "Mcp-Method: $method" "$@" \
    -d '{"jsonrpc":"2.0","id":1,"method":"'"$method"'","params":{'"$params"'"_meta":'"$META"'}}'; echo; }
call() { token=$1 tool=$2 arguments=$3 more=$4; shift 4
  mcp "$token" tools/call '"name":"'"$tool"'","arguments":'"$arguments"','"$more" -H "Mcp-Name: $tool" "$@"; }
YES='"inputResponses":{"approval":{"action":"accept","content":{"approved":true}}},'
NO='"inputResponses":{"approval":{"action":"decline"}},'
state() { printf '%s' "$1" | sed 's/.*"requestState":"\([^"]*\)".*/\1/'; }

# 1. A read in a closed world runs at once: gate one lets it through, and nobody is asked.
call "$READ" list_files '{}' ''

# 2. Gate one: this token may not pay. 403, and the challenge says what is missing.
call "$READ" send_payment '{"to":"Plant Shop","amount":20}' '' -D -

# 3. Gate two: this token may pay, so a person is asked. Read "message": that is the question.
QUESTION=$(call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' ''); printf '%s\n' "$QUESTION"

# 4. You are that person. The same call again, with your yes and the state that came with the question: it is paid.
STATE=$(state "$QUESTION")
call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' "$YES"'"requestState":"'"$STATE"'",'

# 5. A yes counts once. The same answer again pays nothing, and says what became of the first.
call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' "$YES"'"requestState":"'"$STATE"'",'

# 6. And only for what you were shown. With another amount the state is no good.
call "$PAY" send_payment '{"to":"Plant Shop","amount":900}' "$YES"'"requestState":"'"$STATE"'",'

# 7. Say no: a deletion, declined. Nothing is deleted, and a yes that comes later changes nothing. (After three noes to one
#    tool in ten minutes nobody is asked about it for a while.)
QUESTION=$(call "$PAY" delete_file '{"path":"notes.txt"}' ''); printf '%s\n' "$QUESTION"
STATE2=$(state "$QUESTION")
call "$PAY" delete_file '{"path":"notes.txt"}' "$NO"'"requestState":"'"$STATE2"'",'
call "$PAY" delete_file '{"path":"notes.txt"}' "$YES"'"requestState":"'"$STATE2"'",'
"#;

/// What follows where payments wait for a worker.
const WORK: &str = r#"
# 8. The payment of step 4 waits. A worker runs it, from its grant alone; the same answer again then tells what was done.
{work}
call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' "$YES"'"requestState":"'"$STATE"'",'
"#;

/// And where nothing does.
const NO_WORK: &str = r"
# 8. A yes may wait, too. Start the demonstration with --defer send_payment: then step 4 queues the payment, and this runs it:
#    {work}
";

/// What is printed, with this endpoint and these tokens.
pub(super) fn told(directory: &str, url: &str, read: &str, pay: &str, work: &str, waits: bool) -> String {
    let recipe = RECIPE.replace("{url}", url).replace("{read}", read).replace("{pay}", pay);
    let later = if waits { WORK } else { NO_WORK }.replace("{work}", work);
    format!(
        "\nA demonstration. Files, keys and grants are in {directory}; Ctrl-C stops it.\n\
         Two tokens, shown this once and good until it stops: READ may list files; PAY may also delete files, search the\n\
         web, and pay up to 1,000. Paste this into another terminal, all of it or step by step:\n\
         {recipe}{later}\n\
         # ... and try search_web ({{\"query\":\"consent\"}}), or ask for that deletion afresh and say yes.\n"
    )
}
