import {
  asksSomething,
  type GetData,
  UNANSWERED_DAYS_MAX,
  UNANSWERED_SHOWN,
  type UnansweredMail,
  visibleText,
} from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { readText } from '../../store/database/storedText.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes, readAddresses, shownPerson } from '../../store/mailbox/index.ts'
import { firstSortKeyAt } from '../../store/mailbox/sortKey.ts'
import { zonesOfMany } from '../../store/profile/settings.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { announceFollowUps } from './followUpNames.ts'
import { ownMails, requireRoom } from './followUps.service.ts'

const DAY_MS = 86_400_000
/** Mails among which questions are looked for, and those of people whose text is read. */
const MAILS_LOOKED_AT = 1_000
const TEXTS_READ = 200
/** Texts that one statement reads: few, so that unpacking long ones keeps the event loop for some ten milliseconds. */
const AT_ONCE = 10

/**
 * Mails of people that name the reader in To, ask something by their own words, and have had no answer for so many days, the
 * newest first. Mails in folders with a password, in the recycle bin and in spam are none, nor those of muted conversations or
 * that are or were followed up.
 */
export async function listUnanswered(
  context: Context,
  accountId: number,
  days: number,
): Promise<GetData<'mail/pending/unanswered'>> {
  const own = new Set(await ownAddresses(context, accountId))
  const { candidates, more } = await unansweredMails(context, accountId, days)
  const toReader = candidates.filter(
    ({ from_address, to_list }) =>
      !own.has(from_address.toLowerCase()) &&
      readAddresses(to_list).some(({ address }) => own.has(address.toLowerCase())),
  )
  const list: UnansweredMail[] = []
  const looked = toReader.slice(0, TEXTS_READ)
  for (let at = 0; at < looked.length && list.length < UNANSWERED_SHOWN; at += AT_ONCE) {
    const some = looked.slice(at, at + AT_ONCE)
    const texts = await textsOf(
      context,
      some.map(({ message_id }) => message_id),
    )
    for (const mail of some) {
      if (list.length === UNANSWERED_SHOWN || !asksSomething(`${mail.subject}\n${texts.get(mail.message_id) ?? ''}`))
        continue
      list.push({
        mailId: mail.id,
        mailboxId: mail.folder_id,
        subject: visibleText(mail.subject),
        from: shownPerson({ name: mail.from_name, address: mail.from_address }),
        date: mail.received_at,
      })
    }
  }
  return { list, more: more || toReader.length > TEXTS_READ || list.length === UNANSWERED_SHOWN }
}

/** How many they are. */
export const countUnanswered = async (context: Context, accountId: number, days: number): Promise<number> =>
  (await listUnanswered(context, accountId, days)).list.length

/** Mails without an answer and without a follow-up, of folders that lists across folders show. */
async function unansweredMails({ store, now }: Pick<Context, 'store' | 'now'>, accountId: number, days: number) {
  const rows = await store.db
    .selectFrom((eb) =>
      eb
        .selectFrom('mail')
        .innerJoin('folder', 'folder.id', 'mail.folder_id')
        .select(['mail.id', 'mail.folder_id', 'mail.message_id', 'mail.received_at', 'mail.sort_key', 'mail.thread_id'])
        .where('mail.account_id', '=', accountId)
        .where('mail.sort_key', '<', firstSortKeyAt(now() - days * DAY_MS))
        .where('mail.sort_key', '>=', firstSortKeyAt(now() - UNANSWERED_DAYS_MAX * DAY_MS))
        .where('mail.replied', '=', 0)
        .where('folder.role', 'in', ['inbox', 'custom'])
        .where('folder.guarded', '=', 0)
        .where('folder.screens', '=', 0)
        .orderBy('mail.sort_key', 'desc')
        .limit(MAILS_LOOKED_AT)
        .as('newest'),
    )
    .innerJoin('message', 'message.id', 'newest.message_id')
    .leftJoin('follow_up', 'follow_up.mail_id', 'newest.id')
    .leftJoin('muted_thread', 'muted_thread.thread_id', 'newest.thread_id')
    .select(['newest.id', 'newest.folder_id', 'newest.message_id', 'newest.received_at'])
    .select(['message.subject', 'message.from_name', 'message.from_address', 'message.to_list'])
    .select(['message.automatic', 'message.invites', 'follow_up.id as follow_up_id', 'muted_thread.thread_id as muted'])
    .orderBy('newest.sort_key', 'desc')
    .execute()
  const candidates = rows.filter(
    ({ automatic, invites, follow_up_id, muted }) =>
      automatic === 0 && invites === 0 && follow_up_id === null && muted === null,
  )
  return { candidates, more: rows.length === MAILS_LOOKED_AT }
}

async function textsOf({ store }: Pick<Context, 'store'>, messageIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await store.db
    .selectFrom('message_body')
    .select(['message_id', 'text'])
    .where(numberIn(store.engine, 'message_id', messageIds))
    .execute()
  return new Map(rows.map(({ message_id, text }) => [message_id, readText(text)]))
}

/**
 * Takes mails off the list of those that wait for an answer: each has a follow-up that is over. One that is followed up keeps
 * its follow-up. Answers how many there were. Throws `MailNotFoundError`, `FollowUpRefusedError`.
 */
export async function settleMails(context: Context, accountId: number, mailIds: readonly number[]): Promise<number> {
  const now = context.now()
  const zone = (await zonesOfMany(context, [accountId])).get(accountId) ?? 'UTC'
  const settled = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      const mails = await ownMails(trx, context, accountId, { mailIds, snooze: false })
      await requireRoom(trx, context, accountId, [])
      const rows = mails.map(({ id, replied, rfc_message_id }) => ({
        ...{ account_id: accountId, mail_id: id, rfc_message_id, replied, zone },
        ...{ state: 'over' as const, due_at: now, workdays: null, unless_answered: 0, note: '' },
        ...{ snoozed_from: null, snoozed_to: null, away: null, answer_mail_id: null },
        ...{ created_at: now, ended_at: now },
      }))
      const made = await trx
        .insertInto('follow_up')
        .values(rows)
        .onConflict((conflict) => conflict.column('mail_id').doNothing())
        .returning('id')
        .execute()
      return made.length
    },
    { grows: true },
  )
  if (settled > 0) announceFollowUps(context, accountId)
  return settled
}
