import { randomInt } from 'node:crypto'
import type { BesidePhone, SecondMethod } from '@yanshu/contracts'
import { z } from 'zod'
import { CodeOverError, CodeWrongError, NotFoundError, SmsNotOfferedError } from '../../platform/http/errors.ts'
import { isSealed, seal, unseal } from '../../platform/secrets/serverKey.ts'
import { organisationName } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact, within } from '../../store/database/transact.ts'
import { tokenHash } from '../../store/sessions/tokens.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { phoneEnd } from '../codes/index.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const RECOVERY_CODES = 10
/** Without those that are taken for one another. */
const RECOVERY_SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const RECOVERY_LENGTH = 10
const ENROL_TRIES = 10
const enrolments = ticketKind('totp-enrol', z.object({ secret: z.string() }), 10 * 60_000)

const recoveryHash = (accountId: number, code: string) =>
  tokenHash(
    `recovery:${accountId}:${code
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')}`,
  )

/** What an account has turned on. */
export async function factorsOf({ store, config }: Pick<Context, 'store' | 'config'>, accountId: number) {
  const account = await store.db
    .selectFrom('account')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .select(['account.phone', 'second_factor.totp_secret', 'second_factor.sms'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { left } = await store.db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const end = phoneEnd(account.phone)
  const smsOffered = config.sms !== null && end !== ''
  return {
    totp: account.totp_secret !== null,
    recoveryCodes: Number(left),
    sms: account.sms === 1,
    smsOffered,
    phoneEnd: end,
    phone: account.phone,
  }
}

/** The second factors by which a person can log in; none when the account asks for nothing. */
export async function secondMethods(
  context: Pick<Context, 'store' | 'config'>,
  accountId: number,
): Promise<{ readonly methods: SecondMethod[]; readonly phoneEnd: string; readonly phone: string }> {
  const { totp, sms, smsOffered, recoveryCodes, phoneEnd: end, phone } = await factorsOf(context, accountId)
  const passkey = await context.store.db
    .selectFrom('passkey')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  const methods: SecondMethod[] = []
  if (totp) methods.push('totp')
  if (sms && smsOffered) methods.push('sms')
  if (methods.length > 0 && passkey) methods.push('passkey')
  if (methods.length > 0 && recoveryCodes > 0) methods.push('recovery')
  return { methods, phoneEnd: end, phone }
}

/**
 * What has to be shown beside a code to the phone before it replaces the password; null where the phone is not the second
 * step too, and the password alone opens nothing that the phone would not. Empty when the account has nothing beside it.
 */
export async function besidePhone(
  context: Pick<Context, 'store' | 'config'>,
  accountId: number,
): Promise<BesidePhone[] | null> {
  const { methods } = await secondMethods(context, accountId)
  if (!methods.includes('sms')) return null
  return methods.filter((method) => method === 'totp' || method === 'recovery')
}

/**
 * Whether a code of the app is right; the step is stored in the same statement, so that of two who bring the same code one
 * is let in (RFC 6238 §5.2).
 */
export async function useTotp(
  context: Pick<Context, 'store' | 'now' | 'config'>,
  accountId: number,
  code: string,
): Promise<boolean> {
  const { store, now } = context
  const row = await store.db
    .selectFrom('second_factor')
    .select(['totp_secret', 'totp_last_step'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row?.totp_secret) return false
  const secret = await secretOf(context, accountId, row.totp_secret)
  const step = stepOfCode(secret, code, now(), row.totp_last_step)
  if (step === null) return false
  const used = await store.db
    .updateTable('second_factor')
    .set({ totp_last_step: step })
    .where('account_id', '=', accountId)
    .where('totp_last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

/** What the secret of an app is sealed for. */
export const sealedFor = (accountId: number) => `totp:${accountId}`

/** The secret of an app, opened. One of a version that did not seal is sealed now. Throws `SecretLostError`. */
async function secretOf(
  { store, config }: Pick<Context, 'store' | 'config'>,
  accountId: number,
  stored: string,
): Promise<string> {
  if (isSealed(stored)) return unseal(config, sealedFor(accountId), stored)
  await store.db
    .updateTable('second_factor')
    .set({ totp_secret: await seal(config, sealedFor(accountId), stored) })
    .where('account_id', '=', accountId)
    .where('totp_secret', '=', stored)
    .execute()
  return stored
}

/** Whether it is one of the recovery codes; it is none from then on. */
export async function useRecoveryCode(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  code: string,
): Promise<boolean> {
  const used = await store.db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('hash', '=', recoveryHash(accountId, code))
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** A secret for an app, with its QR code. It counts from {@link confirmTotp} on. */
export async function beginTotp(context: Context, accountId: number, address: string) {
  const secret = newTotpSecret()
  const uri = totpUri(secret, address, (await organisationName(context.store.db)) || 'Yanshu')
  const sealed = await seal(context.config, sealedFor(accountId), secret)
  const enrolId = await enrolments.issue(context, { accountId, data: { secret: sealed } })
  const { toString: toQrCode } = await import('qrcode')
  return { enrolId, secret, uri, svg: await toQrCode(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
}

/**
 * Turns codes of an app on, with one of them. Answers recovery codes. Throws `CodeWrongError`, and `CodeOverError` when it
 * was begun too long ago or by another account.
 */
export async function confirmTotp(
  context: Context,
  accountId: number,
  enrolId: string,
  code: string,
): Promise<string[]> {
  const ticket = await enrolments.attempt(context, enrolId, ENROL_TRIES)
  if (!ticket || ticket.accountId !== accountId) throw new CodeOverError()
  const secret = await unseal(context.config, sealedFor(accountId), ticket.data.secret)
  const step = stepOfCode(secret, code, context.now(), 0)
  if (step === null) throw new CodeWrongError()
  const totp_secret = await seal(context.config, sealedFor(accountId), secret)
  return transact(context, async (trx) => {
    if (!(await enrolments.take(within(trx, context), enrolId))) throw new CodeOverError()
    await trx
      .insertInto('second_factor')
      .values({ account_id: accountId, totp_secret, totp_last_step: step })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ totp_secret, totp_last_step: step }))
      .execute()
    return writeRecoveryCodes(trx, accountId)
  })
}

/** New recovery codes in the place of all others. Throws `NotFoundError` when nothing is on that they stand in for. */
export async function renewRecoveryCodes(context: Context, accountId: number): Promise<string[]> {
  const { totp, sms } = await factorsOf(context, accountId)
  if (!totp && !sms) throw new NotFoundError()
  return transact(context, (trx) => writeRecoveryCodes(trx, accountId))
}

async function writeRecoveryCodes(trx: Trx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, hash: recoveryHash(accountId, code) })))
    .execute()
  return codes
}

function newRecoveryCode(): string {
  const signs = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)])
  return `${signs.slice(0, RECOVERY_LENGTH / 2).join('')}-${signs.slice(RECOVERY_LENGTH / 2).join('')}`
}

