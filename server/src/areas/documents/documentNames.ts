import { documentNameKey, documentNameProblem, freeDocumentName } from '@yanshu/contracts'
import { safeFileName } from '../../mime/fileNames.ts'
import type { Trx } from '../../store/database/transact.ts'
import { textSyllables } from '../../store/names/pinyin.ts'
import { DocumentNameRefusedError, DocumentNameTakenError } from './documentErrors.ts'

/** Characters of the key by which names are sorted. */
const SORT_MAX = 200

/** The columns of a row that follow from its name. */
export function nameColumns(name: string) {
  const key = documentNameKey(name)
  const syllables = textSyllables(key)
  const initials = syllables.map((syllable) => [...syllable][0] ?? '').join('')
  return {
    name,
    name_key: key,
    // 2 stands before 10.
    sort_name: syllables
      .join(' ')
      .replace(/\d{1,10}/g, (digits) => digits.padStart(10, '0'))
      .slice(0, SORT_MAX)
      .toWellFormed(),
    found_by: [key, syllables.join(''), initials].join('\n'),
  }
}

/** Throws `DocumentNameRefusedError`. */
export function requireName(name: string): void {
  if (documentNameProblem(name) !== null) throw new DocumentNameRefusedError()
}

/** A name of elsewhere as one of the document center. */
export const nameFromElsewhere = (name: string): string => {
  const safe = safeFileName(name)
  return documentNameProblem(safe) === null ? safe : 'file'
}

/** What of a name is in a folder already; undefined where it is free. */
export const namedIn = (trx: Trx, accountId: number, parentId: number, name: string) =>
  trx
    .selectFrom('document')
    .select(['id', 'kind', 'version'])
    .where('account_id', '=', accountId)
    .where('parent_id', '=', parentId)
    .where('name_key', '=', documentNameKey(name))
    .where('bin_root', 'is', null)
    .executeTakeFirst()

/** Throws `DocumentNameTakenError` where another than `exceptId` has the name. */
export async function requireFreeName(
  trx: Trx,
  accountId: number,
  { parentId, name, exceptId = 0 }: { parentId: number; name: string; exceptId?: number },
): Promise<void> {
  const other = await namedIn(trx, accountId, parentId, name)
  if (other && other.id !== exceptId) throw new DocumentNameTakenError(name)
}

/** The name itself, or one with a number that is free in the folder. */
export async function freeNameIn(trx: Trx, accountId: number, parentId: number, name: string): Promise<string> {
  if (!(await namedIn(trx, accountId, parentId, name))) return name
  const [first = ''] = documentNameKey(name)
  const rows = await trx
    .selectFrom('document')
    .select('name_key')
    .where('account_id', '=', accountId)
    .where('parent_id', '=', parentId)
    .where('bin_root', 'is', null)
    .where('name_key', '>=', first)
    .where('name_key', '<', `${first}\u{10ffff}`)
    .execute()
  const taken = new Set(rows.map(({ name_key }) => name_key))
  return freeDocumentName(name, (one) => taken.has(documentNameKey(one)))
}
