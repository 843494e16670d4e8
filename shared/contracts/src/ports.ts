import type { LetterContent, WriteKind } from './http/letter.ts'
import type { MailAddress } from './rules/address.ts'
import type { LetterFile } from './rules/sealedFile.ts'

/** A part of a shown text: offsets in what the port's `text` gives, in UTF-16 units, `end` not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** What another remote may do with the mail that is shown. It gives access to the text only, never to the document. */
export interface MailPort {
  /** The text as it is shown; '' until it is there. */
  text(): string
  /** Marks these parts, in place of those marked before. Nothing is added to the mail. */
  mark(ranges: readonly TextRange[]): void
  scrollTo(range: TextRange): void
  /** Removes the marks. */
  clear(): void
}

/** What another remote may do with the letter that is written. What it changes is saved as if the writer had typed it. */
export interface LetterPort {
  /** The writer's text, without what is quoted. */
  text(): string
  /** What is selected; '' for nothing. */
  selection(): string
  /** Inserts text at the caret, or at the end where there is none. */
  insert(text: string, how?: InsertOptions): void
  /** Inserts text in place of what is selected; the same as `insert` where nothing is. */
  replaceSelection(text: string, how?: InsertOptions): void
  /** Removes the marks; the text stays. */
  clearMarks(): void
}

/** How text is put into a letter. */
export interface InsertOptions {
  /**
   * True keeps the text marked for its writer, with a ground of its own, until the mark is cleared or the letter is sent.
   * Drafts keep marks, sent mails have none. A letter in plain text gets the text without a mark.
   */
  readonly marked?: boolean
}

/** The mail that is shown. */
export interface OpenMail {
  readonly mailId: number
  readonly mailboxId: number
  readonly subject: string
  readonly from: MailAddress
  readonly port: MailPort
}

/** The letter that is written. */
export interface OpenLetter {
  readonly kind: WriteKind
  readonly subject: string
  readonly to: readonly MailAddress[]
  readonly port: LetterPort
}

/** The options of a letter that belong to one remote, by their names without the namespace. */
export interface LetterOptionsPort {
  readonly values: Readonly<Record<string, unknown>>
  /**
   * Sets an option to a value that JSON keeps; `undefined` removes it. It is saved as what the writer changes. The name
   * is a word in Latin letters: `stamp`.
   * @throws {RangeError} for a name that is none, and where a letter has more or larger options than it may have
   */
  set(name: string, value: unknown): void
}

/** What an option is shown of its letter. */
export interface OptionedLetter {
  readonly kind: WriteKind
  /** The mail that is answered or forwarded. */
  readonly sourceMailId: number | null
  /** The address that it is written from. */
  readonly from: string
  /** All recipients, and those of them whom the others do not see. */
  readonly recipients: readonly MailAddress[]
  readonly blind: readonly MailAddress[]
}

/** A letter that is about to be sent. */
export interface LetterToSend {
  readonly content: LetterContent
  /** The writer's text, without what is quoted. */
  readonly text: string
  /** The files that `content` names. */
  readonly files: readonly LetterFile[]
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
}

/** One of several values that a writer chooses in a question before a letter is sent. */
export interface LetterChoice {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** What is chosen at first: one of the options. */
  readonly value: string
  /** Called with each change, before the answer. */
  readonly choose: (value: string) => void
}

/** What a check of another remote has against a letter, in the language of the user. */
export type LetterVerdict =
  /** It goes only if the writer chooses `yes`; `no` has the focus. */
  | {
      readonly ask: {
        readonly title: string
        readonly text: string
        readonly yes: string
        readonly no: string
        /** What the writer chooses with it. Older versions of remote-compose show the question without it. */
        readonly choice?: LetterChoice
      }
    }
  /** It does not go, for this reason. */
  | { readonly refuse: string }

/**
 * A check of another remote. Both functions have 20 seconds, or the time that it names. Where the check does not come, throws
 * or does not answer, the writer is asked whether the letter goes without it.
 */
export interface LetterCheck {
  /** Milliseconds that each function may take, where it asks the writer for something or works on large files. */
  readonly timeMs?: number
  /** Asked each time the letter is to be sent; null lets it go. */
  judge?(letter: LetterToSend): LetterVerdict | null | Promise<LetterVerdict | null>
  /**
   * Turns a letter that passed every check into the one that is sent. The draft stays as it is. Where it throws,
   * nothing is sent.
   */
  transform?(letter: LetterToSend): LetterContent | Promise<LetterContent>
}
