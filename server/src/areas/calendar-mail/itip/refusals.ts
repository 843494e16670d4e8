import type { Kysely } from 'kysely'
import { findVerdicts, noteVerdict } from '../../../mailflow/steps/verdicts.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import type { Asking } from '../../calendar-store/index.ts'

const STEP = 'invitations'
const REFUSED = 'proposal-refused'

/** Whether the organiser has refused the time that a mail proposes. */
export async function isRefused(db: Kysely<Schema>, accountId: number, mailId: number): Promise<boolean> {
  const verdicts = await findVerdicts(db, accountId, { step: STEP, mailId })
  return verdicts.some(({ outcome }) => outcome === REFUSED)
}

/** Notes that the organiser has refused the time that a mail proposes. */
export const noteRefusal = (
  trx: Trx,
  context: Pick<TransactionContext, 'now'>,
  { accountId, address }: Asking,
  mailId: number,
): Promise<void> => noteVerdict(trx, context, STEP, { accountId, address, mailId }, { outcome: REFUSED })
