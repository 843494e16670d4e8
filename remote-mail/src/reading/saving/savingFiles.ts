import type { Attachment, FilePreview } from '@yanshu/contracts'
import { http, isSlowLine, loginScope, offlineParts, saveBlob } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { mayFetch } from './mayFetch.ts'
import { saySaving } from './words.ts'

export { keepOnDevice } from './keepOnDevice.ts'

/** A file that lies on the device by choice; null for others, and where nothing is kept, as by a host of before. */
async function keptOnDevice(fileId: string): Promise<Blob | null> {
  try {
    const parts = await offlineParts?.()
    return (await parts?.keptFile?.(loginScope(), fileId)) ?? null
  } catch {
    return null
  }
}

/** A file of the device with how it is shown, for the time without a network; null for one that is not kept so. */
export async function keptCopy(
  fileId: string,
): Promise<{ readonly preview: FilePreview; readonly content: Blob } | null> {
  const content = await keptOnDevice(fileId)
  const parts = content && (await offlineParts?.())
  // A host of before keeps no previews.
  const preview = await parts?.keptPreview?.(loginScope(), fileId)
  return content && preview ? { preview, content } : null
}

/** Whether a file may be shown: on a slow line the person is asked, but not for one that lies on the device. */
export async function mayShow(file: Attachment): Promise<boolean> {
  if (!isSlowLine?.() || (!navigator.onLine && (await keptOnDevice(file.fileId)))) return true
  return mayFetch([file])
}

/** Saves attached files one after the other: browsers drop downloads that begin together. A failure is shown by `http`. */
export async function saveFiles(files: readonly Attachment[]): Promise<void> {
  const kept = new Map<string, Blob>()
  for (const { fileId } of files) {
    const content = await keptOnDevice(fileId)
    if (content) kept.set(fileId, content)
  }
  const others = files.filter(({ fileId }) => !kept.has(fileId))
  if (!(await mayFetch(others))) return
  try {
    for (const { fileId, name } of files) {
      const content = kept.get(fileId)
      if (content) saveBlob(content, name)
      else await http.download(`file/download/${fileId}`, name)
    }
  } catch {
    return
  }
  if (files.length > 1) notify.success(saySaving('savedAll', { count: files.length }))
}
