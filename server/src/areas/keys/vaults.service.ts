import { timingSafeEqual } from 'node:crypto'
import {
  CERTIFICATES_OF_KEY_MAX,
  KEY_PIN_TRIES,
  KEY_PIN_TRY_MS,
  KEYS_MAX,
  type Language,
  type PinParameters,
  type SealedUnderPin,
} from '@yanshu/contracts'
import { pinParameters, sealedUnderPin } from '@yanshu/contracts/schemas'
import { z } from 'zod'
import { CodeOverError, NotFoundError, SmsNotOfferedError } from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { tokenHash } from '../../store/sessions/tokens.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { codeText, countCode, newCode, phoneEnd, useCode } from '../codes/index.ts'
import { ENROLMENT } from './askEnrolment.ts'
import { requireEscrow } from './escrow.service.ts'
import { KeyPinWrongError, KeyRefusedError, KeysChangedError, TooManyKeysError } from './keyErrors.ts'
import { type CertificateRow, readKeyParts } from './readKeyParts.ts'

/** For one try at the PIN of a vault. */
const pinTries = ticketKind('key-pin', z.object({ vaultId: z.number() }), KEY_PIN_TRY_MS)
const LONGEST_WAIT_S = 60 * 60
const FIRST_WAIT_S = 30

const proofHash = (accountId: number, proof: string) => tokenHash(`key-pin:${accountId}:${proof}`)
/** The token of a code that was sent: each person has one at a time. */
const codeToken = (accountId: number) => `keys-of-${accountId}`

const vaultInUse = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db
    .selectFrom('key_vault')
    .select(['id', 'parameters', 'proof_hash'])
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

/** How the PIN is made into a key, with a code for one try. Throws `NotFoundError` where no PIN is set. */
export async function beginPinTry(
  context: Context,
  accountId: number,
): Promise<{ randomCode: string; parameters: PinParameters }> {
  const vault = await vaultInUse(context, accountId)
  if (!vault) throw new NotFoundError()
  const randomCode = await pinTries.issue(context, { accountId, data: { vaultId: vault.id } })
  return { randomCode, parameters: pinParameters.parse(JSON.parse(vault.parameters)) }
}

/**
 * Counts a try at the PIN and compares its proof. The try is counted before it is compared, over all windows and servers; a
 * right one forgets those before. `isFree` is a try that a code of the phone stands for: it is not counted.
 * Throws `KeyPinWrongError`, `TooManyRequestsError`.
 */
async function requirePin(
  context: Context,
  accountId: number,
  vault: { readonly proof_hash: string },
  proof: string,
  isFree = false,
): Promise<void> {
  const scope = `key-pin:${accountId}`
  const rule = { scope, free: KEY_PIN_TRIES, firstS: FIRST_WAIT_S, longestS: LONGEST_WAIT_S }
  const tries = await countTries(context, isFree ? [] : [rule])
  const right = timingSafeEqual(Buffer.from(proofHash(accountId, proof)), Buffer.from(vault.proof_hash))
  if (!right) throw new KeyPinWrongError()
  await tries.forget([scope])
}

interface PinTry {
  readonly randomCode: string
  readonly proof: string
  readonly smsCode?: string | undefined
}

/** The vault of a right PIN. Throws what `requirePin` throws, `CodeOverError`, and `CodeWrongError` for a code of the phone. */
async function enterPin(context: Context, accountId: number, { randomCode, proof, smsCode }: PinTry): Promise<number> {
  const ticket = await pinTries.take(context, randomCode)
  const vault = await vaultInUse(context, accountId)
  if (!ticket || ticket.accountId !== accountId || ticket.data.vaultId !== vault?.id) throw new CodeOverError()
  if (smsCode !== undefined) await useCode(context, 'key-code', codeToken(accountId), smsCode, { of: accountId })
  await requirePin(context, accountId, vault, proof, smsCode !== undefined)
  return vault.id
}

