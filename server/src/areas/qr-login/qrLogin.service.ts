import { randomInt } from 'node:crypto'
import { Code, type LoginAnswer, QR_LIFE_MS } from '@yanshu/contracts'
import { z } from 'zod'
import { CallError, OwnerOnlyError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { isPerson, type UsedMailbox } from '../../store/sessions/actor.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { randomToken, tokenHash } from '../../store/sessions/tokens.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { type Ticket, ticketKind } from '../../store/tickets/tickets.ts'
import { open } from '../login/index.ts'
import { accountOf } from '../user/index.ts'

const qrState = z.object({
  state: z.enum(['waiting', 'scanned', 'refused', 'confirmed']),
  pollHash: z.string(),
  number: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  /** The account whose phone has scanned it. */
  account: z.number().nullable(),
  /** The password of the account when it was confirmed: with another one it opens nothing. */
  passwordHash: z.string(),
})
type QrState = z.infer<typeof qrState>
const codes = ticketKind('qr-login', qrState, QR_LIFE_MS)

/** The code has expired, was used, or belongs to another account's phone. */
export class QrCodeOverError extends CallError {
  constructor() {
    super(Code.qrCodeOver)
  }
}

/** A code for a login page. `origin` is where the phone opens the page that confirms. */
export async function createQr(context: Context, device: Device, origin: string) {
  await countTries(context, [{ scope: `qr:${placeOf(device.ip)}`, free: 120, longestS: 60 }])
  const pollToken = randomToken()
  const number = String(randomInt(100)).padStart(2, '0')
  const qrId = await codes.issue(context, {
    data: {
      state: 'waiting',
      pollHash: tokenHash(pollToken),
      number,
      userAgent: device.userAgent.slice(0, 300),
      ip: device.ip,
      account: null,
      passwordHash: '',
    },
  })
  const { toString: toQrCode } = await import('qrcode')
  const svg = await toQrCode(`${origin}/#/qrLogin/${qrId}`, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { qrId, pollToken, svg, number, expiresIn: QR_LIFE_MS / 1_000 }
}

/** What became of the code of a login page. The first poll after it was confirmed opens the session. */
export async function pollQr(
  context: Context,
  { qrId, pollToken }: { readonly qrId: string; readonly pollToken: string },
  device: Device,
): Promise<{ state: QrState['state']; login?: LoginAnswer }> {
  const code = await codes.read(context, qrId)
  if (!code || code.data.pollHash !== tokenHash(pollToken)) throw new QrCodeOverError()
  const { state } = code.data
  if (state === 'refused') await codes.take(context, qrId)
  if (state !== 'confirmed') return { state }
  const taken = await codes.take(context, qrId)
  if (!taken || taken.data.account === null) throw new QrCodeOverError()
  const { address } = await accountOf(context, taken.data.account)
  const account = { id: taken.data.account, address, password_hash: taken.data.passwordHash }
  const login = await open(context, account, device, { proven: false })
  if (!login) throw new QrCodeOverError()
  return { state, login }
}

/**
 * The phone has scanned a code: it names who wants to log in. From then on only this account can confirm it.
 * Throws `OwnerOnlyError` where the person has switched to another mailbox: the login would last longer than the right.
 */
export async function scanQr(context: Context, actor: UsedMailbox, qrId: string) {
  if (!isPerson(actor)) throw new OwnerOnlyError()
  const { accountId } = actor
  const code = await ofAccount(context, accountId, qrId)
  const { number, userAgent, ip } = code.data
  if (code.data.state === 'waiting') await change(context, qrId, code, { state: 'scanned', account: accountId })
  return { number, userAgent, ip }
}

/** The phone lets that browser in, or refuses it. Only after it has scanned the code. Throws as {@link scanQr}. */
export async function confirmQr(context: Context, actor: UsedMailbox, qrId: string, allow: boolean): Promise<void> {
  if (!isPerson(actor)) throw new OwnerOnlyError()
  const { accountId } = actor
  const code = await ofAccount(context, accountId, qrId)
  if (code.data.state !== 'scanned') throw new QrCodeOverError()
  const { password_hash } = await accountOf(context, accountId)
  await change(context, qrId, code, {
    state: allow ? 'confirmed' : 'refused',
    passwordHash: allow ? password_hash : '',
  })
}

async function ofAccount(context: Context, accountId: number, qrId: string): Promise<Ticket<QrState>> {
  const code = await codes.read(context, qrId)
  if (!code || (code.data.account !== null && code.data.account !== accountId)) throw new QrCodeOverError()
  return code
}

async function change(context: Context, qrId: string, before: Ticket<QrState>, to: Partial<QrState>): Promise<void> {
  if (!(await codes.replace(context, qrId, before, { ...before.data, ...to }))) throw new QrCodeOverError()
}
