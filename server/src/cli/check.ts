import type { Command } from 'commander'
import { askRelay } from '../mailflow/outgoing/relay.ts'
import { readMailTransportOptions } from '../mailflow/startMailTransport.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { inspectDataFolder, requireClient, requireExactPages, requireTls } from '../platform/config/requireFiles.ts'
import { withoutPassword } from '../platform/config/values.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { startFailure } from '../startFailure.ts'
import { requireBlobPlace } from '../store/blobs/openBlobStore.ts'
import { describeServers } from '../store/database/contracting.ts'
import { inspectStore } from '../store/database/inspectStore.ts'
import { checkManifest } from './checkManifest.ts'
import { type RecipientOptions, recipientAttempts } from './checkRecipient.ts'
import { describeSettings } from './describeSettings.ts'
import { type CommandOptions, environmentOf } from './withContext.ts'

/** `check`. */
export function addCheckCommand(root: Command): void {
  root
    .command('check')
    .description(
      'Shows the settings that the server would start with, passwords hidden, and tries what they name: data folder, database, TLS files, client with its manifest, relay. Changes nothing; ends with 1 when something would fail.',
    )
    .option(
      '--start',
      'before the server starts: a relay that does not answer, or a remote that is missing, is a warning, because mail is served',
    )
    .option('--to <address>', 'asks the relay what it would do with a mail to this address, and sends none')
    .option('--from <address>', 'the sender of that mail (default: postmaster of YANSHU_HOSTNAME)')
    .addHelpText('after', '\nExample:\n  YANSHU_RELAY=smtp://relay.example.org:587 yanshu check')
    .action(async ({ start = false, ...mail }: { start?: boolean } & RecipientOptions) => {
      const env = environmentOf(root.opts<CommandOptions>())
      const config = readConfig(env)
      const settings = describeSettings(config, readMailTransportOptions(env), env)
      const width = Math.max(...settings.map(({ name }) => name.length))
      for (const { name, value, isSet } of settings) {
        process.stdout.write(`${name.padEnd(width)}  ${value}${isSet ? '' : '  (default)'}\n`)
      }
      process.stdout.write('\n')
      let failed = 0
      for (const attempt of [...attempts(config), ...recipientAttempts(mail, config)]) {
        try {
          process.stdout.write(`ok      ${await attempt.look()}\n`)
        } catch (error) {
          const sentence = startFailure(error, config)
          if (sentence === null) throw error
          const mayWait = start && attempt.mayWait
          if (!mayWait) failed++
          process.stdout.write(`${mayWait ? 'WARNING' : 'FAILED '} ${sentence}\n`)
        }
      }
      if (failed > 0) throw new OperatorError(`The server would not run as it should: ${failed} of the above failed`)
    })
}

interface Attempt {
  /** Answers what was found. */
  readonly look: () => Promise<string>
  /** Whether the server may start without it. */
  readonly mayWait: boolean
}

const RELAY_ANSWERS = 'the relay answers; `yanshu check --to ADDRESS` asks it about an address'

/** What the settings name, each tried. */
const attempts = (config: Config): readonly Attempt[] => [
  ...needed(config).map((look) => ({ look, mayWait: false })),
  ...(config.clientFolder ? [{ look: () => checkManifest(config), mayWait: true }] : []),
  ...(config.relay
    ? [{ look: () => askRelay(config.relay ?? '', config).then(() => RELAY_ANSWERS), mayWait: true }]
    : []),
  ...config.routes.map(({ domain, url }) => ({
    look: () => askRelay(url, config).then(() => `the server for mail to ${domain} answers`),
    mayWait: true,
  })),
]

const needed = (config: Config): readonly Attempt['look'][] => [
  async () => {
    const { exists } = await inspectDataFolder(config.dataFolder)
    return `the data folder ${config.dataFolder} ${exists ? 'is there' : 'will be made'}`
  },
  async () => {
    const { engine, isNew, stepsToMake, servers } = await inspectStore(config.database)
    const name = engine === 'postgres' ? `PostgreSQL ${withoutPassword(config.database)}` : `SQLite ${config.database}`
    if (isNew) return `${name} is new and ${config.demo ? 'gets the demonstration organisation' : 'starts empty'}`
    const toMake = stepsToMake > 0 ? `; the next start brings it up to date (${stepsToMake} steps)` : ''
    const answering = servers.length > 0 ? `; servers that answer: ${describeServers(servers)}` : ''
    return `${name} is Yanshu's${toMake}${answering}`
  },
  ...(config.s3 ? [() => requireBlobPlace(config).then(() => `the bucket ${config.s3?.url} can be used`)] : []),
  ...(config.exactPages
    ? [() => requireExactPages(config).then(() => 'the program of exact pages and what keeps it apart are there')]
    : []),
  ...(config.tls ? [() => requireTls(config).then(() => 'the key and the certificate of STARTTLS go together')] : []),
  ...(config.clientFolder ? [() => requireClient(config).then(() => 'the built client is there')] : []),
]
