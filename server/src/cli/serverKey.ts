import type { Command } from 'commander'
import { resealFactors } from '../areas/second-factor/index.ts'
import { resealVapid } from '../areas/web-push/index.ts'
import { addKey, keyNumbers } from '../platform/secrets/serverKey.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `server-key list|renew`: the key that seals secrets in the store. */
export function addServerKeyCommands(root: Command): void {
  const keys = root.command('server-key').description('The key of this system, which seals secrets in the store')
  keys
    .command('list')
    .description('The numbers of the keys, the one that seals first')
    .addHelpText('after', '\nExample:\n  yanshu server-key list')
    .action(async () => {
      const numbers = await withContext(root.opts<CommandOptions>(), ({ config }) => keyNumbers(config))
      process.stdout.write(`${numbers.join('\n')}\n`)
    })
  keys
    .command('renew')
    .description(
      'Makes another key and seals with it what the store keeps. Keys of before stay in keys/server.key: backups need them',
    )
    .addHelpText('after', '\nExample:\n  yanshu server-key renew')
    .action(async () => {
      const { id, secrets } = await withContext(root.opts<CommandOptions>(), async (context) => {
        const made = await addKey(context.config)
        const factors = await resealFactors(context)
        return { id: made, secrets: factors + ((await resealVapid(context)) ? 1 : 0) }
      })
      process.stdout.write(
        `Key ${id} seals from now on; ${secrets} secrets were sealed with it. Restart the servers, and make a backup\n`,
      )
    })
}
