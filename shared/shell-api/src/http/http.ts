import type { GetData, GetPath, GetQuery, PostBody, PostData, PostPath } from '@yanshu/contracts'
import { type LoginScope, loginScope } from '../login/loginScope.ts'
import { orKept } from '../offline/withoutNetwork.ts'
import { readTokens } from '../session/tokens.ts'
import { ApiError, isAbort } from './ApiError.ts'
import {
  addressOf,
  type Caller,
  callerOf,
  dataOf,
  type Exchange,
  endOf,
  exchange,
  expiredError,
  failureOf,
  readEnvelope,
} from './exchange.ts'
import { beginLoading } from './loading.ts'
import { showError } from './notifier.ts'
import { beginCall } from './quiet.ts'
import { uploadFiles } from './upload.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The caller shows the error itself. */
  readonly silent?: boolean
  /** A code that the caller answers itself: no message is shown for it. */
  readonly handles?: number
  /** The call counts for the loading indication. */
  readonly loading?: boolean
  /** The call may outlive the page (saving while it closes); its body is at most 64 kB. */
  readonly keepalive?: boolean
  /** What a POST carries in its address. */
  readonly query?: Readonly<Record<string, string | number>>
  /** The login that the call belongs to, where it may begin after that login has ended (a timer, a queue); by default the current one. */
  readonly login?: LoginScope
}

export type UploadPath =
  | 'file/upload'
  | 'file/upload/part'
  | 'file/uploadMailPicture'
  | 'file/uploadCustomPicture'
  | 'calendar/import'
  | 'documents/upload'
  | 'documents/upload/part'
  | 'documents/version/upload'
  | 'handIn/part'
  | 'mail/main/feedback'
  | 'mail/email/import'

export interface DownloadOptions extends CallOptions {
  /** What a POST carries; without it the file is asked for by GET. */
  readonly body?: unknown
  /** Reads the answer, for progress; by default at once. */
  readonly read?: (response: Response) => Promise<Blob>
}

export interface UploadOptions extends CallOptions {
  /** Bytes sent of all bytes. */
  readonly onProgress?: (sent: number, total: number) => void
  readonly query?: Readonly<Record<string, string | number>>
  /** Fields of the form before its files. */
  readonly fields?: Readonly<Record<string, string>>
}

type Work<T> = (caller: Caller, signal: AbortSignal) => Promise<T>

/** Runs a call with what all calls share: loading indication, one message per failure, no message for an abort. */
async function attempt<T>(caller: Caller, end: AbortSignal, options: CallOptions, work: Work<T>): Promise<T> {
  const done = options.loading ? beginLoading() : null
  const answered = beginCall()
  try {
    end.throwIfAborted()
    return await work(caller, options.signal ? AbortSignal.any([options.signal, end]) : end)
  } catch (error) {
    if (end.aborted && !options.signal?.aborted) throw expiredError()
    if (!(error instanceof ApiError)) throw error
    if ((options.silent || options.handles === error.code) && !error.silent) {
      const { code, status, retryAfter } = error
      throw new ApiError(error.message, { code, status, retryAfter, silent: true })
    }
    if (!error.silent) showError(error.message, error.code)
    throw error
  } finally {
    answered()
    done?.()
  }
}

/**
 * Runs a call in its login. When the login ends, the call is aborted and its promise stays pending for ever: code behind
 * an `await` must not go on, with data or with an error, in the login of another user.
 */
function run<T>(path: string, options: CallOptions, work: Work<T>): Promise<T> {
  const login = options.login ?? loginScope()
  const caller = callerOf(login)
  return attempt(caller, endOf(caller, path), options, work).finally(() =>
    login.signal.aborted ? new Promise(() => undefined) : undefined,
  )
}

// The contracts define what a path answers, and the server's tests check it, so the client does not check again.
// biome-ignore lint/suspicious/noExplicitAny: the one place where an answer gets its type
const call = (options: CallOptions, exchanged: Omit<Exchange, 'signal'>): Promise<any> =>
  run(exchanged.path, options, (caller, signal) =>
    orKept(exchanged, caller.login, async () =>
      dataOf(await exchange({ ...exchanged, signal, keepalive: options.keepalive }, caller)),
    ),
  )

/** Leaves the browser to save `blob` under a name. */
export function saveBlob(blob: Blob, fileName: string): void {
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
    call(options, { method: 'POST', path, body, query: options.query }),

  /** Uploads a file in the field `file`, or several in fields of that name, with progress. */
  upload: <P extends UploadPath>(
    path: P,
    file: File | readonly File[],
    options: UploadOptions = {},
  ): Promise<PostData<P>> =>
    run(path, options, async (caller, signal) => {
      const { onProgress, query, fields } = options
      // biome-ignore lint/suspicious/noExplicitAny: as for `call`
      const data: any = await dataOf(
        await uploadFiles(path, file instanceof File ? [file] : file, caller, {
          signal,
          ...(onProgress ? { onProgress } : {}),
          ...(query ? { query } : {}),
          ...(fields ? { fields } : {}),
        }),
      )
      return data
    }),

  /** The address of a file for links, pictures and frames; the cookie lets it in. */
  fileUrl: (path: `file/${string}`, query?: Record<string, string | number | undefined>): string =>
    addressOf(path, query),

  /** Downloads a file under a name. Errors are read from the JSON inside the blob and shown (§8). */
  download: (
    path: `file/${string}` | 'mail/email/export',
    fileName: string,
    { body, read = (response) => response.blob(), ...options }: DownloadOptions = {},
  ): Promise<void> =>
    run(path, { loading: true, ...options }, async (caller, signal) => {
      const how = body ? ({ method: 'POST', body } as const) : ({ method: 'GET', anonymous: true } as const)
      const response = await exchange({ path, signal, ...how }, caller)
      const answersJson = (response.headers.get('content-type') ?? '').includes('application/json')
      // A JSON file may be what was asked for: it comes as an attachment, an error does not.
      if (!response.ok || (answersJson && !response.headers.has('content-disposition'))) {
        throw failureOf(response, await readEnvelope(response))
      }
      saveBlob(await read(response), fileName)
    }),

  /** Whether a call would carry a person's token. */
  hasToken: (): boolean => readTokens() !== null,
}

export { ApiError, isAbort }
