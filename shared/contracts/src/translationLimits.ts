/** Characters of a mail that go to the model in one request of a translation; its answer may be three times as long. */
export const TRANSLATED_PIECE = 3_000
/** The most requests for the translation of one mail; what is behind them is left out, and the page names that. */
export const TRANSLATED_PIECES = 8
