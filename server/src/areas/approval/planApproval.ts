import { sql } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import type { OutgoingLetter } from '../../mailflow/steps/submissionStep.ts'
import type { Context } from '../../store/context/context.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import {
  begin,
  type Colleague,
  candidatesOf,
  chosenFirst,
  type LevelState,
  type Machine,
  type Replaced,
} from './approvalMachine.ts'
import { barredFor, levelsFor } from './approvers.ts'
import { judgeLetter, type LetterFacts, type Why } from './judgeLetter.ts'
import { type Content, type FilesRead, factsFor } from './letterFacts.ts'
import { rulesAt, type StoredRule } from './rules.repository.ts'
import { withStandIns } from './standIns.service.ts'
import { afterWorkingTime } from './workingTime.ts'

/** Why a letter needs approval, and from whom. */
export interface Needed {
  readonly accountId: number
  readonly rule: StoredRule
  /** All rules that were asked, in their order. */
  readonly rules: readonly StoredRule[]
  readonly why: Why
  readonly facts: LetterFacts
  /** null when no person of the organisation may decide. */
  readonly machine: Machine | null
  /** Who is away, and who stands in for them. */
  readonly replaced: readonly Replaced[]
  /** Whom its sender may choose to decide; none where no level leaves the choice. */
  readonly candidates: readonly Colleague[]
  /** Whom its sender has chosen, where that person may decide. */
  readonly chosen: Colleague | null
}

/**
 * Whether a letter of an account needs approval, by the rules that hold now. What is sent and what is asked before sending
 * go through this function.
 */
export async function approvalFor(
  context: Context,
  accountId: number,
  letter: {
    readonly recipients: readonly string[]
    /** When it leaves, epoch milliseconds; what is over is now. */
    readonly leavesAt: number
    readonly content: (how: FilesRead) => Promise<Content | null>
    /** Whom its sender has chosen to decide, asked after the content; null for none. */
    readonly approverId: () => number | null
  },
): Promise<Needed | null> {
  const { db } = context.store
  const rules = await rulesAt(db, context.now())
  if (rules.length === 0) return null
  const { mailApproval, approvalCount } = await switchesOf(db, accountId)
  if (!mailApproval) return null
  const content = await letter.content(rules.some(({ conditions }) => conditions.words.length > 0) ? 'whole' : 'not')
  if (!content) throw new Error('the text of a mail on its way out is gone')
  return neededBy(context, accountId, { ...letter, content, approverId: letter.approverId() }, { rules, approvalCount })
}

/**
 * Whether these rules hold a letter of an account, and who decides.
 * @param approvalCount how many levels of a rule decide; 0 for all
 */
export async function neededBy(
  context: Context,
  accountId: number,
  letter: {
    readonly recipients: readonly string[]
    readonly leavesAt: number
    readonly content: Content
    readonly approverId: number | null
  },
  { rules, approvalCount }: { readonly rules: readonly StoredRule[]; readonly approvalCount: number },
): Promise<Needed | null> {
  const { db } = context.store
  const facts = await factsFor(context, accountId, {
    recipients: letter.recipients,
    content: letter.content,
    at: Math.max(context.now(), letter.leavesAt),
    rules,
  })
  const hit = judgeLetter(rules, facts)
  if (!hit) return null
  const barred = await barredFor(db, accountId)
  const levels = approvalCount > 0 ? hit.rule.levels.slice(0, approvalCount) : hit.rule.levels
  const made = await levelsFor(db, levels, accountId, barred)
  const held = { accountId, rule: hit.rule, rules, why: hit.why, facts }
  if (!made) return { ...held, machine: null, replaced: [], candidates: [], chosen: null }
  // The choice comes before the stand-ins: who is chosen and away is replaced as all others are.
  const { levels: asked, chosen } = chosenFirst(made, letter.approverId)
  const { machine, replaced } = await withStandIns(db, context.now(), begin(asked, barred), null)
  return { ...held, machine, replaced, candidates: candidatesOf(made), chosen }
}

/** When a level that begins now has waited for too long; null when it waits without end. */
export const dueOf = (context: Parameters<typeof holidaysOf>[0], level: LevelState | undefined): number | null =>
  level?.hours ? afterWorkingTime(holidaysOf(context), context.now(), level.hours * 60) : null

/**
 * The accounts whose mail a letter is: of who wrote it, in whose name an event is written about, or by whose rule or
 * setting a mail is passed on. None for what the system writes by itself, and for what a group lets through: that was
 * asked about when its writer sent it.
 */
export async function sendersOfLetter({ store }: Pick<Context, 'store'>, letter: OutgoingLetter): Promise<number[]> {
  switch (letter.origin) {
    case 'page':
    case 'program':
      return letter.accountId === null ? [] : [letter.accountId]
    case 'event': {
      if (letter.envelopeFrom === '') return []
      const destination = await findDestination(store.db, letter.envelopeFrom)
      return destination.kind === 'account' ? [destination.accountId] : []
    }
    case 'forward':
      return forwardersOf(store.db, letter)
    default:
      return []
  }
}

/** Steps of delivery that pass mail on; they note for whom, and where to. */
const FORWARDING = ['rules', 'forwarding']
/** The note is of the same delivery as the mail that is passed on. */
const NOTED_WITHIN_MS = 60_000

async function forwardersOf(
  db: Context['store']['db'],
  { rfcMessageId, recipients, createdAt }: OutgoingLetter,
): Promise<number[]> {
  const rows = await db
    .selectFrom('delivery_verdict')
    .select(['account_id', 'detail'])
    .where('step', 'in', FORWARDING)
    // As it stands in the index.
    .where(sql<boolean>`outcome = 'forwarded'`)
    .where('key', '=', rfcMessageId)
    .where('at', '>=', createdAt - NOTED_WITHIN_MS)
    .where('at', '<=', createdAt + NOTED_WITHIN_MS)
    .orderBy('id')
    .execute()
  const wanted = new Set(recipients.map((address) => address.toLowerCase()))
  const ids = rows.flatMap(({ account_id, detail }) => {
    const { to = [] } = JSON.parse(detail) as { to?: readonly string[] }
    return account_id !== null && to.some((address) => wanted.has(address.toLowerCase())) ? [account_id] : []
  })
  return [...new Set(ids)]
}
