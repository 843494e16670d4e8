import type { MailDetail, MailListItem, Suggestion } from '@yanshu/contracts'
import { folders } from '../folders/folders.ts'
import { screenLock } from '../lock/screenLock.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { push } from '../socket/push.ts'
import { keptList } from './keptLists.ts'
import { canKeep, keptMails } from './keptMails.ts'
import { notifyWindows, readOffline } from './offlineState.ts'
import { queueActions, waitingEntries } from './queue.ts'
import { actOf, afterWaiting, namedMails, type Places, waitingActions } from './waitingActions.ts'
import type { KeptCall } from './withoutNetwork.ts'

/** Whether something was answered by the device since the network was last there: then it is read again once it is back. */
export const served = perLogin(() => ({ since: false }))

type Fields = Readonly<Record<string, unknown>>

const placesNow = (): Places => ({
  trash: folders.tree().byRole('trash')?.folderId,
  inbox: folders.tree().byRole('inbox')?.folderId,
})

/** Whether the network is known to be there: what fails then has failed for another reason. */
export const isReachable = (): boolean => globalThis.navigator?.onLine !== false && push.status() === 'open'

/**
 * What the device answers to a call that got no answer: lists and mails from what it keeps, and actions by putting them into the
 * queue. Undefined for what it cannot answer, where nothing is kept for the account, and while the screen is locked.
 */
export async function answerKept(call: KeptCall, login: LoginScope): Promise<unknown> {
  if (isReachable() || !canKeep() || screenLock.state()) return undefined
  // Its row went at once: a page that is closed before it lies on the device asks, and loses nothing in silence.
  const acts = actOf(call.path, fieldsOf(call)) !== null
  const asks = (event: Event) => event.preventDefault()
  if (acts) addEventListener('beforeunload', asks)
  try {
    return await answerByDevice(call, login)
  } finally {
    removeEventListener('beforeunload', asks)
  }
}

const fieldsOf = ({ query, body }: KeptCall): Fields => ({ ...query, ...(typeof body === 'object' ? body : {}) })

async function answerByDevice(call: KeptCall, login: LoginScope): Promise<unknown> {
  const { path } = call
  const mine = served()
  const places = placesNow()
  const { lists, byId } = folders.tree()
  const kept = await keptMails(login).rows()
  if (!kept) return undefined
  const fields = fieldsOf(call)
  const waiting = (await waitingEntries(login)).map(({ value }) => value)
  const rows = afterWaiting(kept.rows, waiting, places)
  const answer = await answerOf(path, fields, rows)
  if (answer !== undefined) mine.since = true
  return answer

  async function answerOf(name: string, asked: Fields, now: readonly MailListItem[]): Promise<unknown> {
    if (name === 'mail/main/folder/list') return lists ?? undefined
    if (name === 'contact/list/suggest') return { list: peopleOf(now, asked) }
    if (name === 'mail/email/detail') return detailOf(login, Number(asked.mailId), now)
    const act = actOf(name, asked)
    if (act) return queue(login, name, asked, { act, rows: now, places })
    const list = keptList(
      name,
      asked,
      now,
      {
        roleOf: (id) => byId(id)?.role,
        idOf: (role) => lists?.folderList.find((folder) => folder.role === role)?.folderId,
      },
      Date.now(),
    )
    if (name !== 'mail/email/quick/list' || !list) return list
    const people = peopleOf(now, { keyword: asked.searchKeyword }).map(({ name, address }) => ({ name, address }))
    return { list: list.list, people }
  }
}

/** A kept mail, with the flags and the place that it has now. */
async function detailOf(login: LoginScope, mailId: number, rows: readonly MailListItem[]) {
  const row = rows.find((one) => one.mailId === mailId)
  const text = row && (await keptMails(login).text(mailId))
  if (!row || !text) return undefined
  keptMails(login)
    .putTexts([text], Date.now())
    .catch(() => undefined)
  const { mailboxId, mailUid, sortValues, seen, sticky, color, replied, forwarded, labelIds } = row
  const now = { mailboxId, mailUid, sortValues, seen, sticky, color, replied, forwarded, labelIds }
  return { ...text, ...now } satisfies MailDetail
}

interface Queued {
  readonly act: NonNullable<ReturnType<typeof actOf>>
  readonly rows: readonly MailListItem[]
  readonly places: Places
}

/** Adds an action to the queue, and answers as the server would. */
async function queue(login: LoginScope, path: string, fields: Fields, { act, rows, places }: Queued): Promise<unknown> {
  const mails = namedMails(path, fields, rows)
  if (!mails) return undefined
  const actions = waitingActions(act, mails, Date.now())
  const subject = rows.find(({ mailId }) => mailId === mails[0]?.mailId)?.subject ?? ''
  await queueActions(login, actions, subject)
  await readOffline(login)
  notifyWindows()
  const after = new Map(afterWaiting(rows, actions, places).map((row) => [row.mailId, row.mailboxId]))
  const moved = mails.flatMap(({ mailId }) => {
    const mailboxId = after.get(mailId)
    return mailboxId === undefined ? [] : [{ mailId, mailboxId, mailUid: -mailId }]
  })
  const target = act.kind === 'move' ? folders.tree().byId(act.folderId) : undefined
  return { count: mails.length, moved, folderName: target ? folders.tree().nameOf(target) : '' }
}

/** People of kept mails by what was typed of their name or address; those written to first. */
function peopleOf(rows: readonly MailListItem[], { keyword, pageSize }: Fields): Suggestion[] {
  const wanted = typeof keyword === 'string' ? keyword.trim().toLowerCase() : ''
  const sent = folders.tree().byRole('sent')?.folderId
  const found = new Map<string, Suggestion>()
  const add = ({ name, address }: { name: string; address: string }, correspondent: boolean) => {
    const key = address.toLowerCase()
    if (!`${name} ${address}`.toLowerCase().includes(wanted) || found.get(key)?.correspondent) return
    if (found.has(key) && !correspondent) return
    const matched = wanted === '' ? '' : name.toLowerCase().includes(wanted) ? 'name' : 'address'
    found.set(key, { name, address, deptName: '', duties: '', kind: 'recent', matched, correspondent })
  }
  for (const row of rows) {
    if (row.mailboxId === sent) for (const one of row.to) add(one, true)
    else add(row.from, false)
  }
  const people = [...found.values()].sort((a, b) => Number(b.correspondent) - Number(a.correspondent))
  return people.slice(0, Number(pageSize) || 10)
}
