import { stripEmoji } from '@yanshu/contracts'
import { field, readable, readHeaderBlock } from '../../mime/fields.ts'
import { folderNameFor, systemRoleOf } from './maildirNames.ts'
import { type MailFlags, NO_FLAGS } from './mailFlags.ts'

/** Where a mail of Google Takeout lay, and what it was marked with. */
export interface TakeoutPlace {
  /** Names from the folder of the import down to where it goes; none for the inbox, which is the folder of the import. */
  readonly path: readonly string[]
  /** The labels that the person had made, as they can be named here. */
  readonly labels: readonly string[]
  readonly flags: MailFlags
}

const FIELD = 'x-gmail-labels'
const HEADER_MAX = 64 * 1_024
const LABELS_MAX = 50

/** Where a mail with several of them lies, the first before the others. */
const PLACES = ['trash', 'spam', 'drafts', 'inbox', 'sent'] as const
const UNREAD = new Set(['unread', '未读', '未讀'])
const STARRED = new Set(['starred', '已加星标', '已加星標'])
const ARCHIVED = new Set(['archived', '已归档', '已封存'])
/** Marks that Gmail sets by itself, and that have no counterpart here. */
const OTHER_MARKS =
  /^(?:opened|important|muted|chats?|category .*|imap_.*|已打开|已開啟|重要|已忽略|聊天|类别.*|類別.*)$/

/** Reads the `X-Gmail-Labels` field that Google Takeout writes into each mail; null for other mails. */
export function readTakeout(raw: Uint8Array): TakeoutPlace | null {
  const header = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER_MAX))
  if (!/^x-gmail-labels:/im.test(header.toString('latin1'))) return null
  const value = field(readHeaderBlock(header, 0, HEADER_MAX), FIELD)
  if (value === null) return null
  const names = namesIn(readable(value))
  const has = (marks: ReadonlySet<string>) => names.find((name) => marks.has(name.toLowerCase()))
  const place = PLACES.map((role) => names.find((name) => systemRoleOf(name) === role)).find(Boolean)
  const isInInbox = place !== undefined && systemRoleOf(place) === 'inbox'
  const labels = names
    .filter((name) => !systemRoleOf(name) && !isMark(name.toLowerCase()))
    .slice(0, LABELS_MAX)
    .map((name) => (stripEmoji(name).trim() === '' ? 'Label' : folderNameFor(name.split('/'), new Set())))
  return {
    // Older exports have no word for what lies in the archive.
    path: isInInbox ? [] : [place ?? has(ARCHIVED) ?? 'Archived'],
    labels: [...new Set(labels)],
    flags: { ...NO_FLAGS, seen: !has(UNREAD), flagged: has(STARRED) !== undefined },
  }
}

const isMark = (name: string): boolean =>
  UNREAD.has(name) || STARRED.has(name) || ARCHIVED.has(name) || OTHER_MARKS.test(name)

/** Names between commas; one that has a comma stands in quotes. */
const namesIn = (list: string): string[] =>
  [...list.matchAll(/"([^"]*)"|[^,"]+/g)].map(([whole, quoted]) => (quoted ?? whole).trim()).filter(Boolean)
