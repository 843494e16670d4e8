import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileSeconds } from './fileTimes.ts'

/** How many times its budget a folder may take: the same work costs twice as much beside another busy program. */
const FAR_OVER = 3

/** Seconds of processor time by folder. */
export type Budget = Readonly<Record<string, number>>

/** What the folders took beside what they may. */
export interface Judged {
  /** A line each, the most costly first. */
  readonly lines: readonly string[]
  /** Folders that took far more than they may. */
  readonly over: readonly string[]
}

/** The budget of the repository. */
export const readBudget = (): Budget =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'budget.json'), 'utf8')) as Budget

/** What a run wrote; empty when it did not write the file, or where processor time is not known. */
export function readTimes(file: string): FileSeconds {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FileSeconds
  } catch {
    return {}
  }
}

/**
 * Sums the files of each folder and compares with its budget. A folder without one is never over it.
 * @param depth how many folders make one
 */
export function judge(times: readonly FileSeconds[], budget: Budget, depth: number): Judged {
  const sums = new Map<string, number>()
  for (const [file, seconds] of times.flatMap((one) => Object.entries(one))) {
    const folder = path.dirname(file).split('/').slice(0, depth).join('/')
    sums.set(folder, (sums.get(folder) ?? 0) + seconds)
  }
  const folders = [...sums].toSorted(([, one], [, other]) => other - one)
  return {
    lines: folders.map(([folder, seconds]) => {
      const allowed = budget[folder]
      return `${seconds.toFixed(0).padStart(7)} s of ${String(allowed ?? '–').padStart(4)}  ${folder}`
    }),
    over: folders.flatMap(([folder, seconds]) => (seconds > FAR_OVER * (budget[folder] ?? Infinity) ? [folder] : [])),
  }
}
