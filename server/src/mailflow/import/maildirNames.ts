import { FOLDER_NAME_MAX, stripEmoji } from '@yanshu/contracts'
import type { SystemRole } from '../../store/mailbox/roles.ts'

/** By which names other systems know the folders that every account has, lower case. */
const SYSTEM_NAMES: Readonly<Record<string, SystemRole>> = {
  inbox: 'inbox',
  收件箱: 'inbox',
  sent: 'sent',
  'sent mail': 'sent',
  'sent items': 'sent',
  'sent messages': 'sent',
  已发送: 'sent',
  已发邮件: 'sent',
  已发送邮件: 'sent',
  draft: 'drafts',
  drafts: 'drafts',
  草稿: 'drafts',
  草稿箱: 'drafts',
  bin: 'trash',
  trash: 'trash',
  'deleted items': 'trash',
  'deleted messages': 'trash',
  回收站: 'trash',
  废纸篓: 'trash',
  已删除: 'trash',
  已删除邮件: 'trash',
  junk: 'spam',
  spam: 'spam',
  'junk email': 'spam',
  'junk e-mail': 'spam',
  垃圾邮件: 'spam',
}

/** The system folder that a folder of another system stands for. */
export const systemRoleOf = (name: string): SystemRole | null => SYSTEM_NAMES[name.trim().toLowerCase()] ?? null

/**
 * The names in the path of a Maildir++ subfolder (`.Archive.2019`): parted by dots, in modified UTF-7 (RFC 3501 §5.1.3)
 * or UTF-8. Courier puts all of them below `INBOX`.
 */
export function maildirPath(directory: string): string[] {
  const names = directory
    .replace(/^\.+/, '')
    .split('.')
    .filter((name) => name !== '')
    .map(decodeFolderName)
  return names.length > 1 && names[0]?.toUpperCase() === 'INBOX' ? names.slice(1) : names
}

/** Reads modified UTF-7: `&` begins base64 of UTF-16, `&-` is an ampersand. What does not follow the rules stays as it is. */
export function decodeFolderName(name: string): string {
  return name.replace(/&([A-Za-z0-9+,]*)-/g, (whole, encoded: string) => {
    if (encoded === '') return '&'
    const bytes = Buffer.from(encoded.replaceAll(',', '/'), 'base64')
    if (bytes.length < 2 || bytes.length % 2 !== 0) return whole
    const text = bytes.swap16().toString('utf16le')
    return text.isWellFormed() ? text : whole
  })
}

/**
 * A name for a folder that may have one: the path with slashes, its end when that is too long, without what no name may
 * hold. `taken` are names that other folders of the import have got.
 */
export function folderNameFor(path: readonly string[], taken: ReadonlySet<string>): string {
  const clean = path
    .map((name) =>
      stripEmoji(name)
        .replace(/\p{Cc}/gu, '')
        .trim(),
    )
    .filter((name) => name !== '')
  const whole = clean.join('/')
  const fitting = [...whole].length <= FOLDER_NAME_MAX ? whole : cut(clean.at(-1) ?? '', FOLDER_NAME_MAX)
  const name = fitting === '' ? 'Maildir' : fitting
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` ${number}`
    const numbered = cut(name, FOLDER_NAME_MAX - ending.length) + ending
    if (!taken.has(numbered)) return numbered
  }
}

const cut = (text: string, characters: number): string => [...text].slice(0, characters).join('').trim()
