import { Code, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { ApiError, type CallOptions, type LoginScope, type UploadOptions } from '@yanshu/shell-api'
import type { UploadRun } from '@yanshu/ui/upload'

/*
 * A long file goes up in parts, each of which is kept when its call is answered. The file is known to the server by a digest
 * of its content: chosen again after the browser was closed, its upload goes on, and what the mailbox has uploaded already
 * is there at once.
 */

/** Files that go up in parts, such as the long ones of a letter. */
export interface PartUploads<Done> {
  /** Uploads a file, from where it was. Rejects with an `ApiError`, or with the abort of its signal. */
  upload(file: File, how: UploadRun): Promise<Done>
  /** Ends what the server has of a file that is not finished, so that its room is free at once. */
  end(file: File): Promise<void>
}

interface AskedFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly digest: string | null
}

/** The calls by which files go up to one place. */
export interface PartCalls<Done> {
  /** `done` where nothing has to be uploaded. */
  begin(
    asked: AskedFile,
    options: CallOptions,
  ): Promise<{ readonly uploadId: string | null; readonly parts: readonly number[]; readonly done: Done | null }>
  send(bytes: File, query: Readonly<Record<string, string | number>>, options: UploadOptions): Promise<unknown>
  finish(uploadId: string, options: CallOptions): Promise<Done>
  cancel(uploadId: string, options: CallOptions): Promise<unknown>
}

interface Content {
  /** SHA-256 of each part, and of these one after the other; null where the page may not compute it (no HTTPS). */
  readonly hashes: readonly string[] | null
  readonly digest: string | null
}

interface Begun {
  readonly uploadId: string
  readonly there: Set<number>
}

/** How often an upload begins anew that has ended on the server, and a part is sent again that arrived damaged. */
const BEGINS_MAX = 3
const DAMAGED_MAX = 2
const WAIT_MS = { least: 1_000, most: 15_000 }

const partsOf = ({ size }: File): number => Math.ceil(size / UPLOAD_PART_SIZE)
const bytesOf = (file: File, part: number): Promise<ArrayBuffer> =>
  file.slice(part * UPLOAD_PART_SIZE, (part + 1) * UPLOAD_PART_SIZE).arrayBuffer()
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (bytes: BufferSource): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

async function readContent(file: File, signal: AbortSignal): Promise<Content> {
  if (!globalThis.crypto?.subtle) return { hashes: null, digest: null }
  const hashes: string[] = []
  const all = new Uint8Array(partsOf(file) * 32)
  for (let part = 0; part < partsOf(file); part += 1) {
    signal.throwIfAborted()
    const hash = await sha256(await bytesOf(file, part))
    all.set(hash, part * 32)
    hashes.push(hex(hash))
  }
  return { hashes, digest: hex(await sha256(all)) }
}

/** Whether an attempt may succeed when it is made again: no answer came, or the server is busy. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || [408, 429, 502, 503, 504].includes(error.status))

/** Waits for a while, or until the network is there again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** Makes a call again until the server answers. */
async function lasting<T>({ signal, onStalled }: UploadRun, work: () => Promise<T>): Promise<T> {
  for (let wait = WAIT_MS.least; ; wait = Math.min(wait * 2, WAIT_MS.most)) {
    try {
      const done = await work()
      if (wait > WAIT_MS.least) onStalled(false)
      return done
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error
      onStalled(true)
      await pause(Math.max(wait, (error.retryAfter ?? 0) * 1_000), signal)
    }
  }
}

/** Makes what uploads long files to one place, each of which it remembers. */
export function createPartUploadsTo<Done>(calls: PartCalls<Done>, login: LoginScope): PartUploads<Done> {
  const contents = new WeakMap<File, Content>()
  const begun = new WeakMap<File, Begun>()

  async function contentOf(file: File, signal: AbortSignal): Promise<Content> {
    const content = contents.get(file) ?? (await readContent(file, signal))
    contents.set(file, content)
    return content
  }

  async function begin(file: File, { digest }: Content, how: UploadRun): Promise<{ done: Done } | Begun> {
    const { name, type: contentType, size } = file
    const asked = { name, contentType, size, digest }
    const options = { silent: true, signal: how.signal, login }
    const { done, uploadId, parts } = await lasting(how, () => calls.begin(asked, options))
    if (done !== null) return { done }
    const upload = { uploadId: uploadId ?? '', there: new Set(parts) }
    begun.set(file, upload)
    return upload
  }

  async function goOn(file: File, content: Content, how: UploadRun): Promise<Done> {
    const upload = begun.get(file) ?? (await begin(file, content, how))
    if ('done' in upload) return upload.done
    const { uploadId, there } = upload
    for (let part = 0; part < partsOf(file); part += 1) {
      const before = Math.min(there.size * UPLOAD_PART_SIZE, file.size)
      how.onProgress(before, file.size)
      if (there.has(part)) continue
      const onProgress = (sent: number) => how.onProgress(Math.min(before + sent, file.size), file.size)
      const run = { ...how, onProgress }
      await sendPart(file, { uploadId, part, sha256: content.hashes?.[part] }, run, (bytes, query) =>
        calls.send(bytes, query, { silent: true, signal: how.signal, login, onProgress }),
      )
      there.add(part)
    }
    how.onProgress(file.size, file.size)
    const options = { silent: true, signal: how.signal, login }
    const finished = await lasting(how, () => calls.finish(uploadId, options))
    begun.delete(file)
    return finished
  }

  return {
    async upload(file, how) {
      const content = await contentOf(file, how.signal)
      for (let begins = 1; ; begins += 1) {
        try {
          return await goOn(file, content, how)
        } catch (error) {
          const code = error instanceof ApiError ? error.code : 0
          if (code === Code.uploadNotFound || code === Code.uploadDamaged) begun.delete(file)
          if (code !== Code.uploadNotFound || begins >= BEGINS_MAX) throw error
        }
      }
    },
    async end(file) {
      const upload = begun.get(file)
      begun.delete(file)
      if (!upload) return
      // Left alone, it ends by itself after some days.
      await calls.cancel(upload.uploadId, { silent: true, login }).catch(() => undefined)
    },
  }
}

interface SentPart {
  readonly uploadId: string
  readonly part: number
  readonly sha256: string | undefined
}

async function sendPart(
  file: File,
  { uploadId, part, sha256 }: SentPart,
  how: UploadRun,
  send: (bytes: File, query: Readonly<Record<string, string | number>>) => Promise<unknown>,
): Promise<void> {
  // Read before it is sent: a file that was changed or removed since it was chosen is no lost connection.
  const bytes = new File([await bytesOf(file, part)], 'part')
  const query = { uploadId, part, ...(sha256 ? { sha256 } : {}) }
  for (let tries = 1; ; tries += 1) {
    try {
      await lasting(how, () => send(bytes, query))
      return
    } catch (error) {
      const isDamaged = error instanceof ApiError && error.code === Code.uploadDamaged
      if (!isDamaged || tries >= DAMAGED_MAX) throw error
    }
  }
}
