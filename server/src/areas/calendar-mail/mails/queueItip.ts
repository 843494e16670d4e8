import { storeMessage } from '../../../mailflow/delivery/storeMessage.ts'
import { queueMail } from '../../../mailflow/queue/queueMail.ts'
import type { PreparedMessage } from '../../../mailflow/reading/preparedMessage.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'

/** Queues a prepared mail about an event, in the transaction of the change. A failure is reported to its sender. */
export async function queueItip(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'now'>,
  message: PreparedMessage,
  { from, to, releaseAt }: { readonly from: string; readonly to: readonly string[]; readonly releaseAt: number },
): Promise<void> {
  const messageId = await storeMessage(trx, context, message)
  await queueMail(trx, {
    origin: 'event',
    messageId,
    envelopeFrom: from,
    recipients: to,
    releaseAt,
    now: context.now(),
  })
}
