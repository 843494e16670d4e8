import { createHmac, randomBytes } from 'node:crypto'

/** RFC 4648 §6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000
const DIGITS = 6
/** RFC 4226 §4 R6: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20
/** Clocks of phones differ: one step before and one after. */
const WINDOW = 1

/** A new secret, base32 as apps take it. */
export function newTotpSecret(): string {
  let bits = ''
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)] ?? '').join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret.toUpperCase()]
    .map((sign) => BASE32.indexOf(sign))
    .filter((value) => value >= 0)
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a step (RFC 4226 §5.3, RFC 6238). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const totpStep = (now: number): number => Math.floor(now / STEP_MS)

/** The step that a code belongs to, among those near now that come after `lastStep`; null for none. */
export function stepOfCode(secret: string, code: string, now: number, lastStep: number): number | null {
  const typed = code.normalize('NFKC').replace(/\s/g, '')
  const here = totpStep(now)
  for (let step = here - WINDOW; step <= here + WINDOW; step++) {
    if (step > lastStep && totpCode(secret, step) === typed) return step
  }
  return null
}

/** The content of a QR code for an app (Key URI Format). */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: '30' })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
