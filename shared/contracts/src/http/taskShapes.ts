import { z } from 'zod'
import { EVENT_CATEGORIES_MAX, EVENT_REMINDERS_MAX, EVENT_TEXT_MAX, EVENT_TITLE_MAX } from '../rules/calendar.ts'
import { isZone } from '../rules/zones.ts'
import { calendarLevel, calendarMoment, eventRepeat } from './calendarShapes.ts'
import { epochMs, written } from './define.ts'
import { idOf } from './names.ts'

/** How far a task is (STATUS of RFC 5545 §3.8.1.11). */
export const taskStatus = z.enum(['needs-action', 'in-process', 'completed', 'cancelled'])
export type TaskStatus = z.infer<typeof taskStatus>

/** When a task begins and when it must be done; of days without a clock: midnight of UTC. */
const taskTimes = {
  allDay: z.boolean(),
  start: calendarMoment.nullable().default(null),
  due: calendarMoment.nullable().default(null),
}

/** What a person writes of a task (VTODO, RFC 5545 §3.6.2). */
export const taskFields = z.object({
  calendarId: idOf('calendar'),
  title: written(EVENT_TITLE_MAX * 2),
  description: written(EVENT_TEXT_MAX).default(''),
  ...taskTimes,
  /** The zone in which it keeps its clock and repeats. Of no meaning for days. */
  zone: z.string().refine(isZone),
  /** 1 is the highest, 9 the lowest, 0 none (RFC 5545 §3.8.1.9). */
  priority: z.number().int().min(0).max(9).default(0),
  status: taskStatus.default('needs-action'),
  /** How much of it is done. */
  percent: z.number().int().min(0).max(100).default(0),
  private: z.boolean().default(false),
  categories: z
    .array(
      written(30)
        .transform((text) => text.trim())
        .refine((text) => text !== ''),
    )
    .max(EVENT_CATEGORIES_MAX)
    .default([]),
  /** Minutes before it is due; of days, before nine o'clock of that day. */
  reminders: z.array(z.number().int().min(0).max(40_320)).max(EVENT_REMINDERS_MAX).default([]),
  /** By which it goes on to its next time when it is done. */
  repeat: eventRepeat.nullable().default(null),
})
export type TaskFields = z.infer<typeof taskFields>
export type TaskInput = z.input<typeof taskFields>

/** A task as lists and grids show it. */
export const taskEntry = z.object({
  taskId: idOf('task'),
  calendarId: idOf('calendar'),
  /** Names it together with its calendar, also when it is gone. */
  uid: z.string(),
  version: z.number().int(),
  title: z.string(),
  allDay: z.boolean(),
  start: calendarMoment.nullable(),
  due: calendarMoment.nullable(),
  priority: z.number().int(),
  status: taskStatus,
  percent: z.number().int(),
  /** When it was done or called off; null while it is open. */
  closedAt: epochMs.nullable(),
  private: z.boolean(),
  repeats: z.boolean(),
  categories: z.array(z.string()),
})
export type TaskEntry = z.infer<typeof taskEntry>

export const taskDetail = taskFields.extend({
  taskId: idOf('task'),
  version: z.number().int(),
  level: calendarLevel,
  closedAt: epochMs.nullable(),
  updatedAt: epochMs,
  updatedBy: z.string(),
})
export type TaskDetail = z.infer<typeof taskDetail>

/** How far the changes of a calendar have been read. */
export const taskToken = z.object({ calendarId: idOf('calendar'), seq: z.number().int().min(0) })
export type TaskToken = z.infer<typeof taskToken>
