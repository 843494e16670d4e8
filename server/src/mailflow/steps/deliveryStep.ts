import type { MailAddress } from '@yanshu/contracts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { OutgoingOrigin } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Authentication, Peer } from '../arrival/arrival.ts'
import type { Place } from '../delivery/placement.ts'
import type { PreparedAttachment } from '../reading/preparedMessage.ts'

/** A mail that is about to be delivered to people of this system. It is on disk and in no mailbox yet. */
export interface ArrivingMail {
  /** By SMTP or LMTP from outside, or written here. What a group lets through stays what it was. */
  readonly source: 'smtp' | 'lmtp' | 'local'
  /** The envelope sender; '' for reports, which nothing may answer (RFC 5321 §6.1). */
  readonly envelopeFrom: string
  /** Whose account it was written in; null when it came from outside, or when this system wrote it. */
  readonly senderId: number | null
  /** Which way it came into the queue of outgoing mail; null for what comes in by SMTP or LMTP. */
  readonly origin: OutgoingOrigin | null
  /** Who handed it in; null for what was written here. A mail that a group lets through keeps its own. */
  readonly peer: Peer | null
  /** Whether it is from whom it names, as it was checked when it came in; null where nothing trusted has. */
  readonly authentication: Authentication | null
  /** A filter before this server, which the operator trusts, marked it as spam. */
  readonly flaggedAsSpam: boolean
  /** Epoch milliseconds. */
  readonly receivedAt: number
  readonly subject: string
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  /** Message-ID with its brackets, '' when missing. */
  readonly rfcMessageId: string
  /** Written by a program or a list: no automaton may answer it (RFC 3834 §2). */
  readonly automatic: boolean
  /** It came from outside and its From names one of our domains. */
  readonly claimsOwnDomain: boolean
  /** It came from outside, and nothing confirms the domain of its From (`isUnproven`). */
  readonly unproven: boolean
  /** Bytes of the message as it came. */
  readonly size: number
  /** The text of the body, as search reads it. */
  readonly text: string
  readonly hasAttachment: boolean
  readonly attachments: readonly PreparedAttachment[]
  /** Blob of the message as it came. */
  readonly rawHash: string
}

/** A recipient who is about to get a mail. */
export interface StepRecipient {
  /** The address by which the mail reaches them: the key of a step's answer. */
  readonly address: string
  /** Null for an address that no account has and that is a step's own (`stepAddresses`), such as a mail group. */
  readonly accountId: number | null
  /** What the steps before have decided. */
  readonly place: Place
  readonly seen: boolean
  readonly quiet: boolean
  readonly color: number
  readonly labelIds: readonly number[]
}

/** What a step wants for one recipient. What is left out stays as the steps before decided. */
export interface Decision {
  /** The folder it is filed into. One that is gone by then, or another's, counts as the inbox. */
  readonly place?: Place
  readonly seen?: boolean
  /** The star: 0 none, 1 to 7 its colours. */
  readonly color?: number
  /** True: open windows list the mail without a notification. */
  readonly quiet?: boolean
  /** Labels put on beside those of the steps before; those that are gone are passed over. */
  readonly labelIds?: readonly number[]
  /** Not delivered, and the sender is informed why. Ends the steps for this recipient. */
  readonly refuse?: {
    /** Enhanced status of class 5 (RFC 3463); 5.7.1 when left out. */
    readonly status?: string
    /** For the sender, in one sentence, `Chinese / English`; an SMTP client gets what of it is ASCII. */
    readonly reason: string
  }
  /** Not delivered, without a report. Ends the steps for this recipient. */
  readonly discard?: boolean
  /**
   * Who gets it instead: people here, who pass every step themselves, and addresses elsewhere, by the relay. With the
   * recipient's own address among them they keep a copy, and the later steps are asked for it; otherwise the steps end.
   */
  readonly recipients?: readonly string[]
  /** No later step is asked for this recipient. */
  readonly last?: boolean
  /** Kept as rows for some weeks (`findVerdicts`): which rule it was, whom it answered, why it did not. */
  readonly notes?: readonly VerdictNote[]
  /**
   * What the step's `effect` is to do once the mail is delivered. Plain data; stored in the delivery's transaction.
   */
  readonly effects?: readonly object[]
  /** What the effects read, and what stays until they are done: the mail may be deleted before, or be in no mailbox. */
  readonly keeps?: Keeps
}

