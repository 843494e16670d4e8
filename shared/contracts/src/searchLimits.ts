/** Searches that a person keeps under a name. */
export const SAVED_SEARCHES_MAX = 50

/** Characters of the name of a saved search, as of a folder. */
export const SAVED_SEARCH_NAME_MAX = 30

/** Characters of what is searched for, as the address of the results has it. */
export const SAVED_SEARCH_QUERY_MAX = 2_000

/** The event by which other windows read the saved searches again. */
export const SAVED_SEARCHES_CHANGED = 'search.saved'

/** Hits up to which other words are proposed. */
export const FEW_HITS = 3

/** Words that are proposed for one search. */
export const NEAR_WORDS_MAX = 3

/** Hits of a search that are put in order by where its words stand. */
export const RANKED_HITS_MAX = 500

/** Hits of a search that are put in another order than that of time: the newest ones. */
export const SORTED_HITS_MAX = 2_000

/** Mails of the archive that are shown beside a search. */
export const ARCHIVED_SHOWN = 20
