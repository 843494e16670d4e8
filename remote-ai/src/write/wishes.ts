import type { AI_LENGTHS, AI_REQUEST_TYPES, AI_TONES, Language } from '@yanshu/contracts'
import { storePerLogin } from '@yanshu/shell-api'

/** What drafts are to be like, as the fields stand. */
export interface Manner {
  readonly request: (typeof AI_REQUEST_TYPES)[number]
  readonly size: (typeof AI_LENGTHS)[number]
  readonly tone: (typeof AI_TONES)[number]
  /** null follows the screen. */
  readonly language: Language | null
}

export const MANNER: Manner = { request: 'WORK', size: 'MEDIUM', tone: 'PROFESSIONAL', language: null }

/** What one draft is about. */
export interface Wish {
  readonly reply: boolean
  readonly gist: string
  readonly again: number
  /** The mail that was answered last: its draft stays while a letter is written over it. */
  readonly about: { readonly mailId: number; readonly subject: string } | null
}

const FIRST: Wish = { reply: false, gist: '', again: 0, about: null }

/** Kept while the drawer is closed, so that a half-written gist stays. It is a text of the person: no storage has it. */
export const wishes = storePerLogin<Wish>(() => FIRST)
