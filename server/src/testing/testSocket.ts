import type { SocketMessage } from '@yanshu/contracts'
import { socketMessage } from '@yanshu/contracts/schemas'
import { WebSocket } from 'ws'

export interface TestSocket {
  send(message: unknown): void
  /** The next message, held against the contract; fails when the socket closes first. */
  next(): Promise<SocketMessage>
  /** The next message of a kind; others are passed over. */
  nextOf<T extends SocketMessage['optType']>(optType: T): Promise<Extract<SocketMessage, { optType: T }>>
  /** The code the server closed with. */
  readonly closed: Promise<number>
  close(): void
  /** Breaks the connection; what has come and was not read is lost. */
  cut(): void
}

/** Opens `/ws/mail/message/{address}` without sending anything yet. */
export async function openTestSocket(
  url: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/mail/message/${encodeURIComponent(address)}`, {
    headers,
  })
  const messages: SocketMessage[] = []
  const waiting: { resolve(message: SocketMessage): void; reject(error: Error): void }[] = []
  let over: Error | null = null
  socket.on('message', (data) => {
    const message = socketMessage.parse(JSON.parse(String(data)))
    const first = waiting.shift()
    if (first) first.resolve(message)
    else messages.push(message)
  })
  const closed = new Promise<number>((resolve) =>
    socket.on('close', (code) => {
      over = new Error(`the socket was closed with ${code}`)
      for (const one of waiting.splice(0)) one.reject(over)
      resolve(code)
    }),
  )
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const next = () =>
    new Promise<SocketMessage>((resolve, reject) => {
      const message = messages.shift()
      if (message) resolve(message)
      else if (over) reject(over)
      else waiting.push({ resolve, reject })
    })
  return {
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next,
    nextOf: async <T extends SocketMessage['optType']>(optType: T) => {
      for (;;) {
        const message = await next()
        if (message.optType === optType) return message as Extract<SocketMessage, { optType: T }>
      }
    },
    closed,
    close: () => socket.close(),
    cut: () => {
      messages.length = 0
      over = new Error('the connection was cut')
      for (const one of waiting.splice(0)) one.reject(over)
      socket.removeAllListeners('message')
      socket.terminate()
    },
  }
}