/** The sealed keys, for who has the PIN. Throws what `enterPin` throws. */
export async function sealedKeys(context: Context, accountId: number, pin: PinTry) {
  const vaultId = await enterPin(context, accountId, pin)
  const rows = await context.store.db
    .selectFrom('mail_key')
    .select(['id', 'sealed'])
    .where('vault_id', '=', vaultId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return { keys: rows.map(({ id, sealed }) => ({ keyId: id, sealed: sealedUnderPin.parse(JSON.parse(sealed)) })) }
}

/**
 * Sends a code to the phone of the account, with which a try at the PIN does not wait.
 * Throws `SmsNotOfferedError`, `TooManyRequestsError`.
 */
export async function sendKeyCode(
  context: Context,
  accountId: number,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<{ phoneEnd: string }> {
  const { phone } = await phoneOf(context, accountId)
  if (!context.config.sms || phone === '') throw new SmsNotOfferedError()
  await countCode(context, phone, ip)
  const { code } = await newCode(context, 'key-code', { accountId, token: codeToken(accountId) })
  sendSms(context, phone, codeText(code, language)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the code for keys could not be sent'),
  )
  return { phoneEnd: phoneEnd(phone) }
}

const phoneOf = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('account').select('phone').where('id', '=', accountId).executeTakeFirstOrThrow()

interface NewKey {
  readonly sealed: SealedUnderPin
  readonly request: string
  readonly certificates: readonly string[]
  readonly escrow: string
}

/**
 * Keeps keys that a browser has sealed. The first ones set the PIN, those after them prove it. A key that the person has
 * already is sealed anew, and has the further certificates as well; so one whose PIN was forgotten comes back from its file.
 * Throws `KeyPinWrongError`, `KeyRefusedError`, `TooManyKeysError`, `TooManyRequestsError`, and `KeysChangedError` where a PIN
 * was set or forgotten meanwhile, and `EscrowChangedError`.
 */
export async function saveKeys(
  context: Context,
  accountId: number,
  { proof, parameters, keys }: { proof: string; parameters?: PinParameters | undefined; keys: readonly NewKey[] },
): Promise<{ keyIds: number[] }> {
  const parts = await Promise.all(keys.map(readKeyParts))
  const vault = await vaultInUse(context, accountId)
  if ((vault === undefined) !== (parameters !== undefined)) throw new KeysChangedError()
  if (vault) await requirePin(context, accountId, vault, proof)
  return transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    await requireEscrow(
      trx,
      keys.map(({ escrow }) => escrow),
    )
    const vaultId = await vaultToSaveIn(trx, context.now(), accountId, { proof, parameters })
    const keyIds: number[] = []
    for (const [at, { sealed, request, escrow }] of keys.entries()) {
      const part = parts[at]
      if (!part) continue
      const kept = {
        vault_id: vaultId,
        sealed: JSON.stringify(sealed),
        request,
        removed_at: null,
        enrolment: '' as const,
      }
      // A copy of before stays where none is kept by now.
      const copy = escrow === '' ? {} : { escrow }
      const { id } = await trx
        .insertInto('mail_key')
        .values({
          ...{ account_id: accountId, kind: part.kind, public_hash: part.publicHash, created_at: context.now() },
          ...{ ...kept, ...copy },
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'public_hash']).doUpdateSet({ ...kept, ...copy }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await addCertificates(trx, id, part.rows)
      keyIds.push(id)
    }
    const all = await trx
      .selectFrom('mail_key')
      .select('id')
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .execute()
    if (all.length > KEYS_MAX) throw new TooManyKeysError()
    if (context.config.enrolment) {
      const asking = keyIds.filter((_, at) => keys[at]?.request !== '')
      await enqueue(
        trx,
        context,
        ENROLMENT,
        asking.map((id) => ({ key: `${id}` })),
      )
    }
    return { keyIds }
  })
}

/**
 * The vault in use, or the new one that the first keys make. Throws `KeysChangedError` when another was made or retired
 * meanwhile, or the PIN was changed: what is to be saved is sealed under the one of before.
 */
async function vaultToSaveIn(
  trx: Trx,
  now: number,
  accountId: number,
  { proof, parameters }: { readonly proof: string; readonly parameters?: PinParameters | undefined },
): Promise<number> {
  const current = await trx
    .selectFrom('key_vault')
    .select(['id', 'proof_hash'])
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  const hash = proofHash(accountId, proof)
  if ((current === undefined) !== (parameters !== undefined)) throw new KeysChangedError()
  if (current && current.proof_hash !== hash) throw new KeysChangedError()
  if (current) return current.id
  const made = await trx
    .insertInto('key_vault')
    .values({
      ...{ account_id: accountId, parameters: JSON.stringify(parameters), proof_hash: hash, created_at: now },
      retired_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Adds certificates of a key; those that it has stay as they are. Throws `KeyRefusedError` when it would have too many. */
export async function addCertificates(trx: Trx, keyId: number, rows: readonly CertificateRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('key_certificate')
    .values(rows.map((row) => ({ key_id: keyId, ...row, revoked_at: null })))
    .onConflict((conflict) => conflict.columns(['key_id', 'fingerprint']).doNothing())
    .execute()
  const all = await trx.selectFrom('key_certificate').select('fingerprint').where('key_id', '=', keyId).execute()
  if (all.length > CERTIFICATES_OF_KEY_MAX) throw new KeyRefusedError()
  await trx.updateTable('mail_key').set({ request: '', enrolment: '' }).where('id', '=', keyId).execute()
}

interface NewPin extends PinTry {
  readonly parameters: PinParameters
  readonly newProof: string
  readonly keys: readonly { readonly keyId: number; readonly sealed: SealedUnderPin }[]
}

/**
 * Replaces the PIN. The browser sends each key that the PIN opens, sealed under the new one: one that is missing would be lost,
 * so all of them have to be there. Throws what `enterPin` throws, and `KeysChangedError`.
 */
export async function changePin(context: Context, accountId: number, pin: NewPin): Promise<void> {
  const vaultId = await enterPin(context, accountId, pin)
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const rows = await trx
      .selectFrom('mail_key')
      .innerJoin('key_vault', 'key_vault.id', 'mail_key.vault_id')
      .select('mail_key.id')
      .where('mail_key.vault_id', '=', vaultId)
      .where('mail_key.removed_at', 'is', null)
      .where('key_vault.retired_at', 'is', null)
      .execute()
    const given = new Map(pin.keys.map(({ keyId, sealed }) => [keyId, sealed]))
    const isComplete = given.size === rows.length && given.size === pin.keys.length && rows.length > 0
    if (!isComplete || rows.some(({ id }) => !given.has(id))) throw new KeysChangedError()
    for (const [keyId, sealed] of given) {
      await trx
        .updateTable('mail_key')
        .set({ sealed: JSON.stringify(sealed) })
        .where('id', '=', keyId)
        .execute()
    }
    // Of two windows that change the PIN at once, the second has sealed under what is no longer known.
    const changed = await trx
      .updateTable('key_vault')
      .set({ parameters: JSON.stringify(pin.parameters), proof_hash: proofHash(accountId, pin.newProof) })
      .where('id', '=', vaultId)
      .where('proof_hash', '=', proofHash(accountId, pin.proof))
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new KeysChangedError()
  })
}

/**
 * The PIN is forgotten: the next keys set another. Those of before stay sealed, and their certificates are handed to others no
 * more. Throws `NotFoundError` where no PIN is set.
 */
export async function forgetPin(context: Context, accountId: number): Promise<void> {
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const retired = await trx
      .updateTable('key_vault')
      .set({ retired_at: context.now() })
      .where('account_id', '=', accountId)
      .where('retired_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!retired) throw new NotFoundError()
    // An authority would certify a key that its person cannot open.
    await trx.updateTable('mail_key').set({ request: '' }).where('vault_id', '=', retired.id).execute()
  })
}

/**
 * Removes a key of the person: what opened mail is deleted, and others do not encrypt to it. Throws `NotFoundError`.
 */
export async function removeKey(context: Context, accountId: number, keyId: number): Promise<void> {
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const removed = await trx
      .updateTable('mail_key')
      .set({ sealed: '', request: '', removed_at: context.now() })
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new NotFoundError()
  })
}
