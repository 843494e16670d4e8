import type { MultipartFile } from '@fastify/multipart'
import { ICS_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { BadRequestError, TooLargeError } from '../../platform/http/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { FileNotFoundError, sendBlob } from '../files/index.ts'
import {
  deleteCalendar,
  listCalendars,
  listShares,
  saveCalendar,
  saveShares,
  viewCalendars,
} from './calendars/calendars.service.ts'
import { readCalendarSettings, writeCalendarSettings } from './calendars/settings.ts'
import { readEvent } from './change/readEvent.ts'
import { listDays } from './chinese/days.service.ts'
import { createEvent, deleteEvent, moveEvent, updateEvent } from './events.service.ts'
import { calendarFile, eventFile } from './export.service.ts'
import { findReadableFile } from './files/findReadableFile.ts'
import { findTime } from './freebusy/findTime.service.ts'
import { decodeIcs } from './ics/decodeIcs.ts'
import { stopIcsWork } from './ics/icsWork.ts'
import { importIcs } from './import/importIcs.ts'
import { answerEvent, answerInvitation, readInvitation } from './itip/invitation.service.ts'
import { proposeTime } from './itip/propose.service.ts'
import { refuseProposal } from './itip/refuse.service.ts'
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
  /** Refuses calls where the operator has switched the calendar off. */
  const on = ({ accountId }: SessionActor) => requireSwitch(context, accountId, 'calendarEnable')
  app.addHook('onClose', () => stopIcsWork(context))
  taskRoutes(app, context)

  route(app, 'GET', 'calendar/list', async ({ caller }) => {
    await on(caller)
    const calendars = await listCalendars(context, caller.accountId)
    return { calendars, settings: await readCalendarSettings(context, caller.accountId) }
  })
  route(app, 'POST', 'calendar/save', async ({ caller, body }) => {
    await on(caller)
    return saveCalendar(context, caller.accountId, body)
  })
  route(app, 'POST', 'calendar/delete', async ({ caller, body }) => {
    await on(caller)
    await deleteCalendar(context, caller.accountId, body.calendarId)
    return {}
  })
  route(app, 'POST', 'calendar/view', async ({ caller, body }) => {
    await on(caller)
    await viewCalendars(context, caller.accountId, body.calendars)
    return {}
  })
  route(app, 'GET', 'calendar/share/list', async ({ caller, query }) => {
    await on(caller)
    return listShares(context, caller.accountId, query.calendarId)
  })
  route(app, 'POST', 'calendar/share/save', async ({ caller, body }) => {
    await on(caller)
    return { shares: await saveShares(context, caller.accountId, body.calendarId, body.shares) }
  })
  route(app, 'POST', 'calendar/settings/save', async ({ caller, body }) => {
    await on(caller)
    return writeCalendarSettings(context, caller.accountId, body)
  })
  route(app, 'GET', 'calendar/days', async ({ caller, query }) => {
    await on(caller)
    return listDays(context, query.from, query.to)
  })
  route(app, 'GET', 'calendar/events', async ({ caller, query: { from, to, calendarIds } }) => {
    await on(caller)
    return listInstances(context, caller, { from, to, calendarIds: idsOf(calendarIds) })
  })
  route(app, 'GET', 'calendar/today', async ({ caller, query }) => {
    await on(caller)
    return readToday(context, caller, query)
  })
  route(app, 'GET', 'calendar/search', async ({ caller, query }) => {
    await on(caller)
    return {
      instances: await searchEvents(context, caller, query.keyword),
      tasks: await searchTasks(context, caller, query.keyword),
    }
  })
  route(app, 'GET', 'calendar/next', async ({ caller, query }) => {
    await on(caller)
    return { meeting: await nextMeeting(context, caller, query.address) }
  })
  route(app, 'GET', 'calendar/event/get', async ({ caller, query }) => {
    await on(caller)
    return readEvent(context, caller, query.eventId, query.at)
  })
  route(app, 'POST', 'calendar/event/save', async ({ caller, body: { target, event } }) => {
    await on(caller)
    return target ? updateEvent(context, caller, target, event) : createEvent(context, caller, event)
  })
  route(app, 'POST', 'calendar/event/move', async ({ caller, body }) => {
    await on(caller)
    return moveEvent(context, caller, body, body)
  })
  route(app, 'POST', 'calendar/event/delete', async ({ caller, body }) => {
    await on(caller)
    return deleteEvent(context, caller, body)
  })
  route(app, 'POST', 'calendar/event/preview', async ({ caller, body }) => {
    await on(caller)
    return { scopes: await previewChange(context, caller, body.target, body.change) }
  })
  route(app, 'POST', 'calendar/event/undo', async ({ caller, body }) => {
    await on(caller)
    await undoChange(context, caller, body.undo)
    return {}
  })
  route(app, 'POST', 'calendar/event/createIcs', async ({ caller, body }) => {
    await on(caller)
    return eventFile(context, caller, body.eventId, body.at)
  })
  route(app, 'POST', 'calendar/import', async ({ caller, query, request }) => {
    await on(caller)
    return importIcs(context, caller, query.calendarId, await textOf(request))
  })
  route(app, 'GET', 'calendar/invitation', async ({ caller, query }) => {
    await on(caller)
    return readInvitation(context, caller, query.mailId)
  })
  route(app, 'POST', 'calendar/invitation/answer', async ({ caller, body }) => {
    await on(caller)
    return answerInvitation(context, caller, body)
  })
  route(app, 'POST', 'calendar/invitation/propose', async ({ caller, body }) => {
    await on(caller)
    await proposeTime(context, caller, body)
    return {}
  })
  route(app, 'POST', 'calendar/invitation/refuse', async ({ caller, body }) => {
    await on(caller)
    await refuseProposal(context, caller, body)
    return {}
  })
  route(app, 'POST', 'calendar/event/answer', async ({ caller, body }) => {
    await on(caller)
    return answerEvent(context, caller, body)
  })
  route(app, 'POST', 'calendar/findTime', async ({ caller, body }) => {
    await on(caller)
    return findTime(context, caller, body)
  })
  route(app, 'GET', 'calendar/reminders', async ({ caller }) => {
    await on(caller)
    return {
      ...(await listNotices(context, caller.accountId)),
      tasks: await listTaskNotices(context, caller.accountId),
    }
  })
  route(app, 'POST', 'calendar/reminders/close', async ({ caller, body }) => {
    await on(caller)
    await closeNotices(context, caller.accountId, body)
    await closeTaskNotices(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'calendar/subscribe', async ({ caller, body }) => {
    await on(caller)
    await listCalendars(context, caller.accountId)
    return subscribe(context, caller.accountId, body)
  })
  route(app, 'POST', 'calendar/refresh', async ({ caller, body }) => {
    await on(caller)
    await refreshNow(context, caller.accountId, body.calendarId)
    return {}
  })
  route(app, 'POST', 'calendar/publish', async ({ caller, body }) => {
    await on(caller)
    return { secret: await publish(context, caller.accountId, body.calendarId, body.level) }
  })
  publicRoute(app, 'GET', 'calendar/published/{secret}', ({ params, reply }) =>
    publishedFile(context, (params.secret ?? '').replace(/\.ics$/, ''), reply),
  )
  route(app, 'GET', 'file/event/{id}', async ({ caller, params, request, reply }) => {
    await on(caller)
    const file = await findReadableFile(context.store, caller.accountId, params.id ?? '')
    if (!file) throw new FileNotFoundError()
    return sendBlob(context.blobs, request, reply, { ...file, disposition: 'attachment' })
  })
  route(app, 'GET', 'file/calendar/{id}', async ({ caller, params, reply }) => {
    await on(caller)
    return calendarFile(context, caller, Number(params.id), reply)
  })
}

function idsOf(list: string | undefined): number[] | undefined {
  if (list === undefined) return undefined
  const ids = list.split(',').filter(Boolean).map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw new BadRequestError(['calendarIds'])
  return ids
}

/** The text of an uploaded calendar file, in the charset that it is written in. */
async function textOf(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) throw new BadRequestError(['file'])
  const file: MultipartFile | null | undefined = await request
    .file({ limits: { fileSize: ICS_SIZE_MAX + 1, files: 1, fields: 10, fieldSize: 4_096, parts: 11 } })
    .catch(() => null)
  if (!file) throw new BadRequestError(['file'])
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of file.file.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > ICS_SIZE_MAX) {
        file.file.resume()
        throw new TooLargeError()
      }
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof TooLargeError ? error : new BadRequestError(['file'])
  }
  return decodeIcs(Buffer.concat(chunks))
}
