import {
  type Folder,
  type FolderLists,
  type GeneralSettings,
  MAX_LIST_ROWS,
  type MailListItem,
} from '@yanshu/contracts'
import type { TestClient } from './testClient.ts'
import type { TestSocket } from './testSocket.ts'

/** What a window shows, in a form that can be compared. */
export interface Shown {
  readonly folders: readonly unknown[]
  readonly labels: readonly unknown[]
  readonly rows: readonly unknown[]
  readonly settings: GeneralSettings
}

/**
 * An open window that holds a whole account and trusts the push socket: it reads everything once, then again only when
 * the server demands it, and otherwise applies the messages.
 */
export class TestWindow {
  readonly #client: TestClient
  #socket: TestSocket | null = null
  /** Messages are applied one after another. */
  #work: Promise<void> = Promise.resolve()
  #lists: FolderLists | null = null
  #rows = new Map<number, MailListItem>()
  #settings: GeneralSettings | null = null
  /** The last change that was sent to it. */
  seq = 0
  /** How often it had to read everything again. */
  reloads = 0

  constructor(client: TestClient) {
    this.#client = client
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  async start(newest: number): Promise<void> {
    this.seq = newest
    await this.#readAll()
    await this.open()
  }

  /** Starts with what another window of the same account shows, which has not changed since. */
  async startAs(other: TestWindow): Promise<void> {
    this.seq = other.seq
    this.#lists = structuredClone(other.#lists)
    this.#settings = structuredClone(other.#settings)
    this.#rows = new Map(other.#rows)
    await this.open()
  }

  /** Connects, and goes on from the last change that was sent to it. Resolves when it has been greeted. */
  async open(): Promise<void> {
    const socket = await this.#client.socket(this.seq)
    this.#socket = socket
    const greeted = Promise.withResolvers<void>()
    const follow = async () => {
      for (;;) {
        const message = await socket.next()
        this.#work = this.#work.then(() => this.#take(message))
        if (message.optType === 'ready') this.#work.then(greeted.resolve, greeted.reject)
      }
    }
    follow().catch(greeted.resolve)
    await greeted.promise
  }

  /** The connection breaks; what is on its way is lost. */
  cut(): void {
    this.#socket?.cut()
    this.#socket = null
  }

  /** Resolves when all messages so far are applied. */
  settled(): Promise<void> {
    return this.#work
  }

  shown(): Shown {
    const lists = this.#lists
    if (!lists || !this.#settings) throw new Error('nothing was read')
    return shownOf(lists, this.#rows.values(), this.#settings)
  }

  /** What a window that is opened now shows. */
  async fresh(): Promise<Shown> {
    const { lists, rows, settings } = await this.#read()
    return shownOf(lists, rows, settings)
  }

  async #take(message: Awaited<ReturnType<TestSocket['next']>>): Promise<void> {
    if (message.optType === 'ready') {
      if (message.missed) {
        this.reloads += 1
        await this.#readAll()
      }
      this.seq = message.seq
      return
    }
    // Nothing of the mailbox.
    if (message.optType === 'event') return
    if (message.optType === 'mail') this.#rows.set(message.mailId, message.item)
    else {
      const withRow = new Set(message.items.map(({ mailId }) => mailId))
      for (const item of message.items) this.#rows.set(item.mailId, item)
      if (message.change === 'removed') {
        for (const id of message.mailIds) {
          if (message.mailboxId === null || this.#rows.get(id)?.mailboxId === message.mailboxId) this.#rows.delete(id)
        }
      } else if (message.mailIds.some((id) => !withRow.has(id))) await this.#readRows()
      if (message.change === 'folders') this.#lists = await this.#client.get('mail/main/folder/list')
      if (message.change === 'settings') this.#settings = await this.#client.get('mail/main/generalConfig/get')
    }
    const { folders, labels } = message.counters
    if (this.#lists) {
      for (const one of foldersOf(this.#lists))
        Object.assign(
          one,
          folders.find((f) => f.folderId === one.folderId),
        )
      for (const one of this.#lists.labelList)
        Object.assign(
          one,
          labels.find((l) => l.labelId === one.labelId),
        )
    }
    this.seq = Math.max(this.seq, message.seq)
  }

  async #readAll(): Promise<void> {
    const { lists, rows, settings } = await this.#read()
    this.#lists = lists
    this.#settings = settings
    this.#rows = new Map(rows.map((row) => [row.mailId, row]))
  }

  async #readRows(): Promise<void> {
    this.#rows = new Map((await this.#read()).rows.map((row) => [row.mailId, row]))
  }

  async #read() {
    const lists = await this.#client.get('mail/main/folder/list')
    const rows: MailListItem[] = []
    for (const { folderId } of foldersOf(lists)) {
      const { list, more } = await this.#client.get('mail/email/mailbox/list', {
        mailboxId: folderId,
        pageSize: MAX_LIST_ROWS,
      })
      if (more) throw new Error('the test has more mails than a page')
      rows.push(...list)
    }
    return { lists, rows, settings: await this.#client.get('mail/main/generalConfig/get') }
  }
}

const foldersOf = (lists: FolderLists): Folder[] => [...lists.folderList, ...lists.customList]

function shownOf(lists: FolderLists, rows: Iterable<MailListItem>, settings: GeneralSettings): Shown {
  // A label that is gone is not shown, whatever a row still names; sizes of folders are read by a call of their own.
  const labels = new Set(lists.labelList.map(({ labelId }) => labelId))
  return {
    folders: foldersOf(lists).map(({ spaceSize: _, ...folder }) => folder),
    labels: lists.labelList.map(({ spaceSize: _, ...label }) => label),
    rows: [...rows]
      .map((row) => ({ ...row, labelIds: row.labelIds.filter((id) => labels.has(id)) }))
      .sort((a, b) => a.mailId - b.mailId),
    settings,
  }
}
