family! {
    HINTS = "CACHE-01" Must "server/utilities/caching, Cacheable Results" "A complete discover or list result carries ttlMs and cacheScope.";
    NOT_ON_QUESTIONS = "CACHE-02" Info "server/utilities/caching, Cacheable Results" "An input_required result carries no caching hint and is not cached.";
    TTL = "CACHE-03" Must "server/utilities/caching, TTL" "ttlMs is an integer of 0 or more; a negative or absent one counts as 0.";
    SCOPE = "CACHE-04" Must "server/utilities/caching, Cache Scope; schema" "cacheScope is public or private; anything else counts as private.";
    PRIVATE = "CACHE-05" MustNot "server/utilities/caching, Cache Scope" "A private result is served only in the authorization context that it was given in.";
    FILTERED_IS_PRIVATE = "CACHE-06" Info "server/utilities/caching, Choosing a Cache Scope" "A list that depends on the caller is marked private.";
    KEY = "CACHE-07" MustNot "server/utilities/caching, Cache Key" "A result is not served for another method or other parameters.";
    PAGES = "CACHE-08" Must "server/utilities/caching, Interaction with Pagination" "All pages of one list have the same cacheScope.";
    NOT_THE_CONTROL = "CACHE-09" MustNot "server/utilities/caching, Security Considerations" "cacheScope alone is never the access control.";
    NOWHERE_ELSE = "CACHE-12" Info "server/utilities/caching, Cacheable Results" "Only discover, the lists and resources/read carry caching hints.";
}
