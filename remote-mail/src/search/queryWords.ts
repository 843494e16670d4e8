import { type Folder, type Moment, readSearchWords } from '@yanshu/contracts'
import { type SearchForm, withTime } from './searchParams.ts'

/** The folders of a user, as the words of a search name them. */
export interface NamedFolders {
  readonly folders: readonly Folder[]
  nameOf(folder: Folder): string
}

export interface ReadSearch {
  readonly form: SearchForm
  /** The end did not follow the start, so that one of them was moved by a second (§5). */
  readonly corrected: boolean
  /** A folder that was asked for and is not there; '' when all is well. */
  readonly unknownFolder: string
}

/** English names of the system folders, whatever the language. */
const ROLE_NAMES: Readonly<Record<string, Folder['role']>> = {
  inbox: 'inbox',
  sent: 'sent',
  drafts: 'drafts',
  trash: 'trash',
  spam: 'spam',
}

/** The folder that a name means: the whole name, then its beginning, then a part of it. */
function folderCalled(name: string, { folders, nameOf }: NamedFolders): Folder | undefined {
  const wanted = name.trim().toLowerCase()
  const by = (fits: (own: string) => boolean) => folders.find((folder) => fits(nameOf(folder).toLowerCase()))
  return (
    by((own) => own === wanted) ??
    folders.find((folder) => folder.role === ROLE_NAMES[wanted]) ??
    by((own) => own.startsWith(wanted)) ??
    by((own) => own.includes(wanted))
  )
}

/** A search with the conditions that stand in its keyword taken as conditions; those it has already are replaced. */
export function withQueryWords(form: SearchForm, tree: NamedFolders, moment: Moment): ReadSearch {
  const words = readSearchWords(form.keyword, moment)
  const folder = words.folder ? folderCalled(words.folder, tree) : undefined
  const unknownFolder = words.folder && !folder ? words.folder : ''
  const narrows =
    words.from !== '' ||
    words.to !== '' ||
    words.subject !== '' ||
    words.folder !== '' ||
    words.startTime !== null ||
    words.endTime !== null
  const read: SearchForm = {
    ...form,
    kind: narrows ? 4 : form.kind,
    keyword: words.keyword,
    from: words.from || form.from,
    to: words.to || form.to,
    subject: words.subject || form.subject,
    folderId: folder?.folderId ?? form.folderId,
    attachment: words.attachment === 2 ? form.attachment : words.attachment,
    unread: words.unread === 2 ? form.unread : words.unread,
  }
  // Without words, conditions of any kind are an advanced search.
  const kind = read.keyword === '' && (read.attachment !== 2 || read.unread !== 2) ? 4 : read.kind
  const from = withTime({ ...read, kind }, 'startTime', words.startTime ?? form.startTime)
  const both = withTime(from.form, 'endTime', words.endTime ?? form.endTime)
  return { form: both.form, corrected: from.corrected || both.corrected, unknownFolder }
}
