import { readCertificates, titleOfName } from '@yanshu/cms'
import type { Command } from 'commander'
import {
  distrustAuthority,
  enrolAll,
  handOutCertificate,
  type KeyRequest,
  keyRequests,
  revokeCertificate,
  revokedCertificates,
  trustAuthority,
  trustedAuthorities,
} from '../areas/keys/index.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Context } from '../store/context/context.ts'
import { authoritiesIn, issueFor, requestOf, writeCrl } from './authorityFolder.ts'
import { DAYS_MAX, numberUpTo, oneOf, ownerOf, passphraseFor, type Secret, USES } from './caOptions.ts'
import { type CommandOptions, withContext } from './withContext.ts'

interface IssueOptions extends Secret {
  readonly use: string
  readonly days: string
  readonly all?: boolean
}

const FINGERPRINT = /^[0-9a-f]{64}$/

function fingerprintIn(text: string): string {
  const plain = text.toLowerCase().replaceAll(':', '')
  if (!FINGERPRINT.test(plain)) throw new OperatorError(`"${text}" is no SHA-256 fingerprint of 64 hexadecimal digits`)
  return plain
}

const missing = (what: string) => (error: unknown) => {
  throw error instanceof NotFoundError ? new OperatorError(what) : error
}

/**
 * `ca requests`, `issue`, `enrol`, `trust`, `trusted`, `distrust`, `revoke`, `crl`: certificates of keys that people make in
 * their page.
 */
export function addKeyRequestCommands(root: Command, ca: Command): void {
  const context = <T>(work: (opened: Context) => Promise<T>) => withContext(root.opts<CommandOptions>(), work)

  ca.command('requests')
    .description('Lists the keys that people have made in their page and that wait for a certificate.')
    .action(async () => {
      for (const { keyId, address, kind, createdAt } of await context(keyRequests)) {
        process.stdout.write(`${[keyId, address, kind, new Date(createdAt).toISOString()].join('\t')}\n`)
      }
    })

  ca.command('issue')
    .description('Issues certificates for keys of "ca requests". Their people see them in their page at once.')
    .argument('<folder>', 'of the authority')
    .argument('[numbers...]', 'of the requests')
    .option('--all', 'issues for each that waits')
    .option('--use <use>', 'mail for both, or signing or encrypting where a person has a key for each', 'mail')
    .option('--days <days>', 'how long they are valid', '730')
    .option('--passphrase-file <file>', 'reads the passphrase from the first line of a file instead of asking')
    .action(async (folder: string, numbers: readonly string[], options: IssueOptions) => {
      const [use, days] = [oneOf(options.use, USES), numberUpTo(options.days, DAYS_MAX, 'days')]
      if (numbers.length > 0 === (options.all === true)) {
        throw new OperatorError('Name the numbers of "yanshu ca requests", or --all of them')
      }
      const passphrase = await passphraseFor(options, 'Passphrase of the authority: ')
      await context(async (opened) => {
        for (const request of chosen(await keyRequests(opened), numbers)) {
          const address = await issueForKey(opened, request, { folder, use, days, passphrase })
          process.stdout.write(`Issued for ${address}\n`)
        }
      })
    })

  ca.command('enrol')
    .description('Asks the enrolment service (YANSHU_ENROLMENT) anew for all keys that wait.')
    .action(async () => {
      await context(async (opened) => {
        if (!opened.config.enrolment) throw new OperatorError('YANSHU_ENROLMENT names no enrolment service')
        process.stdout.write(`The server asks for ${await enrolAll(opened)} keys\n`)
      })
    })

  ca.command('trust')
    .description('Trusts the authorities of a file: letters signed by their certificates are shown as genuine.')
    .argument('<file>', 'PEM or DER')
    .action(async (file: string) => {
      const authorities = await authoritiesIn(file)
      await context(async (opened) => {
        for (const certificate of authorities) {
          const name = titleOfName(certificate.subject)
          process.stdout.write(`Trusted ${name}, SHA-256 ${await trustAuthority(opened, name, certificate)}\n`)
        }
      })
    })

  ca.command('trusted')
    .description('Lists the authorities that are trusted for mail.')
    .action(async () => {
      for (const { name, fingerprint } of await context(trustedAuthorities)) {
        process.stdout.write(`${fingerprint}\t${name}\n`)
      }
    })

  ca.command('distrust')
    .description('No longer trusts an authority.')
    .argument('<fingerprint>', 'of "ca trusted"')
    .action(async (text: string) => {
      const fingerprint = fingerprintIn(text)
      await context((opened) =>
        distrustAuthority(opened, fingerprint).catch(missing(`No authority ${fingerprint} is trusted`)),
      )
      process.stdout.write(`No longer trusted: ${fingerprint}\n`)
    })

  ca.command('revoke')
    .description('Revokes the certificate of a key of a person here: nobody here encrypts to it any more.')
    .argument('<fingerprint>', 'SHA-256, as "issued.tsv" of the authority has it')
    .action(async (text: string) => {
      const fingerprint = fingerprintIn(text)
      const address = await context((opened) =>
        revokeCertificate(opened, fingerprint).catch(missing(`No key here has the certificate ${fingerprint}`)),
      )
      process.stdout.write(`Revoked a certificate of ${address}\n`)
    })

  ca.command('crl')
    .description(
      'Writes the signed list of revoked certificates (authority.crl) for mail programs. Write it anew in time.',
    )
    .argument('<folder>', 'of the authority')
    .option('--days <days>', 'how long programs may use it', '30')
    .option('--passphrase-file <file>', 'reads the passphrase from the first line of a file instead of asking')
    .action(async (folder: string, options: Secret & { days: string }) => {
      const days = numberUpTo(options.days, DAYS_MAX, 'days')
      const revoked = await context(revokedCertificates)
      const passphrase = await passphraseFor(options, 'Passphrase of the authority: ')
      const count = await writeCrl(folder, { revoked, days, passphrase })
      process.stdout.write(`Wrote authority.crl with ${count} revoked certificates\n`)
    })
}

function chosen(requests: readonly KeyRequest[], numbers: readonly string[]): readonly KeyRequest[] {
  if (numbers.length === 0) return requests
  return [...new Set(numbers)].map((number) => {
    const request = requests.find(({ keyId }) => String(keyId) === number)
    if (!request) throw new OperatorError(`No request ${number} waits: see "yanshu ca requests"`)
    return request
  })
}

interface Issuing {
  readonly folder: string
  readonly use: (typeof USES)[number]
  readonly days: number
  readonly passphrase: string
}

/** Issues for addresses of the person whose page made the request alone. Answers the address. */
async function issueForKey(context: Context, asked: KeyRequest, { folder, ...options }: Issuing): Promise<string> {
  const what = `The request ${asked.keyId}`
  const request = await requestOf(asked.request, what)
  const { addresses } = request
  const owner = await ownerOf(context, addresses, what)
  if (owner.id !== asked.accountId) {
    throw new OperatorError(`${what} of ${asked.address} names an address of ${owner.address}`)
  }
  const pem = await issueFor(folder, { request, name: owner.name || owner.address, addresses, ...options })
  const [certificate] = readCertificates(new TextEncoder().encode(pem))
  if (certificate) await handOutCertificate(context, asked.keyId, certificate)
  return owner.address
}
