import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import { routeOf } from '../../mailflow/queue/route.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail } from '../../mailflow/steps/deliveryStep.ts'
import { whoNoted } from '../../mailflow/steps/verdicts.ts'
import type { Context } from '../../store/context/context.ts'
import { switchOfMany } from '../../store/switches/switches.ts'
import { confirmedForwardsOfMany, ownAddressesOfMany } from './forwarding.service.ts'

/** A mail that has come in here so often is in a loop, whatever its recipient. */
const ARRIVALS_MAX = 5
const REMEMBERED_MS = 30 * 86_400_000
/** The steps that forward, whose notes say which mails they have passed on. */
const STEPS = ['rules', 'forwarding'] as const

/**
 * For which of these accounts a mail has been here before: they passed it on already (by its Message-ID), or its trace
 * (`Received`, RFC 5321 §4.4) names this server and their address twice. So a circle over other servers ends after one
 * round.
 */
async function goesRoundFor(
  context: Context,
  mail: ArrivingMail,
  own: ReadonlyMap<number, readonly string[]>,
): Promise<ReadonlySet<number>> {
  const accountIds = [...own.keys()]
  const round = new Set<number>()
  if (mail.rfcMessageId !== '') {
    const since = context.now() - REMEMBERED_MS
    const noted = await whoNoted(context.store.db, accountIds, { steps: STEPS, key: mail.rfcMessageId, since })
    for (const accountId of noted) round.add(accountId)
  }
  if (mail.source === 'local') return round
  const by = `by ${context.config.hostname.toLowerCase()} `
  const header = await readHeader(context, mail.rawHash)
  const here = header('received')
    .map((line) => line.toLowerCase())
    .filter((line) => line.includes(by))
  if (here.length < 2) return round
  if (here.length > ARRIVALS_MAX) return new Set(accountIds)
  for (const [accountId, addresses] of own) {
    const mine = here.filter((line) => addresses.some((address) => line.includes(`for <${address}>`)))
    if (mine.length > 1) round.add(accountId)
  }
  return round
}

/**
 * Those of the wanted addresses, by account, that a mail may go on to now: none where it is in a loop, or where forwarding is
 * switched off. The number of its queries does not grow with the accounts, but by a few for every 500 of them.
 */
export async function allowedForwards(
  context: Context,
  mail: ArrivingMail,
  wanted: ReadonlyMap<number, readonly string[]>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const asking = [...wanted].flatMap(([accountId, addresses]) => (addresses.length > 0 ? [accountId] : []))
  if (asking.length === 0) return new Map()
  const { db } = context.store
  const enabled = await switchOfMany(db, asking, 'autoForwardEnable')
  const own = await ownAddressesOfMany(
    context,
    asking.filter((accountId) => enabled.get(accountId)),
  )
  const round = await goesRoundFor(context, mail, own)
  const accountIds = [...own.keys()].filter((accountId) => !round.has(accountId))
  const destinations = await findDestinations(db, [...new Set(accountIds.flatMap((id) => wanted.get(id) ?? []))])
  const confirmed = await confirmedForwardsOfMany(context, accountIds)
  const allowed = new Map<number, readonly string[]>()
  for (const accountId of accountIds) {
    const theirs = new Set(confirmed.get(accountId))
    const to = (wanted.get(accountId) ?? []).filter((address) => {
      const destination = destinations.get(address)
      if (destination?.kind === 'account') return destination.accountId !== accountId
      return (
        destination?.kind === 'elsewhere' &&
        routeOf(context.config, address) !== null &&
        theirs.has(address.toLowerCase())
      )
    })
    if (to.length > 0) allowed.set(accountId, to)
  }
  return allowed
}
