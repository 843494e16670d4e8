import MimeNode from 'nodemailer/lib/mime-node'
import type { SubmissionStep } from '../../mailflow/steps/submissionStep.ts'
import { mailDate } from '../../mime/mailDate.ts'
import type { Context } from '../../store/context/context.ts'
import { readAddresses } from '../../store/mailbox/index.ts'

const TEXT = `这封邮件的阅读受发件人限制。请在雁书网页邮箱中打开；其他邮件程序、转发和导出都只有这一段文字。

The sender has restricted how this letter is read. Open it in Yanshu web mail; other mail programs, forwarded and saved copies have these words alone.
`
const SECRET_SUBJECT = '保密邮件 / Confidential letter'
/** Hours from GMT of the clock in the header; the reader's program shows its own. */
const TIME_ZONE = 8
const IMPORTANCE: Readonly<Record<number, string>> = { 1: 'High', 5: 'Low' }

/**
 * Sends the head of a letter with conditions in its place: who wrote it to whom, and how it is read. So its text reaches no
 * list, notice, index, archive or program of a recipient. It is the last step, after all that decide about the letter.
 */
export const headStep: SubmissionStep = {
  name: 'letter-policy',
  async judge(letter, { context }) {
    const row = await restrictedLetter(context, letter.id)
    return row ? { rewrite: await headOf(row) } : 'pass'
  },
}

const restrictedLetter = ({ store }: Pick<Context, 'store'>, outgoingId: string) =>
  store.db
    .selectFrom('outgoing')
    .innerJoin('letter_policy', 'letter_policy.message_id', 'outgoing.message_id')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select(['message.from_name', 'message.from_address', 'message.to_list', 'message.cc_list', 'message.subject'])
    .select(['message.rfc_message_id', 'message.in_reply_to', 'message.refs', 'message.date', 'message.priority'])
    .select(['message.receipt_to', 'letter_policy.secret', 'outgoing.created_at'])
    .where('outgoing.id', '=', outgoingId)
    .executeTakeFirst()

/** The same bytes each time: a letter that is released again has the head that it had. */
async function headOf(row: NonNullable<Awaited<ReturnType<typeof restrictedLetter>>>): Promise<Buffer> {
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
  head.setContent(TEXT)
  return head.build()
}
