import {
  Code,
  HIDDEN_SUBJECT,
  hasSealedPictures,
  type IntentOutput,
  type LetterContent,
  type LetterFile,
  protectionOf,
  type SealedFile,
  sealedHtml,
  sealedIn,
} from '@yanshu/contracts'
import { ApiError, addMessages, http, intents, type LoginScope, settings, t } from '@yanshu/shell-api'
import { attachedSize } from '@yanshu/ui/upload'
import { NS } from '../write/namespace.ts'
import { writeParams } from '../write/writeParams.ts'
import { type LetterUploads, noteRefusal, noteRefusedDraft, retryRefused } from './refusedFiles.ts'
import {
  type MatchedPictures,
  matchedPictures,
  openPictures,
  picturesAreSealed,
  type SealedPicture,
  uploadSealed,
} from './sealedPictures.ts'
import { en, zh } from './words.ts'

export { openPictures } from './sealedPictures.ts'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Whether a letter may be one that is to be encrypted: chosen, usual, or because it answers an encrypted mail. */
function mayBeEncrypted({ options, sourceMailId }: LetterContent): boolean {
  const usual = settings.current().general.letterProtection
  return protectionOf(options) !== null || usual === 'encrypt' || usual === 'both' || sourceMailId !== null
}

const refused = (message: string) => new ApiError(message, { code: Code.protectionRefused, status: 400, silent: true })

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === Code.protectionRefused

/** As where no answer came: what was not saved stays on the device, and is tried again. */
const unreachable = () => new ApiError(t(NS, 'sealed.closed'), { code: 0, status: 0, silent: true })

/** By their names: hosts of before do not export each of these classes. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'IntentUnavailable' || error.name === 'PartError')

interface Refusal {
  readonly refusal: string
}

const isGranted = <T>(answer: T): answer is Exclude<T, Refusal> =>
  !(typeof answer === 'object' && answer !== null && 'refusal' in answer)

const refusalIn = (answer: unknown): string => `${Object(answer).refusal}`

/** The answer of an intent. Rejects with its refusal, in words for the writer. */
async function ask<T>(work: () => Promise<T>): Promise<Exclude<T, Refusal>> {
  try {
    const answer = await work()
    if (isGranted(answer)) return answer
    throw refused(refusalIn(answer))
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (isMissing(error)) throw unreachable()
    throw refused(error instanceof Error ? error.message : `${error}`)
  }
}

/** A letter as it is saved. */
export interface LetterToSeal {
  readonly content: LetterContent
  readonly attachments: readonly LetterFile[]
  /** Called for each file that the server has as another one now. */
  readonly onMoved?: (before: LetterFile, after: LetterFile) => void
  /** Whether it is on its way with the files of before, which then stay until it has left. */
  readonly isSending?: () => boolean
  /** Its files on their way to the server. */
  readonly uploads?: LetterUploads
}

/** The letter as the server keeps its draft. */
export interface SealedLetter {
  readonly content: LetterContent
  /** Files that the draft no longer names once it is saved so. */
  readonly former: readonly LetterFile[]
}

/** The files of a letter, encrypted where it is to be and readable where it is not. Large ones go as links, and stay. */
async function matchedFiles({ content, attachments }: LetterToSeal): Promise<readonly LetterFile[]> {
  const { linkedAbove } = await writeParams()
  const files = attachments.filter((file) => attachedSize([file], linkedAbove) === file.size)
  if (files.length === 0) return attachments
  // A remote of before encrypts the text alone.
  if (!intents.answered('draft.files') && !files.some(({ seal }) => seal)) return attachments
  const matched = await ask(() => intents.send('draft.files', { content, files }, { silent: true }))
  const next = new Map(files.map(({ fileId }, at) => [fileId, matched.files[at]]))
  return attachments.map((file) => next.get(file.fileId) ?? file)
}

/** The text of a letter with its pictures, encrypted where it is to be and readable where it is not. */
async function matchedTexts(content: LetterContent): Promise<MatchedPictures> {
  if (!picturesAreSealed()) {
    // A remote of before could not show them again, and could not open those that are encrypted.
    if (hasSealedPictures(content.html)) throw unreachable()
    return { html: content.html, former: [] }
  }
  return matchedPictures(content, (files) =>
    ask(() => intents.send('draft.files', { content, files }, { silent: true })),
  )
}

/** Uploads a picture of the text encrypted, where the letter is to be; null where it is uploaded as it is. */
export async function sealedPicture(
  file: File,
  content: LetterContent,
  login: LoginScope,
): Promise<SealedPicture | null> {
  if (!mayBeEncrypted(content) || !picturesAreSealed() || !intents.answered('draft.sealFile')) return null
  const seal = (picture: File) =>
    ask(() => intents.send('draft.sealFile', { content, file: picture }, { silent: true }))
  return uploadSealed(file, seal, login)
}

