/** A text in the form in which `phrasePattern` finds phrases. */
export declare const foldedText: (text: string) => string

/**
 * 1 when everything that is asked is found in the mail, else 0. The text is as the store keeps it.
 * @param json what is asked, made by `patternsOf`
 */
export declare function holdsWords(
  json: string,
  subject: string,
  fromName: string,
  fromAddress: string,
  to: string,
  cc: string,
  bcc: string,
  text: string | Uint8Array | null,
  files: string | readonly string[] | null,
): 0 | 1
