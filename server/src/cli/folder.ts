import type { Command } from 'commander'
import { removeFolderPassword } from '../areas/folders/index.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { findAccount } from '../store/accounts/accounts.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `folder cancel-password`. */
export function addFolderCommands(root: Command): void {
  const options = () => root.opts<CommandOptions>()
  const folder = root.command('folder').description('folders of people')

  folder
    .command('cancel-password')
    .description('Takes the password of a folder away, for somebody who has forgotten it and has no phone for a code.')
    .argument('<address>', 'of the account')
    .argument('<folder>', 'its name')
    .addHelpText('after', '\nExample:\n  yanshu folder cancel-password li.na@example.com 工资')
    .action(async (address: string, name: string) => {
      await withContext(options(), async (context) => {
        const account = await findAccount(context.store.db, address.toLowerCase())
        if (!account) throw new OperatorError(`Nobody has the address ${address}`)
        const found = await context.store.db
          .selectFrom('folder')
          .select(['id', 'password_hash'])
          .where('account_id', '=', account.id)
          .where('name', '=', name.normalize('NFC'))
          .executeTakeFirst()
        if (!found) throw new OperatorError(`${address} has no folder ${name}`)
        if (found.password_hash === null) throw new OperatorError(`The folder ${name} of ${address} has no password`)
        await removeFolderPassword(context, account.id, found.id)
      })
      process.stdout.write(`The folder ${name} of ${address} has no password any more\n`)
    })
}
