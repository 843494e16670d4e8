import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { MigrationCertificate } from '@yanshu/contracts'

const TIME_MAX_MS = 20_000
/** How much a server may write before it agrees to STARTTLS. */
const ANSWER_MAX = 16_384

const UNTRUSTED: Readonly<Record<string, MigrationCertificate['problem']>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownAuthority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
}

/** What is wrong with a certificate, by the code of the failed connection; null for a failure of another kind. */
export const certificateProblem = (code: string | undefined): MigrationCertificate['problem'] | null =>
  UNTRUSTED[code ?? ''] ?? null

interface Asked {
  readonly address: string
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
}

/** The certificate that a server shows, read on a connection of its own, which carries nothing else. */
export async function readCertificate(asked: Asked): Promise<MigrationCertificate> {
  const signal = AbortSignal.timeout(TIME_MAX_MS)
  const plain = asked.security === 'starttls' ? await startTls(asked, signal) : null
  const secure = connect({
    ...(plain ? { socket: plain } : { host: asked.address, port: asked.port }),
    ...(isIP(asked.host) === 0 ? { servername: asked.host } : {}),
    // It is shown to the person, and decides nothing here.
    rejectUnauthorized: false,
  })
  try {
    const peer = await peerOf(secure, signal)
    const code = (secure.authorizationError as { code?: string } | undefined)?.code ?? `${secure.authorizationError}`
    return describe(peer, certificateProblem(code) ?? 'otherName')
  } finally {
    secure.destroy()
  }
}

const peerOf = (socket: TLSSocket, signal: AbortSignal) =>
  new Promise<DetailedPeerCertificate>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerCertificate(true)))
    socket.once('error', reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Greets and asks for TLS (RFC 9051 §6.2.1). */
const startTls = ({ address, port }: Asked, signal: AbortSignal) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connectSocket({ host: address, port })
    let answer = ''
    let hasAsked = false
    const fail = (error: unknown) => {
      socket.destroy()
      reject(error)
    }
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (answer.length > ANSWER_MAX) return fail(new Error('the server writes too much before TLS'))
      if (!hasAsked && /^\* OK[^\n]*\n/i.test(answer)) {
        hasAsked = true
        socket.write('a1 STARTTLS\r\n')
        return
      }
      const status = /^a1 (\w+)[^\n]*\n/im.exec(answer)?.[1]?.toUpperCase()
      if (status === undefined) return
      if (status !== 'OK') return fail(new Error('the server has no STARTTLS'))
      socket.off('data', read)
      socket.off('error', fail)
      resolve(socket)
    }
    socket.on('data', read)
    socket.once('error', fail)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })

function describe(peer: DetailedPeerCertificate, problem: MigrationCertificate['problem']): MigrationCertificate {
  const nameOf = (who: DetailedPeerCertificate['subject'] | undefined) => [who?.CN ?? who?.O ?? ''].flat().join(', ')
  return {
    subject: nameOf(peer.subject),
    issuer: nameOf(peer.issuer),
    validTo: Date.parse(peer.valid_to) || 0,
    fingerprint: peer.fingerprint256 ?? '',
    problem,
    // A certificate that has expired has to be renewed there: it may be a stolen one.
    certificate: problem === 'expired' ? '' : (peer.raw?.toString('base64') ?? ''),
  }
}
