//! Words that ask for a secret.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A word, or words that stand side by side, by which a form asks for a secret.
const SECRETS: &[&[&str]] = &[
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["passcode"],
    &["pwd"],
    &["secret"],
    &["token"],
    &["credential"],
    &["credentials"],
    &["pin"],
    &["otp"],
    &["totp"],
    &["cvv"],
    &["cvc"],
    &["apikey"],
    &["api", "key"],
    &["access", "key"],
    &["private", "key"],
    &["secret", "key"],
    &["signing", "key"],
    &["card", "number"],
    &["card", "no"],
    &["cardnumber"],
    &["security", "code"],
    &["one", "time", "code"],
    &["one", "time", "password"],
    &["verification", "code"],
    &["recovery", "code"],
    &["2fa", "code"],
    &["seed", "phrase"],
    &["recovery", "phrase"],
    &["mnemonic"],
    // In other languages, without accents.
    &["passwort"],
    &["kennwort"],
    &["geheimzahl"],
    &["zugangsdaten"],
    &["mot", "de", "passe"],
    &["motdepasse"],
    &["contrasena"],
    &["clave", "secreta"],
    &["clave", "de", "acceso"],
    &["senha"],
    &["palavra", "passe"],
    &["parola", "d", "ordine"],
    &["wachtwoord"],
    &["losenord"],
    &["adgangskode"],
    &["passord"],
    &["salasana"],
    &["hasło"],
    &["heslo"],
    &["jelszo"],
    &["sifre"],
    &["mat", "khau"],
    &["kata", "sandi"],
    &["пароль"],
];

/// The same in scripts that do not part their words, or join them to others.
const ANYWHERE: &[&str] = &[
    "パスワード",
    "暗証番号",
    "密码",
    "密碼",
    "口令",
    "비밀번호",
    "암호",
    "รหัสผ่าน",
    "كلمة المرور",
    "كلمة السر",
    "סיסמה",
    "पासवर्ड",
];

/// A word of so many letters that means nothing but a secret means one within a longer word too: `Benutzerkennwort`.
const TELLING: usize = 8;

/// Words behind `token` that make it a piece of text instead of a secret.
const COUNTED: &[&str] = &["limit", "count", "budget", "usage"];

/// Words by which a text tells a person to write something.
const WRITE: &[&str] = &[
    "enter",
    "type",
    "provide",
    "supply",
    "paste",
    "input",
    "give",
    "tell",
    "send",
    "fill",
    "geben",
    "eingeben",
    "entrez",
    "saisissez",
    "saisir",
    "introduzca",
    "ingrese",
    "digite",
    "inserisci",
    "voer",
];

/// How many words behind such a word a secret is still what is to be written.
const BEHIND: usize = 6;

/// The secret that a text tells a person to write: a password after "enter your", say.
pub(super) fn told_to_write(text: &str) -> Option<String> {
    let words = words(text);
    let begins = (0..words.len()).filter(|begin| words.get(*begin).is_some_and(|word| WRITE.contains(&word.as_str())));
    let behind = |begin: usize| words.iter().skip(begin + 1).take(BEHIND).cloned().collect::<Vec<_>>().join(" ");
    begins.map(behind).find_map(|text| asked_for(&text))
}

/// The secret that a name or a text asks for.
pub(super) fn asked_for(text: &str) -> Option<String> {
    let words = words(text);
    let here = |secret: &[&str], here: &[String]| match secret {
        [one] if one.len() >= TELLING => here.iter().all(|word| word.contains(one)),
        _ => here.iter().eq(secret.iter()),
    };
    let stands = |secret: &&&[&str]| {
        let mut rests = (0..words.len()).filter_map(|begin| words.get(begin..)?.split_at_checked(secret.len()));
        rests.any(|(these, rest)| here(secret, these) && !is_counted(secret, rest))
    };
    let worded = SECRETS.iter().find(stands).map(|secret| secret.join(" "));
    worded.or_else(|| joined(&plain(text)))
}

/// What a text in plain letters asks for without a space around it.
fn joined(plain_text: &str) -> Option<String> {
    let mut others = ANYWHERE.iter().filter(|_| !plain_text.is_ascii());
    others.find(|secret| plain_text.contains(&*plain(secret))).map(|secret| (*secret).to_owned())
}

fn is_counted(secret: &[&str], rest: &[String]) -> bool {
    secret == ["token"] && rest.first().is_some_and(|next| COUNTED.contains(&next.as_str()))
}

/// The text without accents, with plain letters for wide or otherwise dressed ones, and without what nobody sees.
fn plain(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_whitespace() || byte.is_ascii_graphic()) {
        return Cow::Borrowed(text);
    }
    let unseen = |letter: char| is_combining_mark(letter) || wire::hidden(letter) && !letter.is_whitespace();
    text.nfkd().filter(|letter| !unseen(*letter)).collect()
}

/// The words of a text, in small letters and without accents. A capital begins one in `cardNumber`, not in `PIN` and not in `APIs`.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_small = false;
    for character in plain(text).chars() {
        let begins = !character.is_alphanumeric() || character.is_uppercase() && before_small;
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
        before_small = character.is_lowercase() || character.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}
