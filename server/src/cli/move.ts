import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../platform/config/config.ts'
import { lockDataFolder } from '../platform/config/dataFolderLock.ts'
import { withoutPassword } from '../platform/config/values.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { engineOf } from '../store/database/engine.ts'
import { moveBlobs } from '../store/move/moveBlobs.ts'
import { moveStore } from '../store/move/moveStore.ts'
import { holdRestoredIn } from '../store/queue/holdQueue.ts'
import { type CommandOptions, environmentOf } from './withContext.ts'

const FILE = 'yanshu.db'

/** `move`. */
export function addMoveCommand(root: Command): void {
  root
    .command('move')
    .description(
      'Moves the SQLite store of the data folder into the empty PostgreSQL database that DATABASE_URL names, and compares rows and hashes of both sides. Messages and attachments come into the data folder, or the bucket of YANSHU_S3. The server must be stopped; an interrupted move goes on when the command is run again.',
    )
    .option('--trial', 'for a copy of a data folder: what is on its way is put on hold, and the file keeps its name')
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://yanshu:PASSWORD@db.example.cn/yanshu yanshu --data /var/lib/yanshu move',
    )
    .action(async ({ trial }: { trial?: boolean }) => {
      const config = readConfig(environmentOf(root.opts<CommandOptions>()))
      const { dataFolder, database } = config
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
        // The files first: no server may start on a database whose messages are not there.
        const blobs = await moveBlobs(file, config, { onProgress: countFiles() })
        const moved = await moveStore(file, database, { onProgress: progress() })
        if (trial) await holdRestoredIn(database)
        else await putAside(file)
        report(moved.tables, moved.replaced)
        process.stdout.write(
          `${blobs.moved} files of mail were brought from ${file}-blobs to ${config.s3?.url ?? dataFolder}.\n`,
        )
        for (const { hash, reason } of blobs.damaged)
          process.stderr.write(`Not brought, damaged before: ${hash} (${reason})\n`)
        process.stdout.write(
          trial
            ? 'What was on its way is on hold: `yanshu queue list`.\n'
            : `${file} is now ${file}.moved, beside it ${file}.moved-blobs, and both may be deleted once the new system has been seen to work. Keep DATABASE_URL in the settings and start the server; the full-text index is made while it runs.\n`,
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

const FILES_A_LINE = 20_000

function countFiles(): (done: number) => void {
  return (done) => {
    if (done % FILES_A_LINE === 0) process.stderr.write(`  ${done} files looked at\n`)
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
  await rm(`${file}-reserve`, { force: true })
  for (const end of ['', '-wal', '-shm', '-blobs', '-blobs-wal', '-blobs-shm']) {
    if (await stat(`${file}${end}`).catch(() => null)) await rename(`${file}${end}`, `${file}.moved${end}`)
  }
}
