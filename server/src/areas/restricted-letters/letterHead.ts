import MimeNode from 'nodemailer/lib/mime-node'
import type { MessageColumns } from '../../mailflow/reading/preparedMessage.ts'
import { mailDate } from '../../mime/mailDate.ts'
import { readAddresses } from '../../store/mailbox/index.ts'

const SECRET_SUBJECT = '保密邮件 / Confidential letter'
/** Hours from GMT of the clock in the header; the reader's program shows its own. */
const TIME_ZONE = 8
const IMPORTANCE: Readonly<Record<number, string>> = { 1: 'High', 5: 'Low' }

/** What of a letter its head has. */
export interface LetterHead
  extends Pick<
    MessageColumns,
    | 'from_name'
    | 'from_address'
    | 'to_list'
    | 'cc_list'
    | 'subject'
    | 'rfc_message_id'
    | 'in_reply_to'
    | 'refs'
    | 'date'
    | 'priority'
    | 'receipt_to'
  > {
  /** 1 where its subject is confidential too. */
  readonly secret: number
  readonly created_at: number
}

/** Writes a mail with the head of a letter and a text in the place of its own: the same bytes each time. */
export async function writeHead(row: LetterHead, text: string): Promise<Buffer> {
  const person = ({ name, address }: { name: string; address: string }) => ({ name, address })
  const cc = readAddresses(row.cc_list)
  const receipt = row.receipt_to === null ? null : (JSON.parse(row.receipt_to) as { address: string })
  const importance = IMPORTANCE[row.priority]
  const head = new MimeNode('text/plain; charset=utf-8', { newline: 'win', textEncoding: 'B' })
  head.setHeader([
    { key: 'From', value: person({ name: row.from_name, address: row.from_address }) },
    { key: 'To', value: readAddresses(row.to_list).map(person) },
    ...(cc.length > 0 ? [{ key: 'Cc', value: cc.map(person) }] : []),
    { key: 'Subject', value: row.secret === 1 ? SECRET_SUBJECT : row.subject },
    { key: 'Date', value: mailDate(row.date ?? row.created_at, TIME_ZONE) },
    { key: 'Message-ID', value: row.rfc_message_id },
    ...(row.in_reply_to === '' ? [] : [{ key: 'In-Reply-To', value: row.in_reply_to }]),
    ...(row.refs === '' ? [] : [{ key: 'References', value: row.refs }]),
    ...(importance === undefined ? [] : [{ key: 'Importance', value: importance }]),
    ...(receipt ? [{ key: 'Disposition-Notification-To', value: `<${receipt.address}>` }] : []),
  ])
  head.setHeader('Content-Transfer-Encoding', 'base64')
  head.setContent(text)
  return head.build()
}
