import { type Bytes, fromLatin1, fromText, toLatin1 } from '../bytes.ts'
import { CmsError } from '../errors.ts'

/** How a PIN was made into a key; kept beside what it sealed, so that the cost can be raised for new ones. */
export interface SealParameters {
  readonly kind: 'scrypt'
  /** The cost: a power of two. Memory is 128 · cost · blockSize bytes. */
  readonly cost: number
  readonly blockSize: number
  /** 16 random bytes in base64. */
  readonly salt: string
}

/** A private key that only the PIN opens; what the server keeps. */
export interface SealedKey {
  readonly parameters: SealParameters
  /** 12 random bytes in base64. */
  readonly iv: string
  /** The key, encrypted by AES-256-GCM, in base64. */
  readonly sealed: string
}

/** 64 MB and about half a second a try: what a PIN of six digits needs at least, should the server's data be stolen. */
export const SEAL_COST = { cost: 2 ** 16, blockSize: 8 }

/** 256 MB: parameters come from the server, and would fill the memory of the page otherwise. */
const MOST_MEMORY = 2 ** 28

export const toBase64 = (bytes: Uint8Array) => btoa(toLatin1(bytes))

export function fromBase64(text: string): Bytes {
  try {
    return fromLatin1(atob(text))
  } catch {
    throw new CmsError('malformed', 'a sealed key is not base64')
  }
}

/** What scrypt makes of a PIN. */
export async function bytesFromPin(
  pin: string,
  { cost, blockSize, salt }: SealParameters,
  length: number,
): Promise<Bytes> {
  if (!(128 * cost * blockSize <= MOST_MEMORY)) throw new CmsError('too-large', 'the cost of a sealed key')
  if (cost < 2 || blockSize < 1 || !Number.isInteger(Math.log2(cost)) || !Number.isInteger(blockSize)) {
    throw new CmsError('malformed', 'the cost of a sealed key')
  }
  const { scryptAsync } = await import(/* webpackChunkName: "later-pin" */ './pinScrypt.ts')
  const options = { N: cost, r: blockSize, p: 1, dkLen: length }
  return new Uint8Array(await scryptAsync(fromText(pin.normalize('NFKC')), fromBase64(salt), options))
}

export const sealingKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const keyFromPin = async (pin: string, parameters: SealParameters) =>
  sealingKey(await bytesFromPin(pin, parameters, 32))

/** Binds what is sealed to the account that it is of, so that the server cannot hand it to another page as that one's. */
const bindTo = (owner: string) => fromText(`yanshu-key-1:${owner.toLowerCase()}`)

/** Seals a private key (PKCS #8) under a PIN, for the address of its owner. */
export async function sealKey(
  pkcs8: Bytes,
  pin: string,
  owner: string,
  cost: Pick<SealParameters, 'cost' | 'blockSize'> = SEAL_COST,
): Promise<SealedKey> {
  const parameters: SealParameters = {
    kind: 'scrypt',
    ...cost,
    salt: toBase64(crypto.getRandomValues(new Uint8Array(16))),
  }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await keyFromPin(pin, parameters)
  const algorithm = { name: 'AES-GCM', iv, additionalData: bindTo(owner) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, pkcs8))
  return { parameters, iv: toBase64(iv), sealed: toBase64(sealed) }
}

/**
 * Opens a sealed key.
 *
 * @throws {CmsError} `wrong-password` when the PIN is another, or the key of another account.
 */
export async function openSealedKey({ parameters, iv, sealed }: SealedKey, pin: string, owner: string): Promise<Bytes> {
  const key = await keyFromPin(pin, parameters)
  const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData: bindTo(owner) }
  const bytes = fromBase64(sealed)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes))
  } catch {
    throw new CmsError('wrong-password', 'the PIN does not open the key')
  }
}