/** Turns codes of an app off; recovery codes go with the last method. */
export const disableTotp = (context: Context, accountId: number): Promise<void> =>
  transact(context, async (trx) => {
    await trx.updateTable('second_factor').set({ totp_secret: null }).where('account_id', '=', accountId).execute()
    await dropUnneededCodes(trx, accountId)
  })

/** Turns codes by short message on or off. Throws `SmsNotOfferedError` where none can reach the account's phone. */
export async function setSmsFactor(context: Context, accountId: number, on: boolean): Promise<void> {
  const { smsOffered } = await factorsOf(context, accountId)
  if (on && !smsOffered) throw new SmsNotOfferedError()
  const sms = on ? 1 : 0
  await transact(context, async (trx) => {
    await trx
      .insertInto('second_factor')
      .values({ account_id: accountId, totp_secret: null, sms })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ sms }))
      .execute()
    await dropUnneededCodes(trx, accountId)
  })
}

async function dropUnneededCodes(trx: Trx, accountId: number): Promise<void> {
  const row = await trx
    .selectFrom('second_factor')
    .select(['totp_secret', 'sms'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row?.totp_secret || row?.sms) return
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/** Removes every second step of an account, with its recovery codes. */
export async function removeSecondFactor(trx: Trx, accountId: number): Promise<void> {
  await trx.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/** Codes by short message are no second step of an account any more. */
export async function endSmsFactor(trx: Trx, accountId: number): Promise<void> {
  await trx.updateTable('second_factor').set({ sms: 0 }).where('account_id', '=', accountId).execute()
}
