import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. Stored with the hash, so that it can grow. */
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const HASH_BYTES = 32
const SALT_BYTES = 16

const STORED = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** What the store keeps of a password: `argon2id$m=…,t=…,p=…$salt$hash`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await run(password, salt, MEMORY_KIB, PASSES, PARALLELISM)
  return `argon2id$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the password is the one. A stored text that is no hash fits no password, and takes as long to say so. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = STORED.exec(stored) ?? []
  if (salt === undefined || hash === undefined) {
    await run(password, Buffer.alloc(SALT_BYTES), MEMORY_KIB, PASSES, PARALLELISM)
    return false
  }
  const expected = Buffer.from(hash, 'base64url')
  const found = await run(password, Buffer.from(salt, 'base64url'), Number(memory), Number(passes), Number(parallelism))
  return expected.length === found.length && timingSafeEqual(expected, found)
}

const run = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce,
    parallelism,
    tagLength: HASH_BYTES,
    memory,
    passes,
  })
