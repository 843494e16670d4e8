import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BusyError } from '../../platform/http/errors.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'

const derive = promisify(argon2)

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. Stored with the hash, so that it can grow. */
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Two at once: each takes 19 MiB and one of the four threads that reading and writing files needs as well. */
const queue = fairQueue({ atOnce: 2, waiting: 256, waitMs: 10_000 })
/** Seconds after which a person who found the queue full may try again. */
const BUSY_WAIT_S = 5

const STORED = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/**
 * What the store keeps of a password: `argon2id$m=…,t=…,p=…$salt$hash`, both in base64url. Two are made or compared at a
 * time. Throws `BusyError` when too many wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derived('', password, salt, MEMORY_KIB, PASSES, PARALLELISM)
  return `argon2id$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * The same for a password of 96 random bits: it cannot be guessed, so its hash need not be slow, and two thousand are made
 * in seconds.
 */
export async function hashGenerated(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const memory = 8 * PARALLELISM
  const hash = await derived('', password, salt, memory, 1, PARALLELISM)
  return `argon2id$m=${memory},t=1,p=${PARALLELISM}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Whether the password is right. A stored text that is no hash fits no password, and is compared as slowly. `party` is
 * who asks, because the parties take turns. Throws `BusyError` when too many wait.
 */
export async function isPassword(password: string, stored: string, party = ''): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = STORED.exec(stored) ?? []
  if (salt === undefined || hash === undefined) {
    await derived(party, password, Buffer.alloc(SALT_BYTES), MEMORY_KIB, PASSES, PARALLELISM)
    return false
  }
  const expected = Buffer.from(hash, 'base64url')
  const nonce = Buffer.from(salt, 'base64url')
  const found = await derived(party, password, nonce, Number(memory), Number(passes), Number(parallelism))
  return expected.length === found.length && timingSafeEqual(expected, found)
}

async function derived(
  party: string,
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8')
  try {
    return await queue(party, () =>
      derive('argon2id', { message, nonce, parallelism, tagLength: HASH_BYTES, memory, passes }),
    )
  } catch (error) {
    throw error instanceof QueueFullError ? new BusyError(BUSY_WAIT_S) : error
  }
}
