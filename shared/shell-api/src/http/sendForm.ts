import { HTTP_TIMEOUT_MS } from '@yanshu/contracts'
import type { UploadHow } from './uploadHow.ts'

/** Where a form goes. Handed in: what this file imported would leave the first script's one scope. */
export interface FormTarget {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** What to reject with when no answer came, or none in time. */
  readonly lost: (timeout?: boolean) => Error
}

/** Sends a form by XMLHttpRequest, the only way that reports how much was sent. */
export function sendForm(
  { address, headers, lost }: FormTarget,
  files: readonly File[],
  how: UploadHow,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const finish = () => how.signal.removeEventListener('abort', stop)
    const fail = (error: unknown) => {
      finish()
      reject(error)
    }
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // There is no limit for the whole, because a large file needs time; the call ends when nothing is transferred any more.
    let silence = setTimeout(stop, HTTP_TIMEOUT_MS)
    const onAnswer = () => {
      clearTimeout(silence)
      silence = setTimeout(stop, HTTP_TIMEOUT_MS)
    }
    request.upload.onprogress = (event) => {
      onAnswer()
      how.onProgress?.(event.loaded, event.total)
    }
    request.onloadend = () => clearTimeout(silence)
    request.onerror = () => fail(lost())
    request.onabort = () =>
      fail(how.signal.aborted ? new DOMException('The upload was cancelled', 'AbortError') : lost(true))
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
    for (const [name, value] of Object.entries(how.fields ?? {})) form.append(name, value)
    for (const file of files) form.append('file', file, file.name)
    request.send(form)
  })
}
