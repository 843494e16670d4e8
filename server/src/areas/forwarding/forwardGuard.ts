import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import { routeOf } from '../../mailflow/queue/route.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail } from '../../mailflow/steps/deliveryStep.ts'
import { findVerdicts } from '../../mailflow/steps/verdicts.ts'
import type { Context } from '../../store/context/context.ts'
import { confirmedForwards, mayForward, ownAddresses } from './forwarding.service.ts'

/** A mail that has come in here so often is going round, whoever it was addressed to. */
const ARRIVALS_MAX = 5
const REMEMBERED_MS = 30 * 86_400_000
/** The steps that forward, whose notes say which mails they have passed on. */
const STEPS = ['rules', 'forwarding'] as const

/**
 * Whether a mail has been here before for the same person: they passed it on already (by its Message-ID), or its trace
 * (`Received`, RFC 5321 §4.4) names this server and their address twice. So a circle over other servers ends after one
 * round.
 */
async function goesRound(context: Context, accountId: number, own: readonly string[], mail: ArrivingMail) {
  if (mail.rfcMessageId !== '') {
    const since = context.now() - REMEMBERED_MS
    for (const step of STEPS) {
      const noted = await findVerdicts(context.store.db, accountId, { step, key: mail.rfcMessageId, since, limit: 1 })
      if (noted.length > 0) return true
    }
  }
  if (mail.source === 'local') return false
  const by = `by ${context.config.hostname.toLowerCase()} `
  const header = await readHeader(context, mail.rawHash)
  const here = header('received')
    .map((line) => line.toLowerCase())
    .filter((line) => line.includes(by))
  const mine = here.filter((line) => own.some((address) => line.includes(`for <${address}>`)))
  return mine.length > 1 || here.length > ARRIVALS_MAX
}

/** Those of the wanted addresses that a mail may go on to now; none when it goes round, or forwarding is switched off. */
export async function allowedForwards(
  context: Context,
  accountId: number,
  mail: ArrivingMail,
  wanted: readonly string[],
): Promise<string[]> {
  if (wanted.length === 0 || !(await mayForward(context, accountId))) return []
  const own = await ownAddresses(context, accountId)
  if (await goesRound(context, accountId, own, mail)) return []
  const destinations = await findDestinations(context.store.db, wanted)
  const confirmed = new Set(await confirmedForwards(context, accountId))
  return wanted.filter((address) => {
    const destination = destinations.get(address)
    if (destination?.kind === 'account') return destination.accountId !== accountId
    return (
      destination?.kind === 'elsewhere' &&
      routeOf(context.config, address) !== null &&
      confirmed.has(address.toLowerCase())
    )
  })
}
