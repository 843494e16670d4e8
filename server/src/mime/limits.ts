/**
 * What a single mail may cost while it is read. Real mail stays far below every number; a hostile one
 * loses what lies beyond them (and gains a defect) instead of costing time or memory.
 */

/** Bytes of one header field, folds included; the rest of the field is dropped. */
export const MAX_FIELD_BYTES = 512 * 1024
/** Bytes of headers of one part that are kept. */
export const MAX_HEADER_BYTES = 1024 * 1024
/** Bytes of headers of all parts together that are kept. */
export const MAX_ALL_HEADER_BYTES = 8 * 1024 * 1024
/** Header fields of one part that are kept. */
export const MAX_FIELDS = 2_000
/** Depth of multipart in multipart; what is deeper stays one opaque attachment. */
export const MAX_DEPTH = 50
/** Parts of one mail, containers included; what follows the last one is left in the raw mail only. */
export const MAX_PARTS = 2_000
/** Addresses of one header field. */
export const MAX_ADDRESSES = 10_000
/** Message identifiers kept of References: the first and the last ones, which tie a thread together. */
export const MAX_REFERENCES = 100
/** Characters of HTML that are read for text, and of text that is derived from it. */
export const MAX_HTML_CHARACTERS = 4 * 1024 * 1024
/** Characters of the preview line. */
export const PREVIEW_CHARACTERS = 160
/** Bytes (UTF-8) of a file name: what every common file system takes. */
export const MAX_FILE_NAME_BYTES = 255
