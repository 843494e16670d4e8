import type { Conversation, MailListItem } from '@yanshu/contracts'
import { sameRow } from '@yanshu/lists'
import { perLogin } from '@yanshu/shell-api'
import { useSyncExternalStore } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'

/** What a row of a list of conversations shows besides its newest mail. */
export interface ConversationFacts extends Omit<Conversation, 'unread'> {
  /** Unread mails of it in the folder, without the newest one, whose own row shows whether it is unread. */
  readonly othersUnread: number
}

/** Rows that are known; what was asked for longest ago is forgotten, and comes again with its page. */
const KEPT = 5_000

/** What is known of conversations, by the mail that stands for each. */
class KnownConversations {
  readonly #facts = new Map<number, ConversationFacts>()
  /** Of a mail that is not the newest one: the mail that stands for it. */
  readonly #standsFor = new Map<number, number>()
  readonly #listeners = new Set<() => void>()
  readonly close: () => void

  constructor() {
    this.close = mailbox().cache.onChange((changes) => {
      for (const { id, before, after } of changes) {
        const row = this.#standsFor.get(id)
        const facts = row === undefined ? undefined : this.#facts.get(row)
        if (!facts || !before || before.seen === (after?.seen ?? true)) continue
        this.#set({ ...facts, othersUnread: Math.max(0, facts.othersUnread + (before.seen ? 1 : -1)) })
      }
    })
  }

  of = (mailId: number): ConversationFacts | undefined => this.#facts.get(mailId)

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Learns a page. What is as before of a row stays the same object, so that the row is not drawn again. */
  receive(rows: readonly MailListItem[], conversations: readonly Conversation[]): void {
    const seen = new Map(rows.map((row) => [row.mailId, row.seen]))
    for (const { unread, ...facts } of conversations) {
      const { mailId } = facts
      const learnt = { ...facts, othersUnread: unread - (seen.get(mailId) ? 0 : 1) }
      const known = this.#facts.get(mailId)
      this.#facts.delete(mailId)
      this.#facts.set(mailId, known && sameRow(known, learnt) ? known : learnt)
    }
    for (const id of this.#facts.keys()) {
      if (this.#facts.size <= KEPT) break
      this.#facts.delete(id)
    }
    this.#notify()
  }

  /** Learns for which mails a row stands, so that its mark of unread follows what is done to them. */
  learnMembers(row: number, mailIds: readonly number[]): void {
    if (this.#standsFor.size > KEPT) this.#standsFor.clear()
    for (const id of mailIds) if (id !== row) this.#standsFor.set(id, row)
  }

  #set(facts: ConversationFacts): void {
    this.#facts.set(facts.mailId, facts)
    this.#notify()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

export const knownConversations = perLogin(
  () => new KnownConversations(),
  ({ close }) => close(),
)

export const useConversation = (mailId: number): ConversationFacts | undefined =>
  useSyncExternalStore(knownConversations().subscribe, () => knownConversations().of(mailId))
