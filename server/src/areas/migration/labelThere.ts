import { transact } from '../../store/database/transact.ts'
import { isGmail } from './gmailTwins.ts'
import { gmailLabelsOf, keywordsOf } from './labelNames.ts'
import { type FolderRow, requireRunning } from './migrationRows.ts'
import { isRefusal } from './otherFolder.ts'
import type { OpenedThere, Sending } from './sending.ts'
import { type LabelledMail, labelledMails, writeLabelsThere } from './sentRows.ts'
import { failureOf } from './server/openServer.ts'

/**
 * Gives the mails of a folder there the labels that they have here: as keywords, or as labels where the other server is Gmail.
 * A label that this copy has given and that was removed here since is removed there, too; others stay as they are. What the
 * other server refuses is not written down, so that the receipt names it. Throws what `failureOf` answers, and
 * `MigrationHaltedError`.
 */
export async function labelThere(sending: Sending, folder: FolderRow, { uidValidity }: OpenedThere): Promise<void> {
  const { context, connection, commandSize, job, migration } = sending
  const isLabels = isGmail(connection.client)
  const names = isLabels
    ? await gmailLabelsOf(context, migration.account_id, JSON.parse(folder.names))
    : await keywordsOf(context, migration.account_id)
  if (!isLabels && !takesKeywords(sending)) return
  for (let after = 0; ; ) {
    job.signal.throwIfAborted()
    await requireRunning(context.store.db, migration.id)
    const mails = await labelledMails(context, folder, uidValidity, { after, limit: commandSize.listed })
    const changed = await labelSome(sending, mails, names, isLabels)
    if (changed.size > 0) await transact(context, (trx) => writeLabelsThere(trx, folder.id, changed))
    const last = mails.at(-1)
    if (!last) return
    after = last.mailId
  }
}

/** Whether the folder takes keywords that it has not had yet (RFC 9051 §7.1, PERMANENTFLAGS). */
function takesKeywords({ connection }: Sending): boolean {
  const { mailbox } = connection.client
  return mailbox !== false && mailbox.permanentFlags?.has('\\*') === true
}

type Given = Readonly<Record<string, string>>

/** Answers the labels that mails have there by now, of those whose labels have changed. */
async function labelSome(
  sending: Sending,
  mails: readonly LabelledMail[],
  names: ReadonlyMap<number, string>,
  isLabels: boolean,
): Promise<Map<number, Given>> {
  const now = new Map<number, Record<string, string>>()
  const steps = new Map<string, { isAdded: boolean; labelId: string; name: string; mails: LabelledMail[] }>()
  const note = (mail: LabelledMail, isAdded: boolean, labelId: string, name: string) => {
    const key = `${isAdded}\0${labelId}\0${name}`
    const step = steps.get(key) ?? { isAdded, labelId, name, mails: [] }
    step.mails.push(mail)
    steps.set(key, step)
  }
  for (const mail of mails) {
    const wanted = mail.labelIds.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[String(id), name] as const]
    })
    const kept = new Map(wanted)
    // First those that are removed: a label that was renamed has its new name at the end.
    for (const [id, name] of Object.entries(mail.given)) if (kept.get(id) !== name) note(mail, false, id, name)
    for (const [id, name] of wanted) if (mail.given[id] !== name) note(mail, true, id, name)
  }
  const order = [...steps.values()].toSorted((a, b) => Number(a.isAdded) - Number(b.isAdded))
  for (const { isAdded, labelId, name, mails: some } of order) {
    const uids = some.map(({ uid }) => uid)
    if (!(await store(sending, isAdded, uids, name, isLabels))) continue
    for (const { mailId, given } of some) {
      const labels = now.get(mailId) ?? { ...given }
      if (isAdded) labels[labelId] = name
      else delete labels[labelId]
      now.set(mailId, labels)
    }
  }
  return now
}

/** False where the other server refuses it. */
async function store(
  { connection: { client } }: Sending,
  isAdded: boolean,
  uids: readonly number[],
  name: string,
  useLabels: boolean,
): Promise<boolean> {
  try {
    const how = isAdded ? 'messageFlagsAdd' : 'messageFlagsRemove'
    return await client[how](uids.join(','), [name], { uid: true, ...(useLabels ? { useLabels } : {}) })
  } catch (error) {
    if (isRefusal(error)) return false
    throw failureOf(error)
  }
}
