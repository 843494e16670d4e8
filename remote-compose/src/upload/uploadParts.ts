import { type Attachment, type LetterContent, type LetterFile, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { PartUploads } from '@yanshu/files/upload'
import { fetchPart, http, type LoginScope, settings } from '@yanshu/shell-api'
import type { UploadParts, UploadRun } from '@yanshu/ui/upload'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import type { SealedAddition } from '../sealed/sealedDrafts.ts'

const isLong = ({ size }: File): boolean => size > UPLOAD_PART_SIZE

/**
 * How the files of a letter get to the server: short ones at once, longer ones in parts that go on after an interruption. Those
 * of a letter that is to be encrypted are encrypted before.
 * @param content the letter as it is now
 */
export function uploadParts(
  login: LoginScope,
  content: () => LetterContent,
): Pick<UploadParts<LetterFile>, 'upload' | 'isResumable' | 'forget'> {
  let begun: Promise<PartUploads<Attachment>> | null = null
  /** An upload that goes on sends the bytes that it began with. */
  const sealed = new WeakMap<File, SealedAddition>()
  const inParts = () => {
    begun ??= fetchPart(() => import('./uploadInParts.ts')).then(({ createPartUploads }) => createPartUploads(login))
    begun.catch(() => {
      begun = null
    })
    return begun
  }
  const send = async (file: File, how: UploadRun) =>
    isLong(file)
      ? (await inParts()).upload(file, how)
      : http.upload('file/upload', file, { signal: how.signal, onProgress: how.onProgress, silent: true, login })
  return {
    isResumable: isLong,
    async upload(file, how) {
      if (!settings.current().smimeEnable) return send(file, how)
      const made = sealed.get(file) ?? (await (await fetchSealing()).sealedFile(file, content()))
      if (!made) return send(file, how)
      sealed.set(file, made)
      how.signal.throwIfAborted()
      const { name, type: contentType, size } = file
      return { ...(await send(made.sealed, how)), name, contentType, size, seal: made.seal }
    },
    // Where no part of it was fetched, nothing was begun.
    forget: (file) => void begun?.then(({ end }) => end(sealed.get(file)?.sealed ?? file)).catch(() => undefined),
  }
}
