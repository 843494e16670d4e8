import type { LetterContent, MailAddress } from '@yanshu/contracts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { OutgoingOrigin } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Hold } from '../../store/queue/outgoingState.ts'

/** A mail that this system is about to send: of a person, of a program, passed on, or written by the system itself. */
export interface OutgoingLetter {
  /** Of the queue. */
  readonly id: string
  readonly origin: OutgoingOrigin
  /** Whose recipients of an hour it counts among; null for the system's own, and for mail from outside. */
  readonly countsFor: number | null
  /** Whose mail it is; null for the system's own, and for mail from outside. */
  readonly accountId: number | null
  /** The envelope sender; '' for mail that nothing may answer. */
  readonly envelopeFrom: string
  /** All its recipients, here and elsewhere. */
  readonly recipients: readonly string[]
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Not before this moment, as its sender chose. */
  readonly releaseAt: number
  readonly subject: string
  readonly from: MailAddress
  readonly rfcMessageId: string
  readonly automatic: boolean
  /** Bytes, and the blob that has them. */
  readonly size: number
  readonly rawHash: string
  readonly hasAttachment: boolean
}

/** A letter of the page before it is accepted, while its writer waits. */
export interface LetterToAccept {
  readonly accountId: number
  readonly recipients: readonly string[]
  readonly content: LetterContent
}

/** Runs in the transaction that holds a letter. */
export type WhenHeld = (trx: Trx, context: TransactionContext) => Promise<void>

/** What a step of sending answers about a letter. */
export type Judged =
  | 'pass'
  /** It waits until a moment or a decision (`decideHeld`). Its sender is shown why, and may take it back meanwhile. */
  | {
      readonly hold: Omit<Hold, 'step'>
      /** What the step stores about it, in the transaction that holds it. */
      readonly held?: WhenHeld
    }
  /** It is not delivered, and its sender gets a report. */
  | {
      readonly refuse: {
        /** Enhanced status of class 5 (RFC 3463). */
        readonly status: string
        /** For the sender, in one sentence: `Chinese / English`. */
        readonly reason: string
      }
    }
  /** It goes out with these bytes. The sender's copy stays as it was written, and so does the letter until it leaves. */
  | { readonly rewrite: Uint8Array }

export interface SubmissionTools {
  readonly context: Context
  /** Aborted when the step has had its time; what it answers afterwards counts for nothing. */
  readonly signal: AbortSignal
}

/**
 * One step of sending: decides whether a letter may leave as it is. It is asked when the letter is due, and again after
 * each hold, whichever way the letter came into the queue. docs/adding-a-feature.md has an example.
 */
export interface SubmissionStep {
  /** Unique, and never changed: it stands in the rows. */
  readonly name: string
  /**
   * Whether a letter that leaves later is judged as soon as it cannot be undone any more, so that a decision is there when
   * its time comes. It is asked again at that time, unless a decision has let the letter pass.
   */
  readonly early?: boolean
  /**
   * Whether it is asked about the mails that a letter is taken apart into, one for each recipient, instead of about letters.
   * The other steps have decided about the letter as a whole, and are not asked about its parts.
   */
  readonly ofParts?: boolean
  /** How long it may take for one letter, in milliseconds; at most and by default `STEP_TIMEOUT_MS`. */
  readonly timeout?: number
  /**
   * Refuses a letter of the page before it is accepted, for what its writer can correct at once: an option that cannot be
   * followed. It throws what the call answers, and only reads. `judge` is asked all the same.
   */
  admit?(context: Context, letter: LetterToAccept): Promise<void>
  /**
   * Judges one letter. It only reads: it may be asked again for the same letter, and by two servers at the same time. When
   * it throws, or has no answer in time, nothing leaves: the letter is tried again with growing waits for two days, and
   * then goes back to its sender.
   */
  judge(letter: OutgoingLetter, tools: SubmissionTools): Judged | Promise<Judged>
  /**
   * Asked once more in the transaction in which the letter leaves, for limits by number: it takes a lock, counts and writes
   * down. Answers a hold where there is no room any more; then nothing leaves, and what it wrote is undone with it.
   */
  claim?(trx: Trx, context: TransactionContext, letter: OutgoingLetter): Promise<Omit<Hold, 'step'> | null>
}
