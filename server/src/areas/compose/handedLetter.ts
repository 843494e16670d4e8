import { isSealedLetter, type LetterContent, optionOf, protectionOf } from '@yanshu/contracts'
import { pictureIds, renamePictures } from '../../mime/draftPictures.ts'
import { FolderClosedError } from '../../platform/http/errors.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { requireFilesOpen, requireMailOpen } from '../../store/mailbox/index.ts'
import { copyUploads, findOwnedFiles, type OwnedFile } from '../files/index.ts'
import { DraftHandRefusedError, type Words } from './composeErrors.ts'

const SECRET: Words = {
  zh: '保密邮件只能由本人写，请先取消保密模式',
  en: 'a confidential letter is written by one person. Turn off the confidential mode first',
}
const PROTECTED: Words = {
  zh: '签名或加密用的是本人的密钥，请先取消签名和加密',
  en: 'signing and encrypting use the keys of one person. Turn both off first',
}
const CORRECTS: Words = {
  zh: '更正件只能由原发件人写',
  en: 'it corrects a letter, which its sender alone can do',
}
const GUARDED: Words = {
  zh: '它引用了加密文件夹中的邮件或附件，请先移除',
  en: 'it has a mail or a file of a folder with a password. Remove that first',
}
const MISSING: Words = {
  zh: '有附件已不在您的邮箱里，请先从草稿中移除',
  en: 'one of its attachments is in your mailbox no more. Remove it from the draft first',
}

/** Throws `DraftHandRefusedError` for a letter that its author cannot hand to another person. */
export function requireHandable({ html, options }: LetterContent): void {
  if (optionOf(options, 'mail.reading')?.secret) throw new DraftHandRefusedError(SECRET)
  if (optionOf(options, 'mail.corrects') !== null) throw new DraftHandRefusedError(CORRECTS)
  if (protectionOf(options) || isSealedLetter(html)) throw new DraftHandRefusedError(PROTECTED)
}

interface Handing {
  readonly from: number
  readonly to: number
  /** Ids that the receiving side has already, by those of the other. */
  readonly known: ReadonlyMap<string, string>
  /** Whether files that cannot go along refuse the whole, or stay out and are named. */
  readonly isStrict: boolean
}

/** A letter with the files of another account. */
export interface HandedLetter {
  readonly content: LetterContent
  /** The copies, by the ids that they are made of. */
  readonly copies: ReadonlyMap<string, string>
  /** Names of the files that stay out. */
  readonly missing: readonly string[]
}

/**
 * The same letter for another account: its files and pictures become uploads there. What lies in a folder with a password
 * does not go along, whether its owner has opened the folder or not: the other person has not. Throws
 * `DraftHandRefusedError`.
 */
export async function handLetter(
  trx: Trx,
  context: TransactionContext,
  content: LetterContent,
  { from, to, known, isStrict }: Handing,
): Promise<HandedLetter> {
  if (isStrict && content.sourceMailId !== null && (await isClosed(trx, from, content.sourceMailId)))
    throw new DraftHandRefusedError(GUARDED)
  const pictures = pictureIds(content.html)
  const files = await findOwnedFiles(trx, from, [...content.fileIds, ...pictures])
  const there = new Set(files.map(({ id }) => id))
  if (isStrict && content.fileIds.some((id) => !there.has(id))) throw new DraftHandRefusedError(MISSING)
  const closed = await closedAmong(trx, from, files)
  if (isStrict && closed.length > 0) throw new DraftHandRefusedError(GUARDED)
  const fresh = files.filter((file) => !known.has(file.id) && !closed.includes(file))
  const copies = await copyUploads(trx, context, to, fresh, (id) => pictures.includes(id))
  const ids = new Map([...known, ...copies])
  return {
    content: {
      ...content,
      html: renamePictures(content.html, ids),
      fileIds: content.fileIds.flatMap((id) => ids.get(id) ?? []),
    },
    copies,
    missing: closed.map(({ name }) => name),
  }
}

/** Those of some files that are parts of mails in folders with a password alone. */
async function closedAmong(trx: Trx, accountId: number, files: readonly OwnedFile[]): Promise<OwnedFile[]> {
  const closed: OwnedFile[] = []
  for (const file of files) {
    if (file.source !== 'mail') continue
    if (await refuses(() => requireFilesOpen(trx, { accountId, openFolders: 'none' }, [file.id]))) closed.push(file)
  }
  return closed
}

const isClosed = (trx: Trx, accountId: number, mailId: number): Promise<boolean> =>
  refuses(() => requireMailOpen(trx, { accountId, openFolders: 'none' }, mailId))

/** Whether something is refused because it lies in a closed folder. */
async function refuses(ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask()
    return false
  } catch (error) {
    if (error instanceof FolderClosedError) return true
    throw error
  }
}
