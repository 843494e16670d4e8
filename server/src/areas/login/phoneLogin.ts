import { CODE_RESEND_S, isMobilePhone, type Language, type LoginAnswer, phoneDigits } from '@yanshu/contracts'
import {
  BadRequestError,
  ChallengeNeededError,
  CodeOverError,
  CodeWrongError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import type { Context } from '../../store/context/context.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { newImage, takePass } from '../challenges/index.ts'
import { accountByPhone, codeText, countCode, newCode, useCode } from '../codes/index.ts'
import { openOrAsk } from './openLogin.ts'

/** The picture that stands before a login code by short message. Throws `BadRequestError`, `SmsNotOfferedError`. */
export async function pictureBeforeCode(context: Context, phone: string, ip: string) {
  if (!context.config.sms) throw new SmsNotOfferedError()
  if (!isMobilePhone(phone)) throw new BadRequestError(['phone'])
  return newImage(context, ip)
}

/**
 * Sends a login code to a phone. Whether an account has the number is not shown, neither by the answer nor by its time. A
 * message costs money, so a challenge comes before it, unless the organisation wants none at all.
 * Throws `BadRequestError`, `SmsNotOfferedError`, `ChallengeNeededError`, `TooManyRequestsError`.
 */
export async function sendPhoneCode(
  context: Context,
  { phone, verifyToken }: { readonly phone: string; readonly verifyToken?: string | undefined },
  ip: string,
  language: Language,
): Promise<{ smsId: string; resendIn: number }> {
  if (!context.config.sms) throw new SmsNotOfferedError()
  if (!isMobilePhone(phone)) throw new BadRequestError(['phone'])
  if (context.config.loginChallenge !== null && !(await takePass(context, verifyToken)))
    throw new ChallengeNeededError()
  const digits = phoneDigits(phone)
  await countCode(context, digits, ip)
  const account = await accountByPhone(context, digits)
  const { code, token } = await newCode(context, 'phone-code', { accountId: account?.id ?? null })
  if (account) {
    sendSms(context, digits, codeText(code, language)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a login code could not be sent'),
    )
  }
  return { smsId: token, resendIn: CODE_RESEND_S }
}

/** Logs in with the code that was sent to a phone. Throws `CodeWrongError` and `CodeOverError`. */
export async function logInByPhone(
  context: Context,
  { phone, code, smsId }: { readonly phone: string; readonly code: string; readonly smsId?: string | undefined },
  device: Device,
): Promise<LoginAnswer> {
  if (!context.config.sms) throw new SmsNotOfferedError()
  if (smsId === undefined) throw new CodeOverError()
  const { accountId } = await useCode(context, 'phone-code', smsId, code)
  const account = await accountByPhone(context, phone)
  // The number may have got another owner since the code was sent.
  if (accountId === null || account?.id !== accountId) throw new CodeWrongError()
  const answer = await openOrAsk(context, account, device, 'phone')
  if (!answer) throw new CodeWrongError()
  return answer
}
