import {
  type ChangePreview,
  type EditScope,
  type EventInput,
  type EventInstance,
  instantOf,
  type PostBody,
} from '@yanshu/contracts'
import { http, markStale, perLogin, t } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { keyOf } from '../model/placed.ts'
import { changeInstances, instanceNow, readAgain } from './queries.ts'

const NS = 'remote-calendar'

/** A time span on the clock on the wall. */
export interface WallSpan {
  readonly startWall: number
  readonly endWall: number
  readonly allDay: boolean
}

/** The moments of a span: whole days lie at midnight of UTC. */
export const momentsOf = ({ startWall, endWall, allDay }: WallSpan, zone: string) =>
  allDay ? { start: startWall, end: endWall } : { start: instantOf(zone, startWall), end: instantOf(zone, endWall) }

/** The last change made here, until its outcome has been read, and the versions of events that changes made here replaced. */
const changing = perLogin(() => ({ last: null as Promise<void> | null, replaced: new Set<string>() }))

const versionKey = ({ eventId, version }: Pick<EventInstance, 'eventId' | 'version'>) => `${eventId}:${version}`

/** Makes a change and reads its outcome. The next change waits for it, because it needs the new version. */
async function changed<T>(change: Promise<T>): Promise<T> {
  const mine = changing()
  const read = change.then(readAgain, readAgain)
  mine.last = read
  void read.then(() => {
    if (mine.last === read) mine.last = null
  })
  return change
}

/**
 * An instance to be changed: as it was shown, or as an earlier change made here leaves it, which may have been under way
 * when this one was begun with the pointer. A change by another person is not ignored.
 */
async function settled<T extends Pick<EventInstance, 'eventId' | 'at' | 'version'>>(instance: T) {
  const { last, replaced } = changing()
  if (!last && !replaced.has(versionKey(instance))) return instance
  await last
  return instanceNow(instance) ?? instance
}

/** Undoes a change, and shows when it is too late. */
function takeBack(undo: string): void {
  changed(http.post('calendar/event/undo', { undo })).then(
    () => notify.info(t(NS, 'done.undone')),
    // The shell has shown why.
    () => undefined,
  )
}

type WantedChange = PostBody<'calendar/event/preview'>['change']

/** What a change of an instance would do in each scope; nothing where that cannot be known. */
export async function previewOf(
  instance: Pick<EventInstance, 'eventId' | 'version' | 'at'>,
  change: WantedChange,
): Promise<readonly ChangePreview[]> {
  const { eventId, version, at } = await settled(instance)
  return (await http.post('calendar/event/preview', { target: { eventId, version, at }, change }, { silent: true }))
    .scopes
}

/** Moves or stretches one instance, at once on the screen; offers to take it back. Answers whether it was done. */
export async function moveInstance(
  instance: EventInstance,
  to: WallSpan,
  zone: string,
  scope: EditScope,
): Promise<boolean> {
  const moments = momentsOf(to, zone)
  const key = keyOf(instance)
  const takeBackShown = changeInstances((all) =>
    all.map((one) => (keyOf(one) === key ? { ...one, ...moments, allDay: to.allDay } : one)),
  )
  const { eventId, version, at } = await settled(instance)
  try {
    const { undo } = await changed(
      http.post('calendar/event/move', { eventId, version, at, scope, ...moments, allDay: to.allDay }),
    )
    changing().replaced.add(versionKey({ eventId, version }))
    undoable(t(NS, 'done.moved', { title: instance.title }), () => takeBack(undo))
    return true
  } catch {
    takeBackShown()
    return false
  }
}

/** Deletes an instance, those from it on, or all; offers to take it back. */
export async function deleteInstance(
  instance: Pick<EventInstance, 'eventId' | 'version' | 'at' | 'title'>,
  scope: EditScope,
): Promise<boolean> {
  const { title } = instance
  const { eventId, version, at } = await settled(instance)
  const takeBackShown = changeInstances((all) =>
    all.filter(
      (one) => one.eventId !== eventId || (scope === 'this' && one.at !== at) || (scope === 'following' && one.at < at),
    ),
  )
  try {
    const { undo } = await changed(http.post('calendar/event/delete', { eventId, version, at, scope }))
    undoable(t(NS, 'done.deleted', { title }), () => takeBack(undo))
    return true
  } catch {
    takeBackShown()
    return false
  }
}

export interface SaveTarget {
  readonly eventId: number
  readonly version: number
  readonly at: number
  readonly scope: EditScope
}

/** Saves an event. Rejects with the `ApiError` of the server; 409201 is left to the caller to show. */
export async function saveEvent(event: EventInput, target: SaveTarget | null): Promise<void> {
  const { undo, dropped } = await http.post(
    'calendar/event/save',
    { event, ...(target ? { target } : {}) },
    { silent: target !== null },
  )
  markStale(['calendar'])
  const said = target ? 'done.saved' : 'done.created'
  undoable(
    dropped > 0 ? t(NS, 'done.dropped', { title: event.title, count: dropped }) : t(NS, said, { title: event.title }),
    () => takeBack(undo),
  )
}
