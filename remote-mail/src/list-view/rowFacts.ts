import type { FolderRole, MailAddress } from '@yanshu/contracts'
import type { IconName } from '@yanshu/ui'
import type { MailRow } from '../mail-cache/mailCache.ts'

/** What a person is called: the name, or the address where there is none. */
export const nameOf = ({ name, address }: MailAddress): string => name.trim() || address

/** Whom a row names: who wrote it, or in folders of one's own mails whom it goes to. */
export function correspondents(row: MailRow, role: FolderRole | undefined): readonly MailAddress[] {
  return role === 'sent' || role === 'drafts' ? row.to : [row.from]
}

/** How many recipients a row does not name. */
export const furtherRecipients = (row: MailRow): number => Math.max(0, row.toCount - row.to.length)

/** A mark of the list (§3): its icon, and the key of its text. */
export interface Marker {
  readonly key: string
  readonly icon: IconName
  readonly tone: 'quiet' | 'warning' | 'danger' | 'info'
}

/** The marks of a mail, the most important first. Replied and forwarded together are one mark. */
export function markersOf(row: MailRow): readonly Marker[] {
  const markers: Marker[] = []
  if (row.sendAt) markers.push({ key: 'marker.scheduled', icon: 'clock', tone: 'info' })
  if (row.priority === 1) markers.push({ key: 'marker.urgent', icon: 'warning', tone: 'danger' })
  if (row.systemNotice) markers.push({ key: 'marker.systemNotice', icon: 'bell', tone: 'info' })
  if (row.claimsOwnDomain) markers.push({ key: 'marker.claimsOwnDomain', icon: 'warning', tone: 'danger' })
  else if (row.risky) markers.push({ key: 'marker.risky', icon: 'shield', tone: 'danger' })
  if (row.stranger) markers.push({ key: 'marker.stranger', icon: 'user', tone: 'warning' })
  if (row.withPassword) markers.push({ key: 'marker.withPassword', icon: 'lock', tone: 'quiet' })
  if (row.replied && row.forwarded) markers.push({ key: 'marker.repliedForwarded', icon: 'reply-all', tone: 'quiet' })
  else if (row.replied) markers.push({ key: 'marker.replied', icon: 'reply', tone: 'quiet' })
  else if (row.forwarded) markers.push({ key: 'marker.forwarded', icon: 'forward', tone: 'quiet' })
  if (row.priority === 5) markers.push({ key: 'marker.low', icon: 'chevron-down', tone: 'quiet' })
  return markers
}

/** The marks that a row has, for fillers of `mail.row` that depend on them: the names of what is true of it. */
export const factsOfRow = (row: MailRow): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) => (value === true ? [name] : []))
