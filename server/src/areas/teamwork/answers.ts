import type { Kysely } from 'kysely'
import { PUBLIC_MAILBOX } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { AnsweredAlreadyError } from './teamErrors.ts'

/** Answers of one mail that are named. */
const ANSWERS_SHOWN = 20

/** The letters that have answered a mail and are neither taken back nor refused, the last one first. */
export const answersOf = (db: Kysely<Schema>, mailId: number, limit = ANSWERS_SHOWN) =>
  db
    .selectFrom('team_answer as answer')
    .leftJoin('outgoing', 'outgoing.id', 'answer.send_id')
    .leftJoin('account as person', 'person.id', 'answer.person_id')
    .select(['answer.at', 'person.name', 'person.address'])
    .where('answer.mail_id', '=', mailId)
    // A letter that left long ago is no longer in the queue.
    .where((eb) => eb.or([eb('outgoing.id', 'is', null), eb('outgoing.state', 'not in', ['taken-back', 'refused'])]))
    .orderBy('answer.at', 'desc')
    .limit(limit)
    .execute()

/** An answer that is about to leave from a mailbox. */
export interface Answering {
  readonly accountId: number
  /** The mail that is answered. */
  readonly mailId: number
  /** Whether its writer was asked and sends a further answer. */
  readonly again: boolean
  /** Hours from GMT in which a moment is named. */
  readonly timeZone: number
}

/**
 * Refuses a second answer to a mail of a public mailbox that its writer has not confirmed. Called with the mailbox locked, so
 * that of two members who send at the same moment one is asked. Mailboxes of one person have no answers noted. Throws
 * `AnsweredAlreadyError`.
 */
export async function requireUnanswered(trx: Trx, { mailId, again, timeZone }: Answering): Promise<void> {
  if (again) return
  const [last] = await answersOf(trx, mailId, 1)
  if (last) throw new AnsweredAlreadyError(last.name ?? '', last.at, timeZone)
}

/** Notes which letter answers a mail of a public mailbox and who sends it; does nothing in a mailbox of one person. */
export async function noteAnswer(
  trx: Trx,
  { now }: Pick<Context, 'now'>,
  { accountId, mailId }: Pick<Answering, 'accountId' | 'mailId'>,
  { sendId, personId }: { readonly sendId: string; readonly personId: number },
): Promise<boolean> {
  const mail = await trx
    .selectFrom('mail')
    .innerJoin('account', 'account.id', 'mail.account_id')
    .select('mail.id')
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .where('account.account_type', '=', PUBLIC_MAILBOX)
    .executeTakeFirst()
  if (!mail) return false
  await trx
    .insertInto('team_answer')
    .values({ send_id: sendId, mail_id: mailId, person_id: personId, at: now() })
    .execute()
  return true
}
