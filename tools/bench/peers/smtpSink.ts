import { type AddressInfo, createServer } from 'node:net'

export interface SmtpSink {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Accepts every mail at once and drops it (RFC 5321). The peers send through it, so that their figures hold no time of a
 * mail service; Yanshu's own service stores the mail durably before it answers.
 */
export async function startSmtpSink(): Promise<SmtpSink> {
  const server = createServer((socket) => {
    let received = ''
    let inMail = false
    const answer = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (inMail) {
        if (line !== '.') return
        inMail = false
        answer('250 2.0.0 taken')
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') socket.write('250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n')
      else if (verb === 'DATA') {
        inMail = true
        answer('354 go on')
      } else if (verb === 'QUIT') socket.end('221 2.0.0 bye\r\n')
      else answer('250 2.0.0 ok')
    }
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      const lines = (received + part).split('\r\n')
      received = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    socket.on('error', () => socket.destroy())
    answer('220 sink')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
