//! Step-ups that lead nowhere, halfway, and to a folder.

use super::props;
use crate::Stage;
use lab::authorization::Generosity;
use lab::server::careless::Manners;
use rules::{Defence, scope};
use serde_json::{Value, json};
use twogates::consent::host::Trust;
use wire::Entry;
use wire::entry::Kind;

pub(super) fn never_grants(stage: &mut Stage) {
    stage.begin(
        "never-grants",
        "An authorization server that never grants the scope",
        &[
            "The payment needs two scopes, and the authorization server grants neither. The second challenge names \
             nothing that was not requested before, so Alice's host stops, and its model is told why and what would help. \
             When the model tries again, the host remembers and authorizes nothing more.",
        ],
    );
    stage.alice.sign_in_quietly();
    stage.alice.generosity = Generosity::NothingNew;
    stage.alice.call("send_payment", &payment());
    stage.alice.call("send_payment", &payment());
    props::meanwhile(
        stage,
        "Bob's host is built without that check: nothing-new is off. It requests the same once more, and stops all the \
         same, for it steps up at most twice for one operation.",
    );
    let mut bob = props::host(stage, "bob", stage.server.clone(), &[Defence::NothingNew]);
    bob.set_trust(Trust::Trusted);
    bob.sign_in_quietly();
    bob.generosity = Generosity::NothingNew;
    bob.call("send_payment", &payment());
    let asked = |entry: &Entry| entry.kind == Kind::Oauth && entry.from == "bob's host";
    props::mark_all_but_the_first(stage, asked, "requests what was requested before", &scope::NOTHING_NEW);
    stage.remember(
        "A step-up has an end: at once when nothing new is named, after two in any case, and it is remembered.",
    );
}

pub(super) fn drips(stage: &mut Stage) {
    stage.begin(
        "drips",
        "One scope at a time: stopped, whoever drips",
        &[
            "This server names another scope in each challenge, and the authorization server grants one at a time. There \
             is something new each time, so that nothing but the cap ends it.",
        ],
    );
    let (_, mut greedy) = props::careless(stage, Manners::Greedy, "greedy", "greedy server");
    greedy.set_trust(Trust::Trusted);
    greedy.generosity = Generosity::OneByOne;
    greedy.call("send_payment", &payment());
    let challenged = |entry: &Entry| entry.kind == Kind::Http && entry.from == "greedy server";
    props::mark_all_but_the_first(
        stage,
        challenged,
        "names a scope that the challenge before it left out",
        &scope::COMPLETE_CHALLENGE,
    );
    props::meanwhile(
        stage,
        "Now the server that names both scopes at once, and an authorization server that grants one of them. The second \
         challenge names the same two. Alice's host has requested both already, so it stops there.",
    );
    stage.alice.sign_in_quietly();
    stage.alice.generosity = Generosity::OneByOne;
    stage.alice.call("send_payment", &payment());
    stage.remember(
        "One challenge names every scope, and one answer grants them. A client does not wait for the next drop.",
    );
}

pub(super) fn half_a_scope(stage: &mut Stage) {
    stage.begin(
        "half-a-scope",
        "Half of what was asked for",
        &[
            "The payment needs two scopes; the authorization server grants one of them. Alice's host keeps what it \
             requested apart from what it holds. The next challenge names nothing new to it, so it stops, with a reason.",
        ],
    );
    stage.alice.sign_in_quietly();
    stage.alice.generosity = Generosity::Half;
    stage.alice.call("send_payment", &payment());
    props::show_scopes(stage, &stage.alice);
    props::meanwhile(
        stage,
        "The payroll folder is another operation. Its request repeats all that was ever requested, payments:write \
         included, although that was not granted. Again half is granted, and this call needs no more.",
    );
    stage.alice.call("list_files", &payroll_folder());
    props::show_scopes(stage, &stage.alice);
    stage.remember("Requested and held are two sets. The next request is the union of both and of the challenge.");
}

pub(super) fn payroll(stage: &mut Stage) {
    stage.begin(
        "payroll",
        "list_files, folder payroll: behind gate one only",
        &[
            "list_files is in Alice's list, and her own folder needs nothing more. The folder payroll does: the challenge \
             names all that this call needs. After the step-up it runs unasked, for it only reads, in a closed world.",
        ],
    );
    stage.alice.sign_in_quietly();
    stage.alice.list_tools();
    stage.alice.call("list_files", &json!({}));
    stage.alice.call("list_files", &payroll_folder());
    stage.remember("Arguments can need more than their tool. A call sits behind either gate, both, or neither.");
}

fn payment() -> Value {
    json!({"to": "Plant Shop", "amount": 1200})
}

fn payroll_folder() -> Value {
    json!({"folder": "payroll"})
}
