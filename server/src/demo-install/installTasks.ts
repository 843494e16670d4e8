import { taskFields } from '@yanshu/contracts/schemas'
import { DEMO_DOMAIN, demoTasks } from '@yanshu/demo'
import { createTask, tickTask } from '../areas/calendar/index.ts'
import type { Context } from '../store/context/context.ts'
import { operatorActor } from '../store/sessions/actor.ts'

/** Puts the tasks of the demonstration into its calendars, which must be there, and ticks off what is done. */
export async function installTasks(context: Context): Promise<void> {
  const calendars = await context.store.db
    .selectFrom('calendar')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .select(['calendar.id', 'calendar.name', 'calendar.account_id', 'account.address'])
    .orderBy('calendar.sort')
    .orderBy('calendar.id')
    .execute()
  for (const { owner, calendar, done, ...task } of demoTasks(context.now())) {
    const address = `${owner}@${DEMO_DOMAIN}`
    const place = calendars.find((one) => one.address === address && (calendar === null || one.name === calendar))
    if (!place) continue
    const asking = { ...operatorActor(place.account_id), address }
    const made = await createTask(context, asking, taskFields.parse({ ...task, calendarId: place.id }))
    if (done) await tickTask(context, asking, made, true)
  }
  // Nothing rings when the demonstration is first opened.
  await context.store.db
    .deleteFrom('task_reminder')
    .where('due_at', '<', context.now() + 6 * 3_600_000)
    .execute()
}
