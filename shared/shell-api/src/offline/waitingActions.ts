import { type MailListItem, OFFLINE_ACTION_MAILS, type OfflineAct, type OfflineAction } from '@yanshu/contracts'
import { newName } from '../newName.ts'

/** Actions as they wait: when each was done, in epoch milliseconds. */
export interface WaitingAction extends OfflineAction {
  readonly at: number
}

/** What is known of folders when an action is taken in. */
export interface Places {
  readonly trash: number | undefined
  readonly inbox: number | undefined
}

type Body = Readonly<Record<string, unknown>>

const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

/** What a call does to mails; null for a call that is not done later. */
export function actOf(path: string, body: Body): OfflineAct | null {
  switch (path) {
    case 'mail/email/seen/update':
      return { kind: 'seen', seen: body.seen === true }
    case 'mail/email/color/update':
      return { kind: 'star', color: Number(body.color) }
    case 'mail/email/sticky/update':
      return { kind: 'sticky', sticky: body.sticky === true }
    case 'mail/email/label/update':
      return { kind: 'label', add: [...numbers(body.add)], remove: [...numbers(body.remove)] }
    case 'mail/email/move':
      return { kind: 'move', folderId: Number(body.targetMailboxId) }
    case 'mail/email/recoverableDelete':
      return { kind: 'bin' }
    case 'mail/email/recoverEmail':
      return { kind: 'recover' }
    default:
      return null
  }
}

/** The mails that a call names: by their ids, or by their numbers in a folder. */
export function namedRows(path: string, body: Body, rows: readonly MailListItem[]): readonly MailListItem[] {
  if (path === 'mail/email/move') {
    const uids = new Set(numbers(body.mailUids))
    return rows.filter(({ mailboxId, mailUid }) => mailboxId === body.mailboxId && uids.has(mailUid))
  }
  const ids = new Set(numbers(body.mailIds))
  return rows.filter(({ mailId }) => ids.has(mailId))
}

/** The mails of a call as an action names them; null where one is named by a number that the device does not know. */
export function namedMails(path: string, body: Body, rows: readonly MailListItem[]): OfflineAction['mails'] | null {
  const found = namedRows(path, body, rows)
  if (path === 'mail/email/move') {
    return found.length < numbers(body.mailUids).length
      ? null
      : found.map(({ mailId, mailboxId }) => ({ mailId, mailboxId }))
  }
  const places = new Map(found.map(({ mailId, mailboxId }) => [mailId, mailboxId]))
  return numbers(body.mailIds).map((mailId) => ({ mailId, mailboxId: places.get(mailId) ?? null }))
}

/** New actions on some mails, each with no more than one call may name. */
export function waitingActions(act: OfflineAct, mails: OfflineAction['mails'], now: number): WaitingAction[] {
  const actions: WaitingAction[] = []
  for (let start = 0; start < mails.length; start += OFFLINE_ACTION_MAILS) {
    actions.push({ key: newName(), at: now, act, mails: mails.slice(start, start + OFFLINE_ACTION_MAILS) })
  }
  return actions
}

/** A row after an action. */
function done(row: MailListItem, act: OfflineAct, { trash, inbox }: Places): MailListItem {
  switch (act.kind) {
    case 'seen':
      return { ...row, seen: act.seen }
    case 'star':
      return { ...row, color: act.color }
    case 'sticky':
      return { ...row, sticky: act.sticky, sortValues: [act.sticky ? 1 : 0, row.sortValues[1]] }
    case 'label':
      return {
        ...row,
        labelIds: [...new Set([...row.labelIds, ...act.add])].filter((id) => !act.remove.includes(id)),
      }
    case 'move':
      return placed(row, act.folderId)
    case 'bin':
      return placed(row, trash)
    case 'recover':
      return row.mailboxId === trash ? placed(row, inbox) : row
  }
}

/** The number in the next folder is the server's to give: until then one that no mail has, and that is known again. */
const placed = (row: MailListItem, mailboxId: number | undefined): MailListItem =>
  mailboxId === undefined || mailboxId === row.mailboxId ? row : { ...row, mailboxId, mailUid: -row.mailId }

/** Rows as they are once all that waits is done, in the order in which it was done. */
export function afterWaiting(
  rows: readonly MailListItem[],
  waiting: readonly WaitingAction[],
  places: Places,
): readonly MailListItem[] {
  if (waiting.length === 0) return rows
  const now = new Map(rows.map((row) => [row.mailId, row]))
  const homes = new Map<number, number>()
  for (const { act, mails } of waiting) {
    for (const { mailId } of mails) {
      const row = now.get(mailId)
      if (!row) continue
      if (act.kind === 'bin') homes.set(mailId, row.mailboxId)
      now.set(mailId, done(row, act, { ...places, inbox: homes.get(mailId) ?? places.inbox }))
    }
  }
  return [...now.values()]
}
