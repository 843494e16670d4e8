import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgresServer } from '../../server/src/testing/postgresServer.ts'
import { createDatabase } from '../../server/src/testing/testDatabase.ts'
import { inboxMails, OWNER } from './mailbox.ts'
import type { Results } from './measurement.ts'
import { makePeople, writeMbox } from './prepare.ts'
import type { Say } from './say.ts'

const COMMANDS = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
const GROUP = "The operator's commands"
const LOOK_EVERY_MS = 50

interface Ran {
  readonly ms: number
  /** Bytes of memory that the process held at most (resident set), with pages of files. */
  readonly peak: number
  readonly said: string
}

/**
 * Time and memory of what an operator does with a mailbox of so many mails: import, export, backups, restore, and the move to
 * a PostgreSQL of its own. Only Linux has how much memory a process has held at most.
 */
export async function measureCommands(mails: number, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-commands-'))
  const at = (name: string) => path.join(folder, name)
  const data = at('data')
  const measure = async (id: string, title: string, words: readonly string[], database = '') => {
    const { ms, peak, said } = await say.step(title, () => run(data, words, database))
    results.add({ id: `commands.${id}.time`, group: GROUP, title, unit: 'ms', style: 'range' }, [ms])
    results.add({ id: `commands.${id}.memory`, group: GROUP, title: `  memory of it`, unit: 'MiB', style: 'range' }, [
      peak / 1_024 / 1_024,
    ])
    return said
  }
  try {
    const file = at('inbox.mbox')
    await say.step(`Writing ${mails} mails`, async () => {
      await mkdir(data)
      await writeMbox(file, inboxMails(mails, new Date()))
      await makePeople(data, null)
    })
    const imported = await measure('import', 'import', ['import', '--user', OWNER, file])
    results.check('mails imported', mails + 1, Number(/Imported (\d+)/.exec(imported)?.[1]))
    await measure('again', 'import of the same file, where it ends', ['import', '--user', OWNER, file])
    const exported = await measure('export', 'export of the mailbox', ['export', '--user', OWNER, at('owner.zip')])
    results.check('things exported, at least the mails', 1, Number(/Wrote (\d+)/.exec(exported)?.[1]) > mails ? 1 : 0)
    await measure('backup', 'first backup', ['backup', at('first')])
    await measure('next', 'backup beside it', ['backup', at('second')])
    await measure('verify', 'check of a backup', ['backup', 'verify', at('second')])
    const from = ['export', '--user', OWNER, '--from-backup', at('second'), at('from-backup.zip')]
    await measure('from', 'export out of a backup', from)
    results.check(
      'bytes of both exports differ by less than one in a hundred',
      1,
      (await sizeOf(at('from-backup.zip'))) / (await sizeOf(at('owner.zip'))) > 0.99 ? 1 : 0,
    )
    await measure('restore', 'restore', ['--data', at('restored'), 'restore', at('first')])
    const postgres = await startPostgresServer()
    try {
      await measure('move', 'move to PostgreSQL', ['move'], await createDatabase(postgres.address, 'moved'))
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

/** Runs a command to its end. Throws with what it has printed when it fails. */
async function run(data: string, words: readonly string[], database: string): Promise<Ran> {
  const env = { ...process.env, YANSHU_DATA: data, DATABASE_URL: database }
  const began = performance.now()
  const child = spawn(process.execPath, [COMMANDS, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-10_000)
    })
  }
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }, LOOK_EVERY_MS)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(looking)
  if (code !== 0) throw new Error(`${words.join(' ')} failed:\n${said}`)
  return { ms: performance.now() - began, peak, said }
}

/** Bytes that a process has held at most; 0 where the system does not say so, or the process has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
  } catch {
    return 0
  }
}
