import type { CleanText } from './cleanText.ts'
import { findPhrases, hasPhrase } from './findPhrases.ts'
import type { Finding, RiskRule } from './riskMail.ts'
import { PHRASES, type PhraseKind } from './words/phrases.ts'

/** The rules that look for words, and what each weighs. The words stand in `words/`. */
const WEIGHTS = {
  urgency: 1,
  money: 1,
  credentials: 2,
  papers: 3,
  secrecy: 2,
  threat: 1,
  prize: 3,
  scam: 5,
  extortion: 6,
  inHouse: 2,
  payee: 4,
} as const satisfies Partial<Record<RiskRule & PhraseKind, number>>

const SENTENCE_END = /(?<=[。！？!?\n])|(?<=\.)\s/

/** A text without the sentences that warn of fraud. For mails whose only findings are words. */
export const withoutWarnings = (text: string): string =>
  text
    .split(SENTENCE_END)
    .filter((sentence) => !hasPhrase(sentence.toLowerCase(), PHRASES.warns))
    .join('')

/** Whether a text has a sentence that warns of fraud. */
export const warns = ({ text }: CleanText): boolean => hasPhrase(text, PHRASES.warns)

/** Whether money is to be paid before more of it comes. */
export const asksFeeFirst = ({ text }: CleanText): boolean => hasPhrase(text, PHRASES.feeFirst)

/** What the words of a mail do, each rule at most once. */
export const wordFindings = (clean: CleanText): Finding[] =>
  (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((rule) => {
    const quotes = findPhrases(clean, PHRASES[rule])
    return quotes.length > 0 ? [{ rule, weight: WEIGHTS[rule], quotes }] : []
  })
