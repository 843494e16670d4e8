import type { SubmissionStep } from '../../mailflow/steps/submissionStep.ts'
import type { Context } from '../../store/context/context.ts'
import { writeHead } from './letterHead.ts'

const TEXT = `这封邮件的阅读受发件人限制。请在雁书网页邮箱中打开；其他邮件程序、转发和导出都只有这一段文字。

The sender has restricted how this letter is read. Open it in Yanshu web mail; other mail programs, forwarded and saved copies have these words alone.
`

/**
 * Sends the head of a letter with conditions in its place: who wrote it to whom, and how it is read. So its text reaches no
 * list, notice, index, archive or program of a recipient. It is the last step, after all that decide about the letter.
 */
export const headStep: SubmissionStep = {
  name: 'letter-policy',
  async judge(letter, { context }) {
    const row = await restrictedLetter(context, letter.id)
    return row ? { rewrite: await writeHead(row, TEXT) } : 'pass'
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
