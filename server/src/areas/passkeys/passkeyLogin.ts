import { type LoginAnswer, PASSKEY_LIFE_MS, type PasskeyUsed } from '@yanshu/contracts'
import { z } from 'zod'
import type { Context } from '../../store/context/context.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { tokenHash } from '../../store/sessions/tokens.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { accountOfStep, open, passSecondStep } from '../login/index.ts'
import { PasskeyOverError, PasskeyRefusedError } from './errors.ts'
import { credentialOf, descriptorOf, fetchWebAuthn, passkeysOf, userHandleOf } from './passkeys.service.ts'
import type { Site } from './site.ts'

/** A challenge for one login; `step` is the hash of the first step that it continues. */
const challenges = ticketKind(
  'passkey-login',
  z.object({ challenge: z.string(), step: z.string().nullable() }),
  PASSKEY_LIFE_MS,
)

const stepHash = (verifyId: string | null) => (verifyId === null ? null : tokenHash(verifyId))

/**
 * A challenge for the browser: for any passkey of this site, or with `verifyId` for those of the account whose first step
 * it is. Throws `LoginStepOverError`, `TooManyRequestsError`.
 */
export async function beginPasskeyLogin(context: Context, verifyId: string | null, ip: string, site: Site) {
  await countTries(context, [{ scope: `passkey:${placeOf(ip)}`, free: 120, longestS: 60 }])
  const accountId = verifyId === null ? null : await accountOfStep(context, verifyId)
  const known = accountId === null ? [] : await passkeysOf(context, accountId)
  const { generateAuthenticationOptions } = await fetchWebAuthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: site.id })
  const passkeyId = await challenges.issue(context, { accountId, data: { challenge, step: stepHash(verifyId) } })
  return {
    passkeyId,
    options: {
      challenge,
      rpId: site.id,
      timeout: PASSKEY_LIFE_MS,
      userVerification: 'required' as const,
      allowCredentials: known.map(descriptorOf),
    },
  }
}

interface Shown {
  readonly passkeyId: string
  readonly verifyId?: string | undefined
  readonly used: PasskeyUsed
}

/**
 * Opens the login of whose passkey it is. A passkey asks its owner for a finger, a face or a number, so no second step
 * follows. Each challenge is taken before anything is checked, so it counts once whatever becomes of it.
 * Throws `PasskeyOverError`, `PasskeyRefusedError`, `LoginStepOverError`, `TooManyRequestsError`.
 */
export async function verifyPasskeyLogin(
  context: Context,
  { passkeyId, verifyId, used }: Shown,
  device: Device,
  site: Site,
): Promise<LoginAnswer> {
  const place = `passkey-try:${placeOf(device.ip)}`
  const tries = await countTries(context, [{ scope: place, free: 20, longestS: 60 }])
  const ticket = await challenges.take(context, passkeyId)
  if (!ticket || ticket.data.step !== stepHash(verifyId ?? null)) throw new PasskeyOverError()
  const { challenge } = ticket.data
  const login = verifyId
    ? await passSecondStep(context, verifyId, 'passkey', device, async (accountId) => {
        const owner = await ownerOf(context, used, challenge, site)
        if (owner.id !== accountId) throw new PasskeyRefusedError()
        return true
      })
    : await open(context, await ownerOf(context, used, challenge, site), device)
  // Its owner was disabled at this moment, or their password changed.
  if (!login) throw new PasskeyRefusedError()
  await tries.giveBack()
  return login
}

/** The account of a passkey whose signature is right. Throws `PasskeyRefusedError`. */
async function ownerOf(context: Context, used: PasskeyUsed, challenge: string, site: Site) {
  const { db } = context.store
  const row = await db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .select(['account.id', 'account.address', 'account.password_hash', 'passkey.public_key', 'passkey.counter'])
    .where('passkey.id', '=', used.id)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) throw new PasskeyRefusedError()
  const { userHandle, ...response } = used.response
  // An authenticator that kept the passkey names its owner (WebAuthn 3, §7.2, step 6): it is who the passkey was made for.
  if (userHandle !== undefined && userHandle !== userHandleOf(row.id)) throw new PasskeyRefusedError()
  const { verifyAuthenticationResponse } = await fetchWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credentialOf(used), response: userHandle === undefined ? response : { ...response, userHandle } },
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: used.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch((error: unknown) => {
    context.log.info({ account: row.id, reason: String(error) }, 'a passkey is refused')
    throw new PasskeyRefusedError()
  })
  if (!verified.verified) throw new PasskeyRefusedError()
  const { newCounter } = verified.authenticationInfo
  const counted = await db
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: context.now() })
    .where('id', '=', used.id)
    // Of two answers with the same count one was made by a copy; 0 means that the authenticator does not count.
    .where((eb) => (newCounter === 0 ? eb('counter', '=', 0) : eb('counter', '<', newCounter)))
    .returning('id')
    .executeTakeFirst()
  if (!counted) throw new PasskeyRefusedError()
  return { id: row.id, address: row.address, password_hash: row.password_hash }
}
