import type { Context } from '../../store/context/context.ts'
import type { Bouncer } from './bouncer.ts'

/** Reports to the sender of a mail the recipients that did not get it and have not been reported yet. */
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
    .where('outgoing.id', '=', outgoingId)
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('outgoing_recipient')
    .select(['address', 'reason', 'status', 'attempts'])
    .where('outgoing_id', '=', outgoingId)
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
      const marked = await trx
        .updateTable('outgoing_recipient')
        .set({ notified_at: now() })
        .where('outgoing_id', '=', outgoingId)
        .where('state', '=', 'failed')
        .where('notified_at', 'is', null)
        .where(
          'address',
          'in',
          failed.map((one) => one.address),
        )
        .returning('address')
        .execute()
      return marked.length > 0
    },
  )
}
