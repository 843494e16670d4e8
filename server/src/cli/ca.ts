import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createAuthority, issueFor, requestIn } from './authorityFolder.ts'
import { DAYS_MAX, numberUpTo, oneOf, ownerOf, passphraseFor, type Secret, USES } from './caOptions.ts'
import { addEscrowCommands } from './escrow.ts'
import { addKeyRequestCommands } from './keyRequests.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** Kinds of keys of an authority, by what an operator writes. */
const KINDS = { rsa: 'rsa-3072', ec: 'p-256', sm2: 'sm2' } as const

const PASSPHRASE_MIN = 12
const YEARS_MAX = 30

const EXAMPLE = `
Example:
  yanshu ca create /root/ca --name "Example mail authority"
  yanshu ca trust /root/ca/authority.pem
  yanshu ca requests
  yanshu ca issue /root/ca 1 2
  yanshu ca sign /root/ca li.na.csr --out li.na.pem
Keep the folder where the server does not read it, and a copy of it apart: who has it and the passphrase can sign in the
name of anyone.`

/** `ca`: the organisation's authority, which certifies whose a key for signed and encrypted mail is. */
export function addAuthorityCommands(root: Command): void {
  const ca = root
    .command('ca')
    .description('The authority of the organisation for signed and encrypted mail (S/MIME).')
    .addHelpText('after', EXAMPLE)
  const secret = [
    '--passphrase-file <file>',
    'reads the passphrase from the first line of a file instead of asking',
  ] as const

  ca.command('create')
    .description('Makes an authority in a folder of its own, its key sealed by a passphrase.')
    .argument('<folder>')
    .requiredOption('--name <name>', 'what people see as the issuer of their certificates')
    .option('--algorithm <kind>', 'rsa, which every mail program reads, ec or sm2', 'rsa')
    .option('--years <years>', 'how long it is valid', '10')
    .option(...secret)
    .action(async (folder: string, options: Secret & { name: string; algorithm: string; years: string }) => {
      const kind = KINDS[oneOf(options.algorithm, Object.keys(KINDS) as (keyof typeof KINDS)[])]
      const years = numberUpTo(options.years, YEARS_MAX, 'years')
      const name = options.name.trim()
      if (!name) throw new OperatorError('The authority needs a name')
      const passphrase = await passphraseFor(options, 'New passphrase of the authority: ')
      if (passphrase.length < PASSPHRASE_MIN) {
        throw new OperatorError(`A passphrase of an authority has ${PASSPHRASE_MIN} characters or more`)
      }
      const fingerprint = await createAuthority(folder, { name, kind, years, passphrase })
      process.stdout.write(`Made the authority ${name}, SHA-256 ${fingerprint}\n`)
    })

  ca.command('sign')
    .description('Issues a certificate for a request (PKCS #10) of a person who has an account here.')
    .argument('<folder>', 'of the authority')
    .argument('<request>', 'the file, PEM or DER; ask the person for it, not the network')
    .option('--use <use>', 'mail for both, or signing or encrypting where a person has a key for each', 'mail')
    .option('--days <days>', 'how long it is valid', '730')
    .option('--out <file>', 'where the certificate is written, instead of the standard output')
    .option(...secret)
    .action(async (folder: string, file: string, options: Secret & { use: string; days: string; out?: string }) => {
      const use = oneOf(options.use, USES)
      const days = numberUpTo(options.days, DAYS_MAX, 'days')
      const request = await requestIn(file)
      const account = await withContext(root.opts<CommandOptions>(), (context) =>
        ownerOf(context, request.addresses, file),
      )
      const passphrase = await passphraseFor(options, 'Passphrase of the authority: ')
      const issue = {
        request,
        name: account.name || account.address,
        addresses: request.addresses,
        use,
        days,
        passphrase,
      }
      const pem = await issueFor(folder, issue)
      if (options.out === undefined) {
        process.stdout.write(pem)
        return
      }
      await writeFile(options.out, pem).catch((error: unknown) => {
        throw new OperatorError(`${options.out}: ${fileFailure(error)}`)
      })
      process.stdout.write(`Issued for ${request.addresses.join(', ')}\n`)
    })
  addKeyRequestCommands(root, ca)
  addEscrowCommands(root, ca)
}
