family! {
    ONLY_INSIDE = "MRTR-01" Must "basic/patterns/mrtr" "A question reaches the client only inside an input_required result.";
    WHERE_ALLOWED = "MRTR-02" MustNot "basic/patterns/mrtr, Supported Requests" "Only tools/call, prompts/get and resources/read are answered with input_required.";
    QUESTION_SHAPE = "MRTR-04" Must "basic/patterns/mrtr, Server Requirements 2" "Each question is an elicitation, a sampling or a roots request: its method and params, without jsonrpc and id.";
    SOMETHING = "MRTR-05" Must "basic/patterns/mrtr, Server Requirements 6" "An input_required result has inputRequests, or requestState, or both.";
    DECLARED = "MRTR-06" MustNot "basic/patterns/mrtr, Server Requirements 7" "No question is of a kind or mode that the request did not declare.";
    NO_ANSWER_ASSUMED = "MRTR-07" MustNot "basic/patterns/mrtr, Server Requirements 8" "A server does not assume that the client will answer or retry.";
    ROUNDS = "MRTR-08" Ours "basic/patterns/mrtr sets no maximum" "A client stops after ten rounds of one call, and paces rounds without a question.";
    ANSWERED_FIRST = "MRTR-09" Must "basic/patterns/mrtr, Client Requirements 1" "A client that was asked gathers the answers before it sends its request again.";
    SAME_KEYS = "MRTR-11" Info "basic/patterns/mrtr, InputResponses" "inputResponses uses the keys of inputRequests; each value is the bare answer.";
    NEW_ID = "MRTR-12" Must "basic/patterns/mrtr, Client Requirements 3" "A retry is a new request with a new id.";
    ECHO = "MRTR-13" Must "basic/patterns/mrtr, Client Requirements 2" "A requestState is echoed exactly, and none is sent where none was given.";
    NOTHING_PENDING = "MRTR-16" Info "basic/patterns/mrtr, Basic Workflow" "The first request is finished when input_required is returned; nothing is pending on the server.";
    EXTRA_IGNORED = "MRTR-19" Should "basic/patterns/mrtr, Error Handling" "Answers to what was not asked are ignored.";
    ASK_AGAIN = "MRTR-20" Should "basic/patterns/mrtr, Error Handling" "A missing answer is asked for again instead of being an error.";
    ROUND_META = "MRTR-22" Must "basic/patterns/mrtr; basic/index, _meta" "Every round carries the whole _meta again.";
}
