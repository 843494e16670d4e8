import type { LetterFile, MailAddress } from '@yanshu/contracts'
import type { LoginScope, ValueStore } from '@yanshu/shell-api'
import type { TextPort } from '@yanshu/ui/editor'
import type { UploadItem, Uploads } from '@yanshu/ui/upload'
import type { DraftState, DraftSync } from '../draft-sync/draftSync.ts'
import type { KeptLetter } from '../recovery/storedLetter.ts'
import type { OfferedChecks } from '../send/offeredChecks.ts'
import type { CheckedLetter } from '../send/sendCheck.ts'
import type { MailProblem } from '../validation/refusals.ts'
import type { Beginning } from './beginning.ts'
import type { WrittenLetter } from './writtenLetter.ts'

export interface ComposerState {
  readonly letter: WrittenLetter
  readonly attachments: readonly UploadItem<LetterFile>[]
  readonly picturesWaiting: number
  /** The key of the signature in the letter; null without one, undefined when it is not known. */
  readonly signature: string | null | undefined
  readonly draft: DraftState
  /** Shown from the first attempt to send on, and kept up to date. */
  readonly problems: readonly MailProblem[]
  /** `waiting` is for files that are being uploaded, `checking` for the checks of other remotes. */
  readonly sending: 'no' | 'waiting' | 'checking' | 'sending' | 'retrying'
  readonly sendError: { readonly message: string; readonly again: boolean } | null
}

/** Where a letter that is written at an address stands, for the letter itself. */
export interface LetterPlace {
  /** Closes its tab while it is being sent; the letter stays open. */
  stepAside(): void
  /**
   * Shows it again, when it has not gone: in front of a person who did nothing else since, otherwise behind what they do.
   * Answers whether they see it.
   */
  comeBack(): boolean
  /** Brings it in front. */
  show(): void
  /** It has gone or was thrown away: its tab closes without asking. */
  close(): void
}

export interface ComposerWishes {
  readonly route: string
  readonly place: LetterPlace
  /** Opens a draft in a tab. */
  readonly openDraft: (mailId: number) => void
}

export interface Composer {
  readonly beginning: Beginning
  readonly senders: readonly MailAddress[]
  readonly state: ValueStore<ComposerState>
  readonly uploads: Uploads<LetterFile>
  /** The checks that other remotes offer for this letter. */
  readonly offered: OfferedChecks
  change(changes: Partial<WrittenLetter>): void
  /** The text changed. */
  bodyChanged(): void
  /** The recipients have been chosen: fields of a template that name them are filled in. */
  fillRecipients(): void
  attachBody(port: TextPort): () => void
  body(): TextPort
  /** Replaces the text, which may change its kind; the screen makes a fresh field for it. */
  putBody(content: string, plain: boolean): void
  /** Notes how to take back a change that the field's own history does not know. */
  noteUndo(undo: () => void): void
  /** Undoes what was noted last, while nothing has changed since. Answers whether there was something. */
  undoNoted(): boolean
  setPicturesWaiting(count: number): void
  addFiles(files: readonly File[]): void
  /** The pointer or the focus is on what sends. */
  prepareSending(): void
  send(): Promise<void>
  stopSending(): void
  saveDraft(): Promise<void>
  /** Saves it without a notice; answers whether the server has all of it, also its files. */
  saveQuietly(): Promise<boolean>
  discard(): Promise<void>
  /** The letter is with another author: its tab closes without asking, and this device keeps nothing of it. */
  leave(): Promise<void>
  keepMine(): Promise<void>
  /** Answers what the screen is to show now; null when it could not be read. */
  takeTheirs(): Promise<Beginning | null>
  saveAsNew(): Promise<void>
  /** Whether the tab may close; the draft has been saved then (§4, Tabs). */
  mayClose(): Promise<boolean>
  flush(): Promise<void>
  reconnected(): void
  dispose(): void
}

/** What sending and closing need of the letter. */
export interface ComposerParts {
  readonly state: ValueStore<ComposerState>
  readonly sync: DraftSync
  readonly uploads: Uploads<LetterFile>
  /** The writer's: attempts to send and to delete outlast a view. */
  readonly login: LoginScope
  readonly say: (key: string, values?: Record<string, string | number>) => string
  readonly set: (next: Partial<ComposerState>) => void
  readonly snapshot: () => KeptLetter
  /** Counts what may have changed the letter. */
  readonly changes: () => number
  readonly toCheck: () => CheckedLetter
  readonly body: () => TextPort
}
