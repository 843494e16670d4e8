import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fileFailure } from '../../platform/config/fileFailure.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { hashOf } from './hashOf.ts'

/** Written last, so that a folder without one is no backup. */
export const MANIFEST = 'manifest.json'
export const STORE = 'yanshu.db'
export const DUMP = 'store.dump'
/** The files of mail of a backup, a line each, in the order of their hashes. */
export const LIST = 'blobs.list'

/** The hash of a file of mail, and the bytes of its content. */
export type ListedBlob = readonly [hash: string, size: number]

const HASH = /^[0-9a-f]{64}$/
const LINE = /^([0-9a-f]{64}) (\d+)$/

const shared = {
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** SHA-256 of the store's copy; null where the database is backed up by other means. */
  store: z.string().nullable(),
  /** SHA-256 of every file of what operators deployed, by its path: the manifest with its history, published remotes. */
  deployment: z.record(z.string().regex(/^(?!.*\.\.)(?:mf|r|keys)\/[^\0]+$/), z.string()).default({}),
}

const manifestSchema = z.discriminatedUnion('format', [
  /** Of earlier versions, with the files of mail in the manifest itself. */
  z.object({ format: z.literal(1), ...shared, blobs: z.array(z.tuple([z.string().regex(HASH), z.number().int()])) }),
  z.object({
    format: z.literal(2),
    ...shared,
    /** SHA-256 of the list of files, their number, and the bytes of their content. */
    blobs: z.object({ list: z.string().regex(HASH), count: z.number().int(), bytes: z.number().int() }),
  }),
])

type Written = Extract<z.input<typeof manifestSchema>, { format: 2 }>

/** The manifest of a backup, in whichever format it was written. */
export interface Manifest {
  readonly madeAt: string
  readonly engine: 'sqlite' | 'postgres'
  readonly store: string | null
  readonly deployment: Readonly<Record<string, string>>
  readonly count: number
  readonly bytes: number
  /** SHA-256 of the manifest's own file. */
  readonly hash: string
  /** Files of mail in the order of their hashes, read while they are asked for, however many there are. */
  readonly files: () => AsyncGenerator<ListedBlob>
}

/** Throws an `OperatorError` when the folder is no backup, or its manifest or its list is damaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) {
      throw new OperatorError(`${folder} is no backup: it has no ${MANIFEST}`)
    }
    throw unreadable(file, error)
  })
  const read = parsed(file, text)
  const { madeAt, engine, store, deployment } = read
  const common = { madeAt, engine, store, deployment, hash: createHash('sha256').update(text).digest('hex') }
  if (read.format === 1) {
    const sorted = read.blobs.sort(([a], [b]) => (a < b ? -1 : 1))
    const bytes = sorted.reduce((sum, [, size]) => sum + size, 0)
    return { ...common, count: sorted.length, bytes, files: () => from(sorted) }
  }
  const list = path.join(folder, LIST)
  const { hash } = await hashOf(list).catch((error: unknown) => {
    throw systemCode(error) === 'ENOENT' ? new OperatorError(`${list} is gone`) : unreadable(list, error)
  })
  if (hash !== read.blobs.list) throw new OperatorError(`${list} is damaged: its content is not what the manifest says`)
  return { ...common, count: read.blobs.count, bytes: read.blobs.bytes, files: () => readList(list) }
}

const unreadable = (file: string, error: unknown) =>
  new OperatorError(`${file} cannot be read: ${fileFailure(error)}. Run this as a user who may read it`)

function parsed(file: string, text: string): z.output<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(`${file} is damaged: it is not what a backup of this version writes`)
  }
}

async function* from(blobs: readonly ListedBlob[]): AsyncGenerator<ListedBlob> {
  yield* blobs
}

/** No files of mail. */
export const noBlobs = (): AsyncGenerator<ListedBlob> => from([])

/** The lines of a list. Throws an `OperatorError` at one that is none. */
export async function* readList(file: string): AsyncGenerator<ListedBlob> {
  for await (const line of linesOf(file)) {
    const [, hash, size] = LINE.exec(line) ?? []
    if (hash === undefined) throw new OperatorError(`${file} is damaged: it has a line that names no file`)
    yield [hash, Number(size)]
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Writes the manifest, durable when it has resolved. */
export async function writeManifest(folder: string, manifest: Omit<Written, 'format'>): Promise<void> {
  const handle = await open(path.join(folder, MANIFEST), 'wx')
  try {
    await handle.writeFile(`${JSON.stringify({ format: 2, ...manifest })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Lines that are written together. */
const LINES_AT_ONCE = 1_000

/** A list of files of mail that is being written, in the order of the hashes. */
export class ListWriter {
  readonly #handle: FileHandle
  readonly #digest = createHash('sha256')
  #pending: string[] = []
  #count = 0
  #bytes = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Throws when the file is there. */
  static async open(file: string): Promise<ListWriter> {
    return new ListWriter(await open(file, 'wx'))
  }

  get count(): number {
    return this.#count
  }

  async add([hash, size]: ListedBlob): Promise<void> {
    this.#pending.push(`${hash} ${size}\n`)
    this.#count++
    this.#bytes += size
    if (this.#pending.length >= LINES_AT_ONCE) await this.#write()
  }

  async #write(): Promise<void> {
    const text = this.#pending.join('')
    this.#pending = []
    this.#digest.update(text)
    await this.#handle.writeFile(text)
  }

  /** Makes the file durable. Answers what the manifest has of it. */
  async end(): Promise<Written['blobs']> {
    await this.#write()
    await this.#handle.sync()
    return { list: this.#digest.digest('hex'), count: this.#count, bytes: this.#bytes }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
