import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { Code, saysPlace } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { photoWithPlace } from '../../testing/photos.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { contentDisposition } from './contentDisposition.ts'
import { RemoteFetchError } from './fetchRemote.ts'
import { PICTURE_BYTES_MAX, PICTURES_MAX, takePictureBudget } from './pictureBudget.ts'
import { isPublicAddress } from './publicAddress.ts'
import { fetchRemoteImage, NoPictureError } from './remoteImage.ts'
import { byteRange } from './sendBlob.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(engines)('files, on %s', (engine) => {
  let mailServer: TestServer
  let asWei: TestClient
  let asNa: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true, maxMessageSize: 4 * 1_024 * 1_024 })
    asWei = await mailServer.as(await mailServer.addUser('zhang.wei'))
    asNa = await mailServer.as(await mailServer.addUser('li.na'))
  })
  afterEach(() => mailServer.stop())

  const upload = async (name: string, content: Uint8Array<ArrayBuffer>) =>
    (await asWei.upload('file/upload', name, content)).data?.fileId ?? ''

  test('given an upload, then its owner reads it back whole and in part, and nobody else does', async () => {
    const content = Buffer.from('0123456789'.repeat(300))
    const id = await upload('季度 "报告".txt', content)
    const whole = await asWei.file(`file/download/${id}`)
    expect(whole.status).toBe(200)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
    const disposition = whole.headers.get('content-disposition')
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition ?? '')).toContain("UTF-8''季度 _报告_.txt")
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    // Its tag and its ranges are those of the file's own bytes, so it is not compressed on its way.
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(whole.headers.get('content-length')).toBe('3000')
    expect(whole.headers.get('content-security-policy')).toContain("default-src 'none'")
    const part = await asWei.file(`file/download/${id}`, { range: 'bytes=5-7' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '567', 'bytes 5-7/3000'])
    const etag = whole.headers.get('etag') ?? ''
    expect((await asWei.file(`file/download/${id}`, { 'if-none-match': etag })).status).toBe(304)
    expect((await asWei.file(`file/download/${id}`, { range: 'bytes=3000-' })).status).toBe(416)
    expect((await asNa.file(`file/download/${id}`)).status).toBe(404)
    expect((await asNa.file(`file/show/${id}`)).status).toBe(404)
    expect((await asNa.attempt('file/uploaddel', { fileId: id })).code).toBe(200)
    expect((await asWei.file(`file/download/${id}`)).status).toBe(200)
    expect((await asWei.attempt('file/uploaddel', { fileId: id })).code).toBe(200)
    expect((await asWei.file(`file/download/${id}`)).status).toBe(404)
  })

  test('given a photo that says where it was taken, then it says so, and its owner alone has the place taken out', async () => {
    const photo = Buffer.from(photoWithPlace())
    const sent = await asWei.upload('file/uploadMailPicture', 'a.jpg', photo)
    expect(sent.data).toMatchObject({ saysPlace: true })
    const { id = '' } = sent.data ?? {}
    const shown = async () => Buffer.from(await (await asWei.file(`file/download/${id}`)).arrayBuffer())
    expect((await asNa.attempt('file/picture/bare', { fileId: id })).code).toBe(Code.fileNotFound)
    expect(await shown()).toEqual(photo)
    expect((await asWei.attempt('file/picture/bare', { fileId: id })).code).toBe(200)
    expect(saysPlace(await shown())).toBe(false)
    const plain = await asWei.upload('file/uploadMailPicture', 'b.jpg', await shown())
    expect(plain.data).toMatchObject({ saysPlace: false })
    const gif = await asWei.upload('file/uploadMailPicture', 'c.gif', Buffer.from('GIF89a'))
    expect((await asWei.attempt('file/picture/bare', { fileId: gif.data?.id ?? '' })).code).toBe(Code.fileTypeBlocked)
  })

  test('given a picture with a file behind its end, or of too many pixels, then the file goes, and the other is refused', async () => {
    const photo = Buffer.from(photoWithPlace())
    const sent = await asWei.upload(
      'file/uploadMailPicture',
      'a.jpg',
      Buffer.concat([photo, Buffer.from('PK\x03\x04')]),
    )
    expect(sent.data).toMatchObject({ saysPlace: true })
    const shown = await asWei.file(`file/download/${sent.data?.id}`)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(photo)
    const huge = Buffer.from(PNG)
    huge.writeUInt32BE(40_000, 16)
    huge.writeUInt32BE(40_000, 20)
    const refused = await asWei.upload('file/uploadMailPicture', 'b.png', huge)
    expect(refused).toMatchObject({ code: Code.tooLarge, message: expect.stringContaining('像素') })
  })

  test('given files that may not be, then each is refused with its reason and nothing is kept', async () => {
    expect((await asWei.upload('file/upload', 'a.txt', Buffer.alloc(0))).code).toBe(400_006)
    const program = await asWei.upload('file/upload', 'a.EXE', Buffer.from('x'))
    expect(program).toMatchObject({ code: 400_007, message: expect.stringContaining('a.EXE') })
    for (const name of ['a.exe.', 'a.exe ', '\u202eexe.a.scr', 'x/a.bat']) {
      expect((await asWei.upload('file/upload', name, Buffer.from('x'))).code).toBe(400_007)
    }
    expect((await asWei.upload('file/upload', 'a.bin', Buffer.alloc(4_500_000, 'a'))).code).toBe(413_001)
    expect((await asWei.upload('file/uploadMailPicture', 'a.png', Buffer.from('<svg onload="x()">'))).code).toBe(
      400_007,
    )
    expect((await asWei.upload('file/uploadMailPicture', 'a.png', Buffer.alloc(0))).code).toBe(400_006)
    expect(await mailServer.context.store.db.selectFrom('upload').selectAll().execute()).toEqual([])
  })

  test('given files of all kinds, then only harmless ones are shown in place, as what they are', async () => {
    const shown = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const response = await asWei.file(`file/show/${await upload(name, Buffer.from(content))}`)
      return [response.status, response.headers.get('content-type')?.split(';')[0]]
    }
    expect(await shown('a.html', PNG)).toEqual([200, 'image/png'])
    expect(await shown('a.pdf', '%PDF-1.7 …')).toEqual([200, 'application/pdf'])
    expect(await shown('a.txt', '你好')).toEqual([200, 'text/plain'])
    expect((await shown('a.txt', '<html><script>x</script>'))[0]).toBe(400)
    expect((await shown('a.png', '<?xml version="1.0"?><svg></svg>'))[0]).toBe(400)
    expect((await shown('a.bin', Buffer.from([0, 1, 2, 3])))[0]).toBe(400)
  })

  test('given a mail, then its owner gets it as it came, and nobody else', async () => {
    const smtp = await mailServer.startSmtp()
    const { createTransport } = await import('nodemailer')
    await createTransport({ host: '127.0.0.1', port: smtp.port, ignoreTLS: true }).sendMail({
      from: 'a@b.example',
      to: 'zhang.wei@yanshu.test',
      subject: '原文',
      text: 'body',
    })
    const mail = await mailServer.context.store.db
      .selectFrom('mail')
      .select(['id', 'message_id'])
      .executeTakeFirstOrThrow()
    const message = await mailServer.context.store.db
      .selectFrom('message')
      .select('raw_hash')
      .where('id', '=', mail.message_id)
      .executeTakeFirstOrThrow()
    const response = await asWei.file(`file/mail/${mail.id}`)
    expect(response.headers.get('content-type')).toBe('message/rfc822')
    const content = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe(message.raw_hash)
    expect((await asNa.file(`file/mail/${mail.id}`)).status).toBe(404)
    expect((await asWei.file('file/mail/x')).status).toBe(404)
  })

  test('given a picture address inside the house, then the server does not go there', async () => {
    const inside = await asWei.file(`file/remoteImage?url=${encodeURIComponent('http://127.0.0.1/x.png')}`)
    expect(inside.status).toBe(502)
    expect((await asWei.file(`file/remoteImage?url=${encodeURIComponent('file:///etc/passwd')}`)).status).toBe(400)
  })
})

