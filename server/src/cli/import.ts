import type { Command } from 'commander'
import { createPreparer } from '../mailflow/delivery/preparer.ts'
import { importFolder } from '../mailflow/import/importFolder.ts'
import { importMail } from '../mailflow/import/importMail.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { isDiskFull } from '../platform/errors/diskFull.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { releaseMemory } from '../platform/releaseWhenIdle.ts'
import { indexAccount } from '../store/search/indexer.ts'
import { progressLine } from './progressLine.ts'
import { isZip, type UnpackedExport, unpackExport } from './unpackExport.ts'
import { accountOf } from './user.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** Bytes of mail after which the buffers of those that are stored are collected: some 500 mails. V8 would let them grow. */
const COLLECT_EVERY_BYTES = 2 * 1_024 * 1_024

/** `import --user U FILE|FOLDER…`. */
export function addImportCommand(root: Command): void {
  root
    .command('import')
    .description(
      'Imports mail: .eml files, folders of them, mbox files (of Google Takeout with its labels), Maildirs with their subfolders, and the mail of a ZIP file that `yanshu export` has written, each into its folder. A second run goes on where the first stopped and imports nothing twice. A message that cannot be imported is reported and left out; when a file or folder cannot be read, the command ends with 1.',
    )
    .argument('<paths...>', 'files and folders')
    .requiredOption('--user <address>', 'whose mailbox it goes into')
    .option('--folder <name>', 'where to: inbox, sent, trash, or a folder, which is made when needed', 'inbox')
    .addHelpText(
      'after',
      '\nExample:\n  yanshu import --user li.na@example.com --folder 旧邮件 ~/Mail/archive.mbox ~/Mail/2019',
    )
    .action(async (paths: string[], options: { user: string; folder: string }) => {
      const stopping = new AbortController()
      const stop = () => stopping.abort()
      process.once('SIGINT', stop)
      const started = Date.now()
      const line = progressLine()
      const done = await withContext(root.opts<CommandOptions>(), async (context) => {
        const account = await accountOf(context, options.user)
        const unpacked: UnpackedExport[] = []
        let collectedAt = 0
        const preparer = createPreparer(context)
        try {
          const plain: string[] = []
          for (const one of paths) {
            if (await isZip(one)) unpacked.push(await unpackExport(one, context.config.dataFolder))
            else plain.push(one)
          }
          const imported = await importMail(context, preparer, {
            accountId: account.id,
            folderId: await importFolder(context, account.id, options.folder),
            paths: plain,
            sources: unpacked.flatMap(({ sources }) => sources),
            onProgress: ({ imported, known, done: at, total }) => {
              line.show(imported + known, total > 0 ? at / total : 1)
              if (at - collectedAt < COLLECT_EVERY_BYTES) return
              collectedAt = at
              globalThis.gc?.({ type: 'major', execution: 'sync' })
            },
            onBad: (where, reason) => line.say(`Left out ${where}: ${reason}`),
            onUnreadable: (where, error) => line.say(`Not read ${where}: ${fileFailure(error)}`),
            signal: stopping.signal,
          })
          const seconds = (Date.now() - started) / 1_000
          line.end()
          // The threads that have read the mails keep their memory for a while, and the index needs none of them.
          await preparer.stop()
          releaseMemory(context.store.releaseMemory)
          const indexing = progressLine()
          await indexAccount(context, account.id, {
            onProgress: (count) => indexing.show(count, count / Math.max(imported.imported, count)),
            signal: stopping.signal,
          })
          indexing.end()
          return { ...imported, seconds, others: unpacked.reduce((sum, { others }) => sum + others, 0) }
        } catch (error) {
          if (isDiskFull(error)) {
            throw new OperatorError('The disk is full. Make room and run the same command again to go on')
          }
          throw error instanceof Error && /^(?:There is no |"[^"]*" cannot be)/.test(error.message)
            ? new OperatorError(error.message)
            : error
        } finally {
          for (const { remove } of unpacked) await remove()
          await preparer.stop()
        }
      })
      process.off('SIGINT', stop)
      line.end()
      const { seconds } = done
      const rate = Math.round((done.imported + done.known) / Math.max(seconds, 0.001))
      process.stdout.write(
        `Imported ${done.imported} mails in ${seconds.toFixed(1)} s (${rate}/s); there already: ${done.known}; deleted before: ${done.deleted}; left out: ${done.bad}\n`,
      )
      const indexed = (Date.now() - started) / 1_000 - seconds
      if (done.imported > 0) process.stdout.write(`Found by search after another ${indexed.toFixed(1)} s\n`)
      if (done.folders.size > 1) {
        for (const [name, count] of done.folders) process.stdout.write(`  ${name}: ${count}\n`)
      }
      if (done.others > 0) {
        process.stdout.write(
          `${done.others} files with contacts, calendars and settings were left as they are: their owner brings them in the browser, by “Mailbox migration” from files\n`,
        )
      }
      if (done.unreadable > 0) {
        throw new OperatorError(
          `${done.unreadable} files or folders could not be read. Make them readable for the user of the service and run the same command again`,
        )
      }
      if (stopping.signal.aborted) throw new OperatorError('Interrupted. Run the same command again to go on')
    })
}
