import { isMailAddress, type MigrationServer } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'

/** What the person enters, as text. */
export interface ServerFields {
  readonly address: string
  readonly user: string
  /** `token`, `refresh`: the password is an access token of OAuth 2.0, or one by which these are renewed. */
  readonly login: 'password' | 'token' | 'refresh'
  readonly password: string
  readonly host: string
  readonly port: string
  readonly security: 'tls' | 'starttls'
  /** A certificate that was accepted; '' for the known authorities. */
  readonly certificate: string
  /** The address whose server was looked for, how it was found, and what its provider asks for. */
  readonly foundFor: string
  readonly from: 'known' | 'found' | 'guessed' | null
  readonly code: { readonly zh: string; readonly en: string } | null
}

export const PORTS = { tls: 993, starttls: 143 } as const

export const EMPTY: ServerFields = {
  ...{
    address: '',
    user: '',
    password: '',
    host: '',
    port: '993',
    security: 'tls',
    certificate: '',
    login: 'password',
  },
  ...{ foundFor: '', from: null, code: null },
}

export const isAddress = (text: string): boolean => isMailAddress(text.trim())

/** Finds the server of an address; nothing where the call fails, so that the person enters it. */
export async function findServer(
  address: string,
): Promise<Partial<Pick<ServerFields, 'host' | 'port' | 'security' | 'from' | 'code'>>> {
  const found = await http
    .get('mail/mailMig/getCode', { emailAddr: address.trim() }, { silent: true })
    .catch(() => null)
  if (!found) return {}
  const { host, port, security, from, code } = found
  return { host, port: `${port}`, security, from, code }
}

/** The server as the calls need it; null while something is missing. */
export function serverOf(fields: ServerFields): MigrationServer | null {
  const { address, user, login, password, host, port, security, certificate } = fields
  const number = Number(port)
  const name = user.trim() || address.trim()
  if (name === '' || password === '' || host.trim() === '') return null
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return null
  return { host: host.trim(), port: number, security, user: name, login, password, certificate }
}
