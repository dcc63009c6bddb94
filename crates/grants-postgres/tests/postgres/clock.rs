//! Time is the database's, and never runs back.

use super::support::clock::{self, START};
use super::support::yes;
use super::*;
use consent::EffectClass;

const MINUTES: i64 = 60_000;

/// C093: the clock of the program is five minutes behind that of the database, then five minutes ahead. Nobody compares them.
#[test]
fn c093_the_database_s_clock_decides_and_no_other() {
    for skew in [5 * MINUTES, -5 * MINUTES] {
        let house = House::new();
        house.beside.run(&format!(
            "CREATE TABLE public.test_clock (skew bigint NOT NULL); INSERT INTO public.test_clock VALUES ({skew}); \
             CREATE OR REPLACE FUNCTION two_gates.clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS \
             $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + skew FROM public.test_clock $$"
        ));
        let store = Postgres::open(&house.config).unwrap();
        let short = |number| yes(number, "notes.txt", EffectClass::AtMostOnce, now(&store) + 60_000);
        let (now, late) = (short(1), short(2));
        issue(&store, &now);
        issue(&store, &late);
        assert!(claim(&store, &now, 1).is_ok(), "at once, with {skew} ms");
        house.beside.run(&format!("UPDATE public.test_clock SET skew = skew + {}", 2 * MINUTES));
        assert_eq!(claim(&store, &late, 1), Err(NotUsable::Expired), "after two minutes, with {skew} ms");
    }
}

/// A mark that is ahead, and a row that is: time stands there, and other programs see the same.
#[test]
fn time_is_not_before_the_mark_nor_before_the_last_row() {
    let house = House::standing();
    house.beside.run(&format!("UPDATE two_gates.store SET high_water = {}", START + 1000));
    assert_eq!(now(&house.store), START + 1000);
    issue(&house.store, &yes(1, "notes.txt", EffectClass::AtMostOnce, START + 2000));
    house.beside.run(&format!("UPDATE two_gates.audit SET at = {}", START + 1999));
    let other = Postgres::open(&house.config).unwrap();
    assert_eq!(now(&other), START + 1999);
    house.beside.run(&format!("UPDATE two_gates.audit SET at = {}", START + 2000));
    let expired = claim(&other, &yes(1, "notes.txt", EffectClass::AtMostOnce, START + 2000), 1);
    assert_eq!(expired, Err(NotUsable::Expired));
}

/// A program remembers what it was told, also where the database has forgotten.
#[test]
fn a_program_is_not_told_an_earlier_time() {
    let house = House::standing();
    clock::move_by(&house.beside, 5000);
    assert_eq!(now(&house.store), START + 5000);
    clock::move_by(&house.beside, -5000);
    assert_eq!(now(&house.store), START + 5000);
    assert_eq!(issue(&house.store, &super::support::plain(1)).issued_at.ms(), START + 5000);
}

/// The last moment that can be stored, and before the first: nothing panics, and nothing is claimed.
#[test]
fn a_clock_out_of_its_mind_is_an_error_or_a_late_time() {
    let house = House::standing();
    let new = yes(1, "notes.txt", EffectClass::AtMostOnce, START + 2000);
    issue(&house.store, &new);
    for ms in [i64::MIN, -1, i64::MAX] {
        house.beside.run(&format!("UPDATE public.test_clock SET ms = {ms}"));
        let store = Postgres::open(&house.config).unwrap();
        let came = claim(&store, &new, 1);
        assert_eq!(came.is_ok(), ms < 0, "time stands at the last row: {came:?}");
    }
}

/// Where the database does not answer, time is what it said last.
#[test]
fn without_the_database_time_stands() {
    let house = House::standing();
    assert_eq!(now(&house.store), START);
    house.beside.run("ALTER FUNCTION two_gates.clock_ms() RENAME TO gone");
    assert_eq!(now(&house.store), START);
}
