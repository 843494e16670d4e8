import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmsGateway {
  /** What `Config.sms` takes. */
  readonly settings: { readonly kind: 'gateway'; readonly url: string; readonly token: string }
  /** Messages so far. */
  readonly sent: { readonly phone: string; readonly text: string; readonly authorization: string }[]
  /** Waits for the next message to a phone that has not been asked for yet, and answers the code in it. */
  codeTo(phone: string): Promise<string>
  stop(): Promise<void>
}

/** A gateway of short messages on loopback: what the server sends arrives here. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const sent: SmsGateway['sent'] = []
  const taken = new Set<object>()
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const { phone, text } = JSON.parse(Buffer.concat(parts).toString()) as { phone: string; text: string }
      sent.push({ phone, text, authorization: request.headers.authorization ?? '' })
      for (const wake of waiting.splice(0)) wake()
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const next = async (phone: string): Promise<string> => {
    const message = sent.find((one) => one.phone === phone && !taken.has(one))
    if (!message) {
      await new Promise<void>((resolve) => void waiting.push(resolve))
      return next(phone)
    }
    taken.add(message)
    return /\d{6}/.exec(message.text)?.[0] ?? ''
  }
  return {
    settings: { kind: 'gateway', url: `http://127.0.0.1:${port}/send`, token: 'gateway-token' },
    sent,
    codeTo: next,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
