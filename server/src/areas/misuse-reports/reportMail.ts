import { MISUSE_PER_DAY, type MisuseReason } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { MailNotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { countAlone, holdMessageOf, openMailbox } from '../../store/mailbox/index.ts'
import { prepareNews } from './misuseMail.ts'

const DAY_MS = 86_400_000
/** Administrators who are written to about the first open report. */
const WRITTEN_TO_MAX = 10

interface Reporting {
  readonly mailId: number
  readonly reason: MisuseReason
  readonly text: string
}

/**
 * Reports a mail to the administrators, who get a copy of it as it came; answers the number of the report. A person reports a
 * mail once: a further call answers the first report. Throws `MailNotFoundError`, also for a draft, `FolderClosedError`,
 * `LetterRestrictedError` for a letter whose sender restricts where it goes, and `TooManyRequestsError`.
 */
export async function reportMail(context: Context, caller: SessionActor, asked: Reporting): Promise<number> {
  const { mailId, reason, text } = asked
  const { personId, accountId } = caller
  const { db } = context.store
  await openMailbox(context, caller).source(mailId)
  const known = await reportOf(db, personId, mailId)
  if (known) return known.id
  await requireRate(db, personId, context.now())
  const news = await prepareForAdministrators(context)
  const { id, isFirst } = await transact(
    context,
    async (trx) => {
      // Again, alone for the person, whichever mailbox they sit in: many may have come at the same moment.
      await countAlone(trx, context.store, personId)
      const before = await reportOf(trx, personId, mailId)
      if (before) return { id: before.id, isFirst: false }
      await requireRate(trx, personId, context.now())
      const mail = await trx
        .selectFrom('mail')
        .select(['message_id', 'received_at'])
        .where('id', '=', mailId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!mail) throw new MailNotFoundError()
      const isFirst = !(await isOneOpen(trx))
      const row = await trx
        .insertInto('misuse_report')
        .values({
          ...{ account_id: accountId, reporter_id: personId, message_id: mail.message_id, reason, text },
          ...{ received_at: mail.received_at, created_at: context.now(), open: 1, at: null, closed_by: null },
          ...{ note: '', answer: '' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await holdMessageOf(trx, mailId, { owner: 'misuse_report', ownerId: row.id })
      if (isFirst) for (const { address, message } of news) await queueAutomatic(trx, context, message, address)
      return { id: row.id, isFirst }
    },
    { grows: true },
  )
  if (isFirst) mailTransportOf(context).dispatcher.expect(context.now())
  return id
}

/** The report of a mail by a person, who has asked for the mail before; undefined for none. */
const reportOf = (db: Kysely<Schema>, personId: number, mailId: number) =>
  db
    .selectFrom('misuse_report')
    .innerJoin('mail', 'mail.message_id', 'misuse_report.message_id')
    .select('misuse_report.id')
    .where('mail.id', '=', mailId)
    .where('misuse_report.reporter_id', '=', personId)
    .executeTakeFirst()

/** Whether a report waits for an administrator. */
const isOneOpen = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('misuse_report').select('id').where('open', '=', 1).limit(1).executeTakeFirst()) !== undefined

/** Throws `TooManyRequestsError` for a person who has reported as many mails as they may within a day. */
async function requireRate(db: Kysely<Schema>, personId: number, now: number): Promise<void> {
  const { count, oldest } = await db
    .selectFrom('misuse_report')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('reporter_id', '=', personId)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow()
  if (Number(count) < MISUSE_PER_DAY) return
  throw new TooManyRequestsError(Math.max(1, Math.ceil((Number(oldest) + DAY_MS - now) / 1_000)))
}

/**
 * What administrators are written when the first report comes in while none is open. It has nothing of the mail; nothing is
 * prepared while another report is open.
 */
async function prepareForAdministrators(context: Context) {
  const { db } = context.store
  if (await isOneOpen(db)) return []
  const administrators = await db
    .selectFrom('account')
    .select(['id', 'address'])
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .orderBy('id')
    .limit(WRITTEN_TO_MAX)
    .execute()
  return Promise.all(
    administrators.map(async (one) => ({
      address: one.address,
      message: await prepareNews(context, one, { kind: 'reported' }),
    })),
  )
}
