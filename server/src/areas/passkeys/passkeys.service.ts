import { PASSKEY_LIFE_MS, PASSKEYS_MAX, type PasskeyMade, type PasskeyTransport } from '@yanshu/contracts'
import { z } from 'zod'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { organisationName } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { PasskeyOverError, PasskeyRefusedError, TooManyPasskeysError } from './errors.ts'
import type { Site } from './site.ts'

/** Loaded when a passkey is used: most servers of most days need none of it. */
export const fetchWebAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (RFC 8152): every authenticator has one, and every release of Node checks them. */
const ALGORITHMS = [-8, -7, -257]

const enrolments = ticketKind('passkey-enrol', z.object({ challenge: z.string() }), PASSKEY_LIFE_MS)

/** The passkeys of an account, newest first. */
export async function listPasskeys({ store }: Pick<Context, 'store'>, accountId: number) {
  const rows = await store.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    left: Math.max(0, PASSKEYS_MAX - rows.length),
  }
}

/** What authenticators keep of an account with its passkeys, base64url. */
export const userHandleOf = (accountId: number): string => Buffer.from(`yanshu:${accountId}`).toString('base64url')

/** A passkey as it is sent to the browser. */
export const descriptorOf = ({ id, transports }: { readonly id: string; readonly transports: string }) => ({
  id,
  type: 'public-key' as const,
  transports: transportsOf(transports),
})

/**
 * What the browser needs to make a passkey of this account. It opens the mailbox by itself, so it asks its owner for a
 * finger, a face or a number. Throws `TooManyPasskeysError`.
 */
export async function beginPasskey(context: Context, { accountId, address }: SessionActor, site: Site) {
  const known = await passkeysOf(context, accountId)
  if (known.length >= PASSKEYS_MAX) throw new TooManyPasskeysError()
  const rpName = (await organisationName(context.store.db)) || 'Yanshu'
  const { generateRegistrationOptions } = await fetchWebAuthn()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: site.id,
    // The same for each passkey of the account, so that an authenticator keeps one for it.
    userID: new Uint8Array(Buffer.from(userHandleOf(accountId), 'base64url')),
    userName: address,
    userDisplayName: address,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const passkeyId = await enrolments.issue(context, { accountId, data: { challenge: options.challenge } })
  const { user, challenge, pubKeyCredParams } = options
  return {
    passkeyId,
    options: {
      rp: { name: rpName, id: site.id },
      user: { id: user.id, name: address, displayName: address },
      challenge,
      pubKeyCredParams,
      timeout: PASSKEY_LIFE_MS,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
    },
  }
}

/** Keeps a passkey that a browser has made. Throws `PasskeyOverError`, `PasskeyRefusedError`, `TooManyPasskeysError`. */
export async function finishPasskey(
  context: Context,
  accountId: number,
  { passkeyId, name, made }: { readonly passkeyId: string; readonly name: string; readonly made: PasskeyMade },
  site: Site,
): Promise<void> {
  const ticket = await enrolments.take(context, passkeyId)
  if (!ticket || ticket.accountId !== accountId) throw new PasskeyOverError()
  const { transports = [], ...response } = made.response
  const { verifyRegistrationResponse } = await fetchWebAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...credentialOf(made), response },
    expectedChallenge: ticket.data.challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    context.log.info({ account: accountId, reason: String(error) }, 'a passkey that was made is refused')
    throw new PasskeyRefusedError()
  })
  if (!verified.verified || !verified.registrationInfo) throw new PasskeyRefusedError()
  const { id, publicKey, counter } = verified.registrationInfo.credential
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const known = await trx.selectFrom('passkey').select('id').where('account_id', '=', accountId).execute()
    if (known.length >= PASSKEYS_MAX) throw new TooManyPasskeysError()
    const added = await trx
      .insertInto('passkey')
      .values({
        id,
        account_id: accountId,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports),
        name: name.trim(),
        created_at: context.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another account has it: an honest authenticator makes a new id each time.
    if (!added) throw new PasskeyRefusedError()
  })
  context.log.info({ account: accountId }, 'a passkey was added')
}

/** The parts of an answer of a browser that the library checks. */
export const credentialOf = ({ id, rawId }: { readonly id: string; readonly rawId: string }) => ({
  id,
  rawId,
  type: 'public-key' as const,
  clientExtensionResults: {},
})

/** Removes a passkey of the account. Throws `NotFoundError`. */
export async function removePasskey({ store, log }: Context, accountId: number, id: string): Promise<void> {
  const removed = await store.db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new NotFoundError()
  log.info({ account: accountId }, 'a passkey was removed')
}

/** All passkeys of an account, as they are sent to the browser. */
export const passkeysOf = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('passkey').select(['id', 'transports']).where('account_id', '=', accountId).execute()

/** Removes every passkey of an account. */
export async function removePasskeys(trx: Trx, accountId: number): Promise<void> {
  await trx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

const KNOWN: readonly PasskeyTransport[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const stored = z.array(z.string())

/** How a browser reaches an authenticator, of what was stored; names of later standards are left out. */
function transportsOf(json: string): PasskeyTransport[] {
  const names = stored.parse(JSON.parse(json))
  return KNOWN.filter((name) => names.includes(name))
}
