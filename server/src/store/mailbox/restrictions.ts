import { Code, type RestrictedState } from '@yanshu/contracts'
import type { Actor } from '../../platform/actor/actor.ts'
import { CallError } from '../../platform/http/errors.ts'

/** What of a letter restricts where it may go. */
export interface RestrictedLetter {
  /** 1 where it has a reading password. */
  readonly with_password: number
  /** 1 where it is the head of a letter that is read under conditions. */
  readonly restricted: number
}

/** The ways on which a letter leaves its mailbox, and whether it may take them. */
export interface Restrictions {
  /** To a model, and into answers of the assistant that quote it. */
  readonly toAssistant: boolean
  /** Into another letter: its text, its files, or whole as a file. */
  readonly forward: boolean
  /** To a file of the reader: its source, and what is saved elsewhere. */
  readonly download: boolean
}

/**
 * What may be done with a letter beyond showing it to its reader. Every way out asks here. Ways that carry what lies in the
 * mailbox as it is (lists, notices, search, print, archives, quotes, programs) need not: of a restricted letter the mailbox
 * has the head alone.
 */
export const restrictionsOf = ({ with_password, restricted }: RestrictedLetter): Restrictions => {
  const free = with_password === 0 && restricted === 0
  return { toAssistant: free, forward: free, download: free }
}

/** The sender of the letter has forbidden it. */
export class LetterRestrictedError extends CallError {
  constructor() {
    super(Code.letterRestricted)
  }
}

/** Throws `LetterRestrictedError` where a letter may not take a way. */
export function requireUnrestricted(
  { restrictions }: { readonly restrictions: Restrictions },
  way: keyof Restrictions,
) {
  if (!restrictions[way]) throw new LetterRestrictedError()
}

/** What is known when a letter is to be opened. */
export interface Opening {
  readonly policy: {
    readonly reads: number | null
    readonly days: number | null
    readonly secret: number
    readonly delivered_at: number | null
  }
  /** How often the recipient has opened it; null for an account that it was not sent to. */
  readonly opened: number | null
  /** Whether the login of the actor has it open. */
  readonly isOpen: boolean
}

const DAY_MS = 86_400_000

/** Until when a letter can be opened; null for as long as it is kept. The clock starts at its delivery. */
export const lastMomentOf = ({ days, delivered_at }: Opening['policy']): number | null =>
  days === null || delivered_at === null ? null : delivered_at + days * DAY_MS

/** Why a letter can be opened no more by its recipient; null where it can. */
function whyOver({ policy, opened, isOpen }: Opening, now: number): 'expired' | 'read' | null {
  const until = lastMomentOf(policy)
  if (until !== null && now >= until) return 'expired'
  if (!isOpen && policy.reads !== null && (opened ?? 0) >= policy.reads) return 'read'
  return null
}

/** Why an actor cannot open a letter now; null where they can. With `whyNotOpenedOutside` the one place that decides it. */
export function whyNotOpened(
  actor: Pick<Actor, 'via' | 'accountId' | 'personId'>,
  opening: Opening,
  now: number,
): RestrictedState['over'] {
  if (opening.opened === null) return 'recipient'
  // Programs and the server's own work read what the mailbox has.
  if (actor.via !== 'session') return 'person'
  if (opening.policy.secret === 1 && actor.personId !== actor.accountId) return 'person'
  return whyOver(opening, now)
}

/** The same of a recipient outside, who has entered the reading password: who that is cannot be known. */
export const whyNotOpenedOutside = (opening: Opening, now: number): 'person' | 'expired' | 'read' | null =>
  opening.policy.secret === 1 ? 'person' : whyOver(opening, now)
