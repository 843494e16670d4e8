import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeXml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'

/** Hours from GMT of the clock in the header; the reader's program shows its own. */
const TIME_ZONE = 8

export interface RefusalNotice {
  readonly to: string
  readonly message: PreparedMessage
}

/**
 * Writes to the sender of a waiting mail that it was refused, in both languages. Only to colleagues: the sender of mail
 * from outside may be forged, and another person would get a mail about what they never wrote. null where no notice is sent.
 */
export async function prepareRefusal(
  context: Context,
  { id, by }: { readonly id: string; readonly by: Holder },
): Promise<RefusalNotice | null> {
  const row = await context.store.db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .innerJoin('outgoing_recipient', 'outgoing_recipient.outgoing_id', 'outgoing.id')
    .innerJoin('mail_group', 'mail_group.address', 'outgoing_recipient.address')
    .innerJoin('account', 'account.id', 'outgoing.account_id')
    .select(['message.subject', 'message.rfc_message_id', 'message.refs', 'account.address as to'])
    .select(['mail_group.name', 'mail_group.address'])
    .where('outgoing.id', '=', id)
    .where('outgoing.held_by', '=', by)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const [group, subject] = [escapeXml(row.name || row.address), escapeXml(row.subject)]
  const message = await prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: row.name, address: row.address },
    to: row.to,
    subject: `未通过：${row.subject}`,
    html: `<p>您发给“${group}”的邮件《${subject}》没有通过管理员审核，组内成员不会收到。如有疑问，请联系该邮件组的管理员。</p><p>Your mail “${subject}” to “${group}” was not let through by its managers, so that its members do not get it. Please ask the managers of the group if you have questions.</p>`,
    answers: row.rfc_message_id === '' ? null : { messageId: row.rfc_message_id, references: row.refs },
    timeZone: TIME_ZONE,
  })
  return { to: row.to, message }
}
