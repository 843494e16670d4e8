import { readProtected } from '@yanshu/cms'
import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { contentPart, type KeyedPerson, keysOf, personWith, sealedTo } from '../../testing/protectedLetters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Of the remote that signs and encrypts. */
const OPTION = 'remote-keys.protection'
const chosen = (choice: object) => ({ options: { [OPTION]: choice } })

describe.each(engines)('encrypted letters with people in Bcc, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let writer: KeyedPerson
  let reader: KeyedPerson

  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    asWei = await server.as(wei)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'smimeEnable', value: true, locked: false })
    writer = await personWith('zhang.wei@yanshu.test')
    reader = await personWith('li.na@yanshu.test')
  })
  afterAll(() => server.stop())

  const composed = async (letter: ReturnType<typeof sending>) => {
    const { fileId } = await asWei.post('mail/email/composed', letter)
    const file = await (await asWei.file(`file/download/${fileId}`)).arrayBuffer()
    await asWei.post('file/uploaddel', { fileId })
    return new Uint8Array(file)
  }
  const rowsOf = async (table: 'blind_copy' | 'message_hold') =>
    (await server.context.store.db.selectFrom(table).select('message_id').execute()).length
  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
  }
  const rawOf = async (accountId: number) => {
    const mail = (await server.mailsOf(accountId)).at(-1)
    return new Uint8Array(await server.context.blobs.readAll(mail?.raw_hash ?? ''))
  }

  test('given an encrypted letter with people in Bcc, then each gets their part once, a repeated call sends nothing, and undo leaves nothing behind', async () => {
    const fang = await server.addUser('wang.fang', { name: '王芳' })
    const jie = await server.addUser('chen.jie', { name: '陈洁' })
    const [forFang, forJie] = [await personWith('wang.fang@yanshu.test'), await personWith('chen.jie@yanshu.test')]
    const choice = { sign: false, encrypt: true }
    const [first, second] = [fang, jie].map((id) => ({
      name: '',
      address: `${id === fang ? 'Wang.Fang' : 'chen.jie'}@yanshu.test`,
    }))
    const bcc = [first, second, { name: '', address: 'li.na@yanshu.test' }].filter((one) => one !== undefined)
    const letter = sending({ subject: '密送', html: '<p>密送正文</p>', bcc, ...chosen(choice) })
    const part = contentPart(await composed(letter))
    const upload = async (people: KeyedPerson[]) => asWei.uploaded('smime.p7m', await sealedTo(part, people))
    const value = async () => ({
      ...{ ...choice, part: await upload([reader, writer]) },
      copies: [
        { address: 'wang.fang@yanshu.test', part: await upload([forFang]) },
        { address: 'Chen.Jie@yanshu.test', part: await upload([forJie]) },
      ],
    })
    const whole = await value()
    const refuse = (changed: object) =>
      asWei.refused('POST', 'mail/email/send', { ...letter, ...chosen({ ...whole, ...changed }) })
    const foreign = await (await server.as(na)).uploaded('smime.p7m', await sealedTo(part, [forJie]))
    for (const copies of [
      [],
      whole.copies.slice(1),
      'all',
      [whole.copies[0], { address: 'chen.jie@yanshu.test', part: foreign }],
    ])
      expect(await refuse({ copies })).toBe(Code.protectionRefused)

    // Taken back: a draft that names no part, and none of the messages is kept.
    const sent = await asWei.post('mail/email/send', { ...letter, ...chosen(whole), requestId: 'blind one' })
    expect(await rowsOf('blind_copy')).toBe(2)
    const draft = await asWei.post('mail/email/cancel', { sendId: sent.sendId })
    expect((await asWei.post('mail/email/editAgain', { mailId: draft.mailId })).options).toEqual({ [OPTION]: choice })
    expect([await rowsOf('blind_copy'), await rowsOf('message_hold')]).toEqual([0, 0])

    const again = { ...letter, ...chosen(await value()), mailId: draft.mailId, requestId: 'blind two' }
    const calls = await Promise.all([again, again].map((one) => asWei.post('mail/email/send', one)))
    expect(new Set(calls.map(({ sendId }) => sendId)).size).toBe(1)
    await leave()
    await leave()
    expect([await rowsOf('blind_copy'), await rowsOf('message_hold')]).toEqual([0, 0])
    for (const [id, owner] of [
      [na, reader],
      [fang, forFang],
      [jie, forJie],
    ] as const) {
      const mine = (await server.mailsOf(id)).filter(({ subject }) => subject === '密送')
      expect(mine).toHaveLength(1)
      const raw = new Uint8Array(await server.context.blobs.readAll(mine[0]?.raw_hash ?? ''))
      expect(latin1(raw)).not.toMatch(/wang\.fang|chen\.jie|^bcc:/im)
      for (const person of [reader, forFang, forJie]) {
        const opened = await readProtected(raw, keysOf(person))
        expect(opened?.content !== null).toBe(person === owner)
      }
    }
    const copy = (await server.mailsOf(wei, 'sent')).find(({ subject }) => subject === '密送')
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId: copy?.mailId ?? 0 })
    expect(recipients.map(({ address, state }) => `${address.toLowerCase()} ${state}`).sort()).toEqual([
      'chen.jie@yanshu.test delivered',
      'li.na@yanshu.test delivered',
      'wang.fang@yanshu.test delivered',
    ])
    // Written again it is one letter, and none that goes to each separately.
    expect((await asWei.post('mail/email/editAgain', { mailId: copy?.mailId ?? 0 })).options).not.toHaveProperty([
      'mail.separately',
    ])
    const uploads = await server.context.store.db
      .selectFrom('upload')
      .select('name')
      .where('account_id', '=', wei)
      .execute()
    expect(uploads.filter(({ name }) => name === 'smime.p7m')).toEqual([])
  })

  test('given such a letter that waits for approval, then a copy waits with those who are held back, and is gone when it is refused', async () => {
    const boss = await server.addUser('boss', { isAdmin: true })
    await withApproval(server)
    const admin = await server.as(boss)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([boss])], { conditions: { words: ['并购'] } }))
    const choice = { sign: false, encrypt: true }
    const fang = await server.addUser('fang.blind')
    const forFang = await personWith('fang.blind@yanshu.test')
    const bcc = [{ name: '', address: 'fang.blind@yanshu.test' }]
    const sendBlind = async (requestId: string) => {
      const blind = sending({ subject: '审批密送', html: '<p>密送</p>', bcc, requestId, ...chosen(choice) })
      const written = contentPart(await composed(blind))
      const part = await asWei.uploaded('smime.p7m', await sealedTo(written, [reader, writer]))
      const copy = await asWei.uploaded('smime.p7m', await sealedTo(written, [forFang]))
      const copies = [{ address: 'fang.blind@yanshu.test', part: copy }]
      await asWei.post('mail/email/send', { ...blind, ...chosen({ ...choice, part, copies }) })
      await leave()
      const { list } = await asWei.get('mail/main/approval/userApprovalList', { pageSize: 1 })
      const recordId = list[0]?.recordId ?? 0
      return { recordId, hash: (await admin.get('mail/main/approval/detail', { recordId })).hash }
    }
    const record = await sendBlind('blind in parts')
    const hold = ['fang.blind@yanshu.test']
    const { heldId } = await admin.post('mail/main/approval/decideParts', { ...record, hold, reason: '稍后' })
    await leave()
    expect((await server.mailsOf(na)).at(-1)?.subject).toBe('审批密送')
    expect([await server.mailsOf(fang), await rowsOf('blind_copy')]).toEqual([[], 1])
    const { hash } = await admin.get('mail/main/approval/detail', { recordId: heldId })
    await admin.post('mail/main/approval/decide', { recordId: heldId, hash, pass: true, comment: '' })
    await leave()
    await leave()
    expect((await readProtected(await rawOf(fang), keysOf(forFang)))?.content).not.toBeNull()

    const other = await sendBlind('blind refused')
    expect(await rowsOf('blind_copy')).toBe(1)
    await admin.post('mail/main/approval/decide', { ...other, pass: false, comment: '不可以' })
    expect(await rowsOf('blind_copy')).toBe(0)
  })
})
