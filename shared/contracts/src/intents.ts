import type { LetterContent, WriteKind } from './http/letter.ts'
import type { MailAddress } from './rules/address.ts'
import type { FileSeal, LetterFile, SealedFile } from './rules/sealedFile.ts'

/**
 * What one remote may ask of another without knowing it: the request and the answer of each intent. `major` grows when
 * the contract of an intent changes so that an older caller is no longer understood; every intent has its own.
 */
export interface Intents {
  /** Opens the write screen, for a mail or from scratch. */
  'compose.open': {
    major: 1
    ask(input: {
      kind: WriteKind
      mailId?: number
      to?: readonly MailAddress[]
      cc?: readonly MailAddress[]
      bcc?: readonly MailAddress[]
      subject?: string
      html?: string
      /** The `mailto:` address that was followed (RFC 6068). It goes before `to` and `subject`, which older writing reads. */
      mailto?: string
      /** A text that was drafted for the user: it opens as `write/{new and the type of the letter on the screen}/0` (§2). */
      drafted?: boolean
      /** Mails that the letter carries as files, at most 40; `kind` is `forward` then. */
      attached?: readonly number[]
      /** Whether the letter corrects `mailId`, a sent one; `kind` is `editAgain`, as which older writing opens it. */
      corrects?: boolean
    }): void
  }
  /** Opens a mail in its own tab. */
  'mail.open': { major: 1; ask(input: { mailId: number; mailboxId: number }): void }
  /** Begins a classification rule for mails like this one; it is shown before it is saved. */
  'rule.draft': { major: 1; ask(input: { sender: string; subject: string }): void }
  /** Moves mails onto a folder of the sidebar; the lists answer at once and offer to undo. */
  'mail.move': { major: 1; ask(input: { mailIds: readonly number[]; targetMailboxId: number }): void }
  /** Marks every mail of a folder as read; the lists and counters answer at once. */
  'folder.markRead': { major: 1; ask(input: { folderId: number }): void }
  /** Empties a folder after a question; the lists and counters answer at once. */
  'folder.empty': { major: 1; ask(input: { folderId: number }): void }
  /** Inserts text at the caret of the letter that is open, see `LetterPort.insert`. False when no letter is open. */
  'letter.insert': { major: 1; ask(input: { text: string; marked?: boolean }): boolean }
  /**
   * Saves every letter of this person on the server that lacks something there, open or not. Answers how many could not be
   * saved.
   */
  'letters.save': { major: 1; ask(input: Record<string, never>): number }
  /** Saves every short answer of this person that was not sent as a draft. Answers how many could not be saved. */
  'answers.save': { major: 1; ask(input: Record<string, never>): number }
  /** Lets people be chosen in a dialog. Empty when none was. */
  'contacts.pick': {
    major: 1
    ask(input: { chosen?: readonly MailAddress[]; multiple?: boolean }): readonly MailAddress[]
  }
  /**
   * Lets files that are kept here be chosen in a dialog. Empty when none was, or when a link to them was written into the
   * letter on the screen instead, which is offered where `links` is set. With `dragged`, the data of a drag of documents,
   * nothing is asked.
   */
  'files.pick': {
    major: 1
    ask(input: {
      multiple?: boolean
      links?: boolean
      dragged?: string
    }): readonly { fileId: string; name: string; size: number }[]
  }
  /**
   * Keeps files that the person may read in the document center, in a folder that is chosen in a dialog. False when they
   * were not kept.
   */
  'files.save': {
    major: 1
    ask(input: { files: readonly { fileId: string; name: string }[] }): boolean
  }
  /**
   * Encrypts the text of a draft to its writer, where the letter is to be encrypted; null where it is not. A refusal is a
   * sentence for the writer: the draft must not be kept in readable form then.
   */
  'draft.seal': {
    major: 1
    ask(input: {
      content: LetterContent
      /** Its files that are encrypted: what opens them is sealed with the text. */
      files?: readonly LetterFile[]
    }): { sealed: string; notice: string; hidesSubject: boolean } | { refusal: string } | null
  }
  /** Opens what `draft.seal` has sealed, after asking for the PIN. `subject` is null where the draft has its own. */
  'draft.open': {
    major: 1
    ask(input: {
      sealed: string
    }): { html: string; subject: string | null; files?: readonly SealedFile[] } | { refusal: string }
  }
  /**
   * Encrypts a file that is added to a letter before it is uploaded, where the letter is to be encrypted; null where it is not.
   * A refusal is a sentence for the writer: the file must not be uploaded in readable form then.
   */
  'draft.sealFile': {
    major: 1
    ask(input: { content: LetterContent; file: File }): { sealed: File; seal: FileSeal } | { refusal: string } | null
  }
  /**
   * Makes the files of a draft on the server what the draft is: encrypted where it is to be, and readable where it is not. Each
   * that changes is uploaded again; the former one stays until the draft is saved. Answers all, in their order.
   */
  'draft.files': {
    major: 1
    ask(input: {
      content: LetterContent
      files: readonly LetterFile[]
    }): { files: readonly LetterFile[] } | { refusal: string }
  }
  /** The readable content of an encrypted file or picture of a draft. Its key opens it: no PIN is asked for. */
  'draft.openFile': { major: 1; ask(input: { file: LetterFile }): { content: Blob } | { refusal: string } }
  /** Opens a new event with what is known of it. Times are epoch milliseconds. */
  'calendar.draft': {
    major: 1
    ask(input: {
      subject: string
      start?: number
      end?: number
      people?: readonly MailAddress[]
      text?: string
      /** Until when it is to be done: a task is made, and no event. Calendars of before open an event at `start`. */
      due?: number
    }): void
  }
  /** Opens the help at one of its topics, which `shared/help` lists. The host answers. */
  'help.open': { major: 1; ask(input: { topic: string }): void }
  /** Saves a person as a contact, after asking for what is missing. False when they were not saved. */
  'person.save': { major: 1; ask(input: { person: MailAddress }): boolean }
}

export type IntentName = keyof Intents
export type IntentInput<N extends IntentName> = Parameters<Intents[N]['ask']>[0]
export type IntentOutput<N extends IntentName> = ReturnType<Intents[N]['ask']>
export type IntentHandlers = { [N in IntentName]?: (input: IntentInput<N>) => Promise<IntentOutput<N>> }
