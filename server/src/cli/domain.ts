import type { Command } from 'commander'
import { createDomain, listDomains } from '../store/accounts/accounts.ts'
import { addAlias, removeAlias, removeDomain } from '../store/accounts/changeAccount.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `domain add|list|remove` and `alias add|list|remove`. */
export function addDomainCommands(root: Command): void {
  const domain = root.command('domain').description('the domains whose mail this system takes')

  domain
    .command('add')
    .description('Takes mail for a domain from now on. One that is there already stays as it is.')
    .argument('<name>')
    .addHelpText('after', '\nExample:\n  yanshu domain add example.com')
    .action(async (name: string) => {
      await withContext(root.opts<CommandOptions>(), (context) => createDomain(context, name))
      process.stdout.write(`Mail for ${name.trim().toLowerCase()} is taken\n`)
    })

  domain
    .command('list')
    .description('Lists the domains.')
    .addHelpText('after', '\nExample:\n  yanshu domain list')
    .action(async () => {
      const domains = await withContext(root.opts<CommandOptions>(), (context) => listDomains(context))
      for (const { name } of domains) process.stdout.write(`${name}\n`)
    })

  domain
    .command('remove')
    .description('Takes mail for a domain no more. Refused while somebody has an address in it.')
    .argument('<name>')
    .addHelpText('after', '\nExample:\n  yanshu domain remove old.example')
    .action(async (name: string) => {
      await withContext(root.opts<CommandOptions>(), (context) => removeDomain(context, name))
      process.stdout.write(`Mail for ${name.trim().toLowerCase()} is no longer taken\n`)
    })

  const alias = root
    .command('alias')
    .description('further addresses of people; postmaster and abuse reach an administrator until they are somebody’s')
  alias
    .command('add')
    .description('Lets a further address reach somebody.')
    .argument('<alias>')
    .argument('<address>', 'of the account')
    .addHelpText('after', '\nExample:\n  yanshu alias add abuse@example.com li.na@example.com')
    .action(async (one: string, address: string) => {
      await withContext(root.opts<CommandOptions>(), (context) => addAlias(context, one, address))
      process.stdout.write(`${one} reaches ${address}\n`)
    })
  alias
    .command('remove')
    .description('Takes a further address away.')
    .argument('<alias>')
    .addHelpText('after', '\nExample:\n  yanshu alias remove abuse@example.com')
    .action(async (one: string) => {
      await withContext(root.opts<CommandOptions>(), (context) => removeAlias(context, one))
      process.stdout.write(`${one} reaches nobody\n`)
    })
  alias
    .command('list')
    .description('Lists them, each with whom it reaches.')
    .addHelpText('after', '\nExample:\n  yanshu alias list')
    .action(async () => {
      const rows = await withContext(root.opts<CommandOptions>(), ({ store }) =>
        store.db
          .selectFrom('alias')
          .innerJoin('account', 'account.id', 'alias.account_id')
          .select(['alias.address', 'account.address as of'])
          .orderBy('alias.address')
          .execute(),
      )
      for (const row of rows) process.stdout.write(`${row.address}\t${row.of}\n`)
    })
}
