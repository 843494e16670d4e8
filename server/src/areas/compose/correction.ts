import { type Language, type LetterContent, optionOf, type Sent } from '@yanshu/contracts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { CorrectionRefusedError, type Words } from './composeErrors.ts'
import { type Letter, sentLetter } from './recallMail.ts'

const UNKNOWN: Words = {
  zh: '要更正的邮件已不在您的“已发送”中。请取消更正，作为新邮件发送',
  en: 'the letter that it corrects is not among your sent mails any more. Send it as a new letter',
}
const SEPARATELY: Words = {
  zh: '更正件不能群发单显，请取消其中一项',
  en: 'a corrected copy cannot go to each recipient separately. Turn one of the two off',
}
const PROTECTED: Words = {
  zh: '更正件里有服务器写的一行说明，不能签名或加密，请取消其中一项',
  en: 'the server adds a line to a corrected copy, so it can be neither signed nor encrypted. Turn one of the two off',
}

/**
 * The letter that another one corrects; null for an ordinary letter. Throws `CorrectionRefusedError` where its writer has not
 * sent it, and for options that do not go with a correction.
 */
export async function correctedLetter(
  context: Pick<Context, 'store'>,
  accountId: number,
  { options }: Pick<LetterContent, 'options'>,
  isProtected: boolean,
): Promise<Letter | null> {
  const mailId = optionOf(options, 'mail.corrects')
  if (mailId === null) return null
  if (optionOf(options, 'mail.separately')) throw new CorrectionRefusedError(SEPARATELY)
  if (isProtected) throw new CorrectionRefusedError(PROTECTED)
  try {
    return await sentLetter(context, { accountId, mailId })
  } catch (error) {
    throw error instanceof NotFoundError ? new CorrectionRefusedError(UNKNOWN) : error
  }
}

interface CorrectionNote {
  readonly corrected: Letter
  /** Who corrects it. */
  readonly name: string
  /** When, epoch milliseconds. */
  readonly at: number
  /** Whole hours from GMT, of the writer. */
  readonly timeZone: number
  readonly language: Language
}

/** The line that a corrected copy begins with: that it is one, of which letter, when and by whom. */
export function correctionLine({ corrected, name, at, timeZone, language }: CorrectionNote): string {
  const [now, before] = [at, corrected.date].map((one) => shownTime(one, timeZone))
  const zone = `GMT${timeZone < 0 ? '-' : '+'}${Math.abs(timeZone)}`
  const words = {
    zh: `更正：${name} 于 ${now}（${zone}）更正了 ${before} 发出的“${corrected.subject}”，请以这封邮件为准。`,
    en: `Correction: on ${now} (${zone}) ${name} corrected “${corrected.subject}” of ${before}. This mail replaces it.`,
  }
  return `<p><strong>${escapeHtml(words[language])}</strong></p>`
}

/** On the writer's clock, such as 2026-11-20 09:05. */
const shownTime = (at: number, timeZone: number): string =>
  new Date(at + timeZone * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** Notes which letter a letter corrects that was sent, so that its delivery finds it. For other letters it does nothing. */
export async function noteCorrection(
  trx: Trx,
  { options }: Pick<LetterContent, 'options'>,
  letter: Pick<Sent, 'mailId'> & { readonly accountId: number; readonly rfcMessageId: string },
): Promise<void> {
  const correctsId = optionOf(options, 'mail.corrects')
  if (correctsId === null) return
  await trx
    .insertInto('letter_correction')
    .values({
      ...{ mail_id: letter.mailId, account_id: letter.accountId, corrects_id: correctsId },
      rfc_message_id: letter.rfcMessageId,
    })
    .execute()
}
