import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { TLSSocket } from 'node:tls'

const TLS = path.join(import.meta.dirname, 'test-only-tls')

/** A server of ManageSieve (RFC 5804) with an active script and an old one, as far as a program that only reads asks of it. */
export async function startSieveServer(password: string, script: string) {
  const [key, cert] = await Promise.all([readFile(path.join(TLS, 'key.pem')), readFile(path.join(TLS, 'cert.pem'))])
  const commands: string[] = []
  const serve = (socket: Socket, isSecure: boolean) => {
    socket.on('error', () => {})
    const caps = isSecure ? '"SASL" "PLAIN"\r\n' : '"SASL" ""\r\n"STARTTLS"\r\n'
    socket.write(`"IMPLEMENTATION" "test"\r\n${caps}OK "ready"\r\n`)
    const answer = (data: Buffer) => {
      const command = data.toString().trim()
      commands.push(command.split(' ')[0] ?? '')
      if (command === 'STARTTLS') {
        socket.off('data', answer)
        socket.write('OK\r\n')
        serve(new TLSSocket(socket, { isServer: true, key, cert }), true)
      } else if (command.startsWith('AUTHENTICATE')) {
        const given = Buffer.from(/"([^"]*)"$/.exec(command)?.[1] ?? '', 'base64').toString()
        socket.write(given.endsWith(`\0${password}`) ? 'OK\r\n' : 'NO "Authentication failed."\r\n')
      } else if (command === 'LISTSCRIPTS') socket.write('"old"\r\n"main" ACTIVE\r\nOK\r\n')
      else if (command.startsWith('GETSCRIPT')) {
        const text = command.endsWith('main') ? script : 'keep;'
        socket.write(`{${Buffer.byteLength(text)}}\r\n${text}\r\nOK\r\n`)
      } else socket.end()
    }
    socket.on('data', answer)
  }
  const listener = createServer((socket) => serve(socket, false))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const certificate = cert.toString().replaceAll(/-----[^-]+-----|\s/g, '')
  return {
    port: (listener.address() as AddressInfo).port,
    /** The words that its commands began with. */
    commands,
    /** The DER of its certificate as base64. */
    certificate,
    stop: () => listener.close(),
  }
}
