import {
  CODE_RESEND_S,
  CODE_TRIES,
  type CodeMethod,
  type Language,
  type OpenedSession,
  type SecondMethod,
} from '@yanshu/contracts'
import {
  CodeOverError,
  CodeWrongError,
  LoginStepOverError,
  OldPasswordWrongError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { noteWrongLogin } from '../../store/sessions/loginLog.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { codeText, countCode, newCode, useCode } from '../codes/index.ts'
import { countSecondTries, useRecoveryCode, useTotp } from '../second-factor/index.ts'
import { loginSteps, open, stepMethods } from './openLogin.ts'

/**
 * The second step of a login by a code. Throws `CodeWrongError`, `LoginStepOverError` when it has to begin again,
 * `TooManyRequestsError`.
 */
export const verifySecondStep = (
  context: Context,
  { verifyId, method, code }: { readonly verifyId: string; readonly method: CodeMethod; readonly code: string },
  device: Device,
): Promise<OpenedSession> =>
  passSecondStep(context, verifyId, method, device, (accountId) =>
    isRight(context, accountId, method, verifyId, code, device),
  )

/** Whose second step it is. Throws `LoginStepOverError` when the login has to begin again. */
export async function accountOfStep(context: Context, verifyId: string): Promise<number> {
  const step = await loginSteps.read(context, verifyId)
  if (!step || step.accountId === null) throw new LoginStepOverError()
  return step.accountId
}

/**
 * Opens the login when `shows` finds the second step right: five tries for one first step. Throws `CodeWrongError`, or
 * `OldPasswordWrongError` where the password is the second step; what `shows` throws; `LoginStepOverError` when it has to
 * begin again; `TooManyRequestsError`.
 */
export async function passSecondStep(
  context: Context,
  verifyId: string,
  method: SecondMethod,
  device: Device,
  shows: (accountId: number) => Promise<boolean>,
): Promise<OpenedSession> {
  const step = await loginSteps.attempt(context, verifyId, CODE_TRIES)
  if (!step || step.accountId === null) throw new LoginStepOverError()
  const { accountId } = step
  const tries = await countSecondTries(context, accountId)
  const { methods } = await stepMethods(context, accountId, step.data.first)
  if (!methods.includes(method) || !(await shows(accountId))) {
    context.log.info({ account: accountId, ip: device.ip }, 'a second step with a wrong code')
    // The one event that shows the owner that the password is known to another person.
    noteWrongLogin(context, accountId, device, step.data.first === 'password' ? 'second' : 'wrong')
    throw method === 'password' ? new OldPasswordWrongError() : new CodeWrongError()
  }
  if (!(await loginSteps.take(context, verifyId))) throw new LoginStepOverError()
  await tries.forget()
  const { address, passwordHash } = step.data
  const opened = await open(context, { id: accountId, address, password_hash: passwordHash }, device)
  if (!opened) throw new LoginStepOverError()
  return opened
}

async function isRight(
  context: Context,
  accountId: number,
  method: CodeMethod,
  verifyId: string,
  code: string,
  device: Device,
): Promise<boolean> {
  if (method === 'password') return isPasswordOf(context, accountId, code, device)
  if (method === 'totp') return useTotp(context, accountId, code)
  if (method === 'recovery') return useRecoveryCode(context, accountId, code)
  try {
    return (await useCode(context, 'step-code', verifyId, code)).accountId === accountId
  } catch (error) {
    if (error instanceof CodeWrongError || error instanceof CodeOverError) return false
    throw error
  }
}

async function isPasswordOf({ store }: Context, accountId: number, password: string, { ip }: Device): Promise<boolean> {
  const account = await store.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return isPassword(password, account?.password_hash ?? '', placeOf(ip))
}

/** Sends the code of a second step to the phone of the account. Throws `LoginStepOverError`, `SmsNotOfferedError`, `TooManyRequestsError`. */
export async function sendStepCode(context: Context, verifyId: string, ip: string, language: Language) {
  const step = await loginSteps.read(context, verifyId)
  if (!step || step.accountId === null) throw new LoginStepOverError()
  const { methods, phone } = await stepMethods(context, step.accountId, step.data.first)
  if (!methods.includes('sms')) throw new SmsNotOfferedError()
  await countCode(context, phone, ip)
  const { code } = await newCode(context, 'step-code', { accountId: step.accountId, token: verifyId })
  await sendSms(context, phone, codeText(code, language))
  return { resendIn: CODE_RESEND_S }
}
