import { setImmediate } from 'node:timers/promises'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { filesOf } from '../../calendar-model/rows/eventFiles.ts'
import type { ArchiveAsking, ArchiveFile, ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'
import { tasksFor } from './export/sendCalendarFile.ts'

const ownCalendars = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('calendar').select(['id', 'name']).where('account_id', '=', accountId).orderBy('sort').execute()

/** The files of the events of a calendar, in a folder beside it, each named by its event. One that is damaged is lost. */
async function filesIn(
  context: Context,
  calendar: { readonly id: number; readonly name: string },
  { onWritten }: ArchiveAsking,
): Promise<ArchiveFile[]> {
  const rows = await context.store.db
    .selectFrom('event')
    .select(['id', 'files'])
    .where('calendar_id', '=', calendar.id)
    .where('files', '<>', '[]')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) =>
    filesOf(row)
      .filter(({ hash }) => hash !== '')
      .map(({ name, hash, size }) => ({
        path: `calendars/${calendar.name}/${row.id} ${name}`,
        content: (async function* () {
          const content = await context.blobs.read(hash, { size }).catch(() => null)
          if (content) yield* content
          onWritten(content === null)
        })(),
      })),
  )
}

/** Own calendars, each as iCalendar, and the files of their events. */
export const calendarPart: ArchivePart = {
  name: 'calendar',
  count: async (context, { accountId }) => {
    const calendars = await ownCalendars(context, accountId)
    const { files } = await context.store.db
      .selectFrom('event_file')
      .innerJoin('calendar', 'calendar.id', 'event_file.calendar_id')
      .select(({ fn }) => fn.countAll<number>().as('files'))
      .where('calendar.account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return calendars.length + Number(files)
  },
  files: async (context, asking) => {
    const { accountId, onWritten } = asking
    const calendars = await ownCalendars(context, accountId)
    const written = calendars.map(({ id, name }) => ({
      path: `calendars/${name}.ics`,
      content: (async function* () {
        const rows = await context.store.db
          .selectFrom('event')
          .selectAll()
          .where('calendar_id', '=', id)
          .orderBy('id')
          .execute()
        const [{ icsParts }, { taskParts }, { linkLines }] = await Promise.all([
          import('../../calendar-model/ics/writeIcs.ts'),
          import('../../calendar-model/ics/writeTasks.ts'),
          import('../../calendar-model/ics/writeAttach.ts'),
        ])
        const options = { holidays: holidaysOf(context), now: context.now(), files: linkLines }
        const others = taskParts(await tasksFor(context, id, 'own'), options)
        for (const part of icsParts(rows, { ...options, name, others })) {
          yield part
          await setImmediate()
        }
        onWritten()
      })(),
    }))
    const files: ArchiveFile[] = []
    for (const one of calendars) for (const file of await filesIn(context, one, asking)) files.push(file)
    return [...written, ...files]
  },
}
