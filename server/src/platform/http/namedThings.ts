import { pictureIds } from '../../mime/draftPictures.ts'

/** What a call names: mails, folders, and files. */
export interface NamedThings {
  readonly mailIds: readonly number[]
  readonly folderIds: readonly number[]
  readonly fileIds: readonly string[]
}

const MAILS: readonly string[] = ['mailId', 'mailIds', 'sourceMailId']
const FOLDERS: readonly string[] = ['mailboxId', 'targetMailboxId', 'folderId']
const FILES: readonly string[] = ['fileId', 'fileIds', 'photoId']
/** Text that shows pictures by the ids of their files. */
const HTMLS: readonly string[] = ['html']

/**
 * Finds by the names of fields which mails, folders and files a call is about, in its parsed query and body and in its
 * path. Every call of the contract calls them by these names; a test goes over all of them. The files of an event are asked
 * about where they are read (`chooseFiles`): those that it has already stay its own.
 */
export function namedThings(
  path: string,
  query: unknown,
  body: unknown,
  params: Readonly<Record<string, string | undefined>>,
): NamedThings {
  const mailIds: number[] = []
  const folderIds: number[] = []
  const fileIds: string[] = []
  for (const part of [query, body]) {
    if (typeof part !== 'object' || part === null) continue
    for (const [name, value] of Object.entries(part)) {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value]
      const numbers = () => values.filter((one) => typeof one === 'number')
      const texts = () => values.filter((one) => typeof one === 'string')
      if (MAILS.includes(name)) for (const id of numbers()) mailIds.push(id)
      else if (FOLDERS.includes(name)) for (const id of numbers()) folderIds.push(id)
      else if (FILES.includes(name)) fileIds.push(...texts())
      else if (HTMLS.includes(name)) fileIds.push(...texts().flatMap(pictureIds))
    }
  }
  const mailId = Number(params.mailId)
  if (Number.isSafeInteger(mailId)) mailIds.push(mailId)
  const folderId = Number(params.folderId)
  if (Number.isSafeInteger(folderId)) folderIds.push(folderId)
  if (path.startsWith('file/') && params.id !== undefined) fileIds.push(params.id)
  return { mailIds, folderIds, fileIds }
}
