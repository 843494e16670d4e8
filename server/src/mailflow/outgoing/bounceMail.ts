import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import type { OutgoingRow } from '../../store/database/schema.ts'
import { markReported } from '../queue/recipientRows.ts'
import type { Bouncer } from './bouncer.ts'

/**
 * Reports to the sender of a mail the recipients that did not get it and have not been reported yet. One report names those
 * of all parts of a letter that goes to each recipient separately.
 */
export async function bounceMail({ store, now }: Context, bouncer: Bouncer, outgoingId: string): Promise<void> {
  const { db } = store
  const mail = await db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .leftJoin('account', 'account.id', 'outgoing.account_id')
    .leftJoin('alias', (join) =>
      join
        .onRef('alias.account_id', '=', 'outgoing.account_id')
        .on((eb) => eb('alias.address', '=', eb.fn<string>('lower', ['outgoing.envelope_from']))),
    )
    .select(['account.address as own', 'alias.address as alias'])
    .select(['envelope_from', 'subject', 'rfc_message_id as messageId', 'raw_hash'])
    .select(['outgoing.origin', 'outgoing.mail_id', 'outgoing.account_id'])
    .where('outgoing.id', '=', outgoingId)
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('outgoing_recipient')
    .select(['outgoing_id', 'address', 'reason', 'status', 'attempts'])
    .where('outgoing_id', 'in', await reportedTogether(db, outgoingId, mail))
    .where('state', '=', 'failed')
    .where('notified_at', 'is', null)
    .execute()
  if (failed.length === 0) return
  // A further address of the sender may be gone by now.
  const own = mail.envelope_from === '' || mail.alias !== null ? null : mail.own
  await bouncer.bounce(
    {
      from: own ?? mail.envelope_from,
      subject: mail.subject,
      messageId: mail.messageId,
      rawHash: mail.raw_hash,
      recipients: failed.map(({ address, reason, status, attempts }) => ({
        address,
        status: status || (/\b5\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? '5.0.0'),
        reason,
        remote: attempts > 0,
      })),
    },
    async (trx) => {
      let marked = 0
      for (const [id, rows] of Map.groupBy(failed, ({ outgoing_id }) => outgoing_id)) {
        const addresses = rows.map(({ address }) => address)
        marked += await markReported(trx, id, addresses, now())
      }
      return marked > 0
    },
  )
}

/** The mails whose failures stand in one report: all parts of a letter, or the mail alone. */
async function reportedTogether(
  db: Context['store']['db'],
  outgoingId: string,
  mail: Pick<OutgoingRow, 'origin' | 'mail_id' | 'account_id'>,
): Promise<string[]> {
  if (mail.origin !== 'part' || mail.mail_id === null || mail.account_id === null) return [outgoingId]
  const parts = await db
    .selectFrom('outgoing')
    .select('id')
    .where('mail_id', '=', mail.mail_id)
    .where(ownedBy('account_id', mail.account_id))
    .where('origin', '=', 'part')
    .where('on_hold', '=', 0)
    .execute()
  return parts.map(({ id }) => id)
}
