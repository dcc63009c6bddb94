//! An answer that did not come: kind redelivery.

use crate::stubs::{Visit, done, result};
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;
use twogates_lab::host::Ending;
use wire::http::Response;

/// C109: the server pays, answers 503, and works again. The client says that it has no answer, and does not try the call
/// again; a list of tools it may fetch as often as it likes.
#[test]
fn c109_a_call_without_an_answer_is_not_sent_again() {
    let paid = Rc::new(Cell::new(0));
    let counted = paid.clone();
    let mut visit = Visit::to(None, move |request, _| match request.body.contains(r#""method":"tools/call""#) {
        true => {
            counted.set(counted.get() + 1);
            if counted.get() == 1 { Response::empty(503) } else { done(request) }
        }
        false => {
            let list = json!({"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private"});
            result(request, list)
        }
    })
    .holding(&["a"]);
    assert_eq!(visit.call(), Ending::Unusable(503), "what became of it is not known");
    visit.host.list_tools();
    visit.host.list_tools();
    assert_eq!(paid.get(), 1, "nothing between the host and the server tries again");
}
