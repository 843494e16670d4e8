import type { CalendarLevel } from '@yanshu/contracts'
import type { DavMember } from '../../platform/dav/davService.ts'

/** A calendar as an account may see it. */
export interface Shown {
  readonly id: number
  /** Whose calendar it is. */
  readonly accountId: number
  readonly level: CalendarLevel
  /** Where its reader finds files of events. */
  readonly filesAt: string
}

/** What has one UID in a calendar, with what a client calls it. */
export interface CalendarObject extends DavMember {
  /** An event with its exceptions, or a task. */
  readonly kind: 'event' | 'task'
  readonly uid: string
  readonly extra: string
}

export const objectName = ({ dav_name, uid }: { readonly dav_name: string; readonly uid: string }): string =>
  dav_name || `${uid}.ics`

export const etagOf = (calendarId: number, seq: number): string => `"${calendarId}-${seq}"`

/** Only the owner sees private events and tasks here: a program would take what is left for all of it. */
export const hidesPrivate = ({ level }: Pick<Shown, 'level'>): boolean => level !== 'own'
