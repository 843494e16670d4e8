import type { PostBody, PostData } from '@yanshu/contracts'
import type { Action } from '@yanshu/lists'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { UID_UNKNOWN } from '../mailbox/mailKind.ts'
import type { CounterDelta } from './counterDeltas.ts'

/** The calls that change mails. The shell's http client in the product, a small server in tests. */
export interface MailCalls {
  post<P extends ChangingPath>(path: P, body: PostBody<P>): Promise<PostData<P>>
}
export type ChangingPath =
  | 'mail/email/seen/update'
  | 'mail/email/sticky/update'
  | 'mail/email/color/update'
  | 'mail/email/label/update'
  | 'mail/email/move'
  | 'mail/email/recoverableDelete'
  | 'mail/email/recoverEmail'
  | 'mail/email/delete'
  | 'mail/email/draftdelete'
  | 'mail/email/allSeen'
  | 'mail/email/detail'
  | 'mail/main/folder/recoverableClear'

/** One action on mails. */
export type MailAction = Action<MailRow, number, CounterDelta>

const nothing = () => undefined

/** Marks mails as read or unread. */
export function seenPlan(calls: MailCalls, mailIds: readonly number[], seen: boolean): MailAction {
  return {
    items: mailIds,
    patch: (row) => ({ ...row, seen }),
    send: () => calls.post('mail/email/seen/update', { mailIds: [...mailIds], seen }).then(nothing),
    echo: 'updated',
  }
}

/** Gives mails a star of a colour (1 to 7), or removes it (0). */
export function starPlan(calls: MailCalls, mailIds: readonly number[], color: number): MailAction {
  return {
    items: mailIds,
    patch: (row) => ({ ...row, color }),
    send: () => calls.post('mail/email/color/update', { mailIds: [...mailIds], color }).then(nothing),
    echo: 'updated',
  }
}

/** Keeps mails on top of their folder, or no longer. */
export function stickyPlan(calls: MailCalls, mailIds: readonly number[], sticky: boolean): MailAction {
  return {
    items: mailIds,
    patch: (row) => ({ ...row, sticky, sortValues: [sticky ? 1 : 0, row.sortValues[1]] }),
    send: () => calls.post('mail/email/sticky/update', { mailIds: [...mailIds], sticky }).then(nothing),
    echo: 'updated',
  }
}

/** Adds and removes labels. */
export function labelPlan(
  calls: MailCalls,
  mailIds: readonly number[],
  add: readonly number[],
  remove: readonly number[],
): MailAction {
  return {
    items: mailIds,
    patch: (row) => ({
      ...row,
      labelIds: [...new Set([...row.labelIds, ...add])].filter((id) => !remove.includes(id)),
    }),
    send: () =>
      calls
        .post('mail/email/label/update', { mailIds: [...mailIds], add: [...add], remove: [...remove] })
        .then(nothing),
    echo: 'updated',
  }
}

/** Moves mails of any folders to one. The new numbers in that folder come with the answer. */
export function movePlan(calls: MailCalls, mailIds: readonly number[], target: number): MailAction {
  return {
    items: mailIds,
    patch: (row) => elsewhere(row, target),
    async send(rows) {
      const uids = new Map<number, number>()
      const located = await Promise.all(
        rows.map((row) =>
          row.mailUid === UID_UNKNOWN ? calls.post('mail/email/detail', { mailId: row.mailId }) : row,
        ),
      )
      for (const [mailboxId, mails] of byFolder(located.filter((row) => row.mailboxId !== target))) {
        const { moved } = await calls.post('mail/email/move', {
          mailboxId,
          targetMailboxId: target,
          mailUids: mails.map((mail) => mail.mailUid),
        })
        for (const { mailId, mailUid } of moved) uids.set(mailId, mailUid)
      }
      // A mail that the server did not find in this folder was moved by another window: a push names its folder.
      return unlessPushed(rows, (row) => {
        const mailUid = uids.get(row.mailId)
        return mailUid === undefined ? row : { ...elsewhere(row, target), mailUid }
      })
    },
    echo: 'moved',
  }
}

/** Into the recycle bin; the server remembers where from. */
export function binPlan(calls: MailCalls, mailIds: readonly number[], trash: number): MailAction {
  return {
    items: mailIds,
    patch: (row) => elsewhere(row, trash),
    async send(rows) {
      const { moved } = await calls.post('mail/email/recoverableDelete', { mailIds: [...mailIds] })
      return unlessPushed(rows, placedBy(moved, trash))
    },
    echo: 'moved',
  }
}

/** Out of the recycle bin, back to where each mail was; `home` returns the folder to show until the server answers. */
export function recoverPlan(calls: MailCalls, mailIds: readonly number[], home: (row: MailRow) => number): MailAction {
  return {
    items: mailIds,
    patch: (row) => elsewhere(row, home(row)),
    async send(rows) {
      const { moved } = await calls.post('mail/email/recoverEmail', { mailIds: [...mailIds] })
      return unlessPushed(rows, placedBy(moved, home))
    },
    echo: 'moved',
  }
}

/** For good. There is no way back. */
export function deletePlan(calls: MailCalls, mailIds: readonly number[]): MailAction {
  return {
    items: mailIds,
    patch: () => null,
    final: true,
    send: () => calls.post('mail/email/delete', { mailIds: [...mailIds] }).then(nothing),
    echo: 'moved',
  }
}

/** Throws drafts away. */
export function draftPlan(calls: MailCalls, mailIds: readonly number[]): MailAction {
  return {
    items: mailIds,
    patch: () => null,
    final: true,
    send: () => calls.post('mail/email/draftdelete', { mailIds: [...mailIds] }).then(nothing),
    echo: 'moved',
  }
}

/** The row in another folder; its UID there is unknown until the server sends it. */
export const elsewhere = (row: MailRow, mailboxId: number): MailRow =>
  row.mailboxId === mailboxId ? row : { ...row, mailboxId, mailUid: UID_UNKNOWN }

/** The new place of each mail; a mail that the server skipped is in the folder already, under a number not yet known. */
function placedBy(moved: PostData<'mail/email/recoverEmail'>['moved'], otherwise: number | ((row: MailRow) => number)) {
  const places = new Map(moved.map((place) => [place.mailId, place]))
  return (row: MailRow): MailRow => {
    const place = places.get(row.mailId)
    if (place) return { ...row, mailboxId: place.mailboxId, mailUid: place.mailUid }
    return elsewhere(row, typeof otherwise === 'number' ? otherwise : otherwise(row))
  }
}

/** A push may have brought the new place of a mail before the answer came; then that place is kept. */
function unlessPushed(sent: readonly MailRow[], patch: (row: MailRow) => MailRow): (row: MailRow) => MailRow {
  const places = new Map(sent.map((row) => [row.mailId, row]))
  return (row) => {
    const was = places.get(row.mailId)
    return was?.mailboxId === row.mailboxId && was.mailUid === row.mailUid ? patch(row) : row
  }
}

function byFolder(rows: readonly MailRow[]): Map<number, MailRow[]> {
  const folders = new Map<number, MailRow[]>()
  for (const row of rows) folders.set(row.mailboxId, [...(folders.get(row.mailboxId) ?? []), row])
  return folders
}
