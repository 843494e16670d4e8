import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { Context } from '../../store/context/context.ts'
import { takeArrivals } from './itip/arrivals.ts'
import { tellPeople } from './itip/outbox.ts'
import { fireReminders } from './reminders/fireReminders.ts'
import { refreshSubscriptions } from './subscriptions/refreshSubscriptions.ts'
import { fireTaskReminders } from './tasks/taskReminders.ts'

const EVERY_MS = 2_000

/**
 * The calendar's background work: notices to people, reminders, subscriptions. Each piece is claimed in the store, so
 * any number of servers may run this beside each other. Answers how to stop.
 */
export function startCalendarWork(context: Context): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = runCalendarWork(context).finally(() => {
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

/** Does everything that is due now. A failure is logged, stops nothing else, and is tried again. */
export async function runCalendarWork(context: Context): Promise<void> {
  for (const work of [takeArrivals, tellPeople, fireReminders, fireTaskReminders, refreshSubscriptions]) {
    try {
      if (await work(context)) mailTransportOf(context).dispatcher.expect(context.now())
    } catch (error) {
      context.log.error({ err: error }, 'the calendar could not do what is due; it is tried again')
    }
  }
}
