/**
 * How the HTML of a sealed letter begins: the text that its writer alone can read stands in base64, as CMS that is encrypted
 * to the writer. Programs that do not know it show the notice behind it.
 */
export const SEALED_BEGINNING = '<div data-sealed-letter="'

/** Whether HTML is that of a sealed letter. */
export const isSealedLetter = (html: string): boolean => html.startsWith(SEALED_BEGINNING)
