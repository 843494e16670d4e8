import { type Bytes, fromText } from '../bytes.ts'
import { CmsError } from '../errors.ts'
import { bytesFromPin, fromBase64, SEAL_COST, type SealParameters, sealingKey, toBase64 } from './sealKey.ts'

/** A private key that the PIN of a vault opens. */
export interface SealedInVault {
  /** 12 random bytes in base64. */
  readonly iv: string
  /** The key, encrypted by AES-256-GCM, in base64. */
  readonly sealed: string
}

/** What a PIN opens: all keys of a person, for the cost of one. */
export interface PinVault {
  readonly parameters: SealParameters
  /**
   * 32 bytes in base64 that show a server that the PIN is right. They come from the same scrypt as the key, of which they show
   * nothing: both are halves of its output.
   */
  readonly proof: string
  /** Seals a private key (PKCS #8). */
  readonly seal: (pkcs8: Bytes) => Promise<SealedInVault>
  /**
   * Opens a sealed key.
   *
   * @throws {CmsError} `wrong-password` when it was sealed under another PIN.
   */
  readonly open: (sealed: SealedInVault) => Promise<Bytes>
  /** Seals what was read with the keys and stays on the device; `open` does not open it, nor `openNote` a key. */
  readonly sealNote: (bytes: Bytes) => Promise<SealedInVault>
  /** Throws as `open` does. */
  readonly openNote: (sealed: SealedInVault) => Promise<Bytes>
}

/** A server that asks for less would learn the PIN from its proof. */
const LEAST_COST = 2 ** 15

/** What a vault seals is opened by nothing else. No address is part of it, for an account can be renamed. */
const PURPOSE = fromText('yanshu-vault-1')
const NOTE = fromText('yanshu-note-1')

/** Parameters for a new PIN. */
export const newPinParameters = (cost: number = SEAL_COST.cost): SealParameters => ({
  kind: 'scrypt',
  cost,
  blockSize: SEAL_COST.blockSize,
  salt: toBase64(crypto.getRandomValues(new Uint8Array(16))),
})

/**
 * Makes the key of a PIN, which needs about half a second. Whether the PIN is right shows when the first key is opened.
 *
 * @throws {CmsError} `too-large` or `malformed` for parameters that cost too much or too little.
 */
export async function openVault(pin: string, parameters: SealParameters): Promise<PinVault> {
  if (parameters.cost < LEAST_COST || parameters.blockSize < SEAL_COST.blockSize) {
    throw new CmsError('malformed', 'the cost of a PIN is too low')
  }
  const bytes = await bytesFromPin(pin, parameters, 64)
  const key = await sealingKey(bytes.slice(0, 32))
  const proof = toBase64(bytes.subarray(32))
  bytes.fill(0)
  const seal = async (bytes: Bytes, additionalData: Bytes): Promise<SealedInVault> => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes)
    return { iv: toBase64(iv), sealed: toBase64(new Uint8Array(sealed)) }
  }
  const open = async ({ iv, sealed }: SealedInVault, additionalData: Bytes): Promise<Bytes> => {
    const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData }
    const data = fromBase64(sealed)
    try {
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, data))
    } catch {
      throw new CmsError('wrong-password', 'the PIN does not open it')
    }
  }
  return {
    parameters,
    proof,
    seal: (pkcs8) => seal(pkcs8, PURPOSE),
    open: (sealed) => open(sealed, PURPOSE),
    sealNote: (bytes) => seal(bytes, NOTE),
    openNote: (sealed) => open(sealed, NOTE),
  }
}
