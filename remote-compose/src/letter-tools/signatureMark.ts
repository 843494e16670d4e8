/** How the value of the `data` element begins that holds a signature; the editor keeps it (`schema.ts` of ui/editor). */
export const SIGNATURE_MARK = 'yanshu-signature '

/** Stands for none: an empty mark keeps the place below a quoted mail. */
export const NO_SIGNATURE = 'none'

const MARKED = new RegExp(`<data value="${SIGNATURE_MARK}([\\w-]+)`)

/** A signature as letters hold it: one block that can be exchanged. Cleaned HTML. */
export const markedSignature = (key: string, html: string): string =>
  `<data value="${SIGNATURE_MARK}${key}">${html}</data>`

/** What the signature in an HTML is called; null where none is. */
export const signatureIn = (html: string | null): string | null => (html && MARKED.exec(html)?.[1]) || null
