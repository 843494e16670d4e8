import path from 'node:path'
import type { Compiler, RuleSetRule } from 'webpack'
import type { MessageParts } from './messageParts.ts'
import type { MessagesOptions } from './messagesLoader.ts'

/** How the import of a part of the messages ends. */
export const PART_QUERY = /^\?part=/

/** Lets `import('./messages/zh.ts?part=first')` give the messages of that part. */
export const messagesRule = (options: MessagesOptions): RuleSetRule => ({
  resourceQuery: PART_QUERY,
  loader: path.join(import.meta.dirname, `messagesLoader${path.extname(import.meta.filename)}`),
  options,
})

const NAME = 'MessagePartsPlugin'

/** Refuses a build in which no import asks for a part of the messages: no page would show what stands in it. */
export class MessagePartsPlugin {
  readonly #name: string
  readonly #parts: readonly string[]

  constructor(name: string, parts: MessageParts) {
    this.#name = name
    this.#parts = Object.keys(parts)
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const asked = new Set([...modules].map((module) => /\?part=(\w+)$/.exec(module.identifier())?.[1]))
        for (const part of this.#parts.filter((one) => !asked.has(one))) {
          const problem = `${this.#name}: no import asks for the part "${part}" of the messages (webpack.config.ts)`
          compilation.errors.push(new compiler.webpack.WebpackError(problem))
        }
      })
    })
  }
}
