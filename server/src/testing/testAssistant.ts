import type { AssistantExtra, AssistantMessage } from '@yanshu/contracts'
import { AI_FINISHED } from '@yanshu/contracts'
import { assistantMessage } from '@yanshu/contracts/schemas'
import { WebSocket } from 'ws'

/** An answer of the assistant as a page puts it together. */
export interface HeardAnswer {
  readonly text: string
  readonly thought: string
  readonly extra: AssistantExtra
  readonly messages: readonly AssistantMessage[]
}

export interface AssistantSocket {
  readonly socket: WebSocket
  /** Sends a ticket and listens until the mark of the end. Rejects with the code when the socket closes first. */
  answer(ticket: string, onMessage?: (message: AssistantMessage) => void): Promise<HeardAnswer>
  readonly closed: Promise<number>
  close(): void
}

/** Opens `/ws/ai`. Every message is held against the contract, and must have been encoded twice. */
export async function openAssistantSocket(url: string, headers: Record<string, string> = {}): Promise<AssistantSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/ai`, { headers })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return {
    socket,
    closed,
    close: () => socket.close(),
    answer: (ticket, onMessage) =>
      new Promise((resolve, reject) => {
        const messages: AssistantMessage[] = []
        closed.then((code) => reject(new Error(`closed with ${code}`)))
        const listen = (data: unknown) => {
          const inner: unknown = JSON.parse(String(data))
          if (typeof inner !== 'string') return reject(new Error('encoded once'))
          const message = assistantMessage.parse(JSON.parse(inner))
          if (message.id !== ticket) return
          messages.push(message)
          onMessage?.(message)
          if (message.content !== AI_FINISHED) return
          socket.off('message', listen)
          resolve({
            text: messages
              .slice(0, -1)
              .map(({ content }) => content)
              .join(''),
            thought: messages.map(({ thought }) => thought).join(''),
            extra: Object.assign({}, ...messages.map(({ extra }) => extra ?? {})),
            messages,
          })
        }
        socket.on('message', listen)
        socket.send(ticket)
      }),
  }
}
