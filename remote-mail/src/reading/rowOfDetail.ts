import type { MailDetail } from '@yanshu/contracts'
import type { MailRow } from '../mail-cache/mailCache.ts'

/** The row that a whole mail has in lists. */
export function rowOfDetail(detail: MailDetail): MailRow {
  const {
    sender: _sender,
    replyTo: _replyTo,
    cc: _cc,
    bcc: _bcc,
    sentAt: _sentAt,
    messageId: _messageId,
    html: _html,
    text: _text,
    truncated: _truncated,
    attachments: _attachments,
    readReceiptTo: _readReceiptTo,
    sendId: _sendId,
    deliveries: _deliveries,
    ...row
  } = detail
  return { ...row, to: row.to.slice(0, ROW_RECIPIENTS) }
}

/** Recipients that a row names; `toCount` is the number of all of them. */
const ROW_RECIPIENTS = 3
