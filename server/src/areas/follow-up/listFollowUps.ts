import { type FollowUp, type FollowUpState, type FollowUpTab, type PostData, visibleText } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { guardedMails, readAddresses, shownPerson, UNLISTED_ROLES } from '../../store/mailbox/index.ts'
import { ownAddresses } from '../forwarding/index.ts'

/** Recipients that a row names. */
const TO_SHOWN = 5

const STATES: Readonly<Record<FollowUpTab, readonly FollowUpState[]>> = {
  active: ['open', 'due'],
  open: ['open'],
  due: ['due'],
  answered: ['answered'],
  over: ['over'],
}

interface ListQuery {
  readonly state: FollowUpTab
  readonly mailId?: number | undefined
  readonly offset: number
  readonly pageSize: number
}

/**
 * Follow-ups whose mail is listed: not in the recycle bin or in spam, and not in a folder with a password. What is due unless it
 * is answered, and was answered by its owner meanwhile, waits for nothing.
 */
const shown = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db
    .selectFrom('follow_up')
    .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .where('follow_up.account_id', '=', accountId)
    .where('folder.role', 'not in', UNLISTED_ROLES)
    .where((eb) =>
      eb.or([
        eb('follow_up.state', '<>', 'due'),
        eb('follow_up.unless_answered', '=', 0),
        eb('folder.role', '=', 'sent'),
        eb('mail.replied', '<=', eb.ref('follow_up.replied')),
      ]),
    )

/**
 * The follow-ups of a mailbox, the next one first; those that have ended begin with the last one. Mails in folders with a
 * password are named only where the call names the mail, because then it was asked whether its folder is open.
 */
export async function listFollowUps(
  context: Context,
  accountId: number,
  { state, mailId, offset, pageSize }: ListQuery,
): Promise<PostData<'mail/pending/pendingMailList'>> {
  const hasEnded = state === 'answered' || state === 'over'
  let rows = shown(context, accountId)
    .innerJoin('message', 'message.id', 'mail.message_id')
    .selectAll('follow_up')
    .select([
      'mail.folder_id',
      'mail.received_at',
      'message.subject',
      'message.from_name',
      'message.from_address',
      'message.to_list',
    ])
    .limit(pageSize + 1)
    .offset(offset)
  rows =
    mailId === undefined
      ? rows.where('follow_up.state', 'in', STATES[state]).where('folder.guarded', '=', 0)
      : rows.where('follow_up.mail_id', '=', mailId)
  rows = hasEnded ? rows.orderBy('follow_up.ended_at', 'desc') : rows.orderBy('follow_up.due_at')
  const found = await rows.orderBy('follow_up.id').execute()
  const own = new Set(await ownAddresses(context, accountId))
  const answers = found.flatMap(({ answer_mail_id }) => answer_mail_id ?? [])
  const hidden = await guardedMails(context.store, answers)
  const list = found.slice(0, pageSize).map((row): FollowUp => {
    const to = readAddresses(row.to_list)
    return {
      followUpId: row.id,
      mailId: row.mail_id,
      mailboxId: row.folder_id,
      state: row.state,
      dueAt: row.due_at,
      note: row.note,
      unlessAnswered: row.unless_answered === 1,
      snoozed: row.snoozed_from !== null,
      workdays: row.workdays,
      sent: own.has(row.from_address.toLowerCase()),
      subject: visibleText(row.subject),
      from: shownPerson({ name: row.from_name, address: row.from_address }),
      to: to.slice(0, TO_SHOWN).map(shownPerson),
      toCount: to.length,
      date: row.received_at,
      away: row.away === null ? null : (JSON.parse(row.away) as FollowUp['away']),
      answeredBy: row.answer_mail_id !== null && hidden.has(row.answer_mail_id) ? '' : row.answered_by,
      endedAt: row.ended_at,
    }
  })
  return { list, more: found.length > pageSize, counts: await countFollowUps(context, accountId) }
}

/** How many follow-ups wait and how many are due, without those of mails in folders with a password. */
export async function countFollowUps(context: Context, accountId: number) {
  const rows = await shown(context, accountId)
    .select(['follow_up.state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('folder.guarded', '=', 0)
    .where('follow_up.state', 'in', STATES.active)
    .groupBy('follow_up.state')
    .execute()
  const countOf = (state: FollowUpState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { open: countOf('open'), due: countOf('due') }
}
