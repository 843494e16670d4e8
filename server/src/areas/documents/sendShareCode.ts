import { type DocumentShare, isMobilePhone, type Language, phoneDigits } from '@yanshu/contracts'
import { BadRequestError, NotFoundError, SmsNotOfferedError } from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { requireWay } from '../../store/sharing/sharingRule.ts'
import { countCode, phoneEnd } from '../codes/index.ts'
import { ShareOverError } from './documentErrors.ts'
import { noteVisit, readShare } from './shares.service.ts'

/** Messages that one person sends about links before each further one waits, over all links and phones. */
const OF_PERSON = { free: 20, firstS: 60, longestS: 60 * 60 }

const textOf = (code: string, language: Language): string =>
  language === 'zh'
    ? `【雁书】有人向您分享了文件，提取码：${code}。链接会另行发送，请勿把提取码转发给他人。`
    : `Yanshu: files were shared with you. The code of the link is ${code}. The link is sent apart; keep the code to yourself.`

interface Asked {
  readonly shareId: number
  readonly phone: string
  readonly ip: string
  readonly language: Language
}

/**
 * Sends the code of an own link to a phone, and notes in the record of the link when, and the last four digits of the phone. The
 * number itself is not kept. The message has neither the link nor a name of a file: link and code arrive apart.
 * Throws `SmsNotOfferedError`, `BadRequestError`, `NotFoundError`, `ShareOverError`, `SharingRefusedError`,
 * `TooManyRequestsError`, and a `CallError` 502001 where the gateway did not accept it, which is not noted.
 */
export async function sendShareCode(
  context: Context,
  accountId: number,
  { shareId, phone: typed, ip, language }: Asked,
): Promise<DocumentShare> {
  if (!context.config.sms) throw new SmsNotOfferedError()
  if (!isMobilePhone(typed)) throw new BadRequestError(['phone'])
  const phone = phoneDigits(typed)
  await requireWay(context.store.db, 'linkShown')
  const { state } = await readShare(context, accountId, shareId)
  if (state !== 'normal') throw new ShareOverError(state)
  await countCode(context, phone, ip, [{ scope: `share-codes:${accountId}`, ...OF_PERSON }])
  // Read after the count: the code may have been changed while earlier messages were sent.
  const { code } = await readShare(context, accountId, shareId)
  await sendSms(context, phone, textOf(code, language))
  await transact(context, async (trx) => {
    const noted = await trx
      .updateTable('document_share')
      .set({ code_sent_at: context.now() })
      .where('id', '=', shareId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (noted.numUpdatedRows === 0n) throw new NotFoundError()
    await noteVisit(trx, context, { shareId, kind: 'code', place: phoneEnd(phone) })
  })
  return readShare(context, accountId, shareId)
}
