import { type ChangePreview, type EditScope, type EventFields, eventProblem } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { EventChangedError, EventNotFoundError } from '../../calendar-model/rows/errors.ts'
import { type EventRow, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../calendar-model/rows/series.ts'
import { BadRequestError, CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { planNotices, planReplies } from '../calendar-mail/index.ts'
import {
  type Asking,
  isOwn,
  organizerIn,
  ownerOfCalendar,
  takeSnapshot,
  type Work,
  withCleanWords,
} from '../calendar-store/index.ts'
import { applyDelete, applyUpdate, type Done } from './events.service.ts'

const SCOPES = ['this', 'following', 'all'] as const
/** Days of which times are counted. */
const COUNTED_DAYS = 366

export type WantedChange =
  | { readonly kind: 'save'; readonly event: EventFields }
  | { readonly kind: 'move'; readonly start: number; readonly end: number; readonly allDay?: boolean | undefined }
  | { readonly kind: 'delete' }

interface PreviewTarget {
  readonly eventId: number
  readonly version: number
  readonly at: number
}

/** Ends a transaction whose outcome has been seen, so that nothing of it is kept. */
class SeenEnough extends Error {
  readonly preview: ChangePreview
  constructor(preview: ChangePreview) {
    super('seen enough')
    this.preview = preview
  }
}

/**
 * What a change would do in each of the three scopes: it is made, read and rolled back. A scope in which it is
 * refused is left out. Throws `EventNotFoundError`, `EventChangedError`.
 */
export async function previewChange(
  context: Context,
  asking: Asking,
  target: PreviewTarget,
  wanted: WantedChange,
): Promise<ChangePreview[]> {
  const change = wanted.kind === 'save' ? { ...wanted, event: await withCleanWords(wanted.event) } : wanted
  const expand = await import('../../calendar-model/recurrence/expand.ts')
  const holidays = holidaysOf(context)
  const previews: ChangePreview[] = []
  for (const scope of SCOPES) {
    try {
      await transact(context, async (trx) => {
        const work: Work = { trx, context, asking, holidays, expand }
        const done = await make(work, { ...target, scope }, change)
        throw new SeenEnough(await describe(work, scope, target, done))
      })
    } catch (error) {
      if (error instanceof SeenEnough) previews.push(error.preview)
      else if (
        !(error instanceof CallError) ||
        error instanceof EventNotFoundError ||
        error instanceof EventChangedError
      ) {
        throw error
      }
    }
  }
  return previews
}

function make(work: Work, target: PreviewTarget & { readonly scope: EditScope }, change: WantedChange): Promise<Done> {
  if (change.kind === 'delete') return applyDelete(work, target)
  return applyUpdate(work, target, (now) => {
    if (change.kind === 'save') return change.event
    const moved = { ...now, start: change.start, end: change.end, allDay: change.allDay ?? now.allDay }
    if (eventProblem(moved)) throw new BadRequestError(['end'])
    return moved
  })
}

async function describe(
  work: Work,
  scope: EditScope,
  { eventId, at }: PreviewTarget,
  done: Done,
): Promise<ChangePreview> {
  const series = done.before.find(({ id }) => id === eventId)
  if (!series) throw new EventNotFoundError()
  const { times, more } = timesOf(work, series, scope, at)
  const after = await takeSnapshot(work.trx, done.touched)
  return {
    scope,
    times: times.length,
    more,
    first: times[0] ?? at,
    last: times.at(-1) ?? at,
    dropped: done.dropped,
    mailed: await mailedOf(work, series, done.before, after),
  }
}

/** The times of a series that a change concerns, counted for a year. */
function timesOf({ expand, holidays }: Work, series: EventRow, scope: EditScope, at: number) {
  if (scope === 'this') return { times: [at], more: false }
  const from = scope === 'following' ? at : series.start_at
  const to = Math.max(from, at) + COUNTED_DAYS * DAY_MS
  const { starts, complete } = expand.expandSeries(seriesOf(series), holidays, from, to)
  return { times: starts, more: !complete || series.last_at > to }
}

/** How many people would get a mail: those who are invited, or the organiser. */
async function mailedOf(
  { trx }: Work,
  series: EventRow,
  before: readonly EventRow[],
  after: readonly EventRow[],
): Promise<number> {
  const owner = await ownerOfCalendar(trx, series.calendar_id)
  const organizer = [...after, ...before].flatMap((row) => organizerIn(row) ?? [])[0]
  if (!organizer) return 0
  if (!isOwn(owner, organizer.address)) return planReplies(before, after, owner).length > 0 ? 1 : 0
  const uids = new Set([...before, ...after].map(({ uid }) => uid))
  const people = [...uids].flatMap((uid) => {
    const of = (rows: readonly EventRow[]) => rows.filter((row) => row.uid === uid)
    return planNotices(of(before), of(after), organizer.address).flatMap(({ to }) => to)
  })
  return new Set(people.map(({ address }) => address.toLowerCase())).size
}
