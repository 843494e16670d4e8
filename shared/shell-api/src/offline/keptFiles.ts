import { type FilePreview, type MailDetail, OFFLINE_FILE_MAX, OFFLINE_FILES_MAX } from '@yanshu/contracts'
import { callerOf, exchange } from '../http/exchange.ts'
import { http } from '../http/http.ts'
import { sealedJournal } from '../journal/sealedJournal.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { alone } from './keptMails.ts'

/** An attached file that lies on the device because its person has chosen so. */
export interface KeptFile {
  readonly fileId: string
  readonly mailId: number
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

/** Why files of a mail are not kept: one is too large, or all together would be. */
export type FilesRefusal = 'large' | 'room'

const LIST = 'list'
const ON_SERVER = { onServer: true } as const
/** Bytes that are sealed at a time, so that each step is short. */
const PIECE = 1_024 * 1_024
/** Characters of the pieces by which a file is shown, of which no more are kept. */
const PREVIEW_MAX = 2 * PIECE

const listsOf = (login: LoginScope) => sealedJournal<readonly KeptFile[]>('offline-files', login)
/** Bytes as base64: the journal keeps what can be written as JSON. */
const piecesOf = (login: LoginScope) => sealedJournal<string>('offline-file', login)
/** How a file is shown, as the server has answered. */
const previewsOf = (login: LoginScope) => sealedJournal<FilePreview>('offline-preview', login)
const pieceName = (fileId: string, at: number) => `${fileId} ${at}`
const piecesIn = (size: number) => Math.max(1, Math.ceil(size / PIECE))

/** The files that are kept for a login. */
export const listFiles = async (login: LoginScope): Promise<readonly KeptFile[]> =>
  (await listsOf(login).get(LIST)) ?? []

/** The files of a mail that stand below its text, which are those that can be kept. */
export const filesToKeep = ({ attachments }: Pick<MailDetail, 'attachments'>) =>
  attachments.filter(({ contentId }) => contentId === null)

/** Why the files of a mail are not kept beside those that are there; null where they are. */
export function filesRefusal(sizes: readonly number[], kept: readonly KeptFile[]): FilesRefusal | null {
  if (sizes.some((size) => size > OFFLINE_FILE_MAX)) return 'large'
  const all = [...sizes, ...kept.map(({ size }) => size)].reduce((sum, size) => sum + size, 0)
  return all > OFFLINE_FILES_MAX ? 'room' : null
}

/** Fetches the files of a mail and seals them on the device. Rejects where the server cannot be asked or there is no room. */
export function putFiles(
  login: LoginScope,
  mail: Pick<MailDetail, 'mailId' | 'attachments'>,
): Promise<FilesRefusal | null> {
  return alone('offline-files', login, async () => {
    const kept = (await listFiles(login)).filter(({ mailId }) => mailId !== mail.mailId)
    const files = filesToKeep(mail)
    const refusal = filesRefusal(
      files.map(({ size }) => size),
      kept,
    )
    if (refusal) return refusal
    const list = [...kept]
    for (const { fileId, contentType } of files) {
      const content = await fetchFile(login, fileId)
      await putPieces(login, fileId, content)
      await putPreview(login, fileId)
      list.push({ fileId, mailId: mail.mailId, contentType, size: content.size })
      // Each by itself: what is interrupted leaves whole files alone.
      await listsOf(login).put(LIST, list, ON_SERVER)
    }
    return null
  })
}

async function fetchFile(login: LoginScope, fileId: string): Promise<Blob> {
  const call = { method: 'GET', path: `file/download/${fileId}`, signal: login.session, anonymous: true } as const
  const response = await exchange(call, callerOf(login))
  // An error comes as JSON that is no attachment.
  if (!response.ok || !response.headers.has('content-disposition')) throw new Error(`The file ${fileId} did not come`)
  return response.blob()
}

/** Without an answer the file is kept all the same: it can be saved, and no preview of it is shown. */
async function putPreview(login: LoginScope, fileId: string): Promise<void> {
  const preview = await http.get('file/preview', { fileId }, { login, silent: true }).catch(() => null)
  if (preview && JSON.stringify(preview).length <= PREVIEW_MAX) await previewsOf(login).put(fileId, preview, ON_SERVER)
}

/** How a kept file is shown without a network; null where that is not known. */
export const keptPreview = (login: LoginScope, fileId: string): Promise<FilePreview | null> =>
  previewsOf(login).get(fileId)

async function putPieces(login: LoginScope, fileId: string, content: Blob): Promise<void> {
  for (let at = 0; at < piecesIn(content.size); at += 1) {
    const piece = await base64Of(content.slice(at * PIECE, (at + 1) * PIECE))
    await piecesOf(login).put(pieceName(fileId, at), piece, ON_SERVER)
  }
}

/** Encoded by the browser, beside the page. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(piece)
  })
}

/** A file that is kept, whole; null for one that is not. */
export async function keptFile(login: LoginScope, fileId: string): Promise<Blob | null> {
  const file = (await listFiles(login)).find((one) => one.fileId === fileId)
  if (!file) return null
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < piecesIn(file.size); at += 1) {
    const piece = await piecesOf(login).get(pieceName(fileId, at))
    if (piece === null) return null
    parts.push(Uint8Array.from(atob(piece), (letter) => letter.charCodeAt(0)))
  }
  const content = new Blob(parts, { type: file.contentType })
  return content.size === file.size ? content : null
}

/** Deletes the kept files of those mails that a rule names. */
export function removeFiles(login: LoginScope, isGone: (mailId: number) => boolean): Promise<void> {
  return alone('offline-files', login, async () => {
    const kept = await listFiles(login)
    const gone = kept.filter(({ mailId }) => isGone(mailId))
    if (gone.length === 0) return
    await listsOf(login).put(
      LIST,
      kept.filter((file) => !gone.includes(file)),
      ON_SERVER,
    )
    for (const { fileId, size } of gone) {
      await previewsOf(login).remove(fileId)
      for (let at = 0; at < piecesIn(size); at += 1) await piecesOf(login).remove(pieceName(fileId, at))
    }
  })
}
