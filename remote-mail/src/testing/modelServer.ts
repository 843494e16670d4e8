import type { Counters, DayHeading, FolderRole, MailList, PostBody, PostData, SocketMessage } from '@yanshu/contracts'
import { ItemCache, type PageStart } from '@yanshu/lists'
import type { ChangingPath, MailCalls } from '../actions/plans.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailCache, MailRow } from '../mail-cache/mailCache.ts'
import { mailKind } from '../mailbox/mailKind.ts'

export const FOLDERS: readonly { folderId: number; role: FolderRole }[] = [
  { folderId: 1, role: 'inbox' },
  { folderId: 2, role: 'sent' },
  { folderId: 3, role: 'drafts' },
  { folderId: 4, role: 'trash' },
  { folderId: 5, role: 'spam' },
  { folderId: 6, role: 'custom' },
]
export const LABELS = [71, 72]
export const roleOf = (folderId: number): FolderRole | undefined =>
  FOLDERS.find((folder) => folder.folderId === folderId)?.role

/** Mails in these folders as the kind of items that lists show. */
export const KIND = mailKind(roleOf)

/** A cache of mails that keeps so many. */
export const mailCache = (kept?: number): MailCache => new ItemCache(KIND, kept)

/** A mail as tests need it. */
export function rowOf(mailId: number, over: Partial<MailRow> = {}): MailRow {
  return {
    mailId,
    mailboxId: 1,
    mailUid: mailId,
    sortValues: [over.sticky ? 1 : 0, 1_000 + mailId],
    seen: false,
    sticky: false,
    color: 0,
    replied: false,
    forwarded: false,
    systemNotice: false,
    stranger: false,
    claimsOwnDomain: false,
    risky: false,
    withPassword: false,
    invites: false,
    priority: 3,
    from: { name: '李娜', address: 'li.na@yanshu.test' },
    to: [{ name: '张伟', address: 'zhang.wei@yanshu.test' }],
    toCount: 1,
    subject: `第 ${mailId} 封`,
    preview: '',
    hasAttachment: false,
    size: 1_000,
    date: 1_700_000_000_000 + mailId * 86_400_000,
    labelIds: [],
    ...over,
  }
}

/** Rows that travel with a push; the real server's fifty would be too many for short stories. */
const ROWS_SENT = 2

/** How an answer travels: when it is worked on, when it comes back, and whether it fails. */
export interface NetworkDelays {
  /** Milliseconds until the server works on a call. */
  there(): number
  /** Milliseconds until the answer is back. */
  back(): number
  fails(): boolean
  /** Milliseconds until a push arrives; pushes keep their order. */
  push(): number
}

/**
 * A small model of a mail server, for tests of how the client handles late answers, pushes and failures.
 * Its state changes in one step; answers and pushes about it travel apart.
 */
export class ModelServer implements MailCalls {
  readonly mails = new Map<number, MailRow>()
  readonly #previous = new Map<number, number>()
  readonly #network: NetworkDelays
  readonly #push: (message: SocketMessage) => void
  #nextUid = 1_000_000
  #seq = 0
  #lastPushAt = 0

  constructor(network: NetworkDelays, push: (message: SocketMessage) => void) {
    this.#network = network
    this.#push = push
  }

  list(query: ListQuery): MailRow[] {
    const { belongs, compare } = KIND.rulesOf(query)
    return [...this.mails.values()].filter((row) => belongs(row, false)).sort(compare)
  }

  counters(): Counters {
    const rows = [...this.mails.values()]
    const count = (of: MailRow[]) => ({ mail: of.length, unread: of.filter((row) => !row.seen).length })
    return {
      folders: FOLDERS.map(({ folderId }) => ({ folderId, ...count(rows.filter((r) => r.mailboxId === folderId)) })),
      labels: LABELS.map((labelId) => ({ labelId, ...count(this.list({ kind: 'label', labelId, unread: 'any' })) })),
    }
  }

