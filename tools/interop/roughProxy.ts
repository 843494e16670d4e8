import { connect, createServer, type TLSSocket } from 'node:tls'

/** How a proxy treats the connections that go through it. */
export interface Roughness {
  /** A connection is cut after about so many bytes of the server's. */
  readonly bytesUntilCut: number
  /** One of so many FETCH commands is answered with NO, and one with a request for a pause (RFC 5530). */
  readonly fetchesUntilNo: number
  readonly fetchesUntilPause: number
}

export interface RoughProxy {
  readonly port: number
  /** What it has done so far. */
  readonly done: { cuts: number; refusals: number; pauses: number }
  /** From now on all goes through as it is. */
  calm(): void
  stop(): Promise<void>
}

/** Numbers that look like chance and are the same in each run (Park and Miller). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * Stands before an IMAP server over TLS, with a certificate of its own: cuts connections in the middle of an answer, refuses
 * commands and asks for pauses, as servers do that are busy or that limit programs.
 */
export async function startRoughProxy(
  serverPort: number,
  identity: { readonly key: Buffer; readonly cert: Buffer },
  rough: Roughness,
): Promise<RoughProxy> {
  const done = { cuts: 0, refusals: 0, pauses: 0 }
  const chance = numbers(7)
  const sockets = new Set<TLSSocket>()
  let isCalm = false

  const pass = (client: TLSSocket) => {
    const server = connect({ host: '127.0.0.1', port: serverPort, rejectUnauthorized: false })
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    let left = rough.bytesUntilCut * (0.5 + chance())
    server.on('data', (chunk: Buffer) => {
      if (left < 0) return
      left -= isCalm ? 0 : chunk.length
      if (left < 0) {
        done.cuts++
        client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), cut)
        return
      }
      if (!client.write(chunk)) server.pause()
    })
    client.on('drain', () => server.resume())
    let line = ''
    client.on('data', (chunk: Buffer) => {
      line += chunk.toString('latin1')
      for (let end = line.indexOf('\r\n'); end >= 0; end = line.indexOf('\r\n')) {
        const command = line.slice(0, end + 2)
        line = line.slice(end + 2)
        const [, tag] = /^(\S+) UID FETCH /i.exec(command) ?? []
        const answer = tag && !isCalm ? refusal(chance(), rough) : null
        if (answer === null) server.write(Buffer.from(command, 'latin1'))
        else {
          done[answer.kind]++
          client.write(`${tag} NO ${answer.words}\r\n`)
        }
      }
    })
  }
  const listener = createServer({ ...identity }, pass)
  listener.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    done,
    calm: () => {
      isCalm = true
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

function refusal(at: number, { fetchesUntilNo, fetchesUntilPause }: Roughness) {
  if (at < 1 / fetchesUntilPause) return { kind: 'pauses', words: '[LIMIT] too many commands, wait' } as const
  if (at < 1 / fetchesUntilPause + 1 / fetchesUntilNo)
    return { kind: 'refusals', words: '[SERVERBUG] try again' } as const
  return null
}
