import { Readable } from 'node:stream'

/** What a command printed and how it ended. */
export interface EndedCommand {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

/** Collects what is written to a stream of this process from now on. */
function collect(name: 'stdout' | 'stderr') {
  const { write } = process[name]
  let text = ''
  process[name].write = (part: string | Uint8Array) => {
    text += String(part)
    return true
  }
  return {
    text: () => text,
    stop: () => {
      process[name].write = write
    },
  }
}

/**
 * Runs a command in this process as if it were one of its own: what it prints and its exit code are answered, and the
 * environment, the input and the mode of new files are those of before. One after the other.
 * @param settings of the environment, beside what is there
 */
export async function captured(
  command: () => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
  input = '',
): Promise<EndedCommand> {
  const { env, exitCode } = process
  const mask = process.umask()
  const [out, err] = [collect('stdout'), collect('stderr')]
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) })
  process.env = { ...env, ...settings }
  process.exitCode = undefined
  try {
    await command()
    return { out: out.text(), err: err.text(), code: Number(process.exitCode ?? 0) }
  } finally {
    out.stop()
    err.stop()
    if (stdin) Object.defineProperty(process, 'stdin', stdin)
    process.env = env
    process.exitCode = exitCode
    process.umask(mask)
  }
}
