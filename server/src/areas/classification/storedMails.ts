import { noHeaders, readHeader } from '../../mailflow/reading/readHeader.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox, readAddresses } from '../../store/mailbox/index.ts'
import type { RuleNeeds } from './judgeRules.ts'
import type { RuleMail } from './ruleMail.ts'

/** Mails that are read before other calls run. */
export const MAILS_PER_TURN = 100

/** A mail that is there, as rules see it. */
export interface StoredRuleMail extends RuleMail {
  readonly mailId: number
}

/** These mails as rules saw them at their delivery, in the order of the ids; those that are gone are left out. */
export async function storedRuleMails(
  context: Context,
  reader: MailReader,
  mailIds: readonly number[],
  needs: RuleNeeds,
): Promise<StoredRuleMail[]> {
  const rows = await openMailbox(context, reader).forRules(mailIds, { withText: needs.body })
  const found = new Map<number, StoredRuleMail>()
  for (const row of rows) {
    // A file that is gone has no header; the mail itself can still be tried.
    const header = needs.headers ? await readHeader(context, row.raw_hash).catch(() => noHeaders) : noHeaders
    found.set(row.id, {
      mailId: row.id,
      sender: { name: row.from_name, address: row.from_address },
      get recipients() {
        return [...readAddresses(row.to_list), ...readAddresses(row.cc_list)]
      },
      subject: row.subject,
      body: row.text,
      size: row.size,
      attachmentNames: row.fileNames,
      hasAttachment: row.has_attachment === 1,
      receivedAt: row.received_at,
      header,
    })
  }
  return mailIds.flatMap((id) => found.get(id) ?? [])
}
