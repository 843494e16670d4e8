import { pieces } from './highlight.ts'

/** Text with the words that were searched for marked in it. */
export function Highlighted({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text
  let at = 0
  return pieces(text, terms).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.hit ? <mark key={key}>{piece.text}</mark> : piece.text
  })
}
