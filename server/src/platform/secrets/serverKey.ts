import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../errors/operatorError.ts'
import { systemCode } from '../errors/systemCode.ts'

type Place = Pick<Config, 'dataFolder'>

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Marks what is sealed; nothing that is kept in plain text begins so. */
const SEALED = 'sealed1.'

/** The key of a data folder, read once. */
const known = new Map<string, Promise<Buffer>>()

const fileOf = ({ dataFolder }: Place) => path.join(dataFolder, 'keys', 'server.key')

/** What was sealed cannot be opened: the key file was lost, or belongs to another data folder. */
export class SecretLostError extends Error {
  constructor(place: Place) {
    super(`A secret of the store was sealed with another key than ${fileOf(place)}: put that file back from a backup`)
    this.name = 'SecretLostError'
  }
}

/**
 * The key of this system, which servers on one data folder share: made where there is none. Without the file the store
 * alone tells nobody its secrets. Throws an `OperatorError` when the file is no key.
 */
function keyOf(place: Place): Promise<Buffer> {
  const file = fileOf(place)
  const mine = known.get(file) ?? readOrMake(file)
  known.set(file, mine)
  // After a failure the next one tries again.
  mine.catch(() => known.delete(file))
  return mine
}

async function readOrMake(file: string): Promise<Buffer> {
  const stored = await read(file)
  if (stored) return stored
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`
  try {
    await writeFile(unfinished, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    // Of several servers that start at once, one writes the key and all read it.
    await link(unfinished, file).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  const made = await read(file)
  if (!made) throw new OperatorError(`${file} could not be written`)
  return made
}

async function read(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new OperatorError(`${file} is damaged: it has to be 32 bytes in base64`)
  return key
}

/**
 * A key of 32 bytes that this system gives away for one use: the same for the same `of`, and no help in guessing that of
 * another or the key of the system (HKDF, RFC 5869).
 */
export async function derivedKey(place: Place, of: string): Promise<Buffer> {
  return Buffer.from(await promisify(hkdf)('sha256', await keyOf(place), '', of, KEY_BYTES))
}

export const isSealed = (text: string): boolean => text.startsWith(SEALED)

/**
 * Seals a secret for the store (AES-256-GCM). `of` says whose it is and what for; it opens for the same `of` alone, so
 * that a row cannot take the place of another.
 */
export async function seal(place: Place, of: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(place), iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens what {@link seal} has made. Throws `SecretLostError` when it cannot be. */
export async function unseal(place: Place, of: string, text: string): Promise<string> {
  const bytes = Buffer.from(text.slice(SEALED.length), 'base64url')
  const key = await keyOf(place)
  try {
    const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(of))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return opened.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + opened.final('utf8')
  } catch {
    throw new SecretLostError(place)
  }
}
