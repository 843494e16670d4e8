import { writeFileSync } from 'node:fs'
import { treeSeconds } from './processTree.ts'

/** The environment variable that names the file into which a run of tests writes its processor time. */
export const TIMES_FILE = 'PROCESSOR_TIMES_FILE'

/** Seconds of processor time by test file. */
export type FileSeconds = Readonly<Record<string, number>>

/**
 * Divides the processor time of a run among its test files: of what this process and all below it take, each file that runs
 * at that moment has an equal share. What is used while no file runs is not counted.
 */
export class FileTimes {
  readonly #used: () => number | null
  readonly #seconds = new Map<string, number>()
  readonly #running: string[] = []
  #last: number | null = null

  constructor(used: () => number | null = treeSeconds) {
    this.#used = used
  }

  begin(file: string): void {
    this.#divide()
    this.#running.push(file)
  }

  end(file: string): void {
    this.#divide()
    const at = this.#running.indexOf(file)
    if (at !== -1) this.#running.splice(at, 1)
  }

  get seconds(): FileSeconds {
    return Object.fromEntries(this.#seconds)
  }

  /** Writes the file that the environment names; nothing without one. */
  write(): void {
    const file = process.env[TIMES_FILE]
    if (file) writeFileSync(file, JSON.stringify(this.seconds))
  }

  #divide(): void {
    const now = this.#used()
    if (now === null) return
    // What is ended by force may leave the tree, with all that it took.
    const taken = Math.max(0, now - (this.#last ?? now))
    this.#last = now
    for (const file of this.#running) {
      this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + taken / this.#running.length)
    }
  }
}
