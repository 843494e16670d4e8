import type { Command } from 'commander'
import { saveRoom } from '../areas/calendar-mail/index.ts'
import { AccountError, findAccount } from '../store/accounts/accounts.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const CAPACITY_MAX = 10_000

/** `room set`. */
export function addRoomCommands(root: Command): void {
  root
    .command('room')
    .description('meeting rooms, which answer invitations by themselves')
    .command('set')
    .description('Makes a room of an account: from now on it accepts while it is free and declines while it is not.')
    .argument('<address>', 'the account, made before by "user add"')
    .requiredOption(
      '--capacity <people>',
      'for how many people it is; 0 for a thing that is booked like a room, such as a projector',
    )
    .option('--place <text>', 'where it is', '')
    .addHelpText('after', '\nExample:\n  yanshu room set room302@example.com --capacity 8 --place "3rd floor"')
    .action(async (address: string, { capacity, place }: { capacity: string; place: string }) => {
      const people = Number(capacity)
      if (!Number.isSafeInteger(people) || people < 0 || people > CAPACITY_MAX) {
        throw new AccountError(`"${capacity}" is no number of people from 0 to ${CAPACITY_MAX}`)
      }
      await withContext(root.opts<CommandOptions>(), async (context) => {
        const account = await findAccount(context.store.db, address)
        if (!account) throw new AccountError(`there is nobody with the address "${address}"`)
        await saveRoom(context, account.id, { capacity: people, place: place.trim().slice(0, 200) })
      })
      process.stdout.write(`${address.trim().toLowerCase()} is a room for ${people}\n`)
    })
}
