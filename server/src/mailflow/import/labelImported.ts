import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { labelMails, labelNamed } from '../../store/mailbox/index.ts'

/** Puts labels on mails that were just stored, by their names; labels that are missing are made. The mailbox is locked. */
export async function labelImported(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  labelled: readonly { readonly mailId: number; readonly labels: readonly string[] }[],
): Promise<void> {
  const byName = new Map<string, number[]>()
  for (const { mailId, labels } of labelled)
    for (const name of labels) byName.set(name, [...(byName.get(name) ?? []), mailId])
  for (const [name, mailIds] of byName) {
    const labelId = await labelNamed(trx, accountId, name)
    await labelMails(trx, context, accountId, { mailIds, add: [labelId], remove: [] })
  }
}