  async fetch(query: ListQuery, start: PageStart, signal: AbortSignal): Promise<MailList> {
    return this.#call(() => {
      const all = this.list(query)
      const after = start.sortValues ? this.#behind(query, all, start.sortValues.map(Number)) : (start.offset ?? 0)
      const from = after < 0 ? all.length : after
      const list = all.slice(from, from + start.pageSize)
      const page = { list, total: all.length, more: from + list.length < all.length }
      return start.timeZone === undefined || query.kind === 'own'
        ? page
        : { ...page, headings: this.headings(query, start.timeZone) }
    }, signal)
  }

  /** The first row behind a place. An arranged list is compared with the mail itself, which has to be there. */
  #behind(query: ListQuery, all: readonly MailRow[], [sticky = 0, key = 0]: readonly number[]): number {
    if (query.kind !== 'own') {
      return all.findIndex(
        (row) =>
          (query.kind === 'folder' ? sticky - row.sortValues[0] : 0) > 0 ||
          (row.sortValues[0] === sticky && row.sortValues[1] < key),
      )
    }
    const mail = [...this.mails.values()].find((row) => row.sortValues[1] === key)
    if (!mail) throw new Error('the mail is gone')
    return all.findIndex((row) => query.compare(row, mail) > 0)
  }

  /** The headings of a list and the rows below each, months only: its mails are all old. */
  headings(query: ListQuery, timeZone = 8): DayHeading[] {
    const headings: DayHeading[] = []
    for (const row of this.list(query)) {
      const local = new Date(row.date + timeZone * 3_600_000)
      const onTop = query.kind === 'folder' && row.sticky
      const from = onTop ? 0 : Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - timeZone * 3_600_000
      const last = headings.at(-1)
      if (last?.from === from) last.count += 1
      else headings.push({ kind: onTop ? 'sticky' : 'month', from, count: 1 })
    }
    if (query.kind === 'folder' && headings[0]?.kind !== 'sticky')
      headings.unshift({ kind: 'sticky', from: 0, count: 0 })
    return headings
  }

  async post<P extends ChangingPath>(path: P, body: PostBody<P>): Promise<PostData<P>> {
    const answer: unknown = await this.#call(() => {
      if (this.#network.fails()) throw new Error('the server failed')
      return this.#work(path, body)
    })
    return answer as PostData<P>
  }

  async fetchCounters(): Promise<Counters> {
    return this.#call(() => this.counters())
  }

  /** A mail comes in. */
  deliver(row: MailRow): void {
    this.mails.set(row.mailId, row)
    this.#sendPush({
      optType: 'mail',
      seq: ++this.#seq,
      mailSubject: row.subject,
      mailFrom: row.from,
      mailboxId: row.mailboxId,
      mailId: row.mailId,
      item: row,
      counters: this.counters(),
    })
  }

  /** Runs the same call as another window would: at once, and reported to this one by push only. */
  elsewhere<P extends ChangingPath>(path: P, body: PostBody<P>): void {
    this.#work(path, body)
  }

  #work(path: ChangingPath, given: unknown): object {
    const body = given as Partial<Record<string, unknown>> & { mailIds?: number[] }
    const rows = (body.mailIds ?? []).map((id) => this.mails.get(id)).filter((row) => row !== undefined)
    switch (path) {
      case 'mail/email/seen/update':
        return this.#update(rows, (row) => ({ ...row, seen: body.seen === true }))
      case 'mail/email/color/update':
        return this.#update(rows, (row) => ({ ...row, color: Number(body.color) }))
      case 'mail/email/sticky/update':
        return this.#update(rows, (row) => ({
          ...row,
          sticky: body.sticky === true,
          sortValues: [body.sticky ? 1 : 0, row.sortValues[1]],
        }))
      case 'mail/email/label/update': {
        const { add, remove } = given as PostBody<'mail/email/label/update'>
        const gone = new Set<number>(remove)
        return this.#update(rows, (row) => ({
          ...row,
          labelIds: [...new Set([...row.labelIds, ...add])].filter((id) => !gone.has(id)),
        }))
      }
      case 'mail/email/move': {
        const uids = Array.isArray(body.mailUids) ? body.mailUids : []
        const from = Number(body.mailboxId)
        const moving = [...this.mails.values()].filter((row) => row.mailboxId === from && uids.includes(row.mailUid))
        return this.#move(moving, () => Number(body.targetMailboxId))
      }
      case 'mail/email/detail': {
        const row = this.mails.get(Number(body.mailId))
        if (!row) throw new Error('there is no such mail')
        return row
      }
      case 'mail/email/recoverableDelete':
        return this.#move(rows, () => 4)
      case 'mail/email/recoverEmail':
        return this.#move(rows, (row) => this.#previous.get(row.mailId) ?? 1)
      case 'mail/email/delete':
      case 'mail/email/draftdelete': {
        for (const { mailId } of rows) this.mails.delete(mailId)
        for (const folderId of new Set(rows.map((row) => row.mailboxId))) {
          this.#changed(
            'removed',
            folderId,
            rows.filter((r) => r.mailboxId === folderId).map((r) => r.mailId),
            [],
          )
        }
        return { count: rows.length }
      }
      case 'mail/email/allSeen':
        return this.#update(
          [...this.mails.values()].filter((row) => row.mailboxId === body.mailboxId && !row.seen),
          (row) => ({ ...row, seen: true }),
        )
      case 'mail/main/folder/recoverableClear': {
        const inside = [...this.mails.values()].filter((row) => row.mailboxId === body.folderId)
        return this.#move(inside, () => 4)
      }
    }
  }

  #update(rows: readonly MailRow[], change: (row: MailRow) => MailRow): object {
    const fresh = rows.map(change)
    for (const row of fresh) this.mails.set(row.mailId, row)
    this.#changed(
      'updated',
      null,
      fresh.map((row) => row.mailId),
      fresh,
    )
    return { count: rows.length }
  }

  #move(rows: readonly MailRow[], target: (row: MailRow) => number): object {
    const moved = rows.filter((row) => target(row) !== row.mailboxId)
    const fresh = moved.map((row) => {
      const mailboxId = target(row)
      this.#previous.set(row.mailId, row.mailboxId)
      return { ...row, mailboxId, mailUid: this.#nextUid++ }
    })
    for (const row of fresh) this.mails.set(row.mailId, row)
    const without = fresh.length > ROWS_SENT
    for (const from of without ? new Set(moved.map((row) => row.mailboxId)) : []) {
      this.#changed(
        'removed',
        from,
        moved.filter((r) => r.mailboxId === from).map((r) => r.mailId),
        [],
      )
    }
    for (const to of new Set(fresh.map((row) => row.mailboxId))) {
      const there = fresh.filter((row) => row.mailboxId === to)
      this.#changed(
        'added',
        to,
        there.map((row) => row.mailId),
        without ? [] : there,
      )
    }
    const places = fresh.map(({ mailId, mailboxId, mailUid }) => ({ mailId, mailboxId, mailUid }))
    return { folderName: '', count: moved.length, moved: places }
  }

  #changed(
    change: 'updated' | 'removed' | 'added',
    mailboxId: number | null,
    mailIds: number[],
    items: readonly MailRow[],
  ): void {
    this.#sendPush({
      optType: 'mailbox',
      seq: ++this.#seq,
      change,
      mailboxId,
      mailIds,
      items: [...items],
      counters: this.counters(),
    })
  }

  #sendPush(message: SocketMessage): void {
    const at = Math.max(this.#lastPushAt, Date.now() + this.#network.push())
    this.#lastPushAt = at
    setTimeout(() => this.#push(message), at - Date.now())
  }

  #call<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('called off')))
      setTimeout(() => {
        try {
          const answer = work()
          setTimeout(() => resolve(answer), this.#network.back())
        } catch (error) {
          setTimeout(() => reject(error), this.#network.back())
        }
      }, this.#network.there())
    })
  }
}

