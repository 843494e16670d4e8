import type { Context } from '../../store/context/context.ts'
import { type MailToExport, openMailbox } from '../../store/mailbox/index.ts'
import { compareThere } from './compareThere.ts'
import { IndexThere } from './indexThere.ts'
import { labelThere } from './labelThere.ts'
import { markThere } from './markThere.ts'
import { type FolderRow, type MigrationRow, setFolder } from './migrationRows.ts'
import { isRefusal } from './otherFolder.ts'
import { type OpenedThere, readerOf, type Sending } from './sending.ts'
import { sendMail } from './sendMail.ts'
import { numbersThere, type Sent, type SentBefore, sentBefore, writeSent } from './sentRows.ts'
import { failureOf } from './server/openServer.ts'

export const MAILS_AT_ONCE = 100
/** Mails whose outcome is written down by one transaction: a run that is killed finds the rest there by their names. */
const WRITTEN_AT_ONCE = 20

/**
 * Copies what a folder has in the range and the other server has not, and marks and labels there what was marked and labelled here. Answers
 * whether the folder there could be opened. Throws what `failureOf` answers, `MigrationHaltedError`, `MigrationFullThereError`.
 */
export async function sendFolder(sending: Sending, folder: FolderRow, path: string): Promise<boolean> {
  const { context, job, migration } = sending
  const there = await openThere(sending, folder, path)
  if (there === null) return false
  await setFolder(context, folder.id, { state: 'running', total: await countHere(context, migration, folder) })
  const mailbox = openMailbox(context, readerOf(migration))
  for (let after = 0; ; ) {
    job.signal.throwIfAborted()
    const mails = await mailbox.toExport(folder.folder_id ?? 0, { after, limit: MAILS_AT_ONCE })
    await sendSome(sending, folder, there, mails.filter(isInRange(migration)))
    const last = mails.at(-1)
    if (!last || mails.length < MAILS_AT_ONCE) break
    after = last.sort_key
  }
  await labelThere(sending, folder, there)
  await compareThere(sending, folder, there)
  return true
}

export const isInRange =
  ({ since, before_at: before }: MigrationRow) =>
  ({ received_at: at }: MailToExport): boolean =>
    (since === null || at >= since) && (before === null || at < before)

/** Null where the other server refuses to open the folder. */
async function openThere({ context, connection, commandSize, migration }: Sending, folder: FolderRow, path: string) {
  const { client } = connection
  try {
    const opened = await client.mailboxOpen(path)
    if (opened.readOnly) return null
    const uidValidity = `${opened.uidValidity}`
    const known = await numbersThere(context, migration, folder.path, uidValidity)
    const found = (await client.search({ all: true }, { uid: true })) || []
    const others = found.filter((uid) => !known.has(uid))
    const index = await IndexThere.read(client, migration.account_id, others, commandSize.listed)
    return { path, uidValidity, index }
  } catch (error) {
    if (isRefusal(error)) return null
    throw failureOf(error)
  }
}

async function countHere({ store }: Context, { since, before_at: before }: MigrationRow, { folder_id }: FolderRow) {
  let counted = store.db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number | string>().as('mails'))
    .where('folder_id', '=', folder_id ?? 0)
  if (since !== null) counted = counted.where('received_at', '>=', since)
  if (before !== null) counted = counted.where('received_at', '<', before)
  return Number((await counted.executeTakeFirstOrThrow()).mails)
}

async function sendSome(
  sending: Sending,
  folder: FolderRow,
  there: OpenedThere,
  mails: readonly MailToExport[],
): Promise<void> {
  const { context, job, migration } = sending
  const before = await sentBefore(
    context,
    migration,
    folder,
    mails.map(({ id }) => id),
  )
  const waiting = mails.filter((mail) => !isDone(before.get(mail.id), there))
  const known = mails.filter((mail) => isDone(before.get(mail.id), there))
  await markThere(sending, folder, there, known, before)
  let [added, renewed]: [Sent[], Sent[]] = [[], []]
  const write = async () => {
    const dealt = { added, renewed, changed: 0 }
    ;[added, renewed] = [[], []]
    if (dealt.added.length + dealt.renewed.length > 0) await writeSent(context, job, migration, folder, dealt)
  }
  try {
    for (const mail of waiting) {
      job.signal.throwIfAborted()
      const sent = await sendMail(sending, folder, there, mail)
      if (before.get(mail.id)?.own) renewed.push(sent)
      else added.push(sent)
      if (added.length + renewed.length >= WRITTEN_AT_ONCE) await write()
    }
  } finally {
    await write()
  }
}

/** Whether a mail is there, or is named as one that cannot be. A number of before the other server counted anew names none. */
export function isDone(before: SentBefore | undefined, { uidValidity }: Pick<OpenedThere, 'uidValidity'>): boolean {
  const { own = null, earlier = null } = before ?? {}
  if (own)
    return own.outcome !== 'sent' ? own.uid === null || own.uid_validity === uidValidity : isHere(own, uidValidity)
  return earlier !== null && (!earlier.isSameFolder || isHere(earlier, uidValidity))
}

const isHere = ({ uid, uid_validity }: Sent, uidValidity: string): boolean =>
  uid !== null && uid_validity === uidValidity
