import type { MigrationEstimate } from '@yanshu/contracts'
import type { ImapFlow } from 'imapflow'
import { type MailToExport, openMailbox } from '../../store/mailbox/index.ts'
import { type Counted, messageIdOf } from './countFolder.ts'
import { FoldersThere } from './folderThere.ts'
import { type FolderRow, foldersOf, requireRunning, setFolder } from './migrationRows.ts'
import { isRefusal, listMails } from './otherFolder.ts'
import { whyLeftOut } from './sendAll.ts'
import { isDone, isInRange, MAILS_AT_ONCE } from './sendFolder.ts'
import { readerOf, type Sending } from './sending.ts'
import { sentBefore } from './sentRows.ts'
import { failureOf } from './server/openServer.ts'

/**
 * Counts what would be copied to the other server, folder by folder. It is only read there; nothing is made or sent. Throws
 * what `failureOf` answers, and `MigrationHaltedError`.
 */
export async function countOut(sending: Sending): Promise<void> {
  const { context, connection, job, migration } = sending
  const there = await FoldersThere.read(connection.client)
  const folders = await foldersOf(context, migration.id)
  for (const [at, folder] of folders.entries()) {
    job.say(at, folders.length)
    if (folder.state === 'done') continue
    const reason = await whyLeftOut(sending, folder)
    if (reason !== null) {
      await setFolder(context, folder.id, { state: 'done', reason, total: 0 })
      continue
    }
    await setFolder(context, folder.id, { state: 'running', reason: '' })
    const path = there.find({ role: folder.role, names: JSON.parse(folder.names) })
    const held = path === null ? nothing() : await heldThere(sending, path)
    const estimate = await countMails(sending, folder, held)
    const { bring, already, tooLarge, broken, deleted, restricted = 0 } = estimate
    await setFolder(context, folder.id, {
      ...{ state: 'done', total: bring + already + tooLarge + broken + deleted + restricted },
      estimate: JSON.stringify({ estimate, uidValidity: held.uidValidity, upTo: 0 } satisfies Counted),
    })
  }
}

interface HeldThere {
  readonly uidValidity: string
  /** How many mails of the folder there have each Message-ID. */
  readonly byMessageId: Map<string, number>
}

const nothing = (): HeldThere => ({ uidValidity: '', byMessageId: new Map() })

/** Nothing where the other server refuses to open the folder: the run names that. */
async function heldThere({ connection, commandSize, job, migration, context }: Sending, path: string) {
  const { client } = connection
  try {
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true })
    const uids = (await client.search({ all: true }, { uid: true })) || []
    const byMessageId = new Map<string, number>()
    for (let at = 0; at < uids.length; at += commandSize.listed) {
      job.signal.throwIfAborted()
      await requireRunning(context.store.db, migration.id)
      const some = uids.slice(at, at + commandSize.listed)
      const { listed } = await listMails(client, some, { headers: ['message-id'] })
      for (const mail of listed.values()) {
        const id = messageIdOf(mail)
        if (id !== '') byMessageId.set(id, (byMessageId.get(id) ?? 0) + 1)
      }
    }
    return { uidValidity: `${uidValidity}`, byMessageId }
  } catch (error) {
    if (isRefusal(error)) return nothing()
    throw failureOf(error)
  }
}

async function countMails(
  { context, connection, job, migration }: Sending,
  folder: FolderRow,
  { uidValidity, byMessageId }: HeldThere,
): Promise<MigrationEstimate> {
  const estimate = { bring: 0, bytes: 0, already: 0, tooLarge: 0, broken: 0, deleted: 0, restricted: 0 }
  const sizeMax = appendLimitOf(connection.client)
  const mailbox = openMailbox(context, readerOf(migration))
  /** Each mail there stands for one mail here. */
  const claim = (messageId: string): boolean => {
    const left = byMessageId.get(messageId) ?? 0
    if (left > 0) byMessageId.set(messageId, left - 1)
    return left > 0
  }
  for (let after = 0; ; ) {
    job.signal.throwIfAborted()
    await requireRunning(context.store.db, migration.id)
    const mails = await mailbox.toExport(folder.folder_id ?? 0, { after, limit: MAILS_AT_ONCE })
    const ids = mails.map(({ id }) => id)
    const before = await sentBefore(context, migration, folder, ids)
    for (const mail of mails.filter(isInRange(migration))) {
      if (!mail.restrictions.download) estimate.restricted++
      // What an earlier run has copied is among the mails there: its Message-ID stands for no other mail.
      else if (isDone(before.get(mail.id), { uidValidity })) {
        claim(mail.rfc_message_id)
        estimate.already++
      } else if (mail.rfc_message_id !== '' && claim(mail.rfc_message_id)) estimate.already++
      else if (mail.size > sizeMax) estimate.tooLarge++
      else if (isEmpty(mail)) estimate.broken++
      else {
        estimate.bring++
        estimate.bytes += mail.size
      }
    }
    const last = mails.at(-1)
    if (!last || mails.length < MAILS_AT_ONCE) return estimate
    after = last.sort_key
  }
}

/** A draft has a size only when it is written as a mail. */
const isEmpty = ({ raw_hash, size }: MailToExport): boolean => raw_hash !== null && size === 0

/** The largest mail that the other server takes, in bytes (RFC 7889); without end where it does not say so for all folders. */
function appendLimitOf({ capabilities }: ImapFlow): number {
  const limit = capabilities.get('APPENDLIMIT')
  return typeof limit === 'number' && limit > 0 ? limit : Number.POSITIVE_INFINITY
}
