import type { Certificate } from '@yanshu/cms'
import type { CertificateDoubt } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { type FetchPolicy, fetchRemote, PUBLIC_WEB, RemoteFetchError } from '../files/index.ts'
import { fetchCms } from './readKeyParts.ts'

/** What was learned about one certificate of a chain. */
export type LinkStatus =
  | { readonly status: 'valid' | 'revoked'; readonly revokedAt: number | null; readonly until: number }
  | { readonly status: 'unknown'; readonly reason: CertificateDoubt }

export interface Link {
  readonly certificate: Certificate
  readonly issuer: Certificate
}

/** All that is asked about one certificate, addresses that do not answer included. */
export const ASKED_WITHIN_MS = 8_000
/** A responder answers with some 2 kB. */
const ANSWER_MAX = 64 * 1024
/** Some fifty thousand revoked certificates; its signature is checked within 30 ms. */
const LIST_MAX = 2 * 1024 * 1024

/** Reads what authorities answer: loaded when one is asked for the first time. */
const fetchRevocation = () => import('@yanshu/cms/revocation')

/** Servers inside are connected to where the operator has named them; there is no redirect that could lead elsewhere. */
function policyFor({ config }: Pick<Context, 'config'>, address: string): FetchPolicy {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return config.revocationHosts.includes(host) ? { allowsAddress: () => true, allowsPort: () => true } : PUBLIC_WEB
}

/**
 * Asks the authority whether it has revoked a certificate: by its responder, and where that has no answer by its list. The
 * addresses are those of the certificate, which its issuer has signed. Never throws for what an authority answers.
 */
export async function askAuthority(context: Pick<Context, 'config' | 'now'>, link: Link): Promise<LinkStatus> {
  const [{ CmsError }, revocation] = await Promise.all([fetchCms(), fetchRevocation()])
  const { revocationAddresses, readOcspAnswer, readRevocationList, writeOcspRequest } = revocation
  const signal = AbortSignal.timeout(ASKED_WITHIN_MS)
  const now = () => new Date(context.now())
  const fetchBounded = async (address: string, sizeMax: number, accept: string, content?: Uint8Array) => {
    const body = content ? { body: { type: 'application/ocsp-request', content } } : {}
    const bounds = { accept, sizeMax, timeMax: ASKED_WITHIN_MS, redirectsMax: 0, signal, ...body }
    return new Uint8Array(await fetchRemote(address, { ...bounds, policy: policyFor(context, address) }))
  }
  const byResponder = async (address: string): Promise<LinkStatus> => {
    const request = await writeOcspRequest(link)
    const bytes = await fetchBounded(address, ANSWER_MAX, 'application/ocsp-response', request)
    const { status, revokedAt, until } = await readOcspAnswer(bytes, { ...link, now: now() })
    if (status === 'unknown') return { status, reason: 'unlisted' }
    return { status: status === 'good' ? 'valid' : status, revokedAt: revokedAt?.getTime() ?? null, until }
  }
  const byList = async (address: string): Promise<LinkStatus> => {
    const bytes = await fetchBounded(address, LIST_MAX, 'application/pkix-crl')
    const { revokedAt, until } = await readRevocationList(bytes, { ...link, address, now: now() })
    return { status: revokedAt ? 'revoked' : 'valid', revokedAt: revokedAt?.getTime() ?? null, until }
  }
  const { ocsp, lists } = addressesOf(link, revocationAddresses, CmsError)
  let doubt: CertificateDoubt = 'unnamed'
  const ways = [...ocsp.map((address) => () => byResponder(address)), ...lists.map((address) => () => byList(address))]
  for (const ask of ways) {
    try {
      const answer = await ask()
      if (answer.status !== 'unknown') return answer
      doubt = answer.reason
    } catch (error) {
      // An address that is none, such as one with spaces, throws a TypeError.
      const isKnown = error instanceof CmsError || error instanceof RemoteFetchError || error instanceof TypeError
      if (!isKnown) throw error
      doubt = error instanceof CmsError ? 'unusable' : 'unreachable'
    }
  }
  return { status: 'unknown', reason: doubt }
}

type Revocation = Awaited<ReturnType<typeof fetchRevocation>>
type Cms = Awaited<ReturnType<typeof fetchCms>>

/** None where the certificate names them in another form than the standard's. */
function addressesOf(
  { certificate }: Link,
  read: Revocation['revocationAddresses'],
  CmsError: Cms['CmsError'],
): ReturnType<Revocation['revocationAddresses']> {
  try {
    return read(certificate)
  } catch (error) {
    if (error instanceof CmsError) return { ocsp: [], lists: [] }
    throw error
  }
}
