import { type Attachment, Code, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { ApiError, http } from '@yanshu/shell-api'
import type { UploadRun } from '@yanshu/ui/upload'

/** How often a part is sent before the file counts as failed; the person tries it again then. */
const TRIES_MAX = 4
const WAIT_MS = 2_000

/** Uploads a file of mail, which may be long, part by part. Rejects with an `ApiError`, or with the abort of its signal. */
export async function uploadInParts(file: File, { signal, onProgress, onStalled }: UploadRun): Promise<Attachment> {
  const options = { silent: true, signal }
  const asked = { name: file.name, contentType: file.type, size: file.size, digest: null }
  const { uploadId } = await http.post('file/upload/begin', asked, options)
  const id = uploadId ?? ''
  try {
    for (let part = 0; part * UPLOAD_PART_SIZE < file.size; part++) {
      const before = part * UPLOAD_PART_SIZE
      const bytes = new File([file.slice(before, before + UPLOAD_PART_SIZE)], 'part')
      const sent = (done: number) => onProgress(Math.min(before + done, file.size), file.size)
      await withRetries({ signal, onStalled }, () =>
        http.upload('file/upload/part', bytes, { ...options, query: { uploadId: id, part }, onProgress: sent }),
      )
    }
    return await withRetries({ signal, onStalled }, () => http.post('file/upload/finish', { uploadId: id }, options))
  } catch (error) {
    // The parts that the server has would be kept for days.
    void http.post('file/upload/cancel', { uploadId: id }, { silent: true }).catch(() => undefined)
    throw error
  }
}

/** Whether an attempt may succeed when it is made again: no answer came, the server is busy, or the part arrived damaged. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === Code.uploadDamaged || error.status === 0 || [408, 429, 502, 503, 504].includes(error.status))

async function withRetries<T>({ signal, onStalled }: Pick<UploadRun, 'signal' | 'onStalled'>, work: () => Promise<T>) {
  for (let tries = 1; ; tries++) {
    try {
      const done = await work()
      onStalled(false)
      return done
    } catch (error) {
      if (signal.aborted || !isPassing(error) || tries >= TRIES_MAX) throw error
      onStalled(true)
      await pause(WAIT_MS * tries, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