/**
 * The letter as the server keeps its draft: of one that is to be encrypted text, pictures and files are sealed, so that its
 * writer alone can read them. Rejects where that cannot be: it is never kept in readable form instead.
 */
export async function sealed(letter: LetterToSeal, login: LoginScope): Promise<SealedLetter> {
  try {
    return await sealedLetter(letter, login)
  } catch (error) {
    if (letter.uploads && isRefusal(error)) noteRefusedDraft(letter.uploads)
    throw error
  }
}

async function sealedLetter(letter: LetterToSeal, login: LoginScope): Promise<SealedLetter> {
  const { content, attachments, onMoved } = letter
  const isSealed = attachments.some(({ seal }) => seal) || hasSealedPictures(content.html)
  if (!mayBeEncrypted(content) && !isSealed) return { content, former: [] }
  if (!intents.answered('draft.seal')) {
    const isSure = protectionOf(content.options)?.encrypt || hasSealedPictures(content.html)
    if (isSure) throw refused(t(NS, 'sealed.unavailable'))
    return { content, former: [] }
  }
  const files = await matchedFiles(letter)
  const pictures = await matchedTexts(content)
  login.signal.throwIfAborted()
  const former = [...attachments.filter((file, at) => file.fileId !== files[at]?.fileId), ...pictures.former]
  for (const [at, file] of files.entries()) {
    const before = attachments[at]
    if (before && before.fileId !== file.fileId) onMoved?.(before, file)
  }
  const kept = { ...content, html: pictures.html, fileIds: files.map(({ fileId }) => fileId) }
  const seal = await ask(() => intents.send('draft.seal', { content: kept, files }, { silent: true }))
  login.signal.throwIfAborted()
  if (!seal) return { content: kept, former }
  const html = sealedHtml(seal.sealed, seal.notice, kept.html)
  return { content: { ...kept, html, ...(seal.hidesSubject ? { subject: HIDDEN_SUBJECT } : {}) }, former }
}

/**
 * After a draft was saved: removes files that it no longer names (what is not removed now goes within a day), and sends
 * files again that could not be encrypted before.
 */
export function afterSave({ former }: SealedLetter, letter: LetterToSeal, login: LoginScope): void {
  const { isSending, uploads, content } = letter
  if (isSending?.()) return
  if (uploads) retryRefused(uploads, content)
  for (const { fileId } of former)
    http.post('file/uploaddel', { fileId }, { silent: true, login }).catch(() => undefined)
}

/** A file that was encrypted before it is uploaded. */
export type SealedAddition = Exclude<IntentOutput<'draft.sealFile'>, Refusal | null>

/** A file that is added to a letter, encrypted where the letter is to be; null where it is uploaded as it is. */
export async function sealedFile(file: File, content: LetterContent): Promise<SealedAddition | null> {
  if (!mayBeEncrypted(content) || !intents.answered('draft.sealFile')) return null
  // Such a letter cannot have files that go as links; sending refuses it with the name of this one.
  if (attachedSize([file], (await writeParams()).linkedAbove) < file.size) return null
  try {
    return await ask(() => intents.send('draft.sealFile', { content, file }, { silent: true }))
  } catch (error) {
    if (isRefusal(error)) noteRefusal(error.message)
    throw error
  }
}

/** A letter that the server has: a draft with its attachments, or a version with the names of its files. */
interface StoredLetter {
  readonly html: string
  readonly subject: string
  readonly attachments?: readonly LetterFile[]
  readonly files?: readonly { readonly name: string }[]
}

/** What the server has of a letter, with its text opened where it is sealed: the PIN is asked for. Rejects where it stays closed. */
export async function opened<T extends StoredLetter>(letter: T): Promise<T> {
  const found = sealedIn(letter.html)
  if (found === null) return letter
  if (!intents.answered('draft.open')) throw refused(t(NS, 'sealed.closed'))
  const words = await ask(() => intents.send('draft.open', { sealed: found }, { silent: true }))
  await openPictures(words.html)
  const files = new Map((words.files ?? []).map((file) => [file.as, file]))
  return {
    ...letter,
    html: words.html,
    subject: words.subject ?? letter.subject,
    ...(letter.attachments ? { attachments: letter.attachments.map((file) => openedFile(file, files)) } : {}),
    ...(letter.files
      ? { files: letter.files.map((file) => ({ ...file, name: files.get(file.name)?.name ?? file.name })) }
      : {}),
  }
}

/** A file with what it is, as the sealed text names it. */
function openedFile(file: LetterFile, files: ReadonlyMap<string, SealedFile>): LetterFile {
  const found = files.get(file.name)
  if (!found) return file
  const { as, key, name, contentType, size } = found
  return { ...file, name, contentType, size, seal: { as, key } }
}
