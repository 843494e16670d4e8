import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Context } from '../store/context/context.ts'
import type { JobKind } from '../store/jobs/index.ts'

const SCRIPT = fileURLToPath(new URL('./killedJobs.ts', import.meta.url))

/** Lets another server begin the jobs of a kind, and kills it before one of its writes. Answers the signal by which it ended. */
export async function killBeforeWrite(
  { config, now }: Pick<Context, 'config' | 'now'>,
  kind: JobKind,
  write: number,
): Promise<string | null> {
  const given = [config.database, config.dataFolder, `${now()}`, `${write}`, kind.name]
  const child = spawn(process.execPath, [SCRIPT, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}
