import { Resolver } from 'node:dns/promises'
import { type Provider, providerOfDomain, providerOfExchange } from './providers.ts'

export interface FoundServer extends Provider {
  readonly from: 'known' | 'found' | 'guessed'
}

/** A domain whose servers are silent costs this long, twice. */
const DNS_MS = 3_000

/** What is asked of the names of a domain. */
export type Names = Pick<Resolver, 'resolveSrv' | 'resolveMx'>

/**
 * Where the mail of an address can be read: by the list of providers, by the domain's own records (RFC 6186), by who takes
 * its mail; else `imap.` before the domain, for the person to check. Only names are asked; no server is connected to.
 */
export async function findServer(
  address: string,
  names: Names = new Resolver({ timeout: DNS_MS, tries: 1 }),
): Promise<FoundServer> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const known = providerOfDomain(domain)
  if (known) return { ...known, from: 'known' }
  const [records, exchanges] = await Promise.all([
    names.resolveSrv(`_imaps._tcp.${domain}`).catch(() => []),
    names.resolveMx(domain).catch(() => []),
  ])
  // A dot means that the domain has no such service.
  const [record] = records.filter(({ name }) => name !== '' && name !== '.').toSorted((a, b) => a.priority - b.priority)
  const provider = exchanges
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ exchange }) => providerOfExchange(exchange.toLowerCase().replace(/\.$/, '')))
    .find((one) => one !== null)
  if (record) {
    const host = record.name.toLowerCase().replace(/\.$/, '')
    return { host, port: record.port, security: 'tls', code: provider?.code ?? null, from: 'found' }
  }
  if (provider) return { ...provider, from: 'found' }
  return { host: `imap.${domain}`, port: 993, security: 'tls', code: null, from: 'guessed' }
}
