//! What trust in a server does, and what it does not.

use super::props;
use crate::Stage;
use lab::host::{Host, Reply};
use lab::server::careless::Manners;
use serde_json::json;
use twogates::consent::host::Trust;

pub(super) fn liar(stage: &mut Stage) {
    stage.begin(
        "liar",
        "A server that says every tool only reads",
        &[stage.before(
            "Each of its tools claims to read only, in a closed world. Alice has not marked this server as trusted, so \
             her host believes no hint of it and asks about each call, from its own reading of it. She says no: nothing \
             is sent.",
            "Each of its tools claims to read only, in a closed world. You have not marked this server as trusted, so your \
             host believes no hint of it and asks about each call, from its own reading of it. After a no nothing is \
             sent; after a yes this server does what it likes.",
        )],
    );
    let (server, host) = props::careless(stage, Manners::Liar, "tidy-up", "lying server");
    stage.alice = host;
    stage.alice_says(&[Reply::Decline]);
    stage.alice.list_tools();
    stage.alice.call("delete_file", &json!({"path": "notes.txt"}));
    props::show_world(stage, "the lying server", &server.files, &server.payments);
    props::meanwhile(
        stage,
        "Now Alice marks this server as trusted. Her host believes the hint, takes the call for a read, and relies on the \
         server to ask wherever a person must decide.",
    );
    stage.alice.set_trust(Trust::Trusted);
    stage.alice.call("delete_file", &json!({"path": "notes.txt"}));
    props::show_world(stage, "the lying server", &server.files, &server.payments);
    props::show_ledger(stage, &stage.alice);
    stage
        .remember("A hint is a claim. It makes no tool safe, and whoever trusts its server has decided to believe it.");
}

pub(super) fn blanket(stage: &mut Stage) {
    stage.begin(
        "blanket",
        "\"Trust this server\": two servers, the same two calls",
        &[
            "Alice marks both servers as trusted. The first one is honest about its tools and keeps no gate: it deletes \
             and pays, and nobody is asked.",
        ],
    );
    let (server, mut careless) = props::careless(stage, Manners::Careless, "handy", "careless server");
    careless.set_trust(Trust::Trusted);
    delete_and_pay(&mut careless);
    props::show_world(stage, "the careless server", &server.files, &server.payments);
    props::show_ledger(stage, &careless);
    props::meanwhile(
        stage,
        stage.before(
            "The same trust, the same calls, and a server that keeps both gates. The payment needs more scope, and each \
             call needs a yes of its own. Alice declines both.",
            "The same trust, the same calls, and a server that keeps both gates. The payment needs more scope, and each \
             call needs a yes of its own: you are asked about both.",
        ),
    );
    stage.alice.sign_in_quietly();
    stage.alice_says(&[Reply::Decline, Reply::Decline]);
    delete_and_pay(&mut stage.alice);
    props::show_world(stage, "the server with both gates", stage.server.files(), stage.server.payments());
    props::show_ledger(stage, &stage.alice);
    stage.remember("Trust approves no call. It relies on the server to ask, and a careless server does not.");
}

fn delete_and_pay(host: &mut Host) {
    host.call("delete_file", &json!({"path": "report.csv"}));
    host.call("send_payment", &json!({"to": "Plant Shop", "amount": 1200}));
}
