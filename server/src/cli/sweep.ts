import type { Command } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { sweepStore } from '../store/sweep/sweepStore.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `sweep`. */
export function addSweepCommand(root: Command): void {
  root
    .command('sweep')
    .description('Removes files and rows that nothing refers to for a day. The server does this by itself every hour.')
    .addHelpText('after', '\nExample:\n  yanshu sweep')
    .action(async () => {
      const swept = await withContext(root.opts<CommandOptions>(), (context) => sweepStore(context))
      if (!swept) throw new OperatorError('A server on the same store is sweeping at this moment')
      process.stdout.write(
        `Removed ${swept.blobs} files (${swept.bytes} bytes), ${swept.uploads} uploads, ${swept.messages} messages, ${swept.outgoing} finished outgoing mails\n`,
      )
    })
}
