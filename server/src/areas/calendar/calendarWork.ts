import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { Context } from '../../store/context/context.ts'
import { takeArrivals } from './itip/arrivals.ts'
import { tellPeople } from './itip/outbox.ts'
import { fireReminders } from './reminders/fireReminders.ts'
import { refreshSubscriptions } from './subscriptions/refreshSubscriptions.ts'
import { fireTaskReminders } from './tasks/taskReminders.ts'

const EVERY_MS = 2_000

type Work = (context: Context) => Promise<boolean>

/** What people wait for. */
const FOR_PEOPLE: readonly Work[] = [takeArrivals, tellPeople, fireReminders, fireTaskReminders]
/** What waits for servers elsewhere, for as long as these like. */
const FROM_ELSEWHERE: readonly Work[] = [refreshSubscriptions]

/**
 * The calendar's background work: notices to people and reminders, and beside them subscriptions. Each piece is claimed in
 * the store, so any number of servers may run this beside each other. Answers how to stop.
 */
export function startCalendarWork(context: Context): () => Promise<void> {
  const stops = [FOR_PEOPLE, FROM_ELSEWHERE].map((works) => repeat(() => runWorks(context, works)))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Runs work again and again, some time after its end. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = work().finally(() => {
      if (!stopped) timer = setTimeout(look, EVERY_MS)
    })
  }
  look()
  return async () => {
    stopped = true
    if (timer) clearTimeout(timer)
    await running
  }
}

/** Does everything that is due now. */
export const runCalendarWork = (context: Context): Promise<void> =>
  runWorks(context, [...FOR_PEOPLE, ...FROM_ELSEWHERE])

/** A failure is logged, stops nothing else, and is tried again. */
async function runWorks(context: Context, works: readonly Work[]): Promise<void> {
  for (const work of works) {
    try {
      if (await work(context)) mailTransportOf(context).dispatcher.expect(context.now())
    } catch (error) {
      context.log.error({ err: error }, 'the calendar could not do what is due; it is tried again')
    }
  }
}
