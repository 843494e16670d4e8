import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../platform/config/config.ts'
import { lockDataFolder } from '../platform/config/dataFolderLock.ts'
import { withoutPassword } from '../platform/config/values.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { engineOf } from '../store/database/inspectStore.ts'
import { openStore } from '../store/database/open.ts'
import { moveStore } from '../store/move/moveStore.ts'
import { holdRestored } from '../store/queue/holdQueue.ts'
import { type CommandOptions, environmentOf } from './withContext.ts'

const FILE = 'yanshu.db'

/** `move`. */
export function addMoveCommand(root: Command): void {
  root
    .command('move')
    .description(
      'Moves the SQLite store of the data folder into the empty PostgreSQL database that DATABASE_URL names, and compares rows and hashes of both sides. Messages and attachments stay where they are. The server must be stopped; an interrupted move goes on when the command is run again.',
    )
    .option('--trial', 'for a copy of a data folder: what is on its way is put on hold, and the file keeps its name')
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://yanshu:PASSWORD@db.example.cn/yanshu yanshu --data /var/lib/yanshu move',
    )
    .action(async ({ trial }: { trial?: boolean }) => {
      const { dataFolder, database } = readConfig(environmentOf(root.opts<CommandOptions>()))
      if (engineOf(database) !== 'postgres') {
        throw new OperatorError('Name the PostgreSQL database to move into in DATABASE_URL')
      }
      const file = path.join(dataFolder, FILE)
      if (!(await stat(file).catch(() => null))) {
        throw new OperatorError(
          `There is no ${file}. Name the data folder of the SQLite system with --data or YANSHU_DATA`,
        )
      }
      const release = lockDataFolder(dataFolder)
      try {
        process.stdout.write(`Moving ${file} into ${withoutPassword(database)}\n`)
        const moved = await moveStore(file, database, { onProgress: progress() })
        if (trial) await hold(database)
        else await putAside(file)
        report(moved.tables, moved.replaced)
        process.stdout.write(
          trial
            ? 'What was on its way is on hold: `yanshu queue list`.\n'
            : `${file} is now ${file}.moved and may be deleted once the new system has been seen to work. Keep DATABASE_URL in the settings and start the server; the full-text index is made while it runs.\n`,
        )
      } finally {
        release()
      }
    })
}

function report(
  tables: readonly { readonly table: string; readonly rows: number; readonly hash: string }[],
  replaced: number,
) {
  for (const { table, rows, hash } of tables) {
    if (rows > 0) process.stdout.write(`  ${table.padEnd(28)} ${String(rows).padStart(10)}  ${hash.slice(0, 16)}\n`)
  }
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  process.stdout.write(`${rows} rows of ${tables.length} tables are the same on both sides.\n`)
  if (replaced > 0) {
    process.stdout.write(
      `${replaced} texts held the character NUL, which PostgreSQL cannot keep; it is U+FFFD there.\n`,
    )
  }
}

/** A line for each tenth. */
function progress(): (phase: 'write' | 'compare', done: number, total: number) => void {
  let shown = ''
  return (phase, done, total) => {
    const line = `${phase === 'write' ? 'written' : 'compared'} ${Math.floor((done / Math.max(total, 1)) * 10) * 10}%`
    if (line === shown) return
    shown = line
    process.stderr.write(`  ${line}\n`)
  }
}

/** A server that is started without DATABASE_URL by mistake must not go on with the old store. */
async function putAside(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) {
    if (await stat(`${file}${end}`).catch(() => null)) await rename(`${file}${end}`, `${file}.moved${end}`)
  }
}

async function hold(database: string): Promise<void> {
  const store = await openStore(database)
  try {
    await holdRestored(store.db, Date.now())
  } finally {
    await store.close()
  }
}
