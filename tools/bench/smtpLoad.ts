import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const ANSWER_WITHIN_MS = 30_000

/** One connection that delivers mail after mail and waits for every answer, as sending servers do. */
export async function smtpSender(port: number) {
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
  const say = async (line: string, expected: string): Promise<void> => {
    socket.write(`${line}\r\n`)
    const said = await answer()
    if (!said.startsWith(expected)) throw new Error(`SMTP ${line.slice(0, 40)}: ${said}`)
  }
  await answer()
  await say('EHLO bench.example', '250')
  return {
    /** Delivers one mail; it is on disk when this answers. */
    async deliver(from: string, to: string, raw: Uint8Array): Promise<void> {
      await say(`MAIL FROM:<${from}>`, '250')
      await say(`RCPT TO:<${to}>`, '250')
      await say('DATA', '354')
      socket.write(raw)
      await say('\r\n.', '250')
    },
    close: () => {
      socket.destroy()
    },
  }
}
