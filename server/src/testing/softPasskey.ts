import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A browser with an authenticator, as far as a server sees it: keys, signatures and the bytes of WebAuthn. */
export interface SoftPasskey {
  readonly id: string
  /** What a browser answers when the passkey was made for a challenge. */
  made(challenge: string): object
  /** What it answers when the passkey was used for one; with the owner that it names, where it does. */
  used(challenge: string, userHandle?: string): object
}

export interface SoftPasskeyOptions {
  /** The page that asks. */
  readonly origin: string
  /** Another site than that of the page, as a hostile program would say. */
  readonly rpId?: string
  /** Whether its owner showed a finger, a face or a number. */
  readonly verified?: boolean
  /** What the counter stands at, and stays at when it is 0. */
  readonly counter?: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of the few things that WebAuthn needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number | string | Buffer)])
  return Buffer.concat([head(5, value.size), ...parts])
}

/** A passkey of ES256 without attestation. */
export function softPasskey({ origin, ...more }: SoftPasskeyOptions): SoftPasskey {
  const { rpId = new URL(origin).hostname, verified = true, counter = 0 } = more
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = counter
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (attested: Buffer) => {
    const flags = 1 | (verified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, attested])
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    id: credential.id,
    made(challenge) {
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(attested)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    used(challenge, userHandle) {
      if (count > 0) count += 1
      const data = clientData('webauthn.get', challenge)
      const authenticated = authenticatorData(Buffer.alloc(0))
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticated, sha256(data)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticated.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}
