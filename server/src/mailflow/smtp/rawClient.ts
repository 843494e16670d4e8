import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** A client of SMTP that sends exactly what a test writes. */
export async function rawClient(port: number) {
  const socket = connect(port, '127.0.0.1')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  /** The next answer, all its lines joined by a line feed. */
  const answer = async (): Promise<string> => {
    const read: string[] = []
    for (;;) {
      const { value, done } = await lines.next()
      if (done) return read.join('\n')
      read.push(value)
      if (/^\d{3}( |$)/.test(value)) return read.join('\n')
    }
  }
  const greeting = await answer()
  return {
    greeting,
    answer,
    socket,
    say: async (line: string): Promise<string> => {
      socket.write(`${line}\r\n`)
      return answer()
    },
    write: (text: string | Uint8Array) =>
      new Promise<void>((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve()))),
    /** Sends a message up to its final dot. */
    send: async (from: string, to: readonly string[], data: string | Uint8Array): Promise<string> => {
      const say = async (line: string) => {
        socket.write(`${line}\r\n`)
        return answer()
      }
      await say(`MAIL FROM:<${from}>`)
      for (const address of to) await say(`RCPT TO:<${address}>`)
      const go = await say('DATA')
      if (!go.startsWith('354')) return go
      socket.write(data)
      socket.write('\r\n.\r\n')
      return answer()
    },
    close: () => {
      socket.destroy()
    },
  }
}
