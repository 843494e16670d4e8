import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Counted {
  readonly requests: number
  /** Bytes of answers as they were sent, with their headers. */
  readonly bytes: number
}

export interface CountingProxy {
  readonly url: string
  /** What went through since the last reset. */
  counted(): Counted
  reset(): void
  stop(): Promise<void>
}

/**
 * Stands between a browser and the server and counts what comes back. The browser's own protocol does not see what a
 * service worker fetches. It costs time on the way, so that nothing is timed through it.
 */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Duplex>()
  let requests = 0
  let bytes = 0

  const server = createServer((asked, answer) => {
    requests++
    const { socket } = asked
    const before = socket.bytesWritten
    answer.on('close', () => {
      bytes += socket.bytesWritten - before
    })
    const { method, url, headers } = asked
    const onward = request({ hostname, port, method, path: url, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.rawHeaders)
      came.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  // The push socket: bytes both ways, as they are.
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`]
      for (let at = 0; at < asked.rawHeaders.length; at += 2) {
        lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`)
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('data', (part: Buffer) => {
      bytes += part.length
    })
    for (const end of [onward, socket]) {
      end.on('error', () => end.destroy())
      end.on('close', () => {
        onward.destroy()
        socket.destroy()
      })
    }
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted: () => ({ requests, bytes }),
    reset() {
      requests = 0
      bytes = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
