import type { AI_LENGTHS, AI_REQUEST_TYPES, AI_TONES, Language } from '@yanshu/contracts'
import { storePerLogin } from '@yanshu/shell-api'

/** What a draft is to be like, as its fields stand. */
export interface Wish {
  readonly reply: boolean
  readonly request: (typeof AI_REQUEST_TYPES)[number]
  readonly size: (typeof AI_LENGTHS)[number]
  readonly tone: (typeof AI_TONES)[number]
  /** null follows the screen. */
  readonly language: Language | null
  readonly gist: string
  readonly again: number
  /** The mail that was answered last: its draft stays while a letter is written over it. */
  readonly about: { readonly mailId: number; readonly subject: string } | null
}

const FIRST: Wish = {
  reply: false,
  request: 'WORK',
  size: 'MEDIUM',
  tone: 'PROFESSIONAL',
  language: null,
  gist: '',
  again: 0,
  about: null,
}

/** Kept while the drawer is closed, so that a half-written gist stays. */
export const wishes = storePerLogin<Wish>(() => FIRST)
