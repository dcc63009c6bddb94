family! {
    CAPABILITY = "ELIC-04" MustNot "client/elicitation, Capabilities" "A server sends no question in a mode that this request did not declare.";
    FORM_DEFAULT = "ELIC-02" Info "client/elicitation, Capabilities" "An empty elicitation capability means form mode only; one that names only url does not include it.";
    ASKED_HOW = "ELIC-05" Must "client/elicitation, Elicitation Requests" "A question has a message, and its mode is form or url.";
    FLAT_SCHEMA = "ELIC-06" Must "client/elicitation, Form Mode" "A form's schema is flat: strings, numbers, booleans and enumerations.";
    FORMATS = "ELIC-07" Info "client/elicitation, Requested Schema" "A form's strings have no format but email, uri, date and date-time.";
    THREE_ACTIONS = "ELIC-09" Info "client/elicitation, Response Actions" "An answer is accept, decline or cancel; cancel is not decline.";
    CONTENT = "ELIC-10" Info "client/elicitation, Response Actions" "An accepted form carries content that matches the form's schema.";
    NO_SECRETS = "ELIC-13" MustNot "client/elicitation, User Interaction Model" "A form never asks for a secret.";
    WHO_ASKS = "ELIC-15" Must "client/elicitation, User Interaction Model" "The client shows which server asks, with clear ways to decline and to cancel.";
    CHECKED_TWICE = "ELIC-17" Should "client/elicitation, Form Mode Security" "The client checks an answer against the form's schema, and the server checks it again.";
    IDENTITY = "ELIC-18" MustNot "client/elicitation, Identifying the User" "Who answers is taken from the authorization, never from what the client says of itself.";
    URL_GIVEN = "URL-01" Must "client/elicitation, URL Mode" "A question in URL mode has a valid web address.";
    URL_MODE = "URL-02" Info "client/elicitation, URL Mode" "In URL mode accept means only that the person agreed to open the page.";
}
