import { type Attachment, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { PartUploads } from '@yanshu/files/upload'
import { fetchPart, http, type LoginScope } from '@yanshu/shell-api'
import type { UploadParts } from '@yanshu/ui/upload'

const isLong = ({ size }: File): boolean => size > UPLOAD_PART_SIZE

/** How the files of a letter get to the server: short ones at once, longer ones in parts that go on after an interruption. */
export function uploadParts(login: LoginScope): Pick<UploadParts<Attachment>, 'upload' | 'isResumable' | 'forget'> {
  let begun: Promise<PartUploads<Attachment>> | null = null
  const inParts = () => {
    begun ??= fetchPart(() => import(/* webpackChunkName: "later-upload" */ './uploadInParts.ts')).then(
      ({ createPartUploads }) => createPartUploads(login),
    )
    begun.catch(() => {
      begun = null
    })
    return begun
  }
  return {
    isResumable: isLong,
    upload: async (file, how) =>
      isLong(file)
        ? (await inParts()).upload(file, how)
        : http.upload('file/upload', file, { signal: how.signal, onProgress: how.onProgress, silent: true, login }),
    // Where no part of it was fetched, nothing was begun.
    forget: (file) => void begun?.then(({ end }) => end(file)).catch(() => undefined),
  }
}
