import {
  type AttachmentProblem,
  attachmentProblem,
  EVENT_FILES_MAX,
  EVENT_FILES_SIZE_MAX,
  type EventFile,
} from '@yanshu/contracts'
import { createUploads, totalSize, type UploadItem, type UploadParts, type Uploads } from '@yanshu/ui/upload'

/** What stands in the way of saving: files that are on their way, or that did not get there. */
export type Waiting = 'waiting' | 'failed' | null

export interface Refused {
  readonly name: string
  readonly problem: AttachmentProblem
}

/** The files of a form: those that the event has, and those on their way to the server. */
export interface FileList {
  readonly uploads: Uploads<EventFile>
  items(): readonly UploadItem<EventFile>[]
  subscribe(changed: () => void): () => void
  /** Those that are there. */
  files(): readonly EventFile[]
  waiting(): Waiting
  /** Adds what may be added; answers what may not, and why. */
  add(files: readonly File[]): readonly Refused[]
  /** Removes a file; answers how to restore it, null for one that never got to the server. */
  remove(key: string): { readonly name: string; readonly undo: () => void } | null
}

/** Keeps the files of one form, without React. */
export function createFileList(
  first: readonly EventFile[],
  parts: Pick<UploadParts<EventFile>, 'upload' | 'wordsFor'>,
): FileList {
  const listeners = new Set<() => void>()
  const uploads = createUploads<EventFile>({
    ...parts,
    onChange: () => {
      for (const listener of listeners) listener()
    },
  })
  uploads.carry(first)
  const items = () => uploads.items()
  return {
    uploads,
    items,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    files: () => items().flatMap(({ uploaded }) => uploaded ?? []),
    waiting: () => {
      if (items().some(({ state }) => state === 'failed')) return 'failed'
      return items().some(({ state }) => state !== 'done') ? 'waiting' : null
    },
    add(files) {
      const accepted: File[] = []
      const refused: Refused[] = []
      for (const file of files) {
        const problem = problemOf(file, [...items(), ...accepted])
        if (problem) refused.push({ name: file.name, problem })
        else accepted.push(file)
      }
      if (accepted.length > 0) uploads.add(accepted)
      return refused
    },
    remove(key) {
      const item = items().find((one) => one.key === key)
      uploads.remove(key)
      const { uploaded = null, name = '' } = item ?? {}
      return uploaded && { name, undo: () => uploads.carry([uploaded]) }
    },
  }
}

/** Why a file does not become one of the event; the server has the last word on its type. */
export function problemOf(
  file: { readonly name: string; readonly size: number },
  there: readonly { readonly name: string; readonly size: number }[],
): AttachmentProblem | null {
  if (there.length >= EVENT_FILES_MAX) return 'too-many'
  return attachmentProblem(file, there) ?? (totalSize(there) + file.size > EVENT_FILES_SIZE_MAX ? 'too-large' : null)
}