/** What stays until an effect is done. */
export interface Keeps {
  /** The row of the message, with its body and its files. */
  readonly message?: boolean
  /** Content of the mail. */
  readonly blobs?: readonly BlobRef[]
}

export interface VerdictNote {
  /** A word of the step, such as `moved`, `answered`, `not-answered`. */
  readonly outcome: string
  /** What it is found by, such as the address that was answered; '' when left out. */
  readonly key?: string
  /** Plain data. */
  readonly detail?: object
}

/** An effect that is due, exactly once for each delivered mail. */
export interface DueEffect {
  readonly accountId: number | null
  /** The recipient's address. */
  readonly address: string
  /** The delivered mail; null when it was discarded, passed on or refused. It may have been deleted meanwhile. */
  readonly mailId: number | null
  /** What the step asked for. */
  readonly data: unknown
}

export interface StepTools {
  readonly context: Context
  /** Aborted when the step has had its time; what it answers afterwards counts for nothing. */
  readonly signal: AbortSignal
}

/**
 * One step of delivery: decides for each recipient what becomes of a mail. Areas write them (rules, mail groups,
 * auto-reply, approval, invitations) and `deliverySteps.ts` lists them in their order. docs/adding-a-feature.md has an
 * example.
 */
export interface DeliveryStep<Prepared = unknown> {
  /** Unique, and never changed: it stands in the rows. */
  readonly name: string
  /** How long it may take for one mail, in milliseconds; at most and by default `STEP_TIMEOUT_MS`. */
  readonly timeout?: number
  /**
   * Answers what is to happen, by the recipients' addresses; nothing for those that it leaves as they are. It only reads:
   * it may be asked again for the same mail, and by two servers at the same time. It is asked once for all recipients, so
   * it reads the store once for all of them. When it throws, that is written down and the mail is delivered as if the step
   * had no answer. When it takes longer than `STEP_TIMEOUT_MS`, or the store gave it no answer, the mail is put off as a
   * whole (`StepUnansweredError`): what a person wants of their mail does not depend on how busy the machine is.
   */
  judge(mail: ArrivingMail, recipients: readonly StepRecipient[], tools: StepTools): Judgement | Promise<Judgement>
  /**
   * Which of these addresses of our domains, which no account has, are the step's own. They are taken in, and the step's
   * `judge` has to name their recipients, or refuse or discard. While it has no answer, no client learns that there is no such
   * address.
   */
  stepAddresses?(addresses: readonly string[], tools: StepTools): Promise<ReadonlySet<string>>
  /**
   * Does what a decision asked for, after the commit of the delivery, in a transaction that also strikes the effect off:
   * exactly once, also when the server is killed in between. It writes to the store; what leaves the system is queued
   * there (`queueMail`). When it throws it is tried again with growing waits for two days.
   */
  effect?(trx: Trx, context: TransactionContext, effect: DueEffect, prepared: Prepared): Promise<void>
  /**
   * What `effect` needs and takes long, such as composing a mail: asked before its transaction begins, and again for every
   * attempt. It writes no row.
   */
  prepare?(context: Context, effect: DueEffect): Promise<Prepared>
}

export type Judgement = ReadonlyMap<string, Decision> | null

/**
 * How long a step may take to judge one mail, in milliseconds. It is there to end what hangs: a step takes a few
 * milliseconds, and the sending server waits for ten minutes (RFC 5321 §4.5.3.2.6).
 */
export const STEP_TIMEOUT_MS = 20_000

/**
 * A step could not be asked, because it took too long or the store gave no answer. Nothing was decided and nothing
 * written: the mail is tried again, by the sending server or by the queue.
 */
export class StepUnansweredError extends Error {
  constructor(step: string, cause: unknown) {
    super(`the step of delivery “${step}” gave no answer`, { cause })
    this.name = 'StepUnansweredError'
  }
}