describe('the budget of remote pictures', () => {
  const parts = (at = { now: 0 }) => ({ runtime: createRuntime(), now: () => at.now })

  test('pictures and bytes of one account are bounded for ten minutes, and those of another are not touched', () => {
    const at = { now: 1_000 }
    const server = parts(at)
    for (let picture = 0; picture < PICTURES_MAX; picture++) takePictureBudget(server, 1)(10)
    expect(() => takePictureBudget(server, 1)).toThrow(TooManyRequestsError)
    expect(() => takePictureBudget(server, 2)).not.toThrow()
    at.now += 600_000
    takePictureBudget(server, 1)(PICTURE_BYTES_MAX)
    expect(() => takePictureBudget(server, 1)).toThrow(TooManyRequestsError)
  })
})

describe('pictures fetched for a reader', () => {
  let server: Server
  let port: number
  let seen: { url: string; headers: Record<string, unknown> }[]
  let respond: (path: string, response: ServerResponse) => void

  beforeEach(async () => {
    seen = []
    respond = (_path, response) => response.end(PNG)
    server = createServer((request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers })
      respond(request.url ?? '', response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const home = { allowsAddress: (address: string) => address === '127.0.0.1', allowsPort: () => true }
  const fetched = (path: string, policy = home) => fetchRemoteImage(`http://127.0.0.1:${port}${path}`, policy)

  test('given a picture, then it comes with the type it has, and nothing of the reader went out', async () => {
    expect(await fetched('/a.png')).toEqual({ contentType: 'image/png', content: PNG })
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  })

  test('given a redirect, then every step is judged anew, and there are three at most', async () => {
    respond = (path, response) => {
      const step = Number(path.slice(1))
      if (step === 0) response.end(PNG)
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    }
    expect((await fetched('/3')).contentType).toBe('image/png')
    await expect(fetched('/4')).rejects.toThrow(RemoteFetchError)
    respond = (_path, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end()
    await expect(fetched('/')).rejects.toThrow('not public')
    respond = (_path, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    await expect(fetched('/')).rejects.toThrow('not a web address')
  })

  test('given what is no picture, too large, or an error, then it is refused', async () => {
    respond = (_path, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg></svg>')
    await expect(fetched('/')).rejects.toThrow(NoPictureError)
    respond = (_path, response) => {
      response.write(PNG)
      response.end(Buffer.alloc(11 * 1_024 * 1_024))
    }
    await expect(fetched('/')).rejects.toThrow('too large')
    respond = (_path, response) => response.writeHead(404).end()
    await expect(fetched('/')).rejects.toThrow('404')
  })

  test("given a name that leads home, then it is refused by its address, and ports other than the web's are", async () => {
    await expect(fetchRemoteImage(`http://localhost:80/`)).rejects.toThrow('not public')
    await expect(fetchRemoteImage('http://93.184.215.14:8080/')).rejects.toThrow('port 8080')
    await expect(fetchRemoteImage('http://user:pass@93.184.215.14/')).rejects.toThrow('credentials')
    for (const address of ['http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:10.0.0.1]/', 'http://[::1]/']) {
      await expect(fetchRemoteImage(address), address).rejects.toThrow('not public')
    }
  })

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['not an address', false],
  ])('given the address %s, then public is %s', (address, open) => {
    expect(isPublicAddress(address)).toBe(open)
  })
})

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-400', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=1-2,4-5', 'whole'],
  ['lines=1-2', 'whole'],
])('given the range %s of ten bytes, then it is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range)
})

test('given any file name, then the header holds it and nothing else', () => {
  expect(contentDisposition('attachment', '报 告\r\nX: y".pdf')).toBe(
    `attachment; filename="_ _X: y_.pdf"; filename*=UTF-8''%E6%8A%A5%20%E5%91%8AX%3A%20y%22.pdf`,
  )
})
