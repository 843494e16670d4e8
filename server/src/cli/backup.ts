import type { Command } from 'commander'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createBackup, newestBackupBeside } from '../store/backup/backup.ts'
import { restoreBackup } from '../store/backup/restore.ts'
import { verifyBackup } from '../store/backup/verifyBackup.ts'
import { bucketFailure } from '../store/blobs/openBlobStore.ts'
import { fileProgress } from './progressLine.ts'
import { restoreAs } from './restoreAs.ts'
import { type CommandOptions, environmentOf, withContext } from './withContext.ts'

/** `backup DIR` and `restore DIR`. */
export function addBackupCommands(root: Command): void {
  const backup = root
    .command('backup')
    .description(
      'Copies store, mail, manifest and published remotes into an empty folder while the server runs. Files that the newest backup beside that folder has are linked, take no space and are not read; every other file is checked by its hash, and one that is gone or damaged is reported and left out.',
    )
    .argument('<folder>', 'is made when it is not there; must be empty')
    .option('--no-store', 'leave the database out, where it is kept by other means')
    .option('--since <backup>', 'link the files of this earlier backup, on the same disk, and not of the newest one')
    .option('--verify', 'link nothing of earlier backups: read and check every file of the store')
    .addHelpText(
      'after',
      '\nExamples:\n  yanshu backup /srv/backup/yanshu-2026-11-20\n  yanshu backup --verify /srv/backup/yanshu-2026-11-22',
    )
    .action(backUp(root))

  backup
    .command('verify')
    .description(
      'Reads a whole backup and compares every file with its hash. Ends with 1 when one is gone, damaged or cannot be read.',
    )
    .argument('<folder>', 'what `yanshu backup` made')
    .addHelpText('after', '\nExample:\n  yanshu backup verify /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string) => {
      const progress = fileProgress()
      const { blobs, madeAt, damaged, unreadable } = await verifyBackup(folder, progress.show).finally(progress.end)
      for (const one of [...damaged, ...unreadable]) process.stderr.write(`${one}\n`)
      const known = damaged.length > 0 ? `${damaged.length} files of ${folder} are gone or damaged` : ''
      if (unreadable.length > 0) {
        const unknown = `${unreadable.length} files of ${folder} cannot be read, so whether they are whole is not known. Run this as a user who may read them`
        throw new OperatorError([known, unknown].filter(Boolean).join('; '))
      }
      if (known) throw new OperatorError(known)
      process.stdout.write(`${folder} is whole: ${blobs} files of mail, made ${madeAt}\n`)
    })

  root
    .command('restore')
    .description(
      'Puts a backup into a data folder that is empty or not there yet (and with DATABASE_URL into an empty database), after checking every file by its hash; with YANSHU_S3 the mail goes into the bucket. What was on its way is put on hold, and nothing leaves for other systems until `yanshu queue release`.',
    )
    .argument('<folder>', 'what `yanshu backup` made')
    .option(
      '--user <name>',
      'run by root: whose the data folder becomes; by default its owner, or that of the folder above a new one',
    )
    .addHelpText('after', '\nExample:\n  yanshu --data /srv/yanshu restore /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string, { user }: { user?: string }) => {
      const config = readConfig(environmentOf(root.opts<CommandOptions>()))
      const isForService = await restoreAs(config.dataFolder, user)
      const progress = fileProgress()
      const restored = await restoreBackup(folder, config, progress.show)
        .catch((error: unknown) => {
          throw bucketFailure(error, config)
        })
        .finally(progress.end)
      const where = config.s3 ? `${config.dataFolder} and ${config.s3.url}` : config.dataFolder
      process.stdout.write(`Restored ${restored.blobs} files, ${restored.bytes} bytes, into ${where}\n`)
      if (!isForService) {
        process.stdout.write(
          `${config.dataFolder} belongs to root. A service of another user cannot start on it: chown -R it to that user, and next time name the user with --user.\n`,
        )
      }
      process.stdout.write(
        'What was on its way is on hold, for the system it was copied from may have sent it: `yanshu queue list`. Nothing leaves for other systems until `yanshu queue release`.\n',
      )
    })
}

interface BackupFlags {
  readonly store: boolean
  readonly since?: string
  readonly verify?: boolean
}

const backUp =
  (root: Command) =>
  async (folder: string, { store, since, verify }: BackupFlags) => {
    if (verify && since !== undefined) {
      throw new OperatorError('--verify reads every file and links none: leave it out, or --since')
    }
    const earlier = verify ? null : (since ?? (await newestBackupBeside(folder)))
    const progress = fileProgress()
    const made = await withContext(root.opts<CommandOptions>(), (context) =>
      createBackup(context, folder, { withStore: store, since: earlier, onProgress: progress.show }),
    ).finally(progress.end)
    process.stdout.write(`Backed up ${made.blobs} files, ${made.bytes} bytes, to ${folder}\n`)
    if (earlier !== null) process.stdout.write(`${made.linked} of them are linked from ${earlier} and were not read\n`)
    if (made.lost.length === 0) return
    for (const { path, reason, names } of made.lost) {
      process.stderr.write(`Left out ${path}: ${reason}${names.length > 0 ? ` (${names.join(', ')})` : ''}\n`)
    }
    throw new OperatorError(
      `${made.lost.length} files are gone or damaged and are not in this backup; everything else is. Look for them in an earlier backup`,
    )
  }
