import path from 'node:path'
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { FileTimes } from '../../tools/processor/fileTimes.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const nameOf = ({ location }: TestCase): string => path.relative(ROOT, location.file)

/** Writes how much processor time each file of browser tests needs, its browsers and servers included. */
export default class ProcessorReporter implements Reporter {
  readonly #times = new FileTimes()

  onTestBegin(test: TestCase): void {
    this.#times.begin(nameOf(test))
  }

  onTestEnd(test: TestCase): void {
    this.#times.end(nameOf(test))
  }

  onEnd(): void {
    this.#times.write()
  }

  printsToStdio(): boolean {
    return false
  }
}
