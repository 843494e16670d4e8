import { setImmediate } from 'node:timers/promises'
import type { ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'
import { holidaysOf } from './chinese/holidays.ts'
import { tasksFor } from './ics/sendCalendarFile.ts'

const ownCalendars = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('calendar').select(['id', 'name']).where('account_id', '=', accountId).orderBy('sort').execute()

/** Own calendars, each as iCalendar. */
export const calendarPart: ArchivePart = {
  name: 'calendar',
  count: async (context, { accountId }) => (await ownCalendars(context, accountId)).length,
  files: async (context, { accountId, onWritten }) =>
    (await ownCalendars(context, accountId)).map(({ id, name }) => ({
      path: `calendars/${name}.ics`,
      content: (async function* () {
        const rows = await context.store.db
          .selectFrom('event')
          .selectAll()
          .where('calendar_id', '=', id)
          .orderBy('id')
          .execute()
        const [{ icsParts }, { taskParts }] = await Promise.all([
          import('./ics/writeIcs.ts'),
          import('./ics/writeTasks.ts'),
        ])
        const options = { holidays: holidaysOf(context), now: context.now() }
        const others = taskParts(await tasksFor(context, id, 'own'), options)
        for (const part of icsParts(rows, { ...options, name, others })) {
          yield part
          await setImmediate()
        }
        onWritten()
      })(),
    })),
}
