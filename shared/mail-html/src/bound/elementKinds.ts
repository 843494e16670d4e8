const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements without content (HTML §13.1.2). */
export const VOID = words('area base br col embed frame hr image img input link meta param source track wbr')

/** Elements that a browser opens again in the next block when they were not closed (HTML §13.2.4.3). */
export const FORMATTING = words('a b big code em font i nobr s small strike strong tt u')

/** Elements that end tags of others do not reach across (HTML §13.2.4.2); `select` stands for its own rules of old. */
export const SCOPES = words('caption select table td th')

/** Those of them at which a browser forgets formatting that was left open inside (HTML §13.2.4.3, markers). */
export const MARKERS = words('caption td th')

/** Parts of a table; their tags reach up to the table whatever stands between. */
export const TABLE_PARTS = words('caption colgroup table tbody td tfoot th thead tr')

/** Elements whose start tag closes an open paragraph (HTML §13.2.6.4.7). */
export const CLOSES_PARAGRAPH = words(
  'address article aside blockquote center dd details dir div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr li main menu nav ol p pre section summary ul',
)

/** "Special" elements (HTML §13.2.4.2): an end tag of an ordinary one does not reach across them. */
export const SPECIAL = words(
  'address article aside blockquote caption center colgroup dd details dir div dl dt figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p pre section select summary table tbody td tfoot th ' +
    'thead tr ul',
)
