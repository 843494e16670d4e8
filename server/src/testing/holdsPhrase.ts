import type { Phrase } from '../store/search/tokens.ts'

/** Whether a phrase stands in a text that is already cut into tokens. */
export function holdsPhrase(tokens: readonly string[], phrase: Phrase): boolean {
  const last = phrase.tokens.length - 1
  for (let start = 0; start + last < tokens.length; start++) {
    const fits = phrase.tokens.every((wanted, index) => {
      const found = tokens[start + index] ?? ''
      return phrase.prefix && index === last ? found.startsWith(wanted) : found === wanted
    })
    if (fits) return true
  }
  return false
}
