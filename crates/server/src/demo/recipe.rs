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

# 1. A read in a closed world runs at once: gate one lets it through, and nobody is asked.
call "$READ" list_files '{}' ''

# 2. Gate one: this token may not pay. 403, and the challenge says what is missing.
call "$READ" send_payment '{"to":"Plant Shop","amount":20}' '' -D -

# 3. Gate two: this token may pay, so a person is asked. Read "message": that is the question.
QUESTION=$(call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' ''); printf '%s\n' "$QUESTION"

# 4. You are that person. The same call again, with your yes and the state that came with the question: it is paid.
STATE=$(printf '%s' "$QUESTION" | sed 's/.*"requestState":"\([^"]*\)".*/\1/')
call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' "$YES"'"requestState":"'"$STATE"'",'

# 5. A yes counts once. The same answer again pays nothing, and says what became of the first.
call "$PAY" send_payment '{"to":"Plant Shop","amount":20}' "$YES"'"requestState":"'"$STATE"'",'

# 6. And only for what you were shown. With another amount the state is no good.
call "$PAY" send_payment '{"to":"Plant Shop","amount":900}' "$YES"'"requestState":"'"$STATE"'",'
"#;

/// What is printed, with this endpoint and these tokens.
pub(super) fn told(directory: &str, url: &str, read: &str, pay: &str) -> String {
    let recipe = RECIPE.replace("{url}", url).replace("{read}", read).replace("{pay}", pay);
    format!(
        "\nA demonstration. Files, keys and grants are in {directory}; Ctrl-C stops it.\n\
         Two tokens, shown this once and good until it stops: READ may list files; PAY may also delete files, search the\n\
         web, and pay up to 1,000. Paste this into another terminal, all of it or step by step:\n\
         {recipe}\n\
         # ... and try the same with delete_file ({{\"path\":\"notes.txt\"}}) or search_web ({{\"query\":\"consent\"}}).\n"
    )
}
