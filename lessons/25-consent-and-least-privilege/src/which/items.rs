//! The failures, in the order in which they are shown: mixed, and look-alikes side by side.

use super::Item;
use super::Place::{Elsewhere, GateOne, GateTwo, Grant};

/// Every failure.
pub const ITEMS: &[Item] = &[
    Item {
        vector: "083-other-payee",
        step: 2,
        scene: "Alice was asked about a payment and said yes. This left her machine, and this came back.",
        because: "The state is genuine, and it is sealed for other arguments. A yes covers one call as it was \
                  shown, and this is another one.",
        others: [
            (
                GateOne,
                "A larger payment sounds like one that needs more scope. A missing scope is a 403 with a challenge, and \
                 the amount stays below the threshold.",
            ),
            (
                Grant,
                "The yes looks as if it had been spent on something else. A yes becomes a grant when it fits the call, \
                 and this one never did.",
            ),
            (
                Elsewhere,
                "-32602 is the code for invalid parameters, as if the message had a defect. The message is well formed; \
                 it is the yes in it that does not fit.",
            ),
        ],
        play: "--act changed-argument",
    },
    Item {
        vector: "031-uncovered-payment",
        step: 1,
        scene: "A page has talked Bob into a payment. He would say yes to it.",
        because: "403 with insufficient_scope: the token does not cover payments. Nobody's yes widens a token, so nobody \
                  was asked.",
        others: [
            (
                GateTwo,
                "A payment must be asked about, and nobody was. The question comes behind scope: what a client may not \
                 attempt is nothing to ask about.",
            ),
            (
                Grant,
                "There is no grant for this payment, true. A grant comes of a yes, and the call never came as far as the \
                 question.",
            ),
            (
                Elsewhere,
                "A 403 without any JSON-RPC message looks like the door. This one says what would change the answer: \
                 the scope payments:write.",
            ),
        ],
        play: "--act payment",
    },
    Item {
        vector: "028-foreign-page",
        step: 1,
        scene: "Alice has a page of somebody else's open. It sends this with her token, which is good and covers the call.",
        because: "The front door is shut to pages of other origins, before any gate looks at the call. More scope or a \
                  yes would change nothing.",
        others: [
            (
                GateOne,
                "Gate one answers with 403 too. Its 403 carries a challenge with insufficient_scope. This one carries \
                 none, so there is nothing to step up to.",
            ),
            (
                GateTwo,
                "Alice never wanted this, true. But a list of files is a closed-world read, and nobody is asked about \
                 one.",
            ),
            (
                Grant,
                "The page uses what is Alice's, as one would use a stolen yes. It is her token that it uses. There is no \
                 yes here, and so no grant.",
            ),
        ],
        play: "--act first-token",
    },
    Item {
        vector: "088-paid-twice",
        step: 3,
        scene: "Alice said yes, but the answer to her retry got lost. Her host sends the same message again.",
        because: "The first retry made a grant of the yes and spent it. The record says so, and a second payment would \
                  need a second yes.",
        others: [
            (
                GateOne,
                "A token may lose its scope from one message to the next. Scope was checked again and passed; else this \
                 would be a 403.",
            ),
            (
                GateTwo,
                "A state that was used looks like a bad one. It is authentic and fits the call, so gate two has nothing \
                 against it. The right to act on it is what is gone.",
            ),
            (
                Elsewhere,
                "isError looks like a tool that failed. The tool did its work the first time; a record says no to the \
                 second.",
            ),
        ],
        play: "--act same-state",
    },
    Item {
        vector: "036-unreadable-arguments",
        step: 1,
        scene: "Alice's token covers payments:write. Above 1,000, a payment needs payments:approve as well.",
        because: "The amount decides which scopes a payment needs. This text is no amount, so every scope is \
                  needed that some amount could need.",
        others: [
            (
                GateTwo,
                "5000 to Mallory ought to be asked about. It would be, once the token covers the call; without a \
                 readable amount it does not.",
            ),
            (
                Grant,
                "A grant is bound to arguments, and these are odd. Nobody has said yes yet, so there is no grant that \
                 could be bound.",
            ),
            (
                Elsewhere,
                "A text where a number belongs is a defect of the call. It is looked at behind scope, so that a caller \
                 without scope learns nothing of a tool's schema.",
            ),
        ],
        play: "--act payment",
    },
    Item {
        vector: "069-no-arguments",
        step: 1,
        scene: "Alice's token covers files:write and files:payroll. Her model calls delete_file.",
        because: "The arguments break the tool's own schema. The model can mend that alone: it takes no scope, no person \
                  and no record.",
        others: [
            (
                GateOne,
                "Arguments that cannot be read need every scope that the tool may need. This token has them all, so gate \
                 one let the call pass.",
            ),
            (
                GateTwo,
                "A person's no reaches the model as isError as well. Nobody was asked here: there is no call yet that a \
                 person could be shown.",
            ),
            (
                Grant,
                "A grant that cannot be acted on is told by \"Not run\" too. This is the first message about the call. \
                 Nothing was approved before it, and nothing recorded.",
            ),
        ],
        play: "--act discover",
    },
    Item {
        vector: "054-nightly-job",
        step: 1,
        scene: "Alice's nightly job calls delete_file. Its token covers the file.",
        because: "A person must decide, and this client cannot show a form. So the question is not even put, and without \
                  a question there is no yes.",
        others: [
            (
                GateOne,
                "A missing capability sounds like a missing permission. A capability says what a client can show. What \
                 it may do is its scope, and that sufficed.",
            ),
            (
                Grant,
                "A job at night looks like a worker that waits for its grant. A grant comes of a yes, and here nobody \
                 could be asked for one.",
            ),
            (
                Elsewhere,
                "An error with status 400 looks like a protocol error at the door. The message is in order: one that lists \
                 files would be answered, for it needs no form.",
            ),
        ],
        play: "--act no-form",
    },
    Item {
        vector: "098-changed-meanwhile",
        step: 3,
        scene: "Alice was shown notes.txt with its 59 bytes, and said yes. On its way, her yes took a while.",
        because: "The yes was good. A grant is bound to the resource as it was shown, and just before it was acted on, \
                  the file was another one.",
        others: [
            (
                GateOne,
                "Somebody else wrote that file, as if Alice had no right to it any more. Her token still covers it; a \
                 missing scope is a 403.",
            ),
            (
                GateTwo,
                "What Alice was shown is past, so her yes looks void. It fits its question in every part, and gate two \
                 took it. The file is looked at when the call is to run.",
            ),
            (
                Elsewhere,
                "A file that changes looks like bad luck that no check foresees. This one was found out: the grant is \
                 bound to a digest of what was shown.",
            ),
        ],
        play: "--without snapshot",
    },
    Item {
        vector: "001-honest-deletion",
        step: 3,
        scene: "The file is gone, and Alice says that she was never asked. Her host filled in the form by itself.",
        because: "Both gates did what they can. An accept is the client's word that a person agreed, and a client that \
                  fills in every form passes gate two.",
        others: [
            (
                GateOne,
                "A client that acts on its own does more than it should. Scope says what it may attempt, and its token \
                 covers this. Who agreed is another matter.",
            ),
            (
                GateTwo,
                "Consent is this gate's matter. It checks the state, the call and the answer, and all of them are right. \
                 It cannot see who clicked.",
            ),
            (
                Grant,
                "The grant was spent on what nobody wanted. It records the yes that came and is spent once, which is all \
                 that it is for.",
            ),
        ],
        play: "--ask",
    },
    Item {
        vector: "091-late-yes",
        step: 3,
        scene: "Alice was asked about notes.txt and went to lunch. Somebody at her desk says yes.",
        because: "A question is good for five minutes, and its state says until when. Whatever comes later is no \
                  yes.",
        others: [
            (
                GateOne,
                "Something has expired, and tokens expire. A token that has expired is answered with 401; this one was \
                 taken.",
            ),
            (
                Grant,
                "Grants expire too. A grant begins with a yes that is taken. This one never was, so there is no row that \
                 could expire.",
            ),
            (
                Elsewhere,
                "-32602 looks like a broken message. In time, the very same bytes would have been a yes; the clock is \
                 all that differs.",
            ),
        ],
        play: "--without expiry",
    },
    Item {
        vector: "095-late-worker",
        step: 5,
        scene: "Alice said yes at once, to a deletion that a worker was to carry out until 14:10. Now her host asks what \
                became of it.",
        because: "The yes was taken and stood in the store as a grant, good until 14:10. No worker spent it in time, and \
                  nothing may act on it now.",
        others: [
            (
                GateOne,
                "Half an hour is long for a token. It was taken, else this would be a 401, and its scope still suffices.",
            ),
            (
                GateTwo,
                "It is too late, as with an answer after five minutes. Alice's answer was in time. What ran out is the \
                 time to act on it.",
            ),
            (
                Elsewhere,
                "A worker that comes late looks like a fault of the machinery. It meets a limit that Alice was shown \
                 when she was asked.",
            ),
        ],
        play: "--without grant-expiry",
    },
    Item {
        vector: "035-payroll",
        step: 1,
        scene: "Alice's token covers files:write, which implies files:read.",
        because: "The folder decides. For payroll the call needs files:payroll as well; the token would cover the same \
                  tool in another folder.",
        others: [
            (
                GateTwo,
                "One expects to be asked about a payroll. A closed-world read asks nobody, so scope alone keeps it shut.",
            ),
            (
                Grant,
                "One may look for a record that Alice may read this. A grant is the record of a yes to one call, and a \
                 read leaves none.",
            ),
            (
                Elsewhere,
                "Token and call are both in order, so it looks like a fault of the server. The challenge names what is \
                 lacking: files:payroll.",
            ),
        ],
        play: "--act payroll",
    },
];
