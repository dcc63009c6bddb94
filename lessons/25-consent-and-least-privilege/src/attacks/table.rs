//! The table of attacks, in the order in which a call meets the defences.

use super::{Attack, door, grants, host, question, scopes, state};
use rules::Defence;

/// Every attack. Each defence has one at least.
pub const ATTACKS: &[Attack] = &[
    Attack::on(
        Defence::HostGate,
        "unasked-payment",
        "a shop's server would take 900 with nobody asked",
        "Alice never marked the shop as trusted. Its server asks nobody before it takes money. Her own host does.",
        host::unasked_payment,
    ),
    Attack::on(
        Defence::HintTrust,
        "says-it-reads",
        "a delete_file that says of itself that it only reads",
        "The shop lists delete_file with readOnlyHint true. A hint is a claim, and nobody trusts this server. So Alice \
         is asked.",
        host::says_it_reads,
    ),
    Attack::on(
        Defence::RuleLimits,
        "same-name-elsewhere",
        "a rule for one server's tool, and another server's tool of that name",
        "Alice lets her host send delete_file to the lab without its own prompt. The shop has a delete_file too. Her rule \
         does not speak of that one.",
        host::same_name_elsewhere,
    ),
    Attack::on(
        Defence::RuleLimits,
        "new-definition",
        "a standing rule for a tool that the server has changed since",
        "Alice allowed the shop's delete_file when it moved files to the bin. Now the same name deletes for good. Her rule \
         was for the old definition.",
        host::new_definition,
    ),
    Attack::on(
        Defence::Audience,
        "token-from-elsewhere",
        "a token that Alice gave to another server",
        "Alice signed in at a shop, and the shop's server got a token of hers. Mallory works there and shows it to the \
         lab. She answers the question herself: a yes is only the client's word.",
        door::token_from_elsewhere,
    ),
    Attack::on(
        Defence::TokenExpiry,
        "old-token",
        "a token from an old log",
        "Mallory finds a token of Alice's in a log. It was good for an hour, and the hour is over. She answers the question \
         herself.",
        door::old_token,
    ),
    Attack::on(
        Defence::StrictJson,
        "two-folders",
        "one name twice: a gateway reads the first, the server the last",
        "A gateway lets Alice's model list the home folder only. The message names two folders under one name. The gateway \
         reads the first of them; a loose server reads the last.",
        door::two_folders,
    ),
    Attack::on(
        Defence::HeaderBody,
        "two-names",
        "list_files in the header, delete_file in the body",
        "A gateway lets calls of list_files through and looks at headers only. A program on Alice's machine names \
         list_files there and delete_file in the body. It answers the question itself.",
        door::two_names,
    ),
    Attack::on(
        Defence::Disclosure,
        "probe",
        "two names are tried, to see which of them is a tool",
        "The server does not disclose send_payment to people without its scope. Bob tries it beside a name that he made \
         up. If the answers differ, he knows.",
        scopes::probe,
    )
    .where_server(scopes::undisclosed_payments),
    Attack::on(
        Defence::Scope,
        "uncovered-payment",
        "a payment with a token for files",
        "A page talks Bob's model into a payment, and Bob into a yes. His token was never meant for payments. Whoever can be \
         talked into a yes still has gate one.",
        scopes::uncovered_payment,
    ),
    Attack::on(
        Defence::Hierarchy,
        "broader-scope",
        "an honest call with a broader scope than it needs",
        "Alice holds files:write, and list_files needs files:read. Writing includes reading here. A server that compares \
         names alone sends her back for more.",
        scopes::broader_scope,
    ),
    Attack::on(
        Defence::CompleteChallenge,
        "one-by-one",
        "an honest payment that needs two scopes",
        "Alice pays 1,200, which needs two scopes that she lacks. One challenge should name both. A server that names the \
         next one only sends her to the authorization server twice.",
        scopes::one_by_one,
    ),
    Attack::on(
        Defence::ListFilter,
        "whole-list",
        "Bob lists the tools",
        "Bob may not pay. A list that shows send_payment anyway tells him what there is, and his model will try it.",
        scopes::whole_list,
    ),
    Attack::on(
        Defence::PrivateCache,
        "somebody-elses-list",
        "Alice lists the tools, then Bob does, through one cache",
        "Alice may pay, Bob may not, and their hosts share a cache. The cache does what the server says: a public list is \
         for everybody.",
        scopes::somebody_elses_list,
    ),
    Attack::on(
        Defence::Union,
        "lost-scope",
        "an honest search after a payment",
        "Alice steps up for a payment, and then searches the web as before. A client that asks for the challenged scope \
         alone gets a token for that alone.",
        scopes::lost_scope,
    ),
    Attack::on(
        Defence::StepUpCap,
        "ever-more-scopes",
        "a server that names another scope each time",
        "The shop's server challenges every payment for a scope that it never named before. Each one is new, so a client \
         without a limit goes back for ever.",
        scopes::ever_more_scopes,
    ),
    Attack::on(
        Defence::NothingNew,
        "same-scope-again",
        "an authorization server that does not grant it",
        "Bob's authorization server never grants payments. The lab's challenge names what his client has asked for already. \
         To ask again bothers Bob and changes nothing.",
        scopes::same_scope_again,
    ),
    Attack::on(
        Defence::Capability,
        "nightly-job",
        "a job that shows no forms, and fills in every one",
        "Alice's nightly job declares that it shows no forms. Its code answers whatever question comes with yes. So it must \
         not be asked.",
        question::nightly_job,
    ),
    Attack::on(
        Defence::Defaults,
        "unsaid-currency",
        "a payment without a currency",
        "Alice has crowns and says no to any payment in euros. The model names no currency, and the tool takes euros then. \
         Alice can only say no to what she is shown.",
        question::unsaid_currency,
    ),
    Attack::on(
        Defence::SafeRendering,
        "forged-line",
        "a query with line breaks that imitates a question",
        "Alice says no to searches that leave her machine; she reads the line that begins with Resource. A page made the \
         model put such a line into its query, and her colleagues' salaries below.",
        question::forged_line,
    ),
    Attack::on(
        Defence::NoesLimit,
        "until-she-gives-in",
        "the model asks, and asks, until Alice is tired",
        "Alice declines three times. The model wants it a fourth time, and she would click anything to be left alone.",
        question::until_she_gives_in,
    ),
    Attack::on(
        Defence::RoundsCap,
        "asks-for-ever",
        "a server that takes no for an answer to ask again",
        "Alice trusts the shop to ask, and it asks. After each no it asks again, within the same call. Nobody says no \
         thirteen times.",
        host::asks_for_ever,
    ),
    Attack::on(
        Defence::Integrity,
        "rewritten-state",
        "a used state with one letter changed",
        "Alice's payment was made, and its state is used. Somebody changes one letter of the question's id in it. It would \
         be a question that nobody has answered yet.",
        state::rewritten_state,
    ),
    Attack::on(
        Defence::Principal,
        "borrowed-question",
        "Alice is asked, and Bob says yes",
        "Alice is asked whether notes.txt may go, and leaves her desk. Bob sends her state with a yes of his own.",
        state::borrowed_question,
    ),
    Attack::on(
        Defence::Contract,
        "yes-from-staging",
        "a yes to the staging server, shown to the real one",
        "Both servers seal with the same key, and hold files of the same name. Alice says yes where things are tried out. \
         Somebody brings that state to the real server.",
        state::yes_from_staging,
    ),
    Attack::on(
        Defence::Contract,
        "new-meaning",
        "a release between the question and the yes",
        "Alice says yes to delete_file as it was. Before her yes arrives, a release makes it do more under the same name.",
        state::new_meaning,
    ),
    Attack::on(
        Defence::Contract,
        "new-worker",
        "a release between the yes and the worker",
        "Alice's yes waits in a queue. The worker that takes it is newer than her question: its delete_file does more.",
        grants::new_worker,
    )
    .where_server(grants::deletes_later),
    Attack::on(
        Defence::Contract,
        "other-tool",
        "a yes to a search, sent with delete_file",
        "Alice says yes to a search. Somebody sends her state and her yes with another tool. Three things differ, and each \
         of them is bound: the tool, its arguments, and what it touches.",
        state::other_tool,
    )
    .behind(&[Defence::Arguments, Defence::Snapshot]),
    Attack::on(
        Defence::Arguments,
        "other-payee",
        "a yes to 20 for plants, sent with 900 for Mallory",
        "Alice says yes to a small payment. Somebody changes payee and amount before the retry is sent. The state is \
         genuine; the call is not the one that she saw.",
        state::other_payee,
    ),
    Attack::on(
        Defence::Arguments,
        "other-file",
        "a yes to notes.txt, sent with report.csv",
        "Alice says yes to one file, and the retry names another. Even a server that does not compare the arguments would \
         notice: the file is not the one that the question showed.",
        state::other_file,
    )
    .behind(&[Defence::Snapshot]),
    Attack::on(
        Defence::SingleUse,
        "paid-twice",
        "the same yes, sent twice",
        "Alice's payment was made, but the answer was lost. Her client sends the same message again, as it must. That is no \
         second payment.",
        state::paid_twice,
    ),
    Attack::on(
        Defence::Expiry,
        "late-yes",
        "a yes after six minutes",
        "Alice is asked and goes to lunch. Six minutes later somebody at her desk clicks yes. The question was good for \
         five.",
        state::late_yes,
    ),
    Attack::on(
        Defence::ExactYes,
        "accepted-no",
        "a form that is accepted, with a no in it",
        "Alice sends the form in with a no. On the wire that is action accept and approved false. A server that looks at \
         the action alone takes it for a yes.",
        question::accepted_no,
    ),
    Attack::on(
        Defence::GrantExpiry,
        "late-worker",
        "a worker that comes twenty minutes too late",
        "Alice's yes may wait for ten minutes: her question said until when. The worker comes after thirty.",
        grants::late_worker,
    )
    .where_server(grants::deletes_later),
    Attack::on(
        Defence::StillAuthorized,
        "left-the-company",
        "a yes of somebody who has left",
        "Alice says yes, and the call waits. Meanwhile her account is closed. A yes is not worth more than whoever gave it.",
        grants::left_the_company,
    )
    .where_server(grants::deletes_later),
    Attack::on(
        Defence::Snapshot,
        "changed-meanwhile",
        "the file is another one by now",
        "Alice says yes to deleting 59 bytes of old notes. Before her yes arrives, Bob writes something into the file that \
         exists nowhere else.",
        grants::changed_meanwhile,
    ),
];
