import { HTTP_TIMEOUT_MS } from '@yanshu/contracts'
import { addressOf, type Caller, headersOf, networkError, renew, sessionOver, tokenOf } from './exchange.ts'

export interface UploadHow {
  readonly signal: AbortSignal
  readonly onProgress?: (sent: number, total: number) => void
}

/** Sends a form by XMLHttpRequest, the only way that tells how much of it has left. */
function sendForm(path: string, file: File, token: string | null, how: UploadHow): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const finish = () => how.signal.removeEventListener('abort', stop)
    const fail = (error: unknown) => {
      finish()
      reject(error)
    }
    request.open('POST', addressOf(path))
    for (const [name, value] of Object.entries(headersOf(token))) request.setRequestHeader(name, value)
    // No limit on the whole: a large file takes its time. Silence is what ends it.
    let silence = setTimeout(stop, HTTP_TIMEOUT_MS)
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(stop, HTTP_TIMEOUT_MS)
    }
    request.upload.onprogress = (event) => {
      heard()
      how.onProgress?.(event.loaded, event.total)
    }
    request.onloadend = () => clearTimeout(silence)
    request.onerror = () => fail(networkError())
    request.onabort = () =>
      fail(how.signal.aborted ? new DOMException('The upload was cancelled', 'AbortError') : networkError(true))
    request.onload = () => {
      finish()
      const waits = request.getResponseHeader('retry-after')
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: waits ? { 'retry-after': waits } : {},
        }),
      )
    }
    if (how.signal.aborted) return fail(new DOMException('The upload was cancelled', 'AbortError'))
    how.signal.addEventListener('abort', stop)
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}

/** Uploads a file; an expired token is exchanged once and the file sent again. */
export async function uploadFile(path: string, file: File, caller: Caller, how: UploadHow): Promise<Response> {
  const token = tokenOf(caller)
  const response = await sendForm(path, file, token, how)
  if (response.status !== 401) return response
  const next = token && (await renew(token, caller))
  const again = next ? await sendForm(path, file, next, how) : response
  if (again.status === 401) throw sessionOver(caller)
  return again
}
