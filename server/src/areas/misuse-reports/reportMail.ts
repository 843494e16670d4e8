import { MISUSE_PER_DAY, type MisuseReason } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { MailNotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
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
  const { mailId } = asked
  await openMailbox(context, caller).source(mailId)
  const news = await prepareForAdministrators(context)
  const { id, isFirst } = await transact(
    context,
    async (trx) => {
      // The limit is that of the person, whichever mailbox they sit in.
      await countAlone(trx, context.store, caller.personId)
      const mail = await trx
        .selectFrom('mail')
        .select(['message_id', 'received_at'])
        .where('id', '=', mailId)
        .where('account_id', '=', caller.accountId)
        .executeTakeFirst()
      if (!mail) throw new MailNotFoundError()
      const before = await trx
        .selectFrom('misuse_report')
        .select('id')
        .where('reporter_id', '=', caller.personId)
        .where('message_id', '=', mail.message_id)
        .executeTakeFirst()
      if (before) return { id: before.id, isFirst: false }
      await requireRate(trx, caller.personId, context.now())
      const first = !(await trx
        .selectFrom('misuse_report')
        .select('id')
        .where('open', '=', 1)
        .limit(1)
        .executeTakeFirst())
      const row = await trx
        .insertInto('misuse_report')
        .values({
          ...{ account_id: caller.accountId, reporter_id: caller.personId, message_id: mail.message_id },
          ...{ reason: asked.reason, text: asked.text, received_at: mail.received_at, created_at: context.now() },
          ...{ open: 1, at: null, closed_by: null, note: '', answer: '' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await holdMessageOf(trx, mailId, { owner: 'misuse_report', ownerId: row.id })
      if (first) for (const { address, message } of news) await queueAutomatic(trx, context, message, address)
      return { id: row.id, isFirst: first }
    },
    { grows: true },
  )
  if (isFirst) mailTransportOf(context).dispatcher.expect(context.now())
  return id
}

/** Throws `TooManyRequestsError` for a person who has reported as many mails as they may within a day. */
async function requireRate(trx: Trx, personId: number, now: number): Promise<void> {
  const { count, oldest } = await trx
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
  if (await db.selectFrom('misuse_report').select('id').where('open', '=', 1).limit(1).executeTakeFirst()) return []
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
