import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'

/** What words of a mail do. Each list has the usual turns of one language; see `findPhrases` for the signs in them. */
export interface PhraseLists {
  /** Presses for time. */
  readonly urgency: readonly string[]
  /** Is about money. */
  readonly money: readonly string[]
  /** Asks for a password, a code or papers. */
  readonly credentials: readonly string[]
  /** Asks for what no honest sender asks for in a mail: numbers of cards together with codes. */
  readonly papers: readonly string[]
  readonly secrecy: readonly string[]
  readonly threat: readonly string[]
  /** Promises money out of nowhere. */
  readonly prize: readonly string[]
  /** Offers that are frauds by themselves. */
  readonly scam: readonly string[]
  readonly extortion: readonly string[]
  /** Claims to come from the reader's own mail system or office. */
  readonly inHouse: readonly string[]
  /** Sends money to another account than before. */
  readonly payee: readonly string[]
  /** Asks to let the macros of a document run. */
  readonly macros: readonly string[]
  /** Asks to scan a code. */
  readonly scan: readonly string[]
  /** Asks to press, sign in or open. */
  readonly asks: readonly string[]
  /** Money that is to be paid before more of it comes. */
  readonly feeFirst: readonly string[]
  /** Sentences with these warn of fraud, or say what is never asked. */
  readonly warns: readonly string[]
}

export type PhraseKind = keyof PhraseLists

const KINDS = Object.keys(CHINESE) as PhraseKind[]

/** Both languages together: a mail may have both. */
export const PHRASES: PhraseLists = Object.fromEntries(
  KINDS.map((kind) => [kind, [...CHINESE[kind], ...ENGLISH[kind]]]),
) as unknown as PhraseLists
