//! The reader of `WWW-Authenticate`.
//!
//! A header line is a list of elements between commas. `name = value` is a parameter of the challenge before it;
//! anything else begins a challenge. That `=` is all that tells the two apart, so a text that fits neither may have
//! hidden the beginning of a challenge: parameters behind it belong to nobody until a challenge begins.

use super::{Challenge, Param};

/// Reads the challenges of all `WWW-Authenticate` lines of one response, in order. Never fails: what fits no grammar is
/// left out.
///
/// - Each line stands for itself. A parameter before the first challenge of its line belongs to nobody.
/// - A parameter whose value has other text behind it has no value, and an open quote swallows the rest of its line.
///   Parameters after such text belong to nobody until the next challenge begins.
/// - Read although the grammar forbids it, since nothing can be mistaken for something else by it: characters such as
///   `:` and `/` in an unquoted value, tabs for spaces, an empty value, and a space in place of a comma behind a quoted
///   value.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::challenge::parse;
/// let challenges = parse(["Negotiate YII=, , Bearer scope=\"files:read\"", "Basic realm=\"a \\\"b\\\"\""]);
/// assert_eq!(challenges.len(), 3);
/// assert_eq!(challenges[0].token68.as_deref(), Some("YII="));
/// assert_eq!(challenges[1].param("SCOPE"), Some("files:read"));
/// assert_eq!(challenges[2].param("realm"), Some("a \"b\""));
/// ```
#[must_use]
pub fn parse<'a>(headers: impl IntoIterator<Item = &'a str>) -> Vec<Challenge> {
    headers.into_iter().flat_map(line).collect()
}

fn line(text: &str) -> Vec<Challenge> {
    let mut reader = Reader { rest: text };
    let mut challenges: Vec<Challenge> = Vec::new();
    // Whether a parameter that comes now belongs to the last challenge.
    let mut open = false;
    while let Some(element) = reader.element() {
        match element {
            Element::Beginning(challenge) => {
                challenges.push(challenge);
                open = true;
            }
            Element::Parameter(param) => {
                let whole = param.value.is_some();
                if let Some(challenge) = challenges.last_mut().filter(|_| open) {
                    challenge.params.push(param);
                }
                open &= whole;
            }
            Element::Neither => open = false,
        }
    }
    challenges
}

enum Element {
    /// A scheme, with its token68 where it has one.
    Beginning(Challenge),
    /// A parameter, with or without a value that can be read.
    Parameter(Param),
    /// Text that fits no grammar.
    Neither,
}

/// What is left of one line.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The next element that is not empty. `None` at the end of the line.
    fn element(&mut self) -> Option<Element> {
        self.take(|character| character == ',' || is_space(character));
        if self.rest.is_empty() {
            return None;
        }
        let name = self.take(is_token_character).to_owned();
        let spaced = self.skip_space();
        if name.is_empty() {
            self.skip_element();
            return Some(Element::Neither);
        }
        if self.eat('=') {
            let value = self.value();
            if value.is_none() {
                self.skip_element();
            }
            return Some(Element::Parameter(Param { name, value }));
        }
        if spaced || self.at_end() {
            let token68 = self.token68();
            return Some(Element::Beginning(Challenge { scheme: name, params: Vec::new(), token68 }));
        }
        self.skip_element();
        Some(Element::Neither)
    }

    /// A value after its `=`, up to the end of its element. `None` for text that fits none.
    fn value(&mut self) -> Option<String> {
        self.skip_space();
        let quoted = self.eat('"');
        let value = if quoted { self.quoted()? } else { self.take(is_bare_character).to_owned() };
        let spaced = self.skip_space();
        (self.at_end() || quoted && spaced).then_some(value)
    }

    /// The rest of a quoted string, behind its first quote. `None` where it never ends.
    fn quoted(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next()? {
                '"' => return Some(value),
                '\\' => value.push(self.next()?),
                character => value.push(character),
            }
        }
    }

    /// A whole element that is one token68, such as `YII=`. Takes nothing where it is something else.
    fn token68(&mut self) -> Option<String> {
        let mut ahead = Reader { rest: self.rest };
        ahead.take(is_token68_character);
        ahead.take(|character| character == '=');
        let length = self.rest.len() - ahead.rest.len();
        ahead.skip_space();
        if length == 0 || !ahead.at_end() {
            return None;
        }
        let (token, _) = self.rest.split_at(length);
        self.rest = ahead.rest;
        Some(token.to_owned())
    }

    /// Leaves out everything up to the next comma outside quotes.
    fn skip_element(&mut self) {
        loop {
            self.take(|character| character != ',' && character != '"');
            if !self.eat('"') {
                return;
            }
            while !matches!(self.next(), None | Some('"')) {}
        }
    }

    /// Whether an element ends here.
    fn at_end(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with(',')
    }

    /// Skips spaces and says whether there were any.
    fn skip_space(&mut self) -> bool {
        !self.take(is_space).is_empty()
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|character| !wanted(character)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn eat(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }
}

const fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// A character of a token by RFC 9110 5.6.2.
const fn is_token_character(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '!' | '#' | '$' | '%' | '&' | '\'' | '*' | '+' | '-' | '.' | '^' | '_' | '`' | '|' | '~')
}

const fn is_token68_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '_' | '~' | '+' | '/')
}

/// A character of an unquoted value, as it is really sent.
const fn is_bare_character(character: char) -> bool {
    !matches!(character, ' ' | '\t' | ',' | '"')
}
