import type { Command } from 'commander'
import { createDomain, listDomains } from '../store/accounts/accounts.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `domain add|list`. */
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
}
