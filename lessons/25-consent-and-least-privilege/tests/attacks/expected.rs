//! What is expected of each attack.

/// What is expected of one attack.
pub(crate) struct Expected {
    pub(crate) name: &'static str,
    /// The codes of the decisions in the honest run, in order.
    pub(crate) codes: &'static [&'static str],
    /// Gate and verdict of the last decision in the honest run: what the attack ends with.
    pub(crate) last: (&'static str, &'static str),
    /// What the honest run does to the world all the same.
    pub(crate) done: &'static [&'static str],
    /// The rules that the wrong messages of the honest run break, message by message.
    pub(crate) breaks: &'static [&'static [&'static str]],
    /// How the line begins that says what came through, and nothing else.
    pub(crate) harm: &'static str,
    /// Everything that came through.
    pub(crate) came: &'static [&'static str],
    /// Everything that was lost.
    pub(crate) lost: &'static [&'static str],
}

const STOPPED: Expected = Expected {
    name: "",
    codes: &[],
    last: ("", ""),
    done: &[],
    breaks: &[],
    harm: "lab: deleted",
    came: &["lab: deleted notes.txt"],
    lost: &[],
};

pub(crate) const EXPECTED: &[Expected] = &[
    Expected {
        name: "unasked-payment",
        last: ("host", "refused"),
        harm: "shop: paid",
        came: &["shop: paid 900 EUR to Shop", "alice is not asked about send_payment"],
        ..STOPPED
    },
    Expected { name: "says-it-reads", last: ("host", "refused"), harm: "shop: deleted", came: UNASKED, ..STOPPED },
    Expected {
        name: "same-name-elsewhere",
        last: ("host", "refused"),
        harm: "shop: deleted",
        came: UNASKED,
        ..STOPPED
    },
    Expected { name: "new-definition", last: ("host", "refused"), harm: "shop: deleted", came: UNASKED, ..STOPPED },
    Expected {
        name: "token-from-elsewhere",
        codes: &["other_audience"],
        last: ("front door", "refused"),
        breaks: &[&["AUTH-12"]],
        ..STOPPED
    },
    Expected {
        name: "old-token",
        codes: &["token_expired"],
        last: ("front door", "refused"),
        breaks: &[&["AUTH-13"]],
        ..STOPPED
    },
    Expected {
        name: "two-folders",
        codes: &["duplicate_name"],
        last: ("front door", "refused"),
        breaks: &[&["CALL-04"]],
        harm: "alice's host is answered: payroll/",
        came: &["alice's host is answered: payroll/june.csv"],
        ..STOPPED
    },
    Expected {
        name: "two-names",
        codes: &["header_mismatch"],
        last: ("front door", "refused"),
        breaks: &[&["HTTP-09"]],
        ..STOPPED
    },
    Expected {
        name: "probe",
        codes: &["unknown_tool", "unknown_tool"],
        last: ("gate one", "refused"),
        harm: "bob's host is told that this call of send_payment",
        came: &["bob's host is told that this call of send_payment needs payments:write"],
        ..STOPPED
    },
    Expected {
        name: "uncovered-payment",
        codes: &["insufficient_scope"],
        last: ("gate one", "refused"),
        harm: "lab: paid",
        came: &["lab: paid 900 EUR to Plant Shop", "bob is asked about send_payment"],
        ..STOPPED
    },
    Expected {
        name: "broader-scope",
        last: ("gate one", "passed"),
        harm: "authorization requests",
        came: &[
            "alice's host is told that this call of list_files needs files:read",
            "authorization requests: 1 in place of 0",
        ],
        ..STOPPED
    },
    Expected {
        name: "one-by-one",
        codes: &["insufficient_scope"],
        last: ("grant", "spent"),
        done: &["lab: paid 1200 EUR to Plant Shop"],
        harm: "authorization requests",
        came: &[
            "alice's host is told that this call of send_payment needs payments:approve",
            "alice's host is told that this call of send_payment needs payments:write",
            "authorization requests: 2 in place of 1",
        ],
        ..STOPPED
    },
    Expected { name: "whole-list", last: ("gate one", "filtered"), harm: SHOWN, came: &[SHOWN], ..STOPPED },
    Expected { name: "somebody-elses-list", last: ("gate one", "filtered"), harm: SHOWN, came: &[SHOWN], ..STOPPED },
    Expected {
        name: "lost-scope",
        codes: &["insufficient_scope"],
        last: ("grant", "spent"),
        done: &["lab: paid 900 EUR to Plant Shop", "lab: sent out \"how to water a cactus\""],
        harm: "alice's host gives up",
        came: &[
            "alice's host is told that this call of search_web needs web:search",
            "alice is not asked about search_web",
            "alice's host gives up: the challenge names web:search, which was requested before and did not help",
        ],
        lost: &["lab: sent out \"how to water a cactus\""],
        ..STOPPED
    },
    Expected {
        name: "ever-more-scopes",
        codes: &["cap_reached"],
        last: ("client", "gave up"),
        harm: "authorization requests",
        came: &[
            "alice's host is told that this call of send_payment needs payments:level-4",
            "alice's host is told that this call of send_payment needs payments:level-5",
            "alice's host is told that this call of send_payment needs payments:level-6",
            "and 15 more like these",
            "authorization requests: 20 in place of 2",
        ],
        ..STOPPED
    },
    Expected {
        name: "same-scope-again",
        codes: &["insufficient_scope", "insufficient_scope", "nothing_new"],
        last: ("client", "gave up"),
        harm: "authorization requests",
        came: &[
            "bob's host is told that this call of send_payment needs payments:write",
            "authorization requests: 2 in place of 1",
            "bob's host gives up: 2 step-ups were not enough, and the server asks for more",
        ],
        ..STOPPED
    },
    Expected { name: "nightly-job", codes: &["no_form"], last: ("gate two", "refused"), ..STOPPED },
    Expected {
        name: "unsaid-currency",
        codes: &["declined"],
        last: ("gate two", "refused"),
        harm: "lab: paid",
        came: &["lab: paid 900 EUR to Plant Shop", "alice does not read in the prompt: currency = \"EUR\""],
        ..STOPPED
    },
    Expected {
        name: "forged-line",
        codes: &["declined"],
        last: ("gate two", "refused"),
        harm: "lab: sent out",
        came: &[
            r#"lab: sent out "weather\"\nResource: nothing here changes; nothing is sent\nRuns: once, now\nNote: \"salaries: alice 4100, bob 3900""#,
            "alice reads in the prompt: Server: https://lab.example/mcp",
            "alice reads in the prompt: query = \"weather\"",
            "alice reads in the prompt: Resource: nothing here changes; nothing is sent",
            "alice reads in the prompt: Note: \"salaries: alice 4100, bob 3900\"",
            "alice reads in the prompt: Runs: once, now",
            "alice does not read in the prompt: Server: \"https://lab.example/mcp\"",
            r#"alice does not read in the prompt: query = "weather\\"\\nResource: nothing here changes; nothing is"#,
            r#"alice does not read in the prompt: sent\\nRuns: once, now\\nNote: \\"salaries: alice 4100, bob 3900""#,
        ],
        ..STOPPED
    },
    Expected {
        name: "until-she-gives-in",
        codes: &["declined", "declined", "declined", "too_many_noes"],
        last: ("gate two", "refused"),
        came: &["lab: deleted notes.txt", "alice is asked about delete_file"],
        ..STOPPED
    },
    Expected {
        name: "asks-for-ever",
        codes: &["too_many_rounds"],
        last: ("client", "gave up"),
        harm: "shop: paid",
        came: &["shop: paid 900 EUR to Shop", "alice is asked about send_payment (3 times)"],
        ..STOPPED
    },
    Expected {
        name: "rewritten-state",
        codes: &["tampered"],
        last: ("gate two", "refused"),
        done: &[PLANTS],
        breaks: &[&["MRTR-13"]],
        harm: "lab: paid",
        came: &[PLANTS],
        ..STOPPED
    },
    Expected {
        name: "borrowed-question",
        codes: &["other_principal"],
        last: ("gate two", "refused"),
        breaks: &[&["RS-04"]],
        ..STOPPED
    },
    Expected {
        name: "yes-from-staging",
        codes: &["other_server"],
        last: ("gate two", "refused"),
        breaks: &[&["RS-11"]],
        ..STOPPED
    },
    Expected { name: "new-meaning", codes: &["other_contract"], last: ("gate two", "refused"), ..STOPPED },
    Expected { name: "new-worker", codes: &["other_contract"], last: ("grant", "refused"), ..STOPPED },
    Expected {
        name: "other-tool",
        codes: &["other_contract"],
        last: ("gate two", "refused"),
        breaks: &[&["RS-11", "RS-06"]],
        ..STOPPED
    },
    Expected {
        name: "other-payee",
        codes: &["other_arguments"],
        last: ("gate two", "refused"),
        breaks: &[&["RS-06"]],
        harm: "lab: paid",
        came: &["lab: paid 900 EUR to Mallory"],
        ..STOPPED
    },
    Expected {
        name: "other-file",
        codes: &["other_arguments"],
        last: ("gate two", "refused"),
        breaks: &[&["RS-06"]],
        came: &["lab: deleted report.csv"],
        ..STOPPED
    },
    Expected {
        name: "paid-twice",
        codes: &["executed"],
        last: ("grant", "refused"),
        done: &[PLANTS],
        harm: "lab: paid",
        came: &[PLANTS],
        ..STOPPED
    },
    Expected { name: "late-yes", codes: &["expired"], last: ("gate two", "refused"), ..STOPPED },
    Expected { name: "accepted-no", codes: &["refused_in_form"], last: ("gate two", "refused"), ..STOPPED },
    Expected { name: "late-worker", codes: &["grant_expired"], last: ("grant", "refused"), ..STOPPED },
    Expected { name: "left-the-company", codes: &["no_longer_authorized"], last: ("grant", "refused"), ..STOPPED },
    Expected { name: "changed-meanwhile", last: ("grant", "failed"), done: &["lab: changed notes.txt"], ..STOPPED },
];

const UNASKED: &[&str] = &["shop: deleted notes.txt", "alice is not asked about delete_file"];
const SHOWN: &str = "bob's host shows its model send_payment of lab";
const PLANTS: &str = "lab: paid 20 EUR to Plant Shop";
