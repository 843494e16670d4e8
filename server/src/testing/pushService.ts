import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { pushNote } from '@yanshu/contracts/schemas'

const TLS = path.join(import.meta.dirname, 'test-only-tls')
const read = (name: string) => readFileSync(path.join(TLS, name), 'utf8')
const [key, cert] = [read('key.pem'), read('cert.pem')]

const hmac = (salt: Buffer, data: Buffer) => createHmac('sha256', salt).update(data).digest()
const expand = (prk: Buffer, info: string | Buffer, length: number) =>
  hmac(prk, Buffer.concat([Buffer.from(info), Buffer.from([1])])).subarray(0, length)

/** A browser that listens: its keys, and what it reads of a note (RFC 8291 §3.4, RFC 8188). */
export function newBrowser() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer) {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const prk = hmac(salt, expand(hmac(auth, pair.computeSecret(sender)), info, 32))
      const sealed = body.subarray(21 + sender.length)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        expand(prk, 'Content-Encoding: aes128gcm\0', 16),
        expand(prk, 'Content-Encoding: nonce\0', 12),
      ).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return pushNote.parse(JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()))
    },
  }
}

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A push service on this machine. Paths name what it answers: `/201/…`, `/410/…`. */
export async function startPushService() {
  const received: Received[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(Number(request.url?.split('/')[1])).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `https://mail.yanshu.test:${address.port}`,
    received,
    /** Lets notes reach it. */
    policy: { resolve: async () => [{ address: '127.0.0.1', family: 4 }], allowsAddress: () => true, ca: cert },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
