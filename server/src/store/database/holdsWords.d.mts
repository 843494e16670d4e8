/** A text in the form in which `phrasePattern` finds phrases. */
export declare const foldedText: (text: string) => string
