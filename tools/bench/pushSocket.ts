import type { SocketMessage } from '@yanshu/contracts'
import type { ApiClient } from './apiClient.ts'

const READY_WITHIN_MS = 10_000

/** The push socket of a person who is logged in; `arrivals` counts the mails it reported. */
export async function openPush(client: ApiClient) {
  const socket = new WebSocket(
    `${client.url.replace(/^http/, 'ws')}/ws/mail/message/${encodeURIComponent(client.address)}`,
  )
  const waiting: ((at: number) => void)[] = []
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the push socket did not get ready')), READY_WITHIN_MS)
    socket.addEventListener('error', () => reject(new Error('the push socket could not be opened')))
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'auth', accessToken: client.accessToken })),
    )
    socket.addEventListener('message', (event) => {
      const message: SocketMessage = JSON.parse(String(event.data))
      if (message.optType === 'ready') {
        clearTimeout(timer)
        resolve()
      } else if (message.optType === 'mail') waiting.shift()?.(performance.now())
    })
  })
  await ready
  return {
    /** When the next mail is reported, by `performance.now()`. Ask before it is delivered. */
    nextMail: () =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no push came for a delivered mail')), READY_WITHIN_MS)
        waiting.push((at) => {
          clearTimeout(timer)
          resolve(at)
        })
      }),
    close: () => socket.close(),
  }
}
