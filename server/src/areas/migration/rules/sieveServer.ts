import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type PeerCertificate } from 'node:tls'
import type { Config } from '../../../platform/config/config.ts'
import { certificateProblem } from '../server/certificate.ts'
import {
  MigrationCertificateError,
  MigrationLoginError,
  MigrationThrottledError,
  MigrationUnreachableError,
} from '../server/errors.ts'
import { authorities, type ServerLogin } from '../server/openServer.ts'
import { addressOf } from '../server/serverAddress.ts'

const TIME_MAX_MS = 60_000
/** Bytes of a script, and of all that a server answers. */
export const SCRIPT_MAX = 1_048_576
const ANSWER_MAX = 4 * SCRIPT_MAX
const PORTS: readonly number[] = [4190, 2000]
const WORDS_MAX = 200

type Part = string | { readonly atom: string }

interface Answer {
  /** The lines before the last one. */
  readonly lines: readonly (readonly Part[])[]
  readonly status: 'OK' | 'NO' | 'BYE'
  readonly words: string
}

/** A filter script of the other server. */
export interface OtherScript {
  readonly name: string
  readonly isActive: boolean
  readonly text: string
}

/**
 * The scripts that a person has on a server of ManageSieve (RFC 5804), the active one first; at most ten. The password is sent
 * over TLS alone. Throws as `openServer` does.
 */
export async function fetchScripts(config: Config, login: ServerLogin, port: number): Promise<OtherScript[]> {
  const address = await addressOf(config, { host: login.host, port }, PORTS)
  const signal = AbortSignal.timeout(TIME_MAX_MS)
  let talk = new Talk(connectSocket({ host: address, port }), signal)
  try {
    const plain = await talk.answer()
    if (!capability(plain, 'STARTTLS')) throw new MigrationUnreachableError(new Error('no STARTTLS'))
    require(await talk.ask('STARTTLS'))
    talk = new Talk(secured(talk.release(), login), signal)
    const { lines } = await talk.answer()
    const kinds = `${lines.find(([name]) => textOf(name).toUpperCase() === 'SASL')?.[1] ?? ''}`.toUpperCase()
    const { user, password } = login
    const [kind, words] =
      login.login === 'token'
        ? ['OAUTHBEARER', `n,a=${user},\x01auth=Bearer ${password}\x01\x01`]
        : ['PLAIN', `\0${user}\0${password}`]
    if (!kinds.split(' ').includes(kind)) throw new MigrationLoginError(`SASL ${kind}`)
    const loggedIn = await talk.ask(`AUTHENTICATE "${kind}" "${Buffer.from(words).toString('base64')}"`)
    if (loggedIn.status !== 'OK') throw new MigrationLoginError(loggedIn.words)
    const listed = require(await talk.ask('LISTSCRIPTS')).lines.map(([name, mark]) => ({
      name: textOf(name),
      isActive: textOf(mark).toUpperCase() === 'ACTIVE',
    }))
    const scripts: OtherScript[] = []
    for (const one of listed.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)).slice(0, 10)) {
      const name = Buffer.from(one.name)
      const { lines: found } = require(await talk.ask(`GETSCRIPT {${name.length}+}\r\n${one.name}`))
      scripts.push({ ...one, text: textOf(found[0]?.[0]) })
    }
    talk.write('LOGOUT')
    return scripts
  } finally {
    talk.close()
  }
}

const textOf = (part: Part | undefined): string => (typeof part === 'string' ? part : (part?.atom ?? ''))

const capability = ({ lines }: Answer, name: string): boolean =>
  lines.some(([first]) => textOf(first).toUpperCase() === name)

function require(answer: Answer): Answer {
  if (answer.status === 'OK') return answer
  if (answer.status === 'BYE') throw new MigrationThrottledError(answer.words)
  throw new MigrationUnreachableError(new Error(answer.words))
}

function secured(plain: Socket, { host, certificate }: ServerLogin): Socket {
  const accepted = Buffer.from(certificate, 'base64')
  return connectTls({
    socket: plain,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(certificate === ''
      ? {}
      : {
          ...authorities(certificate),
          checkServerIdentity: (name: string, peer: PeerCertificate) =>
            peer.raw?.equals(accepted) ? undefined : checkServerIdentity(name, peer),
        }),
  })
}

/** Commands and answers over one socket, the one after the other. */
class Talk {
  readonly #socket: Socket
  #buffered = Buffer.alloc(0)
  #failure: Error | null = null
  #wake: () => void = () => {}
  readonly #read = (chunk: Buffer) => {
    this.#buffered = Buffer.concat([this.#buffered, chunk])
    if (this.#buffered.length > ANSWER_MAX) this.#fail(new Error('the answer is too long'))
    this.#wake()
  }
  readonly #fail = (error: Error & { code?: string }) => {
    this.#failure ??= certificateProblem(error.code)
      ? new MigrationCertificateError()
      : new MigrationUnreachableError(error)
    this.#wake()
  }
  readonly #ended = () => this.#fail(new Error('the connection has ended'))

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket
    socket.on('data', this.#read)
    socket.on('error', this.#fail)
    socket.on('close', this.#ended)
    signal.addEventListener('abort', () => {
      this.#fail(new Error('no answer in time'))
      socket.destroy()
    })
  }

  /** The socket for TLS, with nothing of the plain connection left: what came before TLS is not read after it. */
  release(): Socket {
    this.#socket.off('data', this.#read)
    this.#socket.off('close', this.#ended)
    return this.#socket
  }

  close(): void {
    this.#socket.destroy()
  }

  write(command: string): void {
    this.#socket.write(`${command}\r\n`)
  }

  async ask(command: string): Promise<Answer> {
    this.write(command)
    return this.answer()
  }

  async answer(): Promise<Answer> {
    const lines: Part[][] = []
    for (;;) {
      const line = await this.#line()
      const [first] = line
      const status = typeof first === 'object' ? first.atom.toUpperCase() : ''
      if (status === 'OK' || status === 'NO' || status === 'BYE') {
        const words = line
          .slice(1)
          .filter((part) => typeof part === 'string')
          .join(' ')
        return { lines, status, words: words.replace(/\p{Cc}/gu, ' ').slice(0, WORDS_MAX) }
      }
      lines.push(line)
    }
  }

  /** A line with the literals in it. */
  async #line(): Promise<Part[]> {
    const parts: Part[] = []
    for (;;) {
      const end = this.#buffered.indexOf('\r\n')
      if (end < 0) {
        await this.#more()
        continue
      }
      const text = this.#buffered.subarray(0, end).toString()
      const size = /\{(\d+)\+?\}$/.exec(text)?.[1]
      if (size === undefined) {
        this.#buffered = this.#buffered.subarray(end + 2)
        parts.push(...partsOf(text))
        return parts
      }
      if (Number(size) > SCRIPT_MAX) throw new MigrationUnreachableError(new Error('the script is too long'))
      const whole = end + 2 + Number(size)
      if (this.#buffered.length < whole) {
        await this.#more()
        continue
      }
      parts.push(...partsOf(text.slice(0, text.lastIndexOf('{'))), this.#buffered.subarray(end + 2, whole).toString())
      this.#buffered = this.#buffered.subarray(whole)
    }
  }

  async #more(): Promise<void> {
    if (this.#failure) throw this.#failure
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = () => {}
    if (this.#failure) throw this.#failure
  }
}

const partsOf = (text: string): Part[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? { atom: atom ?? '' } : quoted.replaceAll(/\\(.)/g, '$1'),
  )
