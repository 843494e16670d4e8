import { type ApprovalForecast, isRestricted, optionOf, protectionOf } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import type { LetterToAccept } from '../../mailflow/steps/submissionStep.ts'
import type { Context } from '../../store/context/context.ts'
import { whoIsAway } from '../auto-reply/index.ts'
import { findOwnedFiles } from '../files/index.ts'
import { ApproverNotFoundError } from './approvalErrors.ts'
import { deciders } from './approvalMachine.ts'
import { contentWritten } from './letterFacts.ts'
import { approvalFor, dueOf, type Needed } from './planApproval.ts'
import { waysOut } from './waysOut.ts'
import { nextWorkingTime, workingMinutes } from './workingTime.ts'

interface Written {
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly fileIds: readonly string[]
  readonly sendAt: number | null
  readonly secrecy: 'free' | 'restricted' | 'secret'
  readonly encrypted: boolean
}

/** Whether a letter that is not sent yet would need approval. */
const neededIf = (
  context: Context,
  accountId: number,
  letter: Written,
  approverId: number | null,
): Promise<Needed | null> =>
  approvalFor(context, accountId, {
    recipients: [...new Set(letter.to)],
    leavesAt: letter.sendAt ?? 0,
    content: async (how) => {
      const files = await findOwnedFiles(context.store.db, accountId, letter.fileIds)
      return contentWritten(context, { ...letter, files }, how)
    },
    approverId: () => approverId,
  })

/** What would become of a letter that an account sends now. */
export async function forecast(context: Context, accountId: number, letter: Written): Promise<ApprovalForecast> {
  const needed = await neededIf(context, accountId, letter, null)
  if (!needed) return { held: null }
  const people = needed.machine ? deciders(needed.machine) : []
  const nextHours = nextWorkingTime(holidaysOf(context), Math.max(context.now(), letter.sendAt ?? 0))
  const ids = needed.candidates.map(({ accountId: id }) => id)
  const away = await whoIsAway(context.store.db, ids, context.now())
  return {
    held: {
      ruleName: needed.rule.name,
      why: { zh: needed.why.zh, en: needed.why.en },
      deciders: people.map(({ name, address }) => name || address),
      levels: needed.machine?.levels.length ?? 0,
      dueAt: needed.machine ? dueOf(context, needed.machine.levels[0]) : null,
      usualMinutes: await usualMinutes(
        context,
        people.flatMap((one) => one.accountId ?? []),
      ),
      ways: waysOut(needed.rules, needed.facts).map(({ zh, en, later }) => ({
        zh,
        en,
        sendAt: later ? nextHours : null,
      })),
      candidates: needed.candidates.map((one) => ({ ...one, away: away.has(one.accountId) })),
    },
  }
}

/**
 * Refuses a letter whose writer has chosen an approver (`mail.approver`) who may not decide about it: the writer themselves
 * among them. Throws `ApproverNotFoundError`. Where the letter needs no approval the choice has no meaning.
 */
export async function requireApprover(
  context: Context,
  { accountId, recipients, content }: LetterToAccept,
): Promise<void> {
  const approverId = optionOf(content.options, 'mail.approver')
  if (approverId === null) return
  const reading = optionOf(content.options, 'mail.reading')
  const secrecy = reading?.secret ? 'secret' : isRestricted(reading) ? 'restricted' : 'free'
  const sendAt = optionOf(content.options, 'mail.sendAt')
  const encrypted = protectionOf(content.options)?.encrypt ?? false
  const { subject, html, fileIds } = content
  const needed = await neededIf(
    context,
    accountId,
    { to: recipients, subject, html, fileIds, sendAt, secrecy, encrypted },
    approverId,
  )
  if (needed?.machine && !needed.chosen) throw new ApproverNotFoundError()
}

const SAMPLES = 20
const SAMPLES_MIN = 3

/** The middle of how long the last decisions of these people took, in working minutes; null when there were too few. */
async function usualMinutes(context: Context, accountIds: readonly number[]): Promise<number | null> {
  const rows = await context.store.db
    .selectFrom('approval_person')
    .innerJoin('approval_record', 'approval_record.id', 'approval_person.record_id')
    .select(['approval_record.created_at', 'approval_record.decided_at'])
    .where('approval_person.account_id', 'in', [0, ...accountIds.slice(0, SAMPLES)])
    .where('approval_person.state', 'in', ['passed', 'rejected'])
    .orderBy('approval_person.record_id', 'desc')
    .limit(SAMPLES)
    .execute()
  if (rows.length < SAMPLES_MIN) return null
  const holidays = holidaysOf(context)
  const minutes = rows
    .map(({ created_at, decided_at }) => workingMinutes(holidays, created_at, decided_at ?? created_at))
    .toSorted((a, b) => a - b)
  return minutes[Math.floor(minutes.length / 2)] ?? null
}
