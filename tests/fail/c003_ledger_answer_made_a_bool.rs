// E0054 E0277 E0600 line 5
use consent::host::Answer;

fn main() {
    let _runs = (bool::from(Answer::Denied), !Answer::Declined, Answer::NoInTheForm as bool);
}
