import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Route } from '../../platform/config/values.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { createPump, type Due, type Passed, type Pump } from './pump.ts'
import { createRelay } from './relay.ts'
import { relayMail } from './relayMail.ts'

/** Mails that one server takes at the same time, and of those to one domain. */
const AT_ONCE = 12
const TO_ONE_DOMAIN = 4
/** Mails that one reading finds. */
const FOUND_AT_ONCE = 20

interface Work {
  /** Runs one mail; what it throws is the caller's to handle. Never throws. */
  attempt(outgoingId: string, run: () => Promise<void>): Promise<void>
  pauses(): boolean
  /** The sender, whose page shows what became of a mail. */
  announce(accountId: number | null): void
}

export interface Relaying {
  /** Hands over what is due. A call during another one makes it read again. */
  run(): Promise<void>
  close(): void
}

/**
 * Hands mail for other domains to the servers that take it. Each server has a queue of its own, and in it each domain its
 * places, so that one that is slow keeps nothing from the others.
 */
export function createRelaying(context: Context, work: Work): Relaying {
  const { relay, routes } = context.config
  // The last one takes what fits none of the others.
  const all = [...routes, ...(relay === null ? [] : [{ domain: null, url: relay }])]
  const relays = all.map(({ domain, url }, at) => {
    const sent = createRelay(url, context.config)
    return { sent, pump: pumpFor(context, work, { relay: sent, domain, before: routes.slice(0, at) }) }
  })
  return {
    async run() {
      await Promise.all(relays.map(({ pump }) => pump.run()))
    },
    close() {
      for (const { sent } of relays) sent.close()
    },
  }
}

interface Served {
  readonly relay: ReturnType<typeof createRelay>
  /** That of the route; null for every domain. */
  readonly domain: string | null
  /** The routes that are asked first. */
  readonly before: readonly Route[]
}

function pumpFor(context: Context, work: Work, { relay, domain, before }: Served): Pump {
  const { db } = context.store
  type Builder = ExpressionBuilder<Pick<Schema, 'outgoing_recipient'>, 'outgoing_recipient'>
  const isFor = (eb: Builder, of: string) =>
    of.startsWith('.') ? eb('domain', 'like', `%${of}`) : eb('domain', '=', of)

  /** Recipients that are due here, but for domains of which as many are on their way as may be. */
  const dueHere = (full: readonly string[]) => {
    let query = db
      .selectFrom('outgoing_recipient')
      // As it stands in the index.
      .where(sql<boolean>`outgoing_recipient.state = 'queued'`)
      .where('next_attempt_at', '<=', context.now())
    if (domain !== null) query = query.where((eb) => isFor(eb, domain))
    for (const route of before) query = query.where((eb) => eb.not(isFor(eb, route.domain)))
    if (full.length > 0) query = query.where('domain', 'not in', full)
    return query
  }

  return createPump<Due>({
    atOnce: AT_ONCE,
    perKey: () => TO_ONE_DOMAIN,
    pauses: work.pauses,
    async find({ ids, keys }: Passed) {
      let query = dueHere(keys)
        .innerJoin('outgoing', 'outgoing.id', 'outgoing_recipient.outgoing_id')
        .select('outgoing_id')
        .distinct()
        .where(NOT_STOPPED)
      if (ids.length > 0) query = query.where('outgoing_id', 'not in', ids)
      const mails = (await query.limit(FOUND_AT_ONCE).execute()).map(({ outgoing_id }) => outgoing_id)
      if (mails.length === 0) return { due: [], more: false }
      const domains = await dueHere(keys)
        .select(['outgoing_id', 'domain'])
        .distinct()
        .where('outgoing_id', 'in', mails)
        .execute()
      const due = [...Map.groupBy(domains, ({ outgoing_id }) => outgoing_id)].map(([id, of]) => ({
        id,
        keys: of.map((one) => one.domain),
      }))
      return { due, more: mails.length === FOUND_AT_ONCE }
    },
    run: ({ id, keys: domains }) =>
      work.attempt(id, async () => work.announce(await relayMail(context, relay, { outgoingId: id, domains }))),
  })
}

/** Not an equality: most rows have it, and PostgreSQL would begin with all of them. */
const NOT_STOPPED: RawBuilder<boolean> = sql<boolean>`outgoing.on_hold < 1`
