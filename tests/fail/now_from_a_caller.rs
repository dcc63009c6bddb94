// E0423 line 3
fn main() {
    let _never_expires = consent::Moment(0);
}
