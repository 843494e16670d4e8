import { randomBytes } from 'node:crypto'
import type { OutgoingOrigin } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { type Hold, holdColumns } from '../../store/queue/outgoingState.ts'

interface AnyMail {
  readonly messageId: number
  /** '' for mail that must not be answered with a report. */
  readonly envelopeFrom: string
  readonly recipients: readonly string[]
  readonly now: number
}

/** A mail that a person sends, from the page or with a program. */
export interface PersonalMail extends AnyMail {
  readonly origin: 'page' | 'program'
  readonly accountId: number
  /** The sender's copy. */
  readonly mailId: number
  /** By which a repeated call is known. */
  readonly requestId: string
  /** JSON of what it was written from; null for what cannot be taken back. */
  readonly writing: string | null
  /** What holds it from the first moment on, such as the time in which it can be taken back. */
  readonly hold: Hold | null
  /** When the steps are asked first, before the hold ends; null for when it ends. */
  readonly askAt: number | null
}

/** A mail to a moderated group, that waits for its managers. */
export interface GroupMail extends AnyMail {
  readonly origin: 'group'
  /** The colleague who has sent it, and their copy; null for mail from outside. */
  readonly accountId: number | null
  readonly mailId: number | null
  readonly hold: Hold
}

/** What some recipients get of a letter that was taken apart when it left; mostly one of them. */
export interface PartMail extends AnyMail {
  readonly origin: 'part'
  readonly accountId: number
  /** The copy of the letter; null where its sender has none. */
  readonly mailId: number | null
  /** The step of parts that is not asked about it, because its message is as it was accepted. */
  readonly passes?: string
}

/** A mail that this system sends. It belongs to no account, and cannot be taken back. */
export interface SystemMail extends AnyMail {
  readonly origin: Exclude<OutgoingOrigin, 'page' | 'program' | 'group' | 'part'>
  /** Not before this moment; at once when left out. */
  readonly releaseAt?: number
  /** The account among whose recipients of an hour it counts, such as that of a rule that forwards; null for none. */
  readonly countsFor?: number | null
}

export type QueuedMail = PersonalMail | GroupMail | PartMail | SystemMail

const ROWS_AT_ONCE = 100

/** Accepts a mail for sending; from the commit on it goes its way, whatever happens to this process. Answers its id. */
export async function queueMail(trx: Trx, mail: QueuedMail): Promise<string> {
  // Operators type it behind a command, where a hyphen would begin an option.
  const id = randomBytes(15).toString('base64url').replace(/^-/, 'A')
  await trx
    .insertInto('outgoing')
    .values({
      id,
      message_id: mail.messageId,
      envelope_from: mail.envelopeFrom,
      created_at: mail.now,
      ...columnsOf(mail),
    })
    .execute()
  const unique = new Map(mail.recipients.map((address) => [address.toLowerCase(), address]))
  const rows = [...unique.values()].map((address) => ({
    outgoing_id: id,
    address,
    domain: domainOf(address),
    state: 'held' as const,
    next_attempt_at: 0,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('outgoing_recipient')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  return id
}

/** The columns of a way into the queue. */
function columnsOf(mail: QueuedMail) {
  const { origin, now } = mail
  const accepted = { origin, state: 'accepted' as const, due_at: now, release_at: now }
  switch (mail.origin) {
    case 'page':
    case 'program': {
      const { accountId: account_id, mailId: mail_id, requestId: request_id, writing, hold, askAt } = mail
      return {
        ...accepted,
        ...(hold ? heldFrom(hold) : {}),
        ...(askAt === null ? {} : { due_at: askAt }),
        account_id,
        mail_id,
        request_id,
        writing,
        counts_for: account_id,
      }
    }
    case 'group': {
      const { accountId: account_id, mailId: mail_id, hold } = mail
      return {
        ...accepted,
        ...heldFrom(hold),
        account_id,
        mail_id,
        request_id: '',
        writing: null,
        counts_for: account_id,
      }
    }
    case 'part': {
      const { accountId: account_id, mailId: mail_id, passes } = mail
      // The letter has counted its recipients.
      const counted = { account_id, mail_id, request_id: '', writing: null, counts_for: null }
      return { ...accepted, ...counted, ...(passes ? { passed_steps: ` ${passes}` } : {}) }
    }
    default: {
      const at = mail.releaseAt ?? now
      const nobodys = {
        account_id: null,
        mail_id: null,
        request_id: '',
        writing: null,
        counts_for: mail.countsFor ?? null,
      }
      return { ...accepted, ...nobodys, due_at: at, release_at: at }
    }
  }
}

const heldFrom = (hold: Hold) => ({
  state: 'held' as const,
  ...holdColumns(hold),
  ...(hold.until === null ? {} : { release_at: hold.until }),
})

/** The domain of an address, as what is sent at the same time is counted by it. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
