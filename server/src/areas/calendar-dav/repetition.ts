import type { EventRepeat } from '@yanshu/contracts'
import type { ReadEvent } from '../../calendar-model/ics/readIcs.ts'
import { parseRule, untilOf } from '../../calendar-model/recurrence/ruleText.ts'
import { type SeriesColumns, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { zoneOf } from '../../calendar-model/rows/series.ts'
import type { Work } from '../calendar-store/index.ts'

interface Repetition {
  readonly repeat: EventRepeat | null
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
}

/** A rule with its parts in one order, and its end as a moment. */
function canonical(rule: string, zone: string): string {
  const parts = parseRule(rule)
  const until = untilOf(parts, zone)
  const others = [...parts].filter(([name]) => name !== 'UNTIL').map(([name, value]) => `${name}=${value}`)
  return JSON.stringify([...others.toSorted(), until])
}

/** Further times that are compared to find whether a client has left them as they are. */
const LOOKED_AT = 20

/**
 * How an event or a task repeats after a client has written it. Days of the Chinese calendar and legal workdays go out as times and
 * exceptions; when they come back as they went, they stay what they are, and only times that were taken out are new.
 */
export function repetitionOf(
  there: SeriesColumns,
  put: Pick<ReadEvent, 'start' | 'end' | 'allDay' | 'zone' | 'repeat' | 'exdates' | 'rdates'>,
  { expand, holidays }: Pick<Work, 'expand' | 'holidays'>,
): Repetition {
  const old = seriesOf(there)
  const sameTime = old.start === put.start && old.end === put.end && old.allDay === put.allDay
  if (old.repeat?.kind === 'rule' && put.repeat?.kind === 'rule') {
    // The same rule in other words is no change, so people get no mail.
    const same = canonical(old.repeat.rule, zoneOf(old)) === canonical(put.repeat.rule, zoneOf(put))
    return { repeat: same ? old.repeat : put.repeat, exdates: put.exdates, rdates: put.rdates }
  }
  if (!old.repeat || old.repeat.kind === 'rule' || !sameTime) return put
  const whole = { ...old, exdates: [] }
  const happens = (at: number): boolean => expand.expandSeries(whole, holidays, at, at).starts.includes(at)
  const asSent =
    old.repeat.kind === 'lunar'
      ? put.repeat === null && put.rdates.length > 0
      : put.repeat?.kind === 'rule' &&
        /FREQ=WEEKLY/.test(put.repeat.rule) &&
        /BYDAY=MO,TU,WE,TH,FR(;|$)/.test(put.repeat.rule) &&
        /UNTIL=/.test(put.repeat.rule) === (old.repeat.until !== null)
  if (!asSent || !put.rdates.slice(0, LOOKED_AT).every(happens)) return put
  return { repeat: old.repeat, exdates: put.exdates.filter(happens), rdates: old.rdates }
}
