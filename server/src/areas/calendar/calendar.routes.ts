import { ICS_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { decodeIcs } from '../../calendar-model/ics/decodeIcs.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { bytesOf, fileOf } from '../../store/blobs/uploadForm.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { answerEvent, answerInvitation, proposeTime, readInvitation, refuseProposal } from '../calendar-mail/index.ts'
import {
  deleteCalendar,
  findReadableFile,
  findTime,
  listCalendars,
  listShares,
  readCalendarSettings,
  readEvent,
  saveCalendar,
  saveShares,
  viewCalendars,
  writeCalendarSettings,
} from '../calendar-store/index.ts'
import { FileNotFoundError, sendBlob } from '../files/index.ts'
import { listDays } from './days.service.ts'
import { createEvent, deleteEvent, moveEvent, updateEvent } from './events.service.ts'
import { calendarFile, eventFile } from './export/export.service.ts'
import { importIcs } from './import/importIcs.ts'
import { nextMeeting } from './nextMeeting.ts'
import { previewChange } from './previewChange.ts'
import { closeNotices, listNotices } from './reminders/notices.service.ts'
import { publish, publishedFile, refreshNow, subscribe } from './subscriptions/subscriptions.service.ts'
import { searchTasks } from './tasks/listTasks.ts'
import { closeTaskNotices, listTaskNotices } from './tasks/taskReminders.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { readToday } from './today.service.ts'
import { undoChange } from './undo.ts'
import { listInstances, searchEvents } from './windows.service.ts'

export const calendarRoutes: AddRoutes = (app, context) => {
  taskRoutes(app, context)

  route(app, 'GET', 'calendar/list', async ({ caller }) => {
    const calendars = await listCalendars(context, caller.accountId)
    return { calendars, settings: await readCalendarSettings(context, caller.accountId) }
  })
  route(app, 'POST', 'calendar/save', ({ caller, body }) => saveCalendar(context, caller.accountId, body))
  route(app, 'POST', 'calendar/delete', async ({ caller, body }) => {
    await deleteCalendar(context, caller.accountId, body.calendarId)
    return {}
  })
  route(app, 'POST', 'calendar/view', async ({ caller, body }) => {
    await viewCalendars(context, caller.accountId, body.calendars)
    return {}
  })
  route(app, 'GET', 'calendar/share/list', ({ caller, query }) =>
    listShares(context, caller.accountId, query.calendarId),
  )
  route(app, 'POST', 'calendar/share/save', async ({ caller, body }) => ({
    shares: await saveShares(context, caller.accountId, body.calendarId, body.shares),
  }))
  route(app, 'POST', 'calendar/settings/save', ({ caller, body }) =>
    writeCalendarSettings(context, caller.accountId, body),
  )
  route(app, 'GET', 'calendar/days', ({ query }) => listDays(context, query.from, query.to))
  route(app, 'GET', 'calendar/events', ({ caller, query: { from, to, calendarIds } }) =>
    listInstances(context, caller, { from, to, calendarIds: idsOf(calendarIds) }),
  )
  route(app, 'GET', 'calendar/today', ({ caller, query }) => readToday(context, caller, query))
  route(app, 'GET', 'calendar/search', async ({ caller, query }) => ({
    instances: await searchEvents(context, caller, query.keyword),
    tasks: await searchTasks(context, caller, query.keyword),
  }))
  route(app, 'GET', 'calendar/next', async ({ caller, query }) => ({
    meeting: await nextMeeting(context, caller, query.address),
  }))
  route(app, 'GET', 'calendar/event/get', ({ caller, query }) => readEvent(context, caller, query.eventId, query.at))
  route(app, 'POST', 'calendar/event/save', ({ caller, body: { target, event } }) =>
    target ? updateEvent(context, caller, target, event) : createEvent(context, caller, event),
  )
  route(app, 'POST', 'calendar/event/move', ({ caller, body }) => moveEvent(context, caller, body, body))
  route(app, 'POST', 'calendar/event/delete', ({ caller, body }) => deleteEvent(context, caller, body))
  route(app, 'POST', 'calendar/event/preview', async ({ caller, body }) => ({
    scopes: await previewChange(context, caller, body.target, body.change),
  }))
  route(app, 'POST', 'calendar/event/undo', async ({ caller, body }) => {
    await undoChange(context, caller, body.undo)
    return {}
  })
  route(app, 'POST', 'calendar/event/createIcs', ({ caller, body }) =>
    eventFile(context, caller, body.eventId, body.at),
  )
  route(app, 'POST', 'calendar/import', async ({ caller, query, request }) =>
    importIcs(context, caller, query.calendarId, await textOf(request)),
  )
  route(app, 'GET', 'calendar/invitation', ({ caller, query }) => readInvitation(context, caller, query.mailId))
  route(app, 'POST', 'calendar/invitation/answer', ({ caller, body }) => answerInvitation(context, caller, body))
  route(app, 'POST', 'calendar/invitation/propose', async ({ caller, body }) => {
    await proposeTime(context, caller, body)
    return {}
  })
  route(app, 'POST', 'calendar/invitation/refuse', async ({ caller, body }) => {
    await refuseProposal(context, caller, body)
    return {}
  })
  route(app, 'POST', 'calendar/event/answer', ({ caller, body }) => answerEvent(context, caller, body))
  route(app, 'POST', 'calendar/findTime', ({ caller, body }) => findTime(context, caller, body))
  route(app, 'GET', 'calendar/reminders', async ({ caller }) => {
    return {
      ...(await listNotices(context, caller.accountId)),
      tasks: await listTaskNotices(context, caller.accountId),
    }
  })
  route(app, 'POST', 'calendar/reminders/close', async ({ caller, body }) => {
    await closeNotices(context, caller.accountId, body)
    await closeTaskNotices(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'calendar/subscribe', async ({ caller, body }) => {
    await listCalendars(context, caller.accountId)
    return subscribe(context, caller.accountId, body)
  })
  route(app, 'POST', 'calendar/refresh', async ({ caller, body }) => {
    await refreshNow(context, caller.accountId, body.calendarId)
    return {}
  })
  route(app, 'POST', 'calendar/publish', async ({ caller, body }) => {
    return { secret: await publish(context, caller.accountId, body.calendarId, body.level) }
  })
  publicRoute(app, 'GET', 'calendar/published/{secret}', ({ params, reply }) =>
    publishedFile(context, (params.secret ?? '').replace(/\.ics$/, ''), reply),
  )
  route(app, 'GET', 'file/event/{id}', async ({ caller, params, request, reply }) => {
    const file = await findReadableFile(context.store, caller.accountId, params.id ?? '')
    if (!file) throw new FileNotFoundError()
    return sendBlob(context.blobs, request, reply, { ...file, disposition: 'attachment' })
  })
  route(app, 'GET', 'file/calendar/{id}', ({ caller, params, reply }) =>
    calendarFile(context, caller, Number(params.id), reply),
  )
}

function idsOf(list: string | undefined): number[] | undefined {
  if (list === undefined) return undefined
  const ids = list.split(',').filter(Boolean).map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw new BadRequestError(['calendarIds'])
  return ids
}

/** The text of an uploaded calendar file, in the charset that it is written in. */
async function textOf(request: FastifyRequest): Promise<string> {
  return decodeIcs(await bytesOf(await fileOf(request, ICS_SIZE_MAX), ICS_SIZE_MAX))
}
