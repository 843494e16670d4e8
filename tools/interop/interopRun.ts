import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Does a named part of the run and prints how long it took. */
export type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

/** One run: its folder, what has to be stopped at its end, and what was done so far. */
export class InteropRun {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'yanshu-interop-'))
  readonly #closers: (() => unknown)[] = []
  #done = 0

  constructor() {
    // Postfix and nginx run as users of their own.
    chmodSync(this.folder, 0o755)
  }

  step: Step = async (title, work) => {
    const begun = performance.now()
    const result = await work()
    // A program that was waited for held the event loop: connections that others have closed meanwhile are seen here.
    await new Promise((resolve) => setImmediate(resolve))
    this.#done += 1
    console.log(`✓  ${title} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`)
    return result
  }

  /** Stops something at the end of the run, the last one first. */
  atEnd(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Does the whole, stops what was started, and removes the folder unless something failed. */
  async whole(work: () => Promise<void>): Promise<void> {
    const begun = performance.now()
    try {
      await work()
      console.log(`\n${this.#done} of ${this.#done} done in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    } catch (error) {
      console.error(error)
      console.error(`\n${this.#done} done, then FAILED. What was logged stands in ${this.folder}`)
      process.exitCode = 1
    } finally {
      for (const close of this.#closers.reverse()) await close()
      if (process.exitCode !== 1) rmSync(this.folder, { recursive: true, force: true })
    }
  }
}
