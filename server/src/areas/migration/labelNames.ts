import type { Context } from '../../store/context/context.ts'

/** What an atom of IMAP cannot have (RFC 9051 §9), and what Thunderbird replaces in its tags. */
const NO_ATOM = /[\s()/{%*<>\\"\]\p{Cc}]/gu
/** Keywords that mean something to mail programs: those of the standards begin with `$`. */
const HAS_MEANING = /^(?:\$|(?:non|not)?junk$)/i

/** Text as in names of folders (RFC 3501 §5.1.3), which has no character that a keyword cannot have. */
const modifiedUtf7 = (text: string): string =>
  text.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, (run) => {
    const bytes = Buffer.from(run, 'utf16le').swap16()
    return `&${bytes.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  })

/** The keyword for a label, as Thunderbird makes them of its tags. */
export function keywordOf(name: string): string {
  const plain = name.normalize('NFC').replace(NO_ATOM, '_')
  return modifiedUtf7(HAS_MEANING.test(plain) ? `_${plain}` : plain)
}

/**
 * The keywords of all labels of an account, by their ids. Keywords are the same in both cases of letters: the second one of two
 * that would be the same has the number of its label.
 */
export async function keywordsOf({ store }: Pick<Context, 'store'>, accountId: number): Promise<Map<number, string>> {
  const taken = new Set<string>()
  const keywords = new Map<number, string>()
  for (const { id, name } of await labelsOfAccount({ store }, accountId)) {
    const plain = keywordOf(name)
    const keyword = taken.has(plain.toLowerCase()) ? `${plain}_${id}` : plain
    taken.add(keyword.toLowerCase())
    keywords.set(id, keyword)
  }
  return keywords
}

/** The labels of an account as Gmail has them: a slash makes one inside another there, too. */
export async function gmailLabelsOf(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  folderNames: readonly string[],
): Promise<Map<number, string>> {
  // The folder that the mails lie in is the label itself.
  const own = folderNames.join('/').normalize('NFC')
  const labels = await labelsOfAccount({ store }, accountId)
  return new Map(labels.flatMap(({ id, name }) => (name.normalize('NFC') === own ? [] : [[id, name] as const])))
}

const labelsOfAccount = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('label').select(['id', 'name']).where('account_id', '=', accountId).orderBy('id').execute()
