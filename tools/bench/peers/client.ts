import type { MailPage } from '../mailPage.ts'
import type { PlainLogin } from '../ownHeap.ts'

/** A mail that is opened: its place in the inbox from 0, the number in its subject, and a text that only it shows. */
export interface PlannedMail {
  readonly index: number
  readonly number: number
  readonly text: string
}

/**
 * One web client in one tab of a fresh browser profile. What is timed answers the milliseconds seen from outside the
 * browser and leaves those of the page's own clock in `page.felt`.
 */
export interface BenchClient {
  readonly page: MailPage
  /** Navigation to the form of the login. */
  openLogin(): Promise<number>
  /** Fills the form in, submits it and waits for the newest mails of the inbox. */
  logIn(): Promise<number>
  /** The same login for a page in which nothing of the benchmark runs. */
  plainLogin(): PlainLogin
  /** Brings a mail's row into sight. Not timed. */
  reveal(mail: PlannedMail): Promise<void>
  open(mail: PlannedMail): Promise<number>
  /** By the arrow key, from the mail that is open. */
  openNext(mail: PlannedMail): Promise<number>
  /** Shows the newest mails again. Not timed. */
  toTop(): Promise<void>
  /** From the newest mails to those 50 further, by a page or by scrolling. */
  further(): Promise<number>
  jumpTo(index: number): Promise<number>
  openFolder(): Promise<number>
  backToInbox(): Promise<number>
  /** Searches for the word of {@link SUBJECT_WORD} in subjects. */
  searchSubject(): Promise<number>
  /** How many mails the shown list has, as the client shows it. */
  shownCount(): Promise<number>
  /** Leaves the search, selects the newest mails and opens the menu that marks them. Not timed. */
  prepareMark(): Promise<void>
  markRead(): Promise<number>
  /** Opens the menu that moves the selected mails. Not timed. */
  prepareMove(): Promise<void>
  /** Until none of the moved mails is in the list. */
  move(): Promise<number>
  /** Whether the mails after the moved ones stand in their places. */
  filled(): Promise<void>
  compose(): Promise<number>
  /** Fills the editor with a small mail. Not timed. */
  write(): Promise<void>
  /** Until the editor is closed. */
  send(): Promise<number>
}

/** How many mails are marked and moved at once. */
export const BULK = 50
