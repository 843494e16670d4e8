import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const ANSWER_WITHIN_MS = 30_000

export interface SenderOptions {
  /** Sends sender, recipient and DATA at once, as Postfix and Exim do (RFC 2920), instead of waiting for each answer. */
  readonly pipelining?: boolean
}

/** One connection that delivers mail after mail and waits until each is taken, as sending servers do. */
export async function smtpSender(port: number, { pipelining = false }: SenderOptions = {}) {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('the server did not answer over SMTP')))
  socket.setNoDelay(true)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the server closed the SMTP connection')
      if (/^\d{3}( |$)/.test(value)) return value
    }
  }
  const expect = async (code: string, to: string): Promise<void> => {
    const said = await answer()
    if (!said.startsWith(code)) throw new Error(`SMTP ${to.slice(0, 40)}: ${said}`)
  }
  const say = async (...commands: readonly (readonly [command: string, expected: string])[]): Promise<void> => {
    if (pipelining) socket.write(commands.map(([command]) => `${command}\r\n`).join(''))
    for (const [command, expected] of commands) {
      if (!pipelining) socket.write(`${command}\r\n`)
      await expect(expected, command)
    }
  }
  await answer()
  await say(['EHLO bench.example', '250'])
  return {
    /** Delivers one mail; it is on disk when this answers. */
    async deliver(from: string, to: string | readonly string[], raw: Uint8Array): Promise<void> {
      const recipients = typeof to === 'string' ? [to] : to
      await say(
        [`MAIL FROM:<${from}>`, '250'],
        ...recipients.map((address) => [`RCPT TO:<${address}>`, '250'] as const),
        ['DATA', '354'],
      )
      socket.cork()
      socket.write(raw)
      socket.write('\r\n.\r\n')
      socket.uncork()
      await expect('250', 'the message')
    },
    close: () => {
      socket.destroy()
    },
  }
}
