import { writeFile } from 'node:fs/promises'
import { titleOfName } from '@yanshu/cms'
import type { Command } from 'commander'
import { beginEscrow, endEscrow, escrowedKeys, escrowUses, handOutCopy } from '../areas/keys/index.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Context } from '../store/context/context.ts'
import { numberUpTo, passphraseFor, type Secret } from './caOptions.ts'
import { createEscrow, escrowCertificateIn, openCopies } from './escrowFolder.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const PASSPHRASE_MIN = 12
const YEARS_MAX = 30
const TEXT_MAX = 200
const SECRET = [
  '--passphrase-file <file>',
  'reads the passphrase from the first line of a file instead of asking',
] as const

const EXAMPLE = `
Example:
  yanshu ca escrow create /root/escrow --name "Example key escrow"
  yanshu ca escrow use /root/escrow/escrow.pem
  yanshu ca escrow list
  yanshu ca escrow hand-out 7 --by "Audit, Wang Fang" --reason "Case 2026-14" --out copies.json
  yanshu ca escrow open /root/escrow copies.json --out /root/opened
People are shown it before they make a key, and get a mail whenever a copy of theirs is handed out. Keep the folder where the
server does not read it: who has it and the passphrase can read the encrypted mail of everyone.`

function textOf(text: string, what: string): string {
  const plain = text.trim()
  if (plain === '' || plain.length > TEXT_MAX || /\p{Cc}/u.test(plain)) {
    throw new OperatorError(`${what} is one line of up to ${TEXT_MAX} characters`)
  }
  return plain
}

/** `ca escrow`: copies of people's keys that the organisation keeps. */
export function addEscrowCommands(root: Command, ca: Command): void {
  const context = <T>(work: (opened: Context) => Promise<T>) => withContext(root.opts<CommandOptions>(), work)
  const escrow = ca
    .command('escrow')
    .description(
      'Copies of the keys of people, sealed to a key of the organisation. Off until "use" names a certificate.',
    )
    .addHelpText('after', EXAMPLE)

  escrow
    .command('create')
    .description('Makes the key that opens copies, in a folder of its own, sealed by a passphrase.')
    .argument('<folder>')
    .requiredOption('--name <name>', 'what people see as who keeps the copies')
    .option('--years <years>', 'how long its certificate is valid', '10')
    .option(...SECRET)
    .action(async (folder: string, options: Secret & { name: string; years: string }) => {
      const name = textOf(options.name, 'The name')
      const years = numberUpTo(options.years, YEARS_MAX, 'years')
      const passphrase = await passphraseFor(options, 'New passphrase of the escrow key: ')
      if (passphrase.length < PASSPHRASE_MIN) {
        throw new OperatorError(`A passphrase of an escrow key has ${PASSPHRASE_MIN} characters or more`)
      }
      const fingerprint = await createEscrow(folder, { name, years, passphrase })
      process.stdout.write(`Made the escrow key ${name}, SHA-256 ${fingerprint}\n`)
    })

  escrow
    .command('use')
    .description('From now on a copy of each new key is kept, sealed to this certificate. People are shown it before.')
    .argument('<file>', 'PEM or DER')
    .action(async (file: string) => {
      const certificate = await escrowCertificateIn(file)
      const name = titleOfName(certificate.subject)
      const fingerprint = await context((opened) => beginEscrow(opened, name, certificate))
      process.stdout.write(`Copies of new keys are sealed to ${name}, SHA-256 ${fingerprint}\n`)
    })

  escrow
    .command('end')
    .description('No copy of further keys is kept. Those that are kept stay.')
    .action(async () => {
      const isEnded = await context(endEscrow)
      process.stdout.write(isEnded ? 'Copies of new keys are kept no more\n' : 'No copies of keys were kept\n')
    })

  escrow
    .command('list')
    .description('Lists the keys of which a copy is kept: number, address, kind, date.')
    .action(async () => {
      await context(async (opened) => {
        for (let after = 0; ; ) {
          const keys = await escrowedKeys(opened, after)
          for (const { id, address, kind, created_at } of keys) {
            process.stdout.write(`${[id, address, kind, new Date(created_at).toISOString()].join('\t')}\n`)
          }
          const last = keys.at(-1)
          if (!last) return
          after = last.id
        }
      })
    })

  escrow
    .command('hand-out')
    .description('Writes sealed copies of keys to a file. It is written down, and each person gets a mail about it.')
    .argument('<numbers...>', 'of "escrow list"')
    .requiredOption('--by <name>', 'who opens them; the person is shown it')
    .requiredOption('--reason <text>', 'why; the person is shown it')
    .requiredOption('--out <file>', 'where the copies are written')
    .action(async (numbers: readonly string[], options: { by: string; reason: string; out: string }) => {
      const use = { by: textOf(options.by, 'Who opens it'), reason: textOf(options.reason, 'The reason') }
      const ids = numbers.map((text) => numberUpTo(text, Number.MAX_SAFE_INTEGER, 'keys'))
      const write = (content: string, flag: 'w' | 'wx') =>
        writeFile(options.out, content, { mode: 0o600, flag }).catch((error: unknown) => {
          throw new OperatorError(`${options.out}: ${fileFailure(error)}`)
        })
      // Before a copy is handed out: the person would get a mail for nothing.
      await write('', 'wx')
      const copies = await context(async (opened) => {
        const handed = []
        for (const id of ids) {
          handed.push(
            await handOutCopy(opened, id, use).catch((error: unknown) => {
              throw error instanceof NotFoundError ? new OperatorError(`No copy of the key ${id} is kept`) : error
            }),
          )
        }
        return handed
      })
      await write(`${JSON.stringify(copies, null, 2)}\n`, 'w')
      process.stdout.write(
        `Wrote ${copies.length} copies; ${copies.map(({ address }) => address).join(', ')} were told\n`,
      )
    })

  escrow
    .command('uses')
    .description('Lists who was handed copies: date, address, number of the key, by whom, why.')
    .action(async () => {
      for (const { at, address, key_id, used_by, reason } of await context(escrowUses)) {
        process.stdout.write(`${[new Date(at).toISOString(), address, key_id, used_by, reason].join('\t')}\n`)
      }
    })

  escrow
    .command('open')
    .description('Opens handed out copies by the escrow key, without the server: a PEM file for each key.')
    .argument('<folder>', 'of the escrow key')
    .argument('<file>', 'of "escrow hand-out"')
    .requiredOption('--out <folder>', 'where the opened keys are written')
    .option(...SECRET)
    .action(async (folder: string, file: string, options: Secret & { out: string }) => {
      const passphrase = await passphraseFor(options, 'Passphrase of the escrow key: ')
      for (const name of await openCopies(folder, { file, out: options.out, passphrase })) {
        process.stdout.write(`Opened ${name}\n`)
      }
    })
}
