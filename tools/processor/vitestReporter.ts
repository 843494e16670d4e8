import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { FileTimes } from './fileTimes.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const nameOf = ({ moduleId }: TestModule): string => path.relative(ROOT, moduleId)

/** Writes how much processor time each file of unit and server tests needs, its modules and its PostgreSQL included. */
export default class ProcessorReporter implements Reporter {
  readonly #times = new FileTimes()

  onTestModuleQueued(module: TestModule): void {
    this.#times.begin(nameOf(module))
  }

  onTestModuleEnd(module: TestModule): void {
    this.#times.end(nameOf(module))
  }

  onTestRunEnd(): void {
    this.#times.write()
  }
}
