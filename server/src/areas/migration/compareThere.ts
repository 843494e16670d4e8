import { transact } from '../../store/database/transact.ts'
import { type FolderRow, requireRunning, setFolder } from './migrationRows.ts'
import { fetchAll } from './otherFolder.ts'
import type { OpenedThere, Sending } from './sending.ts'
import { type CopiedMail, copiedMails, type Difference, writeDifferences } from './sentRows.ts'

/** Of others, servers may answer the bytes in another encoding. */
const PLAIN_ID = /^<[\x21-\x7e]+>$/

/**
 * Reads back what the other server has of a folder: each mail that was copied or found there, by its number, its size and its
 * Message-ID. What is missing there or differs is written down with its mail, for the receipt. Throws what `failureOf` answers,
 * and `MigrationHaltedError`.
 */
export async function compareThere(
  { context, connection, commandSize, job, migration }: Sending,
  folder: FolderRow,
  { uidValidity }: OpenedThere,
): Promise<void> {
  let [found, bytes] = [0, 0]
  for (let after = 0; ; ) {
    job.signal.throwIfAborted()
    await requireRunning(context.store.db, migration.id)
    const copied = await copiedMails(context, folder.id, uidValidity, { after, limit: commandSize.listed })
    const uids = copied.map(({ uid }) => uid)
    const there = await fetchAll(connection.client, uids, { uid: true, size: true, headers: ['message-id'] })
    const differences: Difference[] = []
    for (const mail of copied) {
      const { size = 0, headers } = there.get(mail.uid) ?? {}
      if (there.has(mail.uid)) found++
      bytes += size
      const reason = there.has(mail.uid) ? differenceOf(mail, size, headers?.toString('latin1') ?? '') : 'goneThere'
      const detail = reason === 'otherSize' ? `${mail.size} / ${size}` : ''
      if (reason !== mail.reason) differences.push({ mailId: mail.mail_id, reason, detail })
    }
    if (differences.length > 0) await transact(context, (trx) => writeDifferences(trx, folder.id, differences))
    const last = copied.at(-1)
    if (!last) break
    after = last.mail_id
  }
  await setFolder(context, folder.id, { there_found: found, there_bytes: bytes })
}

/** The copy that was there before may have header lines of another way: it is compared by its Message-ID alone. */
function differenceOf({ outcome, size, message_id: id }: CopiedMail, there: number, header: string): string {
  if (id !== null && PLAIN_ID.test(id) && !header.includes(id)) return 'otherMail'
  return outcome === 'sent' && size !== there ? 'otherSize' : ''
}
