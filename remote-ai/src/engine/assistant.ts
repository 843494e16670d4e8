import type { AssistantAnswer, Language, PostBody } from '@yanshu/contracts'
import { ApiError, http, loginScope, openSocket, perLogin, platform, storePerLogin, t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { createEngine, type Reply, type RequestKind } from './assistantEngine.ts'

/** A question of the user and its reply. */
export interface Turn {
  readonly id: number
  readonly question: string
  readonly reply: Reply
}

export type TabName = 'chat' | 'write' | 'summary' | 'risk'

export interface AssistantState {
  /** The tab that was asked for; null follows the one that was open last, in any window. */
  readonly tab: TabName | null
  /** Whether earlier answers are shown in place of the tab. */
  readonly history: boolean
  /** What a tool beside a mail has asked for: its tab makes it as soon as it stands. */
  readonly wanted: RequestKind | null
  readonly locked: boolean
  readonly turns: readonly Turn[]
  /** Results by what they are about: `4:17` is the summary of mail 17, `2:0` a draft. */
  readonly replies: Readonly<Record<string, Reply>>
}

const EMPTY: AssistantState = { tab: null, history: false, wanted: null, locked: false, turns: [], replies: {} }

/** What the assistant shows; everything of it belongs to the login. */
export const assistant = storePerLogin<AssistantState>(() => EMPTY)

/** Mails whose results are kept, the latest. */
const REPLIES_KEPT = 100

const engines = perLogin(() => {
  const mine = assistant.mine()
  const set = (part: Partial<AssistantState>) => mine.set({ ...mine.get(), ...part })
  const engine = createEngine({
    open: (events) => {
      const { aiUrl } = platform()
      // An operator who writes no address has no assistant.
      return aiUrl ? openSocket(aiUrl, events) : Promise.reject(new Error('no address of the assistant'))
    },
    onLocked: (locked) => set({ locked }),
    onUnlinked: () => notify.error(t('remote-ai', 'error.unlinked')),
    timer: { set: (fn, ms) => window.setTimeout(fn, ms), clear: (id) => window.clearTimeout(id) },
  })
  loginScope().onEnd(() => engine.close())
  return { engine, set, mine }
})

/** The calls of the assistant that answer a ticket. */
type AskPath =
  | 'mail/main/ai/question'
  | 'mail/main/ai/assistant/mail'
  | 'mail/main/ai/digest/mail'
  | 'mail/main/ai/fishing/mail'
  | 'mail/main/ai/translate/mail'

async function ask<P extends AskPath>(path: P, body: PostBody<P>, onReply: (reply: Reply) => void): Promise<void> {
  const { engine } = engines()
  try {
    const began = await engine.ask(() => http.post(path, body) as Promise<string>, onReply)
    if (!began) notify.info(t('remote-ai', 'error.busy'))
  } catch (error) {
    // A failed call has shown why itself.
    if (!(error instanceof ApiError)) notify.error(t('remote-ai', 'error.unlinked'))
  }
}

export const replyKey = (kind: RequestKind, mailId: number | null): string => `${kind}:${mailId ?? 0}`

function keepReply(key: string, reply: Reply): void {
  const { mine, set } = engines()
  const { [key]: _before, ...others } = mine.get().replies
  const kept = Object.entries(others).slice(-REPLIES_KEPT)
  set({ replies: { ...Object.fromEntries(kept), [key]: reply } })
}

/** Asks for something whose result is kept under a key. */
export const askFor = <P extends AskPath>(path: P, body: PostBody<P>, key: string): Promise<void> =>
  ask(path, body, (reply) => keepReply(key, reply))

/** Asks a question; the answer grows in the turn of the question. */
export function askQuestion(question: string, user: string, language: Language): Promise<void> {
  const { mine, set } = engines()
  if (mine.get().locked) {
    notify.info(t('remote-ai', 'error.busy'))
    return Promise.resolve()
  }
  const id = (mine.get().turns.at(-1)?.id ?? 0) + 1
  return ask('mail/main/ai/question', { question, user, language }, (reply) => {
    const { turns } = mine.get()
    const before = turns.some((turn) => turn.id === id) ? turns : [...turns, { id, question, reply }]
    set({ turns: before.map((turn) => (turn.id === id ? { ...turn, reply } : turn)) })
  })
}

export const stopAnswer = (): void => engines().engine.stop()
/** Shows a tab; null lets it be the one that was open last. */
export const showTab = (tab: TabName | null): void => engines().set(tab ? { tab, history: false } : { tab })
/** Has a tab make what it is for; null withdraws the request. */
export const want = (wanted: RequestKind | null): void => engines().set({ wanted })
export const showHistory = (history: boolean): void => engines().set({ history })

/** Shows an answer from before where it stood. */
export function showKept(answer: AssistantAnswer): void {
  const { mine, set } = engines()
  if (answer.type !== 1) {
    keepReply(replyKey(answer.type, answer.mailId), keptReply(answer))
    return
  }
  const { turns } = mine.get()
  if (turns.some(({ reply }) => reply.ticket === answer.id)) return
  const id = (turns.at(-1)?.id ?? 0) + 1
  set({ turns: [...turns, { id, question: answer.title, reply: keptReply(answer) }] })
}

/** An answer from before, as it was given. */
export const keptReply = ({ id, text, thought, extra }: AssistantAnswer): Reply => ({
  ticket: id,
  text,
  thought,
  extra,
  state: 'finished',
})

/** Removes deleted answers from what is shown; null for all. */
export function dropReplies(ids: readonly string[] | null): void {
  const { mine, set } = engines()
  const gone = ({ ticket }: Reply) => ids === null || ids.includes(ticket)
  const { turns, replies } = mine.get()
  set({
    turns: turns.filter(({ reply }) => !gone(reply)),
    replies: Object.fromEntries(Object.entries(replies).filter(([, reply]) => !gone(reply))),
  })
}

export const clearTurns = (): void => engines().set({ turns: [] })
