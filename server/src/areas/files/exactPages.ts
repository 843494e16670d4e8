import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { BusyError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import type { Context } from '../../store/context/context.ts'
import { READABLE_SIZE_MAX } from '../../store/search/readableFiles.ts'
import { contentDisposition } from './contentDisposition.ts'
import { PROGRAM_LIMITS, type ProgramLimits, runExactProgram } from './exactProgram.ts'
import { FileTypeBlockedError } from './fileErrors.ts'
import { PDF_POLICY } from './sendBlob.ts'

const ENDINGS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp'] as const
const ZIP = Buffer.from('504b0304', 'hex')
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')

type Queue = ReturnType<typeof fairQueue>
const QUEUE: RuntimePart<Queue> = { name: 'turns of exact pages' }
const LIMITS = { atOnce: 1, waiting: 50, waitMs: 120_000 }
const BUSY_WAIT_S = 30

/** Bytes of all pages that are kept; those that were shown the longest ago go first. */
const KEPT_MAX = 2 * 1_024 * 1_024 * 1_024
/** Files of pages that are kept, so that what is read to clean up stays small. */
const FILES_MAX = 5_000
/** A file of which no pages can be made is tried again after a day. */
const FAILED_MS = 24 * 60 * 60_000

export interface ExactFile {
  readonly hash: string
  readonly size: number
  readonly name: string
}

type Parts = Pick<Context, 'config' | 'runtime' | 'blobs' | 'now' | 'store' | 'log'>

const endingOf = (name: string) => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return ENDINGS.find((one) => one === ending)
}

/** Whether exact pages may be asked for: the operator has switched them on, and it is a file of an office program. */
export const hasExactPages = (
  { config }: Pick<Context, 'config'>,
  { size, name }: ExactFile,
  beginning: Uint8Array,
): boolean =>
  config.exactPages !== null &&
  size <= READABLE_SIZE_MAX &&
  endingOf(name) !== undefined &&
  [ZIP, COMPOUND].some((mark) => mark.equals(beginning.subarray(0, mark.length)))

/** Where the pages of files are kept, by the hash of each file. */
export const exactFolder = ({ config }: Pick<Context, 'config'>): string => path.join(config.dataFolder, 'exact-pages')

/** The hash of the file whose pages a file of the folder has; null for what is none. */
export const hashOfKept = (name: string): string | null =>
  /^([0-9a-f]{64})-[0-9a-f]{8}\.(?:pdf|none)$/.exec(name)?.[1] ?? null

/**
 * The pages of a file as PDF, made by the program of the operator, one file after the other, and kept by its hash. null where
 * none can be made. Throws `BusyError`.
 * @param party who asks
 */
export async function exactPages(
  context: Parts,
  file: ExactFile,
  party: string,
  limits: ProgramLimits = PROGRAM_LIMITS,
): Promise<string | null> {
  const settings = context.config.exactPages
  const ending = endingOf(file.name)
  if (!settings || !ending || file.size > READABLE_SIZE_MAX) return null
  const folder = exactFolder(context)
  const by = createHash('sha256').update(`${ending} ${settings.program}`).digest('hex').slice(0, 8)
  const kept = path.join(folder, `${file.hash}-${by}.pdf`)
  const failed = path.join(folder, `${file.hash}-${by}.none`)
  const known = async () => {
    const now = context.now() / 1_000
    if (
      await utimes(kept, now, now).then(
        () => true,
        () => false,
      )
    )
      return { file: kept }
    const at = await stat(failed).catch(() => null)
    return at && at.mtimeMs > context.now() - FAILED_MS ? { file: null } : null
  }
  const before = await known()
  if (before) return before.file
  const turn = context.runtime.use(QUEUE, () => fairQueue(LIMITS))
  try {
    return await turn(party, async () => {
      // Another one may have asked for the same file meanwhile.
      const meanwhile = await known()
      if (meanwhile) return meanwhile.file
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = await runExactProgram(settings, { content: await context.blobs.readAll(file.hash), ending }, limits)
      if (!made) context.log.warn({ hash: file.hash, ending }, 'the program of exact pages made none of a file')
      const target = made ? kept : failed
      const scratch = path.join(folder, `.${randomUUID()}`)
      await writeFile(scratch, made ?? '', { mode: 0o600 })
      await utimes(scratch, context.now() / 1_000, context.now() / 1_000)
      await rename(scratch, target)
      await keepWithin(folder, KEPT_MAX)
      await dropUnheld(context)
      return made ? kept : null
    })
  } catch (error) {
    throw error instanceof QueueFullError ? new BusyError(BUSY_WAIT_S) : error
  }
}

/** Deletes pages until the others fit into some bytes, and are not too many. */
export async function keepWithin(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => hashOfKept(name) !== null)
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: await stat(path.join(folder, name)).catch(() => null) })),
  )
  let total = 0
  const newestFirst = files.toSorted((a, b) => (b.at?.mtimeMs ?? 0) - (a.at?.mtimeMs ?? 0))
  for (const [place, { name, at }] of newestFirst.entries()) {
    total += at?.size ?? 0
    if (total > most || place >= FILES_MAX) await rm(path.join(folder, name), { force: true })
  }
}

const NAMES_AT_ONCE = 200

/** Deletes the pages of files that are kept no more. */
export async function dropUnheld({ config, store }: Pick<Context, 'config' | 'store'>): Promise<void> {
  const folder = exactFolder({ config })
  const names = (await readdir(folder).catch(() => [])).flatMap((name) => {
    const hash = hashOfKept(name)
    return hash === null ? [] : [{ name, hash }]
  })
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const some = names.slice(at, at + NAMES_AT_ONCE)
    const hashes = some.map(({ hash }) => hash)
    const rows = await store.db.selectFrom('blob').select('hash').where('hash', 'in', hashes).execute()
    const held = new Set(rows.map(({ hash }) => hash))
    for (const { name, hash } of some) if (!held.has(hash)) await rm(path.join(folder, name), { force: true })
  }
}

/** Answers with the exact pages of a file. Throws `FileTypeBlockedError` where there are none, `BusyError`. */
export async function sendExactPages(
  context: Parts,
  file: ExactFile,
  { party, reply }: { readonly party: string; readonly reply: FastifyReply },
): Promise<Readable> {
  const pages = await exactPages(context, file, party)
  const handle = pages === null ? null : await open(pages).catch(() => null)
  if (!handle) throw new FileTypeBlockedError()
  const { size } = await handle.stat()
  reply.headers({
    'content-type': 'application/pdf',
    'content-length': size,
    'content-disposition': contentDisposition('inline', `${file.name}.pdf`),
    'content-security-policy': PDF_POLICY,
    'x-content-type-options': 'nosniff',
    // The right to read it may be gone with the next call.
    'cache-control': 'private, no-store',
  })
  return handle.createReadStream()
}
