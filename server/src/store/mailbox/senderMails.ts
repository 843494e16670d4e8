import {
  MAX_MAILS_PER_ACTION,
  SENDER_MAILS_LOOKED_AT,
  SUBSCRIPTION_MAILS_LOOKED_AT,
  SUBSCRIPTIONS_SHOWN,
} from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { foldersOf } from './lists.ts'
import { ownFolder } from './roles.ts'

type Parts = Pick<Context, 'store'>

/** Mails that are read by one statement: about ten milliseconds of the store. */
const AT_ONCE = 5_000

/** A sender of mailing lists and automatic mail, by what of them lies in a mailbox. */
export interface Subscription {
  /** In lower case. */
  readonly address: string
  readonly name: string
  /** The newest mail. */
  readonly mailId: number
  readonly count: number
  readonly unread: number
  /** Bytes of all of them. */
  readonly bytes: number
  /** When the newest came, in epoch milliseconds. */
  readonly latest: number
}

/**
 * Who sends the mailbox mail of lists and programs (List-Id, RFC 2919; Auto-Submitted, RFC 3834), the most mails first,
 * among its newest mails outside of recycle bin, spam and folders with a password, but for programs of the organisation. `more` is true where there are mails that
 * were not read.
 */
export async function readSubscriptions(
  context: Context,
  reader: MailReader,
): Promise<{ readonly list: Subscription[]; readonly lookedAt: number; readonly more: boolean }> {
  const own = await ownDomains(context)
  const senders = new Map<string, { -readonly [K in keyof Subscription]: Subscription[K] }>()
  let lookedAt = 0
  for await (const rows of newestMails(context, reader, { most: SUBSCRIPTION_MAILS_LOOKED_AT })) {
    lookedAt += rows.length
    for (const row of rows) {
      const address = row.from_address.toLowerCase()
      if (row.automatic === 0 || address === '' || isOwnSystem(row, own)) continue
      const before = senders.get(address)
      const sender = before ?? {
        ...{ address, name: row.from_name, mailId: row.id, count: 0, unread: 0, bytes: 0, latest: row.received_at },
      }
      sender.count += 1
      sender.unread += row.seen === 0 ? 1 : 0
      sender.bytes += row.size
      if (!before) senders.set(address, sender)
    }
  }
  const list = [...senders.values()].sort((a, b) => b.count - a.count || b.latest - a.latest)
  return { list: list.slice(0, SUBSCRIPTIONS_SHOWN), lookedAt, more: lookedAt >= SUBSCRIPTION_MAILS_LOOKED_AT }
}

const ownDomains = async ({ store }: Parts): Promise<ReadonlySet<string>> =>
  new Set((await store.db.selectFrom('domain').select('name').execute()).map(({ name }) => name.toLowerCase()))

/**
 * Whether a mail is of a program of the organisation, to which there is no subscription. One from outside that
 * only names such a sender is none.
 */
function isOwnSystem(
  { from_address, claims_own_domain }: { readonly from_address: string; readonly claims_own_domain: number },
  own: ReadonlySet<string>,
): boolean {
  return claims_own_domain === 0 && own.has(from_address.slice(from_address.lastIndexOf('@') + 1).toLowerCase())
}

/** Which mails of a sender are wanted. `before` is in epoch milliseconds. */
interface OfSender {
  readonly address: string
  readonly before: number
  readonly mailboxId?: number | undefined
}

/**
 * The mails from an address that came before a moment, the newest first, outside of recycle bin, spam and folders with a
 * password, or in the one folder that is named: what can be deleted at once. `more` is true where there may be others.
 * Throws `FolderNotFoundError`, `FolderClosedError`.
 */
export async function idsFromSender(
  context: Context,
  reader: MailReader,
  { address, before, mailboxId }: OfSender,
): Promise<{ readonly mailIds: number[]; readonly more: boolean }> {
  const { db } = context.store
  if (mailboxId !== undefined) {
    await requireFolderOpen(db, reader, await ownFolder(db, reader.accountId, mailboxId))
  }
  const wanted = address.toLowerCase()
  const mailIds: number[] = []
  let lookedAt = 0
  for await (const rows of newestMails(context, reader, { most: SENDER_MAILS_LOOKED_AT, before, mailboxId })) {
    lookedAt += rows.length
    for (const { id, from_address } of rows) if (from_address.toLowerCase() === wanted) mailIds.push(id)
    if (mailIds.length > MAX_MAILS_PER_ACTION) break
  }
  const more = mailIds.length > MAX_MAILS_PER_ACTION || lookedAt >= SENDER_MAILS_LOOKED_AT
  return { mailIds: mailIds.slice(0, MAX_MAILS_PER_ACTION), more }
}

/** Mails with their senders, the newest first, some at a time, so that other calls are answered in between. */
async function* newestMails(
  context: Context,
  { accountId }: MailReader,
  {
    most,
    before,
    mailboxId,
  }: { readonly most: number; readonly before?: number; readonly mailboxId?: number | undefined },
) {
  const { unlisted } = await foldersOf(context, accountId)
  let last: number | null = null
  for (let read = 0; read < most; ) {
    const rows = await mailsBelow(context, {
      accountId,
      unlisted,
      last,
      limit: Math.min(AT_ONCE, most - read),
      before,
      mailboxId,
    })
    if (rows.length === 0) return
    yield rows
    read += rows.length
    last = rows.at(-1)?.sort_key ?? null
    await new Promise((resolve) => setImmediate(resolve))
  }
}

interface Part {
  readonly accountId: number
  readonly unlisted: readonly number[]
  /** The sort key of the last mail that was read; null for the beginning. */
  readonly last: number | null
  readonly limit: number
  readonly before: number | undefined
  readonly mailboxId: number | undefined
}

const mailsBelow = ({ store }: Parts, { accountId, unlisted, last, limit, before, mailboxId }: Part) =>
  store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'mail.sort_key', 'mail.seen', 'mail.received_at'])
    .select(['message.from_address', 'message.from_name', 'message.size', 'message.automatic'])
    .select('message.claims_own_domain')
    .where('mail.account_id', '=', accountId)
    .$if(mailboxId === undefined, (part) => part.where('mail.folder_id', 'not in', [...unlisted]))
    .$if(mailboxId !== undefined, (part) => part.where('mail.folder_id', '=', mailboxId ?? 0))
    .$if(last !== null, (part) => part.where('mail.sort_key', '<', last ?? 0))
    .$if(before !== undefined, (part) => part.where('mail.received_at', '<', before ?? 0))
    .orderBy('mail.sort_key', 'desc')
    .limit(limit)
    .execute()
