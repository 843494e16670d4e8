import { setImmediate } from 'node:timers/promises'
import { remindersJob } from '../areas/calendar/reminders/fireReminders.ts'
import { jobsOf } from '../store/jobs/index.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) while it fires reminders, for tests. A process of its own: given are the store's
 * address, the data folder, the time of its clock, after how many reminders it ends, and how many turns of the event loop
 * later, so that it ends in the middle of the next one. Writes a line for each reminder of which it has notified the pages.
 */
const [database = '', folder = '', clock = '', after = '', turns = ''] = process.argv.slice(2)

const context = await openKilled(database, folder, Number(clock))
let fired = 0
context.events.publish = () => {
  fired += 1
  process.stdout.write('fired\n')
  if (fired === Number(after)) void die()
}

async function die(): Promise<void> {
  for (let turn = 0; turn < Number(turns); turn += 1) await setImmediate()
  process.kill(process.pid, 'SIGKILL')
}

await jobsOf(context).runDue([remindersJob])
