import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../../../platform/config/config.ts'
import { isPublicAddress } from '../../files/index.ts'
import { MigrationNotAllowedError, MigrationUnreachableError } from './errors.ts'

/** Where a server listens. */
export interface ServerPlace {
  readonly host: string
  readonly port: number
}

/** IMAP, and IMAP over TLS (RFC 9051 §11.1). */
const PORTS: readonly number[] = [143, 993]

/**
 * The address to connect to: resolved once and judged, so that no name leads inside. Servers that the operator has named
 * (`YANSHU_MIGRATION_HOSTS`) may be anywhere and listen on any port, others on `ports` alone. Throws `MigrationNotAllowedError`,
 * `MigrationUnreachableError` for a name that is not there.
 */
export async function addressOf(
  { migrationHosts }: Pick<Config, 'migrationHosts'>,
  { host, port }: ServerPlace,
  ports: readonly number[] = PORTS,
): Promise<string> {
  const isNamed = migrationHosts.includes(host)
  if (!isNamed && !ports.includes(port)) throw new MigrationNotAllowedError()
  const found =
    isIP(host) === 0
      ? await lookup(host, { all: true }).catch((error: unknown) => {
          throw new MigrationUnreachableError(error)
        })
      : [{ address: host }]
  const [first] = found
  if (!first) throw new MigrationUnreachableError()
  // One address inside is enough to refuse the name: which of them is connected to is not for its owner to choose.
  if (!isNamed && !found.every(({ address }) => isPublicAddress(address))) throw new MigrationNotAllowedError()
  return first.address
}
