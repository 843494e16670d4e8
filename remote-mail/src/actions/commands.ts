import { Code, type Folder, MAX_LIST_ROWS, MAX_MAILS_PER_ACTION } from '@yanshu/contracts'
import { collectIds as collect } from '@yanshu/lists'
import { ApiError, folders, http, t } from '@yanshu/shell-api'
import { confirm, noteUndo, notify, undoable } from '@yanshu/ui'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { binnedWords } from './binnedWords.ts'
import {
  binPlan,
  deletePlan,
  draftPlan,
  labelPlan,
  type MailAction,
  movePlan,
  recoverPlan,
  seenPlan,
  starPlan,
  stickyPlan,
} from './plans.ts'

/*
 * The commands on mails. Each shows its effect at once, reports what happened and offers to undo it; when the server
 * refuses, the rows are as before and a message names the reason.
 */

const say = (key: string, values?: Record<string, string | number>) => t('remote-mail', key, values)

const rowsOf = (ids: readonly number[]): MailRow[] =>
  ids.map((id) => mailbox().cache.row(id)).filter((row) => row !== undefined)

/** Runs an action and shows its failure. Returns whether the server accepted it. */
export async function run(action: MailAction): Promise<boolean> {
  try {
    await mailbox().engine.run(action).settled
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

function showFailure(error: unknown): void {
  const known = error instanceof ApiError
  notify.error(say('action.failed', { why: known ? error.message : say('error.unknown') }), {
    ...(known && error.code ? { code: String(error.code) } : {}),
  })
}

/** Ids by the value that each mail had, to restore it. */
function groups<K>(rows: readonly MailRow[], keyOf: (row: MailRow) => K): Map<K, number[]> {
  const found = new Map<K, number[]>()
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row.mailId])
  return found
}

/** Offers to undo what was done, with a notice when it was done to several mails: a single mail shows it in its row. */
function offerUndo(count: number, text: string, undo: () => void): void {
  if (count < 2) noteUndo(text, undo)
  else undoable(text, undo)
}

/** Marks as read or unread. Only a change of several mails is worth a notice. */
export function markSeen(ids: readonly number[], seen: boolean, options: { quiet?: boolean } = {}): void {
  const changed = rowsOf(ids).filter((row) => row.seen !== seen)
  if (changed.length === 0) return
  const mails = changed.map((row) => row.mailId)
  void run(seenPlan(mailbox().calls, mails, seen))
  if (options.quiet) return
  offerUndo(mails.length, say(seen ? 'done.seen' : 'done.unseen', { count: mails.length }), () => {
    void run(seenPlan(mailbox().calls, mails, !seen))
  })
}

/** Stars in a colour (1 to 7), or removes the star (0). */
export function star(ids: readonly number[], color: number): void {
  const changed = rowsOf(ids).filter((row) => row.color !== color)
  if (changed.length === 0) return
  const mails = changed.map((row) => row.mailId)
  const before = groups(changed, (row) => row.color)
  void run(starPlan(mailbox().calls, mails, color))
  offerUndo(mails.length, say(color > 0 ? 'done.starred' : 'done.unstarred', { count: mails.length }), () => {
    for (const [old, group] of before) void run(starPlan(mailbox().calls, group, old))
  })
}

/** Keeps mails on top of their folder, or no longer. */
export function stick(ids: readonly number[], sticky: boolean): void {
  const mails = rowsOf(ids)
    .filter((row) => row.sticky !== sticky)
    .map((row) => row.mailId)
  if (mails.length === 0) return
  void run(stickyPlan(mailbox().calls, mails, sticky))
  undoable(say(sticky ? 'done.stuck' : 'done.unstuck', { count: mails.length }), () => {
    void run(stickyPlan(mailbox().calls, mails, !sticky))
  })
}

/** Adds or removes one label. */
export function toggleLabel(ids: readonly number[], labelId: number, on: boolean): void {
  const mails = rowsOf(ids)
    .filter((row) => row.labelIds.includes(labelId) !== on)
    .map((row) => row.mailId)
  if (mails.length === 0) return
  const name = folders.tree().label(labelId)?.labelName ?? ''
  const plan = (add: boolean) => labelPlan(mailbox().calls, mails, add ? [labelId] : [], add ? [] : [labelId])
  void run(plan(on))
  undoable(say(on ? 'done.labelled' : 'done.unlabelled', { count: mails.length, name }), () => void run(plan(!on)))
}

/** Warns that a mail has to be selected first (§8). */
export const warnNothingSelected = (): void => void notify.warning(say('error.nothingSelected'))

/** Warns that the action is for one mail only, where several are ticked. */
export const warnOnlyOne = (): void => void notify.warning(say('error.onlyOne'))

/** Moves mails to a folder. A notice is shown when none is selected, or all are in that folder already (§8). */
export function moveTo(ids: readonly number[], target: Folder): void {
  if (ids.length === 0) {
    warnNothingSelected()
    return
  }
  const moving = rowsOf(ids).filter((row) => row.mailboxId !== target.folderId)
  const name = folders.tree().nameOf(target)
  if (moving.length === 0) {
    notify.info(say('error.sameFolder', { name }))
    return
  }
  const mails = moving.map((row) => row.mailId)
  const before = groups(moving, (row) => row.mailboxId)
  takeAway(mails, () => void run(movePlan(mailbox().calls, mails, target.folderId)))
  undoable(say('done.moved', { count: mails.length, name }), () => {
    for (const [folderId, group] of before) void run(movePlan(mailbox().calls, group, folderId))
  })
}

