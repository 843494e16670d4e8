import {
  type LetterContent,
  type LetterFile,
  namedPicture,
  pictureFile,
  pictureName,
  pictureNames,
  typeOfPicture,
  withPictureNames,
} from '@yanshu/contracts'
import { http, type LoginScope } from '@yanshu/shell-api'
import type { Cms } from '../crypto/fetchCms.ts'
import { openFile, sealFile } from './fileSeal.ts'

/** How files of a letter are read from the server and laid there again. */
export interface Moving {
  readonly cms: Cms
  readonly login: LoginScope
  readonly signal?: AbortSignal
}

/** The server has no such file, or not for this person. */
export class FileGoneError extends Error {}

/** What the server has of a file. Rejects where it has not all of it, with `FileGoneError` where it has nothing. */
async function contentOf({ fileId, name }: LetterFile, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(http.fileUrl(`file/download/${fileId}`), { signal, cache: 'no-store' })
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 404) throw new FileGoneError(name)
    throw new Error(`${name} was answered with ${response.status}`)
  }
  return response.blob()
}

const upload = (file: File, { login, signal }: Moving) =>
  http.upload('file/upload', file, { silent: true, login, ...(signal ? { signal } : {}) })

const uploadPicture = async (file: File, { login, signal }: Moving): Promise<string> => {
  const options = { silent: true, login, ...(signal ? { signal } : {}) }
  return (await http.upload('file/uploadMailPicture', file, options)).id
}

/** The readable content of a file. Throws `CmsError` where it was changed. */
export async function readableOf(file: LetterFile, { cms, login, signal = login.signal }: Moving): Promise<Blob> {
  const content = await contentOf(file, signal)
  return file.seal ? openFile(cms, content, file.seal) : content
}

/** The file, encrypted and uploaded again. */
export async function sealedAgain(file: LetterFile, moving: Moving): Promise<LetterFile> {
  const { sealed, seal } = await sealFile(moving.cms, await readableOf(file, moving))
  const { fileId } = await upload(sealed, moving)
  return { ...file, fileId, seal }
}

/** The file, opened and uploaded again. */
export async function openedAgain({ seal, ...file }: LetterFile, moving: Moving): Promise<LetterFile> {
  if (!seal) return file
  const content = await readableOf({ ...file, seal }, moving)
  // What names a picture of the text names no type.
  const isPicture = file.contentId === file.fileId
  const contentType = isPicture ? ((await typeOfPicture(content)) ?? '') : file.contentType
  const opened = new File([content], file.name, { type: contentType })
  return { ...file, fileId: isPicture ? await uploadPicture(opened, moving) : (await upload(opened, moving)).fileId }
}

/** The encrypted pictures of a text. */
export const sealedPicturesIn = (html: string): LetterFile[] =>
  pictureNames(html)
    .map(pictureFile)
    .filter(({ seal }) => seal)

/** HTML whose pictures are readable on the server: encrypted ones are opened and uploaded again. */
export async function withReadablePictures(html: LetterContent['html'], moving: Moving): Promise<string> {
  const next = new Map<string, string>()
  for (const file of sealedPicturesIn(html)) {
    const opened = await openedAgain(file, moving)
    next.set(file.fileId, pictureName({ fileId: opened.fileId, key: null }))
  }
  return withPictureNames(html, (name) => next.get(namedPicture(name).fileId) ?? name)
}
