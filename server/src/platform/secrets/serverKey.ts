import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../errors/operatorError.ts'
import { systemCode } from '../errors/systemCode.ts'

type Place = Pick<Config, 'dataFolder'>

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/**
 * Marks what is sealed, with the number of its key; nothing that is kept in plain text begins so. What the first key sealed
 * begins as versions without numbers wrote it.
 */
const SEALED = /^sealed(?:1|2\.(\d{1,9}))\.([\w-]*)$/
const FIRST = 1
const markOf = (id: number) => (id === FIRST ? 'sealed1.' : `sealed2.${id}.`)

interface ServerKey {
  readonly id: number
  readonly key: Buffer
}

/** The keys of a data folder, the newest first, read once. */
type Keys = readonly [ServerKey, ...ServerKey[]]
const known = new Map<string, Promise<Keys>>()

const fileOf = ({ dataFolder }: Place) => path.join(dataFolder, 'keys', 'server.key')

/** What was sealed cannot be opened: the key file was lost, or belongs to another data folder. */
export class SecretLostError extends Error {
  constructor(place: Place) {
    super(`A secret of the store was sealed with another key than ${fileOf(place)}: put that file back from a backup`)
    this.name = 'SecretLostError'
  }
}

/**
 * The keys of this system, which servers on one data folder share: the first is made where there is none. Without the file the
 * store alone reveals none of its secrets. Throws an `OperatorError` when the file is no key.
 */
function keysOf(place: Place): Promise<Keys> {
  const file = fileOf(place)
  const mine = known.get(file) ?? readOrMake(file)
  known.set(file, mine)
  // After a failure the next one tries again.
  mine.catch(() => known.delete(file))
  return mine
}

async function readOrMake(file: string): Promise<Keys> {
  const stored = await read(file)
  if (stored) return stored
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await write(file, `${newKey()}\n`, async (unfinished) => {
    // Of several servers that start at once, one writes the key and all read it.
    await link(unfinished, file).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
  })
  const made = await read(file)
  if (!made) throw new OperatorError(`${file} could not be written`)
  return made
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64')

/** Writes a whole file beside its place, and has it put there. */
async function write(file: string, text: string, put: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
    await put(unfinished)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** A line for each key, the newest first: its number and the key. The first key of a system has no number. */
async function read(file: string): Promise<Keys | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const keys = text
    .trim()
    .split('\n')
    .map((line): ServerKey => {
      const [, id = `${FIRST}`, base64 = ''] = /^(?:(\d{1,9}) )?(\S+)$/.exec(line.trim()) ?? []
      return { id: Number(id), key: Buffer.from(base64, 'base64') }
    })
  const [first, ...others] = keys
  if (!first || keys.some(({ key }) => key.length !== KEY_BYTES)) {
    throw new OperatorError(`${file} is damaged: each of its lines has to hold 32 bytes in base64`)
  }
  return [first, ...others]
}

/** The numbers of the keys, the newest first: that one seals, the others open what they have sealed. */
export const keyNumbers = async (place: Place): Promise<readonly number[]> => (await keysOf(place)).map(({ id }) => id)

/**
 * Makes a new key, which seals from now on; the others go on opening what they have sealed. Servers that run read it when they
 * meet what it has sealed, or start again. Answers its number.
 */
export async function addKey(place: Place): Promise<number> {
  const file = fileOf(place)
  await keysOf(place)
  const lock = `${file}.renewing`
  await writeFile(lock, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error
    throw new OperatorError(`Another command makes a key at this moment. If none does, delete ${lock}`)
  })
  try {
    return await writeNewer(file)
  } finally {
    known.delete(file)
    await rm(lock, { force: true })
  }
}

async function writeNewer(file: string): Promise<number> {
  const keys = await read(file)
  if (!keys) throw new OperatorError(`There is no key in ${file}`)
  const id = Math.max(...keys.map((one) => one.id)) + 1
  const lines = keys.map((one) => `${one.id} ${one.key.toString('base64')}`)
  await write(file, `${[`${id} ${newKey()}`, ...lines].join('\n')}\n`, (unfinished) => rename(unfinished, file))
  return id
}

/** The key with a number, read anew where another program may have made it; null for none. */
async function keyWith(place: Place, id: number): Promise<Buffer | null> {
  const find = (keys: Keys) => keys.find((one) => one.id === id)?.key ?? null
  const found = find(await keysOf(place))
  if (found) return found
  known.delete(fileOf(place))
  return find(await keysOf(place))
}

/**
 * A key of 32 bytes that this system gives away for one use: the same for the same `of`, and no help in guessing that of
 * another or the key of the system (HKDF, RFC 5869). It is made of the first key: devices keep what it sealed, and nothing there
 * could be sealed anew.
 */
export async function derivedKey(place: Place, of: string): Promise<Buffer> {
  const first = (await keysOf(place)).toSorted((a, b) => a.id - b.id)[0]
  return Buffer.from(await promisify(hkdf)('sha256', first?.key ?? '', '', of, KEY_BYTES))
}

export const isSealed = (text: string): boolean => SEALED.test(text)

/** Whether the newest key has sealed it. */
export const isSealedByNewest = async (place: Place, text: string): Promise<boolean> =>
  text.startsWith(markOf((await keysOf(place))[0].id))

/**
 * Seals a secret for the store (AES-256-GCM). `of` names its owner and its purpose; it opens for the same `of` alone, so
 * that a row cannot take the place of another.
 */
export async function seal(place: Place, of: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES)
  const [{ id, key }] = await keysOf(place)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return markOf(id) + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed, sealed by the newest key; null where it is already, or is not sealed. Throws as {@link unseal} does. */
export async function resealed(place: Place, of: string, text: string): Promise<string | null> {
  if (!isSealed(text) || (await isSealedByNewest(place, text))) return null
  return seal(place, of, await unseal(place, of, text))
}

/** Opens what {@link seal} has made. Throws `SecretLostError` when it cannot be. */
export async function unseal(place: Place, of: string, text: string): Promise<string> {
  const [, id = `${FIRST}`, sealed = ''] = SEALED.exec(text) ?? []
  const bytes = Buffer.from(sealed, 'base64url')
  const key = await keyWith(place, Number(id))
  if (!key) throw new SecretLostError(place)
  try {
    const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(of))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return opened.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + opened.final('utf8')
  } catch {
    throw new SecretLostError(place)
  }
}
