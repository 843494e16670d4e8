import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../cli/runCommand.ts'
import type { Config } from '../platform/config/config.ts'
import { captured, type EndedCommand } from './captured.ts'

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

type Place = Pick<Config, 'dataFolder' | 'database'>

const settingsOf = ({ dataFolder, database }: Place) => ({
  YANSHU_DATA: dataFolder,
  DATABASE_URL: database.startsWith('postgres') ? database : '',
})

/** Runs the real command line on the store and the folder of these settings, as a process of its own. */
export async function runYanshu(
  place: Place,
  args: readonly string[],
  input = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedCommand> {
  const env = { ...process.env, ...settingsOf(place), ...settings }
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: await ended }
}

/**
 * The same in this process, which has read the server already: reading it takes 0.8 s of processor time. For a server that
 * is still, because a command waits for the store without letting others go on; one after the other.
 */
export const runYanshuHere = (place: Place, args: readonly string[], input = ''): Promise<EndedCommand> =>
  captured(() => runCommand(args), settingsOf(place), input)
