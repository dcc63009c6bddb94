//! Several servers on one database.

use crate::support::House;
use serde_json::json;

#[test]
fn a_question_from_one_is_answered_to_the_other_once() {
    let house = House::new("");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    let asking = house.client(&one, "payments:write");
    let answering = house.client(&other, "payments:write");
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = asking.ask("send_payment", &payment);
    assert_eq!(answering.yes("send_payment", &payment, &state).text(), (false, "paid 20 EUR to Plant Shop"));
    assert!(asking.yes("send_payment", &payment, &state).text().1.starts_with("Already done"));
}

#[test]
fn two_yeses_at_once_pay_once() {
    let house = House::new("");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    for amount in 1..=10 {
        let payment = json!({"to": "Plant Shop", "amount": amount});
        let state = house.client(&one, "payments:write").ask("send_payment", &payment);
        let said = std::thread::scope(|scope| {
            let (payment, state, house) = (&payment, &state, &house);
            let threads: Vec<_> = [&one, &other, &one, &other]
                .into_iter()
                .map(|server| {
                    scope.spawn(move || house.client(server, "payments:write").yes("send_payment", payment, state))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let paid = said.iter().filter(|answer| answer.text().1.starts_with("paid ")).count();
        assert_eq!(paid, 1, "{said:?}");
    }
}
