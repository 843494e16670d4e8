import type { ComponentType } from 'react'
import type { WriteKind } from './http/compose.ts'
import type { MailAddress } from './rules/address.ts'

export type Language = 'zh' | 'en'

/** The names of the remotes of this product, as the manifest lists them. */
export const REMOTE_NAMES = [
  'remote-mail',
  'remote-compose',
  'remote-calendar',
  'remote-addressbook',
  'remote-settings',
  'remote-ai',
] as const
export type RemoteName = (typeof REMOTE_NAMES)[number]

/** The contract a host of this version speaks. A remote with another major is refused with class `contract`. */
export const REMOTE_CONTRACT_MAJOR = 1

/** The tab a view is shown in. The host owns it; the view says what it is called and when it may go. */
export interface TabHandle {
  readonly id: string
  /** Replaces the title that the manifest gave; null gives it back. */
  setTitle(title: string | null): void
  /** Marks unsaved work: a dot on the tab, and no silent reload. */
  setDirty(dirty: boolean): void
  /** Asked before the tab closes; answers false to stay. Returns how to stop being asked. */
  onBeforeClose(guard: () => Promise<boolean>): () => void
  close(): void
}

/** What the host gives every view of a remote. */
export interface ViewProps {
  /** Values of `:name` parts of the route. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly tab: TabHandle
  /** False while another tab covers this one; its state is kept. */
  readonly active: boolean
}

export interface RemoteRoute {
  /** Pattern below one of the prefixes that the manifest grants: `custombox/:folderId`, `write/:type/:mailId`. */
  readonly path: string
  readonly load: () => Promise<{ default: ComponentType<ViewProps> }>
}

/** What one remote may ask of another without knowing it: the name of the intent and what it is told. */
export interface Intents {
  /** Opens the write screen, for a mail or from scratch. */
  'compose.open': { kind: WriteKind; mailId?: number; to?: readonly MailAddress[]; subject?: string; html?: string }
  /** Opens a mail in its own tab. */
  'mail.open': { mailId: number; mailboxId: number }
  /** Moves mails onto a folder of the sidebar; the lists answer at once and offer to undo. */
  'mail.move': { mailIds: readonly number[]; targetMailboxId: number }
  /** Marks every mail of a folder as read; the lists and counters answer at once. */
  'folder.markRead': { folderId: number }
  /** Empties a folder after a question; the lists and counters answer at once. */
  'folder.empty': { folderId: number }
}
export type IntentName = keyof Intents
export type IntentHandlers = { [N in IntentName]?: (input: Intents[N]) => Promise<void> }

/** Places of the host that a remote may fill. */
export interface RemoteViews {
  /** The quick search box of the top bar. */
  'topbar.search': ComponentType
  /** A quiet bar above the views, for what waits for an answer; nothing while nothing waits. */
  'frame.bar': ComponentType
}

/** A place of a remote that the command palette finds and leads to. */
export interface RemoteCommand {
  /** Unique within the remote. */
  readonly id: string
  /** In the language asked for. */
  readonly label: string
  /** What it belongs to, such as the title of a page; shown beside the label. */
  readonly group: string
  /** Hash path, with what the view needs to point at the place: `/set/normalset?at=language`. */
  readonly path: string
  /** Other ways to type it: the label in the other language, pinyin with spaces between the syllables, its values. */
  readonly words: readonly string[]
}

/** Messages of one remote in one language: flat keys, or one level of groups. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** The one thing a remote exposes, as the default export of `./remote`. */
export interface RemoteModule {
  readonly contract: { readonly name: RemoteName; readonly major: number }
  readonly routes: readonly RemoteRoute[]
  readonly views?: { [V in keyof RemoteViews]?: () => Promise<{ default: RemoteViews[V] }> }
  readonly intents?: IntentHandlers
  /** What the command palette offers of this remote; asked for when the palette opens. */
  readonly commands?: (language: Language) => Promise<readonly RemoteCommand[]>
  /** Loaded before the first view of the remote is shown, and again when the language changes. */
  readonly i18n: { readonly ns: string; load(language: Language): Promise<{ default: MessageTree }> }
  /**
   * Subscribe here, never at module scope. Called once in every login, before the first view of the remote is shown; it
   * may take its time, is tried again when it fails, and where it goes on failing the build counts as one that could
   * not be loaded. What it returns undoes it, when the remote is replaced or the login ends.
   */
  activate?(): (() => void) | Promise<() => void>
}

/** Types a remote and gives it back; the check is the compiler's. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote
