import { desktopNotice, type NotificationFacts } from '../notify/desktopNotice.ts'

/** What this page and its browser are like. */
export interface PageFacts {
  /** Milliseconds by which the clock of this device is ahead of the server's. */
  readonly ahead: number
  /** Whole hours of this device from GMT, and those that the settings say. */
  readonly deviceZone: number
  readonly timeZone: number
  readonly pushed: boolean
  /** Whether the browser keeps what is written here. */
  readonly keeps: boolean
  readonly abilities: readonly (readonly [name: string, there: boolean])[]
  /** Megabits a second, null where it could not be measured. */
  readonly speed: number | null
  readonly notify: boolean
  readonly notice: NotificationFacts
}

/** Something of the page that is not as it should be: the name of its words, with their values. */
export interface PageFinding {
  readonly id: 'socket' | 'clock' | 'zone' | 'keeps' | 'abilities' | 'speed' | 'notice'
  readonly values?: Readonly<Record<string, string | number>>
}

/** A clock that is off by more makes log-ins and codes fail. */
const CLOCK_OFF_MS = 2 * 60_000
/** Below this, the transfer of a mail with attachments lasts minutes. */
const SLOW_MBIT = 1

/** What of the page and its browser needs looking at. Pure. */
export function ownFindings(facts: PageFacts): PageFinding[] {
  const { ahead, deviceZone, timeZone, pushed, keeps, abilities, speed, notify, notice } = facts
  const missing = abilities.filter(([, there]) => !there).map(([name]) => name)
  const found: PageFinding[] = []
  if (!pushed) found.push({ id: 'socket' })
  if (Math.abs(ahead) > CLOCK_OFF_MS) {
    found.push({ id: 'clock', values: { minutes: Math.round(Math.abs(ahead) / 60_000) } })
  }
  if (deviceZone !== timeZone && Number.isInteger(deviceZone)) found.push({ id: 'zone', values: { hours: deviceZone } })
  if (!keeps) found.push({ id: 'keeps' })
  if (missing.length > 0) found.push({ id: 'abilities', values: { names: missing.join(', ') } })
  if (speed !== null && speed < SLOW_MBIT) found.push({ id: 'speed', values: { speed: speed.toFixed(1) } })
  if (desktopNotice(notify, notice) === 'ask') found.push({ id: 'notice' })
  return found
}