/** Counters as the shell keeps them: what the server sent last, and what actions on their way add to it. */
export class ModelCounters {
  #base: Counters
  revision = 0
  readonly #adjustments = new Set<readonly { folderId?: number; labelId?: number; mail?: number; unread?: number }[]>()

  constructor(base: Counters) {
    this.#base = base
  }

  apply(counters: Counters): void {
    this.#base = counters
    this.revision += 1
  }

  adjust = (deltas: readonly { folderId?: number; labelId?: number; mail?: number; unread?: number }[]) => {
    this.#adjustments.add(deltas)
    return () => {
      this.#adjustments.delete(deltas)
    }
  }

  shown(): Counters {
    const deltas = [...this.#adjustments].flat()
    const sum = (of: typeof deltas, key: 'mail' | 'unread') => of.reduce((all, delta) => all + (delta[key] ?? 0), 0)
    return {
      folders: this.#base.folders.map((folder) => {
        const own = deltas.filter((delta) => delta.folderId === folder.folderId)
        return { ...folder, mail: folder.mail + sum(own, 'mail'), unread: folder.unread + sum(own, 'unread') }
      }),
      labels: this.#base.labels.map((label) => {
        const own = deltas.filter((delta) => delta.labelId === label.labelId)
        return { ...label, mail: label.mail + sum(own, 'mail'), unread: label.unread + sum(own, 'unread') }
      }),
    }
  }
}
