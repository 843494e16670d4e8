import type { MultipartFile } from '@fastify/multipart'
import { ICS_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { BadRequestError, TooLargeError } from '../../platform/http/errors.ts'
import type { Handler, Method, PathOf } from '../../platform/http/route.ts'
import { route } from '../../platform/http/route.ts'
import { requireSwitch } from '../../store/accounts/switches.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deleteCalendar, listCalendars, listShares, saveCalendar, saveShares, viewCalendars } from './calendars.service.ts'
import { listDays } from './chinese/days.service.ts'
import { createEvent, deleteEvent, moveEvent, readEvent, updateEvent } from './events.service.ts'
import { calendarFile, eventFile } from './export.service.ts'
import { stopIcsWork } from './ics/icsWork.ts'
import { importIcs } from './importIcs.ts'
import { readCalendarSettings, writeCalendarSettings } from './settings.ts'
import { undoChange } from './undo.ts'
import { listInstances, searchEvents } from './windows.service.ts'

export const calendarRoutes: AddRoutes = (app, context) => {
  /** A call of the calendar: refused where the operator has switched the calendar off. */
  const add = <M extends Method, P extends PathOf<M>>(method: M, path: P, handler: Handler<M, P>) =>
    route(app, method, path, async (call) => {
      await requireSwitch(context, call.caller.accountId, 'calendarEnable')
      return handler(call)
    })
  app.addHook('onClose', () => stopIcsWork(context))

  add('GET', 'calendar/list', async ({ caller }) => ({
    calendars: await listCalendars(context, caller.accountId),
    settings: await readCalendarSettings(context, caller.accountId),
  }))
  add('POST', 'calendar/save', ({ caller, body }) => saveCalendar(context, caller.accountId, body))
  add('POST', 'calendar/delete', async ({ caller, body }) => {
    await deleteCalendar(context, caller.accountId, body.calendarId)
    return {}
  })
  add('POST', 'calendar/view', async ({ caller, body }) => {
    await viewCalendars(context, caller.accountId, body.calendars)
    return {}
  })
  add('GET', 'calendar/share/list', ({ caller, query }) => listShares(context, caller.accountId, query.calendarId))
  add('POST', 'calendar/share/save', async ({ caller, body }) => ({
    shares: await saveShares(context, caller.accountId, body.calendarId, body.shares),
  }))
  add('POST', 'calendar/settings/save', ({ caller, body }) => writeCalendarSettings(context, caller.accountId, body))
  add('GET', 'calendar/days', ({ query }) => listDays(context, query.from, query.to))
  add('GET', 'calendar/events', ({ caller, query }) =>
    listInstances(context, caller, { from: query.from, to: query.to, calendarIds: idsOf(query.calendarIds) }),
  )
  add('GET', 'calendar/search', async ({ caller, query }) => ({
    instances: await searchEvents(context, caller, query.keyword),
  }))
  add('GET', 'calendar/event/get', ({ caller, query }) => readEvent(context, caller, query.eventId, query.at))
  add('POST', 'calendar/event/save', ({ caller, body }) =>
    body.target ? updateEvent(context, caller, body.target, body.event) : createEvent(context, caller, body.event),
  )
  add('POST', 'calendar/event/move', ({ caller, body }) => moveEvent(context, caller, body, body))
  add('POST', 'calendar/event/delete', ({ caller, body }) => deleteEvent(context, caller, body))
  add('POST', 'calendar/event/undo', async ({ caller, body }) => {
    await undoChange(context, caller, body.undo)
    return {}
  })
  add('POST', 'calendar/event/createIcs', ({ caller, body }) => eventFile(context, caller, body.eventId, body.at))
  add('POST', 'calendar/import', async ({ caller, query, request }) =>
    importIcs(context, caller, query.calendarId, await textOf(request)),
  )
  route(app, 'GET', 'file/calendar/{id}', async ({ caller, params, reply }) => {
    await requireSwitch(context, caller.accountId, 'calendarEnable')
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
  return decoded(Buffer.concat(chunks))
}

/** UTF-8, as RFC 5545 asks; where it is none, GB18030, as old Chinese programs write. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

