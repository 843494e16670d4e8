import path from 'node:path'
import { NO_MAIL_NAMES } from '../../mailflow/import/importSource.ts'
import { decodeFolderName, maildirPath } from '../../mailflow/import/maildirNames.ts'

/** Where an entry of an archive stands. */
export interface EntryPlace {
  /** The names of its folders, the outermost first. */
  readonly trail: readonly string[]
  readonly file: string
  /** Whether it is a mail of a Maildir, whose name has its marks. */
  readonly isMaildir: boolean
}

/** Files of a Maildir's own. */
const MAILDIR_FILES = /^(?:dovecot|courier|maildir|subscriptions|\.)/i

/**
 * The place of an entry by its name; null for what is no mail by its name, or is in a folder that holds none. A name is never
 * used as the path of a file here: `..` and drives in it mean nothing.
 */
export function placeOfEntry(name: string): EntryPlace | null {
  const parts = name
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/i.test(part))
  const file = parts.pop()
  if (file === undefined || parts.includes('__MACOSX')) return null
  const around = parts.at(-1)
  if (around === 'cur' || around === 'new') {
    const trail = parts.slice(0, -1).flatMap((part) => (part.startsWith('.') ? maildirPath(part) : [part]))
    return file.startsWith('.') ? null : { trail, file, isMaildir: true }
  }
  if (around === 'tmp' || MAILDIR_FILES.test(file) || NO_MAIL_NAMES.test(file)) return null
  const trail = parts.map((part) => decodeFolderName(part.replace(/\.(?:sbd|mbox)$/i, '')))
  return trail.some((part) => part.startsWith('.')) ? null : { trail, file, isMaildir: false }
}

/** The folder that the mails of an mbox file make: its name without its ending. Apple Mail calls each `mbox`. */
export function mboxTrail({ trail, file }: EntryPlace): readonly string[] {
  const name = path.parse(file).name
  return name === '' || name === 'mbox' ? trail : [...trail, name]
}

/** How many folders all trails have in common: what a program puts around everything that it exports. */
export function commonDepth(trails: Iterable<readonly string[]>): number {
  let common: readonly string[] | null = null
  for (const trail of trails) {
    if (common === null) common = trail
    const before: readonly string[] = common
    const differs = before.findIndex((name, at) => trail[at] !== name)
    common = differs < 0 ? before : before.slice(0, differs)
  }
  return common?.length ?? 0
}
