import type { LoaderContext } from 'webpack'
import { cutMessages, type MessageParts, unknownPaths } from './messageParts.ts'
import type { MessageTree } from './messageProblems.ts'

/** What the loader is given by the configuration. */
export interface MessagesOptions {
  /** The package, for sentences about what is wrong. */
  readonly name: string
  readonly parts: MessageParts
}

async function partOf(context: LoaderContext<MessagesOptions>): Promise<string> {
  const { name, parts } = context.getOptions()
  const part = new URLSearchParams(context.resourceQuery).get('part') ?? ''
  const declared = Object.keys(parts)
  if (!declared.includes(part)) {
    throw new Error(
      `${name}: "${part}" is no part of the messages; webpack.config.ts has ${declared.join(', ') || 'none'}`,
    )
  }
  // Built and run by webpack itself, which notes every file that the messages are put together from.
  const { default: tree }: { default: MessageTree } = await context.importModule(context.resourcePath)
  const unknown = unknownPaths(tree, parts)
  if (unknown.length > 0) {
    throw new Error(
      `${name}: webpack.config.ts names messages that are not in ${context.resourcePath}: ${unknown.join(', ')}`,
    )
  }
  return `export default ${JSON.stringify(cutMessages(tree, parts, part))}`
}

/** A loader of webpack: of a module of messages (`./messages/zh.ts?part=first`) it leaves the part that is asked for. */
export default function messagesLoader(this: LoaderContext<MessagesOptions>): void {
  const done = this.async()
  partOf(this).then(
    (code) => done(null, code),
    (error: Error) => done(error),
  )
}
