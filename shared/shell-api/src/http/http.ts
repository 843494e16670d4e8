import type { GetData, GetPath, GetQuery, PostBody, PostData, PostPath } from '@yanshu/contracts'
import { readTokens } from '../session/tokens.ts'
import { ApiError, isAbort } from './ApiError.ts'
import { addressOf, dataOf, type Exchange, exchange, failureOf, readEnvelope } from './exchange.ts'
import { beginLoading } from './loading.ts'
import { tellError } from './notifier.ts'
import { uploadFile } from './upload.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The caller shows the error itself. */
  readonly silent?: boolean
  /** The call counts for the loading indication. */
  readonly loading?: boolean
  /** The call may outlive the page (saving while it closes); its body is at most 64 kB. */
  readonly keepalive?: boolean
}

export type UploadPath = 'file/upload' | 'file/uploadMailPicture'

export interface UploadOptions extends CallOptions {
  /** Bytes sent of all bytes. */
  readonly onProgress?: (sent: number, total: number) => void
}

/** Runs a call under the rules that all share: loading indication, one message per failure, abort in silence. */
async function run<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
  const done = options.loading ? beginLoading() : null
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (options.silent && !error.silent) {
      const { code, status, retryAfter } = error
      throw new ApiError(error.message, { code, status, retryAfter, silent: true })
    }
    if (!error.silent) tellError(error.message, error.code)
    throw error
  } finally {
    done?.()
  }
}

// The contracts say what a path answers; the server is held to them by its own tests, so the client takes its word.
// biome-ignore lint/suspicious/noExplicitAny: the one place where an answer gets its type
const call = (options: CallOptions, exchanged: Exchange): Promise<any> =>
  run(options, async () =>
    dataOf(await exchange({ ...exchanged, signal: options.signal, keepalive: options.keepalive })),
  )

/** Leaves the browser to save `blob` under a name. */
function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The one HTTP client (§7). Every method rejects with an {@link ApiError}, or with the abort of its own signal. */
export const http = {
  get: <P extends GetPath>(path: P, query?: GetQuery<P>, options: CallOptions = {}): Promise<GetData<P>> =>
    call(options, { method: 'GET', path, query: { ...query } }),

  post: <P extends PostPath>(path: P, body?: PostBody<P>, options: CallOptions = {}): Promise<PostData<P>> =>
    call(options, { method: 'POST', path, body }),

  /** Uploads one file in the field `file`, with progress. */
  upload: <P extends UploadPath>(path: P, file: File, options: UploadOptions = {}): Promise<PostData<P>> =>
    // biome-ignore lint/suspicious/noExplicitAny: as for `call`
    run(options, async (): Promise<any> => dataOf(await uploadFile(path, file, options))),

  /** The address of a file for links, pictures and frames; the cookie lets it in. */
  fileUrl: (path: `file/${string}`, query?: Record<string, string | number | undefined>): string =>
    addressOf(path, query),

  /** Downloads a file under a name. Errors are read from the JSON inside the blob and shown (§8). */
  download: (path: `file/${string}`, fileName: string, options: CallOptions = {}): Promise<void> =>
    run({ loading: true, ...options }, async () => {
      const response = await exchange({ method: 'GET', path, signal: options.signal, anonymous: false })
      const answersJson = (response.headers.get('content-type') ?? '').includes('application/json')
      // A JSON file may be what was asked for: it comes as an attachment, an error does not.
      if (!response.ok || (answersJson && !response.headers.has('content-disposition'))) {
        throw failureOf(response, await readEnvelope(response))
      }
      saveBlob(await response.blob(), fileName)
    }),

  /** Whether a call would carry a person's token. */
  hasToken: (): boolean => readTokens() !== null,
}

export { ApiError, isAbort }
