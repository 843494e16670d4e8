import { isMobilePhone, phoneDigits } from '@yanshu/contracts'
import { sql } from 'kysely'
import { BadRequestError, NameTakenError, SmsNotOfferedError } from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { changeAccount } from '../../store/accounts/changeAccount.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { codeText, countCode, newCode, phoneEnd, useCode } from '../codes/index.ts'
import { endSmsFactor } from '../second-factor/index.ts'
import { accountOf } from '../user/index.ts'

/** Whether a phone is bound, by its end, and whether codes can be sent at all. */
export async function boundPhone(context: Context, accountId: number) {
  const { phone } = await accountOf(context, accountId)
  return { phoneEnd: phoneEnd(phone), offered: context.config.sms !== null }
}

/** Sends a code to the phone that is to be bound. The password was asked for before. Answers what is brought back. */
export async function beginPhone(
  context: Context,
  accountId: number,
  { phone: typed, ip, language }: { readonly phone: string; readonly ip: string; readonly language: 'zh' | 'en' },
): Promise<{ token: string }> {
  if (!context.config.sms) throw new SmsNotOfferedError()
  if (!isMobilePhone(typed)) throw new BadRequestError(['phone'])
  const phone = phoneDigits(typed)
  await countCode(context, phone, ip)
  // The phone goes with the code that was sent to it, so that no other one is bound by it.
  const { token, code } = await newCode(context, 'phone-bind', { accountId, about: phone })
  await sendSms(context, phone, codeText(code, language))
  return { token }
}

/**
 * Binds the phone that a code was sent to. Throws `CodeWrongError`, `CodeOverError`, and `NameTakenError` where another
 * account has it: codes to it would open neither.
 */
export async function confirmPhone(context: Context, accountId: number, token: string, code: string): Promise<void> {
  const { about: phone } = await useCode(context, 'phone-bind', token, code, { of: accountId })
  await setPhone(context, accountId, phone)
}

/** Unbinds the phone; codes by short message are no second step any more. */
export const unbindPhone = (context: Context, accountId: number): Promise<void> => setPhone(context, accountId, '')

async function setPhone(context: Context, accountId: number, phone: string): Promise<void> {
  await transact(context, async (trx) => {
    const account = await trx.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
    if (phone !== '' && (await isTaken(trx, accountId, phone))) throw new NameTakenError()
    await changeAccount(trx, account, { phone })
    if (phone === '') await endSmsFactor(trx, accountId)
  })
  announceChanges(context, [accountId])
}

async function isTaken(trx: Trx, accountId: number, phone: string): Promise<boolean> {
  const other = await trx
    .selectFrom('account')
    .select('id')
    // As the index of the ways in spells it.
    .where(sql<string>`replace(replace(phone, '-', ''), ' ', '')`, 'in', [phone, `86${phone}`, `+86${phone}`])
    .where('id', '<>', accountId)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  return other !== undefined
}
