import { findVerdicts } from '../../../mailflow/steps/verdicts.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { applyItip } from './applyItip.ts'
import { type Applied, type Itip, isNewer } from './itip.ts'

/** Mails of one organiser seldom pass each other by more than a retry of days. */
const REMEMBERED_MS = 30 * 86_400_000
const LOOKED_AT = 20

interface EarlyCancel {
  readonly from: string
  readonly sequence: number
  readonly stamp: number
}

/** What is kept of a CANCEL of an event that has not arrived; undefined for other messages, and for single times. */
export function earlyCancelOf({ method, from, events }: Itip): EarlyCancel | undefined {
  const [event] = events
  if (method !== 'CANCEL' || from === '' || !event || event.recurrenceAt !== null) return undefined
  return { from, sequence: event.sequence, stamp: event.stamp }
}

const isEarlyCancel = (detail: unknown): detail is EarlyCancel =>
  typeof detail === 'object' && detail !== null && 'sequence' in detail && 'stamp' in detail && 'from' in detail

/**
 * A mail may pass another one on its way: an event whose CANCEL arrived before its REQUEST is cancelled as it is stored,
 * where the same sender wrote both and the REQUEST is not the newer one (RFC 5546 §2.1.5).
 */
export async function cancelledBefore(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  itip: Itip,
  stored: Applied,
  step: string,
): Promise<Applied> {
  const event = itip.events.find(({ recurrenceAt }) => recurrenceAt === null)
  if (itip.method !== 'REQUEST' || !event) return stored
  const since = context.now() - REMEMBERED_MS
  const noted = await findVerdicts(trx, accountId, { step, key: event.uid.slice(0, 200), since, limit: LOOKED_AT })
  const cancel = noted
    .flatMap(({ outcome, detail }) => (outcome === 'unknown' && isEarlyCancel(detail) ? [detail] : []))
    .filter(({ from }) => from === itip.from)
    .find((one) => !isNewer(event, one))
  if (!cancel) return stored
  const { sequence, stamp } = cancel
  return applyItip(trx, context, accountId, { ...itip, method: 'CANCEL', events: [{ ...event, sequence, stamp }] })
}
