import type { EventRepeat } from '@yanshu/contracts'
import { DAY_MS, MINUTE_MS } from '@yanshu/contracts/days'
import { Line } from './line.ts'
import { takeDay, takeRepeat } from './takeDay.ts'
import { type Range, takeDuration, takeTime } from './takeTime.ts'

/** What one line has of an event. Times are on the clock on the wall. */
export interface QuickEvent {
  readonly title: string
  readonly allDay: boolean
  readonly startWall: number
  readonly endWall: number
  readonly place: string
  /** Names of people, as they were written. */
  readonly people: readonly string[]
  /** The title with the words that name people, for names that match no person. */
  readonly titleWithPeople: string
  readonly repeat: EventRepeat | null
}

export interface QuickContext {
  /** The clock on the wall now. */
  readonly now: number
  /** Minutes of an event whose end is not named. */
  readonly length: number
  /** The day that is meant when the line names none: the one that is shown. */
  readonly day?: number | undefined
  /** Whether only days and times are removed from the title: a task has no length, and its people are part of it. */
  readonly timeOnly?: boolean | undefined
}

/**
 * Understands one line in Chinese or English: `明天下午三点和李娜开周会 一小时`, `Lunch with Li Na tomorrow 12:30-1:30pm at
 * Cafe 9`. What it does not understand stays in the title; null where nothing is left to call it by.
 */
export function parseQuickAdd(text: string, context: QuickContext): QuickEvent | null {
  const line = new Line(text)
  if (line.text.trim() === '') return null
  const today = Math.floor(context.now / DAY_MS)
  const repeat = takeRepeat(line)
  const { timeOnly } = context
  const minutes = timeOnly ? null : takeDuration(line)
  const said = takeDay(line, today)
  const range = takeTime(line)
  const people = timeOnly ? [] : takePeople(line)
  const place = timeOnly ? '' : takePlace(line)
  const title = line.title(' ')
  if (title === '') return null
  const named = { people, titleWithPeople: line.title(line.people) }
  const day = dayOfEvent(said ?? repeat?.day ?? null, context, today, range, repeat !== null)
  if (!range) {
    const start = day * DAY_MS
    return {
      title,
      allDay: true,
      startWall: start,
      endWall: start + DAY_MS,
      place,
      ...named,
      repeat: repeat?.repeat ?? null,
    }
  }
  const startWall = day * DAY_MS + range.from * MINUTE_MS
  const length = range.to === null ? (minutes ?? context.length) : (range.to - range.from + 1_440) % 1_440 || 1_440
  return {
    title,
    allDay: false,
    startWall,
    endWall: startWall + length * MINUTE_MS,
    place,
    ...named,
    repeat: repeat?.repeat ?? null,
  }
}

function dayOfEvent(
  said: number | null,
  { day, now }: QuickContext,
  today: number,
  range: Range | null,
  repeating: boolean,
): number {
  if (said !== null) return said
  if (day !== undefined) return day
  // An hour that is past is meant for tomorrow.
  const past = range !== null && today * DAY_MS + range.from * MINUTE_MS < now - 5 * MINUTE_MS
  return past && !repeating ? today + 1 : today
}

/** Words that begin what people do together, where the names end. */
const DOING = '开|一起|吃|讨论|聊|谈|碰|见|对|看|去|面试|电话|沟通|评审|汇报|过|做|确认|约|喝|打|商量|签|培训'

const takePeople = (line: Line): string[] =>
  line.takePeople(new RegExp(`(?<=^|\\s)(?:和|跟|与|同)\\s*([\\p{Script=Han}·、,，]{2,24}?)(?=${DOING}|\\s)`, 'u')) ??
  line.takePeople(
    /\bwith ((?:[A-Z][\p{L}'-]*|[\p{Script=Han}]{2,4})(?:(?: and |, | )(?:[A-Z][\p{L}'-]*|[\p{Script=Han}]{2,4}))*)/u,
  ) ??
  []

function takePlace(line: Line): string {
  const chinese = line.take(/(?<=^|\s)(?:地点[:：]?|在|@)\s*([^\s,，]{2,30}?)(?=\s|[,，]|开|讨论|$)/u)
  if (chinese) return chinese[1] ?? ''
  const english = line.take(/\b(?:at|in) ((?:the )?(?:[A-Z\d][\w'&.-]*|room|meeting)(?: [A-Z\d][\w'&.-]*)*)/u)
  return english?.[1] ?? ''
}
