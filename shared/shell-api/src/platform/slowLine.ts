import { settings } from '../settings/settings.ts'
import { deviceNote } from '../storage/deviceNote.ts'

/** What browsers report of the line (Network Information API); several report nothing. */
interface Line {
  readonly saveData?: boolean
  readonly effectiveType?: string
  /** Mbit/s. */
  readonly downlink?: number
}

const note = deviceNote('saveData')
const KEPT_SECONDS = 400 * 86_400

/**
 * Whether little is to be loaded: a person has chosen so on this device or in the browser, or is on an island, or the browser
 * finds the line slow: a round trip of 1.4 s or more (`2g`), or no more than 100 kbit/s.
 */
export function isSlowLine(): boolean {
  const { saveData, effectiveType = '', downlink = 1 }: Line = Reflect.get(navigator, 'connection') ?? {}
  return saveData === true || effectiveType.endsWith('2g') || downlink <= 0.1 || savesData()
}

/** Whether little is loaded on this device: as its person has chosen, else on islands (`islandPersonnel`). */
export const savesData = (): boolean => {
  const chosen = note.get()
  return chosen === '' ? settings.current().islandPersonnel : chosen === '1'
}

/** Remembers it on this device, for each account that is used on it. */
export const setSavesData = (on: boolean): void => note.set(on ? '1' : '0', KEPT_SECONDS)
