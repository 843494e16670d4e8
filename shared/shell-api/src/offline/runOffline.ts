import type { MailDetail } from '@yanshu/contracts'
import { type LoginScope, loginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { session } from '../session/session.ts'
import { push, readAgain } from '../socket/push.ts'
import { served } from './answerKept.ts'
import { keepNow, keepRead } from './keeper.ts'
import { type FilesRefusal, listFiles, putFiles, removeFiles } from './keptFiles.ts'
import { canKeep, keptMails } from './keptMails.ts'
import { lettersSent, notifyWindows, onOtherWindow, readOffline } from './offlineState.ts'
import { sendLater as putLetter, sendLetters } from './outbox.ts'
import { settleActions } from './queue.ts'
import { offlineWishes } from './wishes.ts'
import { actionsWait, answered } from './withoutNetwork.ts'

/** Milliseconds after the start, when the first page has been used, and after changes of the mailbox. */
const FIRST_MS = 10_000
const AFTER_CHANGE_MS = 20_000
/** Mails that are read are kept together, after so many milliseconds; no more of them than this are waited for. */
const READ_MS = 5_000
const READ_AT_ONCE = 40
/** What is read waits no longer for what is sent, in milliseconds; and after a failure nothing is sent for so long. */
const WAIT_MS = 5_000
const PAUSE_MS = 5_000
const AGAIN_MS = 15_000

interface Sending {
  now: Promise<void> | null
  failedAt: number
  again: ReturnType<typeof setTimeout> | undefined
}

const sending = perLogin(
  (): Sending => ({ now: null, failedAt: Number.NEGATIVE_INFINITY, again: undefined }),
  ({ again }) => clearTimeout(again),
)

async function sendAll(login: LoginScope): Promise<void> {
  await settleActions(login)
  const sent = await sendLetters(login, Date.now())
  if (sent.length > 0) lettersSent.emit(sent)
}

/**
 * Sends what waits: actions in their order, then letters. Resolved when it is sent, or has been waited for long enough. After a
 * failure it is tried again by itself, and by what is read only after a pause.
 */
export async function sendWaiting(login: LoginScope, atOnce = false): Promise<void> {
  if (!canKeep() || login.session.aborted || globalThis.navigator?.onLine === false) return
  const mine = sending()
  if (!atOnce && performance.now() - mine.failedAt < PAUSE_MS) return
  mine.now ??= sendAll(login)
    .catch(() => {
      mine.failedAt = performance.now()
      clearTimeout(mine.again)
      mine.again = setTimeout(() => void sendWaiting(login, true), AGAIN_MS)
    })
    .then(() => readOffline(login))
    .then(notifyIfMine(login), () => undefined)
    .finally(() => {
      mine.now = null
    })
  await Promise.race([mine.now, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
}

/** Stores a letter that is sent now in the outbox, and shows it there; see `outbox.ts`. Answers false where it does not lie there. */
export const sendLater: typeof putLetter = async (login, body, from) => {
  const queued = await putLetter(login, body, from)
  if (queued) await readOffline(login).then(notifyIfMine(login), () => undefined)
  return queued
}

const notifyIfMine = (login: LoginScope) => () => {
  if (!login.signal.aborted) notifyWindows()
}

/** Only a person's own mailbox is kept: neither one that they switched to, nor a public one. */
function mayKeep(): boolean {
  const state = session.state()
  if (state.status !== 'open' || !state.user) return false
  return state.user.ownAccount === null && state.user.accountType === 1
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

/** Brings what is kept up to date now. Rejects where the server cannot be asked. */
export async function keepMailsNow(login: LoginScope): Promise<void> {
  if (!canKeep() || !mayKeep()) return
  if (!offlineWishes(login).keep) {
    await clearAll(login)
    return readOffline(login)
  }
  let full = false
  try {
    await keepNow(login)
  } catch (error) {
    if (!isFull(error)) throw error
    full = true
  }
  await readOffline(login, full)
}

/** Deletes the kept mails, but not what waits to be sent. While the screen is locked, unless the person has chosen to keep them. */
export async function forgetMails(): Promise<void> {
  const login = loginScope()
  if (!canKeep() || offlineWishes(login).throughLock) return
  await clearAll(login)
}

async function clearAll(login: LoginScope): Promise<void> {
  await keptMails(login).clear()
  await removeFiles(login, () => true)
}

/**
 * Keeps the files of a mail, with its text, until the person deletes them. Answers why they are not kept: besides the
 * bounds, `refused` where no device may keep the mail, or nothing is kept for the account. Rejects where the server
 * cannot be asked.
 */
export async function keepFiles(
  login: LoginScope,
  mail: MailDetail,
): Promise<FilesRefusal | 'refused' | 'full' | null> {
  if (!canKeep() || !mayKeep() || !offlineWishes(login).keep) return 'refused'
  try {
    if (!(await keptMails(login).rows())) await keepNow(login)
    await keepRead(login, [mail], Date.now())
    if (!(await keptMails(login).text(mail.mailId))) return 'refused'
    return await putFiles(login, mail)
  } catch (error) {
    if (isFull(error)) return 'full'
    throw error
  } finally {
    await readOffline(login)
    notifyWindows()
  }
}

/** Deletes the files of a mail from the device, or those of all mails. */
export async function dropFiles(login: LoginScope, mailId: number | null): Promise<void> {
  await removeFiles(login, (one) => mailId === null || one === mailId)
  await readOffline(login)
  notifyWindows()
}

/** Bytes of the files of a mail that lie on the device; 0 for none. */
export const bytesOfFiles = async (login: LoginScope, mailId: number): Promise<number> =>
  canKeep()
    ? (await listFiles(login)).filter((file) => file.mailId === mailId).reduce((sum, { size }) => sum + size, 0)
    : 0

/** Gathers mails that are read, and keeps them while nothing else is being done. */
function keepsRead(login: LoginScope) {
  const waiting = new Map<number, MailDetail>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    timer = undefined
    const mails = [...waiting.values()]
    waiting.clear()
    if (mayKeep() && offlineWishes(login).keep) keepRead(login, mails, Date.now()).catch(() => undefined)
  }
  return {
    add(mail: MailDetail) {
      if (waiting.size < READ_AT_ONCE) waiting.set(mail.mailId, mail)
      timer ??= setTimeout(keep, READ_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Keeps mails of the login for the time without a network, and sends what waits once it is back. Returns how to stop. Nothing
 * is kept on plain http, where it could not be sealed.
 */
export function keepOffline(): () => void {
  const login = loginScope()
  if (!canKeep() || login.userMail === null) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = () => {
    timer = undefined
    keepMailsNow(login).catch(() => undefined)
  }
  const later = (ms: number) => {
    timer ??= setTimeout(attempt, ms)
  }
  const mine = served()
  const reading = keepsRead(login)
  const back = (missed: boolean) => {
    void sendWaiting(login, true)
    later(AFTER_CHANGE_MS)
    if (missed || !mine.since) return
    mine.since = false
    readAgain()
  }
  onOtherWindow(() => {
    if (login.signal.aborted) return
    void readOffline(login).catch(() => undefined)
    if (mine.since || globalThis.navigator?.onLine === false) readAgain()
  })
  const stops = [
    push.on(({ optType }) => {
      if (optType === 'mail' || optType === 'mailbox') later(AFTER_CHANGE_MS)
    }),
    push.onReconnect(back),
    answered.on(({ call, data }) => {
      // The call is answered with a whole mail (contracts, `mailDetail`).
      if (call.path === 'mail/email/detail') reading.add(data as MailDetail)
    }),
    reading.stop,
  ]
  void readOffline(login)
    .then(() => {
      // Another window has put actions into the queue while this one was starting.
      if (actionsWait().now && globalThis.navigator?.onLine === false) readAgain()
      return sendWaiting(login)
    })
    .catch(() => undefined)
  later(FIRST_MS)
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