/** Moves to the folder of a role: spam, or back to the inbox. */
export function moveToRole(ids: readonly number[], role: 'spam' | 'inbox'): void {
  const target = folders.tree().byRole(role)
  if (target) moveTo(ids, target)
}

/**
 * Deletes as fits the place: drafts are thrown away and mails of the recycle bin go for good, both after a question;
 * everything else goes to the recycle bin and can be taken back. Answers whether the mails went.
 */
export async function remove(ids: readonly number[]): Promise<boolean> {
  const rows = rowsOf(ids)
  if (rows.length === 0) return false
  const roleOf = (row: MailRow) => mailbox().roleOf(row.mailboxId)
  const drafts = rows.filter((row) => roleOf(row) === 'drafts').map((row) => row.mailId)
  const final = rows.filter((row) => roleOf(row) === 'trash').map((row) => row.mailId)
  const rest = rows.filter((row) => roleOf(row) !== 'drafts' && roleOf(row) !== 'trash')
  if (drafts.length + final.length > 0 && !(await askForGood(drafts, final))) return false
  takeAway(ids, () => {
    if (drafts.length > 0) void run(draftPlan(mailbox().calls, drafts))
    if (final.length > 0) void run(deletePlan(mailbox().calls, final))
    if (rest.length > 0) bin(rest)
  })
  return true
}

function askForGood(drafts: readonly number[], final: readonly number[]): Promise<boolean> {
  const onlyDrafts = final.length === 0
  const ids = [...drafts, ...final]
  const [only] = ids.length === 1 ? rowsOf(ids) : []
  return confirm({
    title: say(onlyDrafts ? 'confirm.draftsTitle' : 'confirm.deleteTitle', { count: ids.length }),
    // Rows move under the pointer when mail comes in; a user who pressed the wrong one sees it here.
    text: only?.subject
      ? say('confirm.deleteOneText', { subject: beginningOf(only.subject) })
      : say('confirm.deleteText'),
    yes: say(onlyDrafts ? 'action.discard' : 'action.deleteForGood'),
    danger: true,
  })
}

/** Deletes for good wherever the mails are, after a question. */
export async function removeForGood(ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0 || !(await askForGood([], ids))) return false
  takeAway(ids, () => void run(deletePlan(mailbox().calls, ids)))
  return true
}

/** Characters of a subject that a question names. */
const SUBJECT_SHOWN = 80

function beginningOf(subject: string): string {
  const characters = [...subject]
  return characters.length <= SUBJECT_SHOWN ? subject : `${characters.slice(0, SUBJECT_SHOWN).join('')}…`
}

function bin(rows: readonly MailRow[]): void {
  const trash = folders.tree().byRole('trash')
  if (!trash) return
  const mails = rows.map((row) => row.mailId)
  const home = new Map(rows.map((row) => [row.mailId, row.mailboxId]))
  void run(binPlan(mailbox().calls, mails, trash.folderId))
  const words = binnedWords(rows, say)
  if (rows.every(({ sendAt }) => sendAt)) {
    notify.info(words)
    return
  }
  undoable(words, () => {
    void run(recoverPlan(mailbox().calls, mails, (row) => home.get(row.mailId) ?? row.mailboxId))
  })
}

/** Runs what moves or deletes mails; a list whose open mail is among them goes on to the next one. */
const takeAway = (ids: readonly number[], work: () => void) => mailbox().leaving.takeAway(ids, work)

/** Moves mails of the recycle bin back to where they were. */
export function recover(ids: readonly number[]): void {
  const mails = rowsOf(ids).map((row) => row.mailId)
  const tree = folders.tree()
  const inbox = tree.byRole('inbox')
  const trash = tree.byRole('trash')
  if (mails.length === 0 || !inbox || !trash) return
  takeAway(mails, () => void run(recoverPlan(mailbox().calls, mails, () => inbox.folderId)))
  undoable(say('done.recovered', { count: mails.length }), () => {
    void run(binPlan(mailbox().calls, mails, trash.folderId))
  })
}

/** Cancels the sending of a mail that has not left the server; it becomes a draft again. */
export async function takeBack(sendId: string): Promise<number | null> {
  try {
    const { mailId } = await http.post('mail/email/cancel', { sendId }, { silent: true })
    mailbox().lists.revalidate()
    return mailId
  } catch (error) {
    notify.error(
      error instanceof ApiError && error.code === Code.alreadyDelivered ? say('held.tooLate') : say('held.failed'),
    )
    return null
  }
}

/** The ids of a whole list, up to the most that one action may name, without those in `except`. */
export const collectIds = (query: ListQuery, except: ReadonlySet<string>): Promise<number[]> =>
  collect(mailbox(), query, { except, most: MAX_MAILS_PER_ACTION, pageSize: MAX_LIST_ROWS })

/** As {@link collectIds}; null, after a word about it, when the list could not be read. */
export async function collectOrWarn(query: ListQuery, except: ReadonlySet<string>): Promise<number[] | null> {
  try {
    return await collectIds(query, except)
  } catch {
    notify.error(say('error.collect'))
    return null
  }
}
