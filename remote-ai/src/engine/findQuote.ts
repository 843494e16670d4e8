import type { TextRange } from '@yanshu/contracts'

/** What is no blank, with where each character stands. */
function squeezed(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at: number[] = []
  let kept = ''
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (/\s/.test(character)) continue
    kept += character
    at.push(index)
  }
  return { text: kept, at }
}

/** Where words of a mail stand in the text as it is shown, whose blanks and lines may differ; nothing where they do not. */
export function findQuotes(shown: string, quotes: readonly string[]): TextRange[] {
  const all = squeezed(shown)
  return quotes.flatMap((quote) => {
    const wanted = squeezed(quote.replace(/…$/, '')).text
    const index = wanted === '' ? -1 : all.text.indexOf(wanted)
    const start = all.at[index]
    const last = all.at[index + wanted.length - 1]
    return start === undefined || last === undefined ? [] : [{ start, end: last + 1 }]
  })
}
