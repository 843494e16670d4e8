/** Characters of a mail that go to the model in one request of a translation; its answer may be three times as long. */
export const TRANSLATED_PIECE = 3_000
/** Requests that the translation of one mail takes at most; what is behind them is left out, and the reader is told so. */
export const TRANSLATED_PIECES = 8
