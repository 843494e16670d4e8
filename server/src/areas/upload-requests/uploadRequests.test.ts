import { createHash, randomBytes } from 'node:crypto'
import { Code, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { receivedJob } from './receivedJob.ts'
import { RECEIVED_WAIT_MS } from './receivedNames.ts'

const DAY_MS = 24 * 3_600_000
const sha256 = (bytes: Uint8Array | string, encoding: 'utf8' | 'hex' = 'utf8') =>
  createHash('sha256')
    .update(typeof bytes === 'string' ? Buffer.from(bytes, encoding) : bytes)
    .digest('hex')

describe.each(engines)('links by which others hand files in, on %s', (engine) => {
  let server: TestServer
  let owner: TestClient
  let other: TestClient
  let ownerId: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    ownerId = await server.addUser('wei')
    owner = await server.as(ownerId)
    other = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  })
  afterEach(() => server.stop())

  const outsider = () => server.anybody
  const make = (more: { days?: number; filesMax?: number; sizeMax?: number } = {}) =>
    owner.post('documents/request/create', {
      ...{ title: '投标文件', code: 'ab12', days: 7, filesMax: 3, sizeMax: 20 * UPLOAD_PART_SIZE, ...more },
    })
  const open = ({ token }: { token: string }, code = 'ab12') => outsider().post('handIn/open', { token, code })
  const begin = (ticket: string, name: string, bytes: Uint8Array) => {
    const hashes = Array.from({ length: Math.ceil(bytes.length / UPLOAD_PART_SIZE) }, (_, at) =>
      sha256(bytes.subarray(at * UPLOAD_PART_SIZE, (at + 1) * UPLOAD_PART_SIZE)),
    )
    const digest = sha256(hashes.join(''), 'hex')
    return { ticket, name, size: bytes.length, digest }
  }
  const part = async (ticket: string, uploadId: string, number: number, bytes: Uint8Array, person = outsider()) => {
    const form = new FormData()
    const piece = bytes.subarray(number * UPLOAD_PART_SIZE, (number + 1) * UPLOAD_PART_SIZE)
    form.append('file', new Blob([new Uint8Array(piece)]), 'part')
    const query = new URLSearchParams({ ticket, uploadId, part: `${number}` })
    const headers = person === owner ? { authorization: `Bearer ${person.login?.accessToken}` } : {}
    const path = person === owner ? 'file/upload/part' : 'handIn/part'
    const answer = await fetch(`${server.url}/api/${path}?${query}`, { method: 'POST', body: form, headers })
    return ((await answer.json()) as { code: number }).code
  }
  const handIn = async (ticket: string, name: string, bytes: Uint8Array, sender = '') => {
    const { uploadId } = await outsider().post('handIn/begin', begin(ticket, name, bytes))
    for (let number = 0; number * UPLOAD_PART_SIZE < bytes.length; number += 1) {
      expect(await part(ticket, uploadId, number, bytes)).toBe(Code.ok)
    }
    return outsider().post('handIn/finish', { ticket, uploadId, sender })
  }

  test('given a file of several parts, broken off and gone on with, then it lies in the documents of the owner, who is written to', async () => {
    const request = await make()
    const { ticket, ...room } = await open(request)
    expect(room).toMatchObject({ title: '投标文件', owner: 'wei', filesLeft: 3, bytesLeft: 20 * UPLOAD_PART_SIZE })
    const bytes = randomBytes(UPLOAD_PART_SIZE + 5)
    const first = await outsider().post('handIn/begin', begin(ticket, '标书.pdf', bytes))
    await part(ticket, first.uploadId, 1, bytes)
    const early = { ticket, uploadId: first.uploadId, sender: '' }
    expect(await outsider().refused('POST', 'handIn/finish', early)).toBe(Code.uploadUnfinished)
    // Its room is taken up from the beginning.
    expect(await open(request)).toMatchObject({ filesLeft: 2, bytesLeft: 19 * UPLOAD_PART_SIZE - 5 })
    // Another opening of the link, as after the browser was closed.
    const again = await open(request)
    expect(await outsider().post('handIn/begin', begin(again.ticket, '标书.pdf', bytes))).toEqual({
      ...{ uploadId: first.uploadId, parts: [1] },
    })
    await part(again.ticket, first.uploadId, 0, bytes)
    const done = { ticket: again.ticket, uploadId: first.uploadId, sender: '<b>王五</b>' }
    const left = { filesLeft: 2, bytesLeft: 19 * UPLOAD_PART_SIZE - 5 }
    expect(await outsider().post('handIn/finish', done)).toMatchObject(left)
    expect(await outsider().post('handIn/finish', done)).toMatchObject(left)
    await handIn(again.ticket, '标书.pdf', Buffer.from('附件'))

    const { list } = await owner.get('documents/list', {})
    expect(list.map(({ name }) => name)).toEqual(['投标文件'])
    const inside = await owner.get('documents/list', { parentId: list[0]?.documentId ?? 0 })
    expect(inside.list.map(({ name, size }) => [name, size])).toEqual([
      ['标书 (2).pdf', 6],
      ['标书.pdf', bytes.length],
    ])
    const received = await owner.get('documents/request/files', { requestId: request.requestId })
    expect(received.list).toMatchObject([
      { name: '标书.pdf', sender: '', there: true },
      { name: '标书.pdf', sender: '<b>王五</b>', there: true },
    ])
    await jobsOf(server.context).runDue([receivedJob])
    expect(await server.mailsOf(ownerId)).toEqual([])
    server.wait(RECEIVED_WAIT_MS)
    await jobsOf(server.context).runDue([receivedJob])
    await jobsOf(server.context).runDue([receivedJob])
    await server.dispatcher.runDue()
    const mails = await server.mailsOf(ownerId)
    expect(mails.map(({ subject }) => subject)).toEqual(['收到文件：投标文件'])
    expect(mails[0]?.text).toContain('<b>王五</b>')
    expect(await server.mailsOf(ownerId, 'drafts')).toEqual([])
  })

  test('given the same content under two names at once, then both files lie in the documents of the owner', async () => {
    const request = await make()
    const { ticket } = await open(request)
    const bytes = Buffer.from('附件')
    const names = ['正本.pdf', '副本.pdf']
    const begun = await Promise.all(names.map((name) => outsider().post('handIn/begin', begin(ticket, name, bytes))))
    for (const { uploadId } of begun) {
      expect(await part(ticket, uploadId, 0, bytes)).toBe(Code.ok)
      await outsider().post('handIn/finish', { ticket, uploadId, sender: '' })
    }
    const { list } = await owner.get('documents/request/files', { requestId: request.requestId })
    expect(list.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  test('given no code, a wrong one or a link that is over, then nothing is answered about it', async () => {
    const request = await make({ days: 1 })
    const asked = { token: request.token, code: 'zzzz' }
    const unknown = { token: 'x'.repeat(43), code: 'ab12' }
    const answers = [await outsider().attempt('handIn/open', asked), await outsider().attempt('handIn/open', unknown)]
    expect(answers.map(({ code }) => code)).toEqual([Code.shareCodeWrong, Code.shareCodeWrong])
    expect(answers[0]).toEqual(answers[1])
    const { ticket } = await open(request)
    const bytes = Buffer.from('x')
    const { uploadId } = await outsider().post('handIn/begin', begin(ticket, 'a.txt', bytes))
    // The owner does not finish it as their own, and no other account ends the link.
    expect(await owner.refused('POST', 'file/upload/finish', { uploadId })).toBe(Code.uploadNotFound)
    expect(await part('', uploadId, 0, bytes, owner)).toBe(Code.uploadNotFound)
    for (const path of ['documents/request/end'] as const) {
      expect(await other.refused('POST', path, { requestId: request.requestId })).toBe(Code.notFound)
    }
    expect(await other.refused('GET', 'documents/request/files', { requestId: request.requestId })).toBe(Code.notFound)
    expect((await other.get('documents/request/list')).list).toEqual([])
    await owner.post('documents/request/end', { requestId: request.requestId })
    expect(await part(ticket, uploadId, 0, bytes)).toBe(Code.uploadRequestOver)
    const over = { ticket, uploadId, sender: '' }
    expect(await outsider().refused('POST', 'handIn/finish', over)).toBe(Code.uploadRequestOver)
    expect(await outsider().refused('POST', 'handIn/open', { token: request.token, code: 'ab12' })).toBe(
      Code.uploadRequestOver,
    )
    const short = await make({ days: 1 })
    server.wait(DAY_MS)
    expect(await outsider().refused('POST', 'handIn/open', { token: short.token, code: 'ab12' })).toBe(
      Code.uploadRequestOver,
    )
    // Guessing is slowed down.
    const tries = { token: short.token, code: 'zzzz' }
    let last = Code.ok as number
    for (let at = 0; at < 12; at += 1) last = await outsider().refused('POST', 'handIn/open', tries)
    expect(last).toBe(Code.tooManyRequests)
  })

  test('given thirty files at once for a link of three, then three are begun; and no more bytes than it or the owner has room for', async () => {
    const { ticket } = await open(await make())
    const all = Array.from({ length: 30 }, (_, at) =>
      outsider().attempt('handIn/begin', begin(ticket, `${at}.txt`, Buffer.from(`file ${at}`))),
    )
    const codes = (await Promise.all(all)).map(({ code }) => code)
    expect(codes.filter((code) => code === Code.ok)).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set([Code.ok, Code.uploadRequestFull]))

    const small = await open(await make({ sizeMax: 10 }))
    const large = begin(small.ticket, 'a.txt', Buffer.alloc(11, 1))
    expect(await outsider().refused('POST', 'handIn/begin', large)).toBe(Code.uploadRequestFull)
    await setSwitch(server.context, { scope: 'user', id: ownerId }, { name: 'netdiskSize', value: 1, locked: false })
    const wide = await open(await make())
    expect(wide.bytesLeft).toBeLessThanOrEqual(1_048_576)
    const megabyte = begin(wide.ticket, 'b.bin', Buffer.alloc(1_048_577, 1))
    expect(await outsider().refused('POST', 'handIn/begin', megabyte)).toBe(Code.documentsFull)
    // Nothing of it counts against the room of the mailbox, and what is ended frees its place.
    const begun = await outsider().post('handIn/begin', begin(wide.ticket, 'c.txt', Buffer.from('c')))
    await outsider().post('handIn/cancel', { ticket: wide.ticket, uploadId: begun.uploadId })
    expect(await outsider().post('handIn/begin', begin(wide.ticket, 'd.txt', Buffer.from('d')))).toBeDefined()
    await setSwitch(
      server.context,
      { scope: 'user', id: ownerId },
      { name: 'netdiskEnable', value: false, locked: false },
    )
    const closed = begin(wide.ticket, 'e.txt', Buffer.from('e'))
    expect(await outsider().refused('POST', 'handIn/begin', closed)).toBe(Code.uploadRequestOver)
  })
})
