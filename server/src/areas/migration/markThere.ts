import type { MailToExport } from '../../store/mailbox/index.ts'
import { flagsOf } from './marks.ts'
import type { FolderRow } from './migrationRows.ts'
import { isRefusal } from './otherFolder.ts'
import { marksOf, type OpenedThere, type Sending } from './sending.ts'
import { type Sent, type SentBefore, writeSent } from './sentRows.ts'
import { failureOf } from './server/openServer.ts'

const LETTERS = ['A', 'F', 'S', 'W']

/**
 * Marks mails there as they are marked here by now, where that has changed since they were compared: what did not change here
 * stays as it is there. Mails of an earlier copy become mails of this one. Throws what `failureOf` and `writeSent` throw.
 */
export async function markThere(
  sending: Sending,
  folder: FolderRow,
  there: OpenedThere,
  mails: readonly MailToExport[],
  before: ReadonlyMap<number, SentBefore>,
): Promise<void> {
  const [added, renewed]: [Sent[], Sent[]] = [[], []]
  const changes: { uid: number; from: string; to: string }[] = []
  for (const mail of mails) {
    const { own = null, earlier = null } = before.get(mail.id) ?? {}
    const to = marksOf(mail)
    const sent = own ?? earlier
    if (!sent) continue
    if (sent.outcome !== 'noted' && sent.marks !== to && sent.uid !== null && sent.uid_validity === there.uidValidity) {
      changes.push({ uid: sent.uid, from: sent.marks, to })
    }
    if (own && own.marks !== to && own.outcome !== 'noted') renewed.push({ ...own, marks: to })
    if (!own && earlier) {
      const { isSameFolder, ...known } = earlier
      const number = isSameFolder ? {} : { uid: null, uid_validity: there.uidValidity }
      added.push({ ...known, ...number, outcome: 'known', marks: to })
    }
  }
  for (const letter of LETTERS) {
    const changed = changes.filter(({ from, to }) => from.includes(letter) !== to.includes(letter))
    const uids = (isSet: boolean) => changed.filter(({ to }) => to.includes(letter) === isSet).map(({ uid }) => uid)
    await store(sending, 'messageFlagsAdd', uids(true), flagsOf(letter))
    await store(sending, 'messageFlagsRemove', uids(false), flagsOf(letter))
  }
  if (added.length + renewed.length === 0) return
  const { context, job, migration } = sending
  await writeSent(context, job, migration, folder, { added, renewed, changed: changes.length })
}

/** A mark that the other server does not have is left out, by the library or by a refusal. */
async function store(
  { connection }: Sending,
  how: 'messageFlagsAdd' | 'messageFlagsRemove',
  uids: readonly number[],
  flags: string[],
): Promise<void> {
  if (uids.length === 0) return
  try {
    await connection.client[how](uids.join(','), flags, { uid: true })
  } catch (error) {
    if (!isRefusal(error)) throw failureOf(error)
  }
}
