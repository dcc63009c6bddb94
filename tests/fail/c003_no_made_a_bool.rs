// E0054 E0277 E0600 line 3
fn main() {
    let _runs = (bool::from(consent::No::Declined), !consent::No::Declined, consent::No::Declined as bool);
}
