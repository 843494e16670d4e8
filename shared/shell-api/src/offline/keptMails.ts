import type { MailDetail, MailListItem } from '@yanshu/contracts'
import { sealedJournal } from '../journal/sealedJournal.ts'
import type { LoginScope } from '../login/loginScope.ts'

/** The rows that are kept, and up to which change of the mailbox they are right. */
export interface KeptRows {
  readonly seq: number
  /** Of how many days all mails are kept; 0 for the beginnings of folders alone. */
  readonly days: number
  readonly rows: readonly MailListItem[]
  /** When the server last named them, in epoch milliseconds. */
  readonly at: number
}

/** A mail whose text is kept. */
export interface KeptText {
  readonly mailId: number
  readonly bytes: number
  /** When it was last read here, 0 where it was fetched ahead; in epoch milliseconds. */
  readonly readAt: number
}

/** What the device keeps of a mailbox, sealed as the journal is. */
export interface KeptMails {
  rows(): Promise<KeptRows | null>
  putRows(rows: KeptRows): Promise<void>
  texts(): Promise<readonly KeptText[]>
  text(mailId: number): Promise<MailDetail | null>
  putTexts(mails: readonly MailDetail[], readAt: number): Promise<void>
  removeTexts(mailIds: readonly number[]): Promise<void>
  /** Deletes all of it. */
  clear(): Promise<void>
}

const ROWS = 'rows'
const TEXTS = 'texts'
const ON_SERVER = { onServer: true } as const

/** Without cryptography nothing could be sealed, and without locks two windows would write over each other. */
export const canKeep = (): boolean =>
  typeof globalThis.crypto?.subtle !== 'undefined' && typeof globalThis.navigator?.locks !== 'undefined'

const accountOf = (login: LoginScope) => (login.userMail ?? '').toLowerCase()

/** Runs work while no other window of the account does the same. */
export const alone = <T>(what: string, login: LoginScope, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`yanshu-${what} ${accountOf(login)}`, work)

/** The kept mails of a login. */
export function keptMails(login: LoginScope): KeptMails {
  const heads = sealedJournal<KeptRows | readonly KeptText[]>('offline', login)
  const bodies = sealedJournal<MailDetail>('offline-text', login)
  const index = async () => ((await heads.get(TEXTS)) ?? []) as readonly KeptText[]
  const change = (work: (texts: readonly KeptText[]) => Promise<readonly KeptText[]>) =>
    alone('offline-texts', login, async () => heads.put(TEXTS, await work(await index()), ON_SERVER))
  const remove = async (mailIds: readonly number[]) => {
    for (const id of mailIds) await bodies.remove(`${id}`)
  }
  return {
    rows: async () => (await heads.get(ROWS)) as KeptRows | null,
    putRows: (rows) => heads.put(ROWS, rows, ON_SERVER),
    texts: index,
    text: (mailId) => bodies.get(`${mailId}`),
    putTexts: (mails, readAt) =>
      change(async (texts) => {
        for (const mail of mails) await bodies.put(`${mail.mailId}`, mail, ON_SERVER)
        const ids = new Map(texts.map((text) => [text.mailId, text]))
        for (const mail of mails) {
          const before = ids.get(mail.mailId)?.readAt ?? 0
          const bytes = 2 * ((mail.html?.length ?? 0) + (mail.text?.length ?? 0))
          ids.set(mail.mailId, { mailId: mail.mailId, bytes, readAt: Math.max(before, readAt) })
        }
        return [...ids.values()]
      }),
    removeTexts: (mailIds) =>
      change(async (texts) => {
        await remove(mailIds)
        return texts.filter(({ mailId }) => !mailIds.includes(mailId))
      }),
    clear: () =>
      alone('offline-texts', login, async () => {
        await remove((await index()).map(({ mailId }) => mailId))
        await heads.remove(TEXTS)
        await heads.remove(ROWS)
      }),
  }
}
