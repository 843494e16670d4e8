import type { GetData, MailDetail, PostData } from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { listItems, openMailbox } from '../../store/mailbox/index.ts'
import { readMail } from '../mail/index.ts'

const DAY_MS = 86_400_000
/** Rows that are read by one statement. */
const ROWS_AT_ONCE = 500
/** Characters of texts after which no further mail is put into an answer. */
const TEXT_CHARACTERS = 2_000_000

type Kept = GetData<'mail/offline/mails'>

/**
 * What a device may keep, all or as it changed since a change. All again where the log does not reach back, and where folders
 * have changed: one may have a password now.
 */
export async function changedToKeep(
  context: Context,
  reader: MailReader,
  { days, since }: { readonly days: number; readonly since?: number | undefined },
): Promise<Kept> {
  const mailbox = openMailbox(context, reader)
  // The number is read before the rows: what is committed in between only comes once more.
  const { seq, messages } = await mailbox.changesSince(since ?? 0)
  const changed = since === undefined || since > seq ? null : changedIds(messages)
  const asked = changed ?? (await mailbox.idsToKeep(days > 0 ? context.now() - days * DAY_MS : null))
  const ids = changed ? await mailbox.amongToKeep(changed) : asked
  const list = []
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await listItems(context.store.db, reader.accountId, ids.slice(start, start + ROWS_AT_ONCE))
    for (const row of rows) list.push(row)
  }
  const kept = new Set(list.map(({ mailId }) => mailId))
  return { seq, all: changed === null, list, gone: changed ? asked.filter((id) => !kept.has(id)) : [] }
}

type Messages = Awaited<ReturnType<ReturnType<typeof openMailbox>['changesSince']>>['messages']

/** The mails that some changes are about; null where these do not name all that changed. */
function changedIds(messages: Messages): number[] | null {
  if (messages === null) return null
  const ids = new Set<number>()
  for (const { message } of messages) {
    if (message.optType === 'mail') ids.add(message.mailId)
    if (message.optType !== 'mailbox') continue
    if (message.change === 'folders') return null
    for (const id of message.mailIds) ids.add(id)
  }
  return [...ids]
}

/** Mails with their texts, those of them that may be kept. */
export async function textsToKeep(
  context: Context,
  reader: MailReader,
  mailIds: readonly number[],
): Promise<PostData<'mail/offline/texts'>> {
  const ids = await openMailbox(context, reader).amongToKeep([...new Set(mailIds)])
  const list: MailDetail[] = []
  let characters = 0
  for (const [at, id] of ids.entries()) {
    if (characters > TEXT_CHARACTERS) return { list, left: ids.slice(at) }
    const mail = await readMail(context, reader, id).catch((error: unknown) => {
      // Deleted meanwhile.
      if (error instanceof MailNotFoundError) return null
      throw error
    })
    if (!mail) continue
    characters += (mail.html?.length ?? 0) + (mail.text?.length ?? 0)
    list.push(mail)
  }
  return { list, left: [] }
}
