import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Config } from '../platform/config/config.ts'

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** What a command printed and how it ended. */
export interface EndedCommand {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

/** Runs the real command line on the store and the folder of these settings, as a process of its own. */
export async function runYanshu(
  { dataFolder, database }: Pick<Config, 'dataFolder' | 'database'>,
  args: readonly string[],
  input = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedCommand> {
  const env = {
    ...process.env,
    YANSHU_DATA: dataFolder,
    DATABASE_URL: database.startsWith('postgres') ? database : '',
    ...settings,
  }
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: await ended }
}
