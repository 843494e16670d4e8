import type { Command } from 'commander'
import { readDeliveryLog } from '../mailflow/queue/deliveryLog.ts'
import {
  dropMail,
  holdAllRelaying,
  holdMails,
  listQueue,
  type QueuedRecipient,
  type QueueTarget,
  releaseAllRelaying,
  releaseMails,
  retryMails,
} from '../mailflow/queue/operateQueue.ts'
import { listLimits, type SendingLimit, setLimit } from '../mailflow/sendingRate/sendingRate.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `queue list|retry|drop|hold|release|limit|log`. */
export function addQueueCommands(root: Command): void {
  const queue = root.command('queue').description('mail on its way to other systems')
  const run = <T>(work: Parameters<typeof withContext<T>>[1]) => withContext(root.opts<CommandOptions>(), work)

  queue
    .command('list')
    .description(
      'Lists what has not arrived yet, the oldest first: id, age, from, to, state, attempts, why it is held or what the relay said.',
    )
    .option('--limit <number>', 'how many', '200')
    .addHelpText('after', '\nExample:\n  yanshu queue list')
    .action(async ({ limit }: { limit: string }) => {
      const { relayOnHold, pausedSince, list } = await run((context) => listQueue(context, countOf(limit)))
      if (relayOnHold) say('Nothing leaves for other systems until `yanshu queue release`')
      if (pausedSince !== null) {
        say(
          `Nothing leaves since ${new Date(pausedSince).toISOString()}: the store gives no answer. See to it; the queue goes on by itself`,
        )
      }
      for (const one of list) say(lineOf(one, Date.now()))
      if (list.length === 0) say('Nothing waits')
    })

  withTarget(queue.command('retry'))
    .description('Asks the relay again now, whenever the next attempt would be. What is on hold stays on hold.')
    .addHelpText('after', '\nExample:\n  yanshu queue retry --all')
    .action(async (id: string | undefined, options: Which) => {
      const target = targetOf(id, options)
      say(`${await run((context) => retryMails(context, target))} mails are due now; the server tries within 5 seconds`)
    })

  queue
    .command('drop')
    .description('Takes a mail out of the queue. Its sender is told that it did not arrive.')
    .argument('<id>', 'of `yanshu queue list`')
    .option('--recipient <address>', 'for this recipient alone')
    .option('--silent', 'tell nobody')
    .addHelpText('after', '\nExample:\n  yanshu queue drop hS3k…')
    .action(async (id: string, { recipient, silent = false }: { recipient?: string; silent?: boolean }) => {
      const dropped = await run((context) => dropMail(context, id, { recipient, silent }))
      say(`Dropped for ${dropped} recipients; the sender is ${silent ? 'not ' : ''}told`)
    })

  withTarget(queue.command('hold'))
    .description(
      'Keeps one mail, or with --all everything that is on its way, until it is released. Without either, lets nothing leave for other systems from now on; people here still reach each other.',
    )
    .addHelpText('after', '\nExample:\n  yanshu queue hold')
    .action(async (id: string | undefined, options: Which) => {
      if (id === undefined && !options.all) {
        await run((context) => holdAllRelaying(context))
        return say('Nothing leaves for other systems until `yanshu queue release`')
      }
      say(`${await run((context) => holdMails(context, targetOf(id, options)))} mails are on hold`)
    })

  withTarget(queue.command('release'))
    .description(
      'Lets one mail go that is on hold, or with --all every one of them; without either, ends the hold of everything that leaves for other systems.',
    )
    .addHelpText('after', '\nExample:\n  yanshu queue release')
    .action(async (id: string | undefined, options: Which) => {
      if (id === undefined && !options.all) {
        const was = await run((context) => releaseAllRelaying(context))
        return say(was ? 'Mail leaves for other systems again' : 'Mail was leaving for other systems all the time')
      }
      say(`${await run((context) => releaseMails(context, targetOf(id, options)))} mails go on`)
    })

  queue
    .command('limit')
    .description(
      'How many recipients may be written to in an hour, by everybody or with --account by one account; what is more waits until there is room. Without a number, lists what is set.',
    )
    .argument('[recipients]', 'a number from 1 on, `none` for no limit, or `default`')
    .option('--account <address>', 'only of this account')
    .addHelpText('after', '\nExample:\n  yanshu queue limit 10000 --account news@example.org')
    .action(async (recipients: string | undefined, { account }: { account?: string }) => {
      if (recipients !== undefined) {
        const perHour = limitIn(recipients)
        await run((context) => setLimit(context, account ?? null, perHour))
      }
      const limits = await run((context) => listLimits(context))
      for (const { address, perHour } of limits) say(`${address ?? 'everybody'}\t${perHour ?? 'no limit'}`)
    })

  queue
    .command('log')
    .description('Lists the attempts of the last 30 days, the newest first: time, mail, from, to, outcome, the reply.')
    .option('--recipient <address>', 'only to this one')
    .option('--mail <id>', 'only of this mail: its Message-ID or its id in the queue')
    .option('--limit <number>', 'how many', '50')
    .addHelpText('after', '\nExample:\n  yanshu queue log --recipient partner@elsewhere.example')
    .action(async ({ limit, ...which }: { limit: string; recipient?: string; mail?: string }) => {
      const rows = await run(({ store }) => readDeliveryLog(store.db, { ...which, limit: countOf(limit) }))
      for (const row of rows) {
        const { at, rfc_message_id, outgoing_id, sender, recipient, outcome, reply } = row
        const mail = rfc_message_id || outgoing_id
        say([new Date(at).toISOString(), mail, sender || '<>', recipient, outcome, oneLine(reply)].join('\t'))
      }
    })
}

interface Which {
  readonly all?: boolean
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const withTarget = (command: Command) =>
  command.argument('[id]', 'of `yanshu queue list`').option('--all', 'every mail that is on its way')

function targetOf(id: string | undefined, { all }: Which): QueueTarget {
  if ((id === undefined) === !all) throw new OperatorError('Name one mail, or give --all')
  return id === undefined ? 'all' : { id }
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new OperatorError(`--limit ${text}: expected a number from 1 on`)
}

/** `undefined` for what holds where nothing is set. */
function limitIn(text: string): SendingLimit | undefined {
  if (text === 'default') return undefined
  if (text === 'none') return null
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0 && count <= 1_000_000_000) return count
  throw new OperatorError(`${text}: expected a number from 1 on, \`none\` or \`default\``)
}

const MINUTE = 60_000

function ageOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / MINUTE))
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 60 / 24)} days`
}

function lineOf(one: QueuedRecipient, now: number): string {
  const state = one.onHold ? 'on hold' : one.state
  const next = one.nextAt === null ? '' : `next in ${ageOf(one.nextAt - now)}`
  const tries = one.attempts > 0 ? `${one.attempts} attempts` : ''
  return [
    one.id,
    ageOf(now - one.createdAt),
    one.sender || '<>',
    one.recipient,
    state,
    tries,
    next,
    oneLine(one.reason),
  ]
    .join('\t')
    .trimEnd()
}
