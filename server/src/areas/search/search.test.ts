import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { writeAddresses } from '../../store/mailbox/messageAddresses.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { UNLISTED_MAX } from '../../store/search/unlistedMails.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { putMail, type TestMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000

describe.each(engines)('searching, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let accountId: number
  const at = Date.parse('2026-10-01T08:00:00Z')

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    const other = await server.addUser('li.na')
    person = await server.login('zhang.wei')
    const { db } = server.context.store
    const trash = await folderOfRole(db, accountId, 'trash')
    const sent = await folderOfRole(db, accountId, 'sent')
    const mails: TestMail[] = [
      { subject: '南京市长江大桥', text: '大桥通车', receivedAt: at },
      { subject: '毕业', text: '他是研究生物的，不是市长', receivedAt: at + DAY },
      { subject: '关于1930项目的通知', text: 'Meeting notes', receivedAt: at + 2 * DAY, hasAttachment: true },
      { subject: '𠮷野家 ２０２６', text: '一家店', receivedAt: at + 3 * DAY, seen: true },
      { subject: '南京', text: '江大桥，长江', receivedAt: at + 4 * DAY },
      { subject: '旧的大桥', folderId: trash, receivedAt: at + 5 * DAY },
      {
        subject: '回复',
        from: { name: '张伟', address: 'zhang.wei@yanshu.test' },
        to: [{ name: '周敏', address: 'Zhou.Min@partner.example' }],
        folderId: sent,
        seen: true,
        receivedAt: at + 6 * DAY,
      },
      {
        subject: '报价',
        from: { name: '周敏', address: 'zhou.min@partner.example' },
        receivedAt: at + 7 * DAY,
      },
      { subject: '转', from: { name: '', address: 'a.zhou.min@partner.example' }, receivedAt: at + 8 * DAY },
    ]
    for (const mail of mails) await putMail(server.context, accountId, mail)
    await putMail(server.context, other, { subject: '南京市长江大桥' })
  })
  afterAll(() => server.stop())

  const subjects = async (searchKeyword: string, more: Record<string, unknown> = {}) => {
    const { list, total } = await person.get('mail/email/search', { searchKeyword, ...more })
    if (total !== -1) expect(total).toBe(list.length)
    return list.map((item) => item.subject)
  }

  test('marks of names are exact: in mail, among contacts and files', async () => {
    const id = await server.addUser('marks')
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    const client = await server.as(id)
    const names = ['C++ 小组', 'C 小组', '.net 小组', 'net 小组', 'a+b 小组', 'a b 小组']
    for (const [place, subject] of names.entries()) {
      await putMail(server.context, id, { subject, text: '正文', receivedAt: at + place })
      await client.post('contact/save', { name: subject })
      await client.post('documents/folder', { parentId: 0, name: subject })
    }
    await putMail(server.context, id, { subject: '附录', text: '用 C++ 写的', receivedAt: at + names.length })
    for (const [keyword, found] of [
      ['c++', ['C++ 小组']],
      ['C＋＋', ['C++ 小组']],
      ['.net', ['.net 小组']],
      ['a+b', ['a+b 小组']],
    ] as const) {
      const mails = (await client.get('mail/email/search', { searchKeyword: keyword })).list
      expect(mails.map(({ subject }) => subject).filter((one) => one !== '附录')).toEqual(found)
      expect(mails.length - found.length, keyword).toBe(found[0] === 'C++ 小组' ? 1 : 0)
      const { list } = await client.get('contact/list', { keyword })
      expect(list.map(({ name }) => name)).toEqual(found)
      const files = await client.get('documents/list', { place: 'search', text: keyword })
      expect(files.list.map(({ name }) => name)).toEqual(found)
    }
    // Without the mark it is one more word.
    expect((await client.get('mail/email/search', { searchKeyword: 'c' })).list).toHaveLength(3)
  })

  test('exactly where the characters stand side by side', async () => {
    expect(await subjects('市长')).toEqual(['毕业', '南京市长江大桥'])
    expect(await subjects('长江大桥')).toEqual(['南京市长江大桥'])
    expect(await subjects('研究生')).toEqual(['毕业'])
    expect(await subjects('南京大桥')).toEqual([])
    expect(await subjects('1930项目')).toEqual(['关于1930项目的通知'])
    expect(await subjects('930项目')).toEqual([])
  })

  test('one character, characters beyond the BMP, full-width digits', async () => {
    expect(await subjects('桥')).toEqual(['南京', '南京市长江大桥'])
    expect(await subjects('𠮷')).toEqual(['𠮷野家 ２０２６'])
    expect(await subjects('2026')).toEqual(['𠮷野家 ２０２６'])
  })

  test('the last word may be unfinished', async () => {
    expect(await subjects('meet')).toEqual(['关于1930项目的通知'])
    expect(await subjects('通知 meet')).toEqual(['关于1930项目的通知'])
    expect(await subjects('meet 通知')).toEqual([])
  })

  test('every word somewhere; quotes and operators are text', async () => {
    expect(await subjects('江大桥 南京')).toEqual(['南京', '南京市长江大桥'])
    for (const keyword of ['" OR "', "'; drop table mail; --", 'NOT 大桥', '*', 'a:b&!c']) {
      expect(await subjects(keyword)).toEqual([])
    }
    expect(await subjects(`("大桥' | *)`)).toEqual(['南京', '南京市长江大桥'])
  })

  test('by field', async () => {
    expect(await subjects('大桥', { searchType: 1 })).toEqual(['南京市长江大桥'])
    expect(await subjects('周敏', { searchType: 2 })).toEqual(['报价', '回复'])
    expect(await subjects('大桥', { searchType: 4, scope: '3' })).toEqual(['南京', '南京市长江大桥'])
    expect(await subjects('大桥', { searchType: 4, scope: '1,2' })).toEqual(['南京市长江大桥'])
  })

  test('by folder, and the recycle bin only when named', async () => {
    const trash = await folderOfRole(server.context.store.db, accountId, 'trash')
    expect(await subjects('大桥', { mailboxId: trash })).toEqual(['旧的大桥'])
  })

  test('by time, attachment and reading', async () => {
    expect(await subjects('大桥', { startTime: at + 1 })).toEqual(['南京'])
    expect(await subjects('大桥', { endTime: at })).toEqual(['南京市长江大桥'])
    expect(await subjects('', { searchType: 4, hasAttachment: 1 })).toEqual(['关于1930项目的通知'])
    expect(await subjects('', { searchType: 4, isUnread: 0 })).toEqual(['回复', '𠮷野家 ２０２６'])
  })

  test('times far in the past or future cause no error', async () => {
    expect(
      await subjects('大桥', { endTime: Number.MAX_SAFE_INTEGER, startTime: Number.MIN_SAFE_INTEGER }),
    ).toHaveLength(2)
  })

  test('page by page nothing is lost or twice', async () => {
    const whole = await subjects('', { searchType: 4 })
    const paged: string[] = []
    let sortValues: string | undefined
    for (;;) {
      const page = await person.get('mail/email/search', { searchType: 4, pageSize: 3, sortValues })
      expect(page.total).toBe(whole.length)
      paged.push(...page.list.map((item) => item.subject))
      sortValues = page.list.at(-1)?.sortValues.join(',')
      if (!page.more) break
    }
    expect(paged).toEqual(whole)
    const jumped = await person.get('mail/email/search', { searchType: 4, pageSize: 2, offset: 3 })
    expect(jumped.list.map((item) => item.subject)).toEqual(whole.slice(3, 5))
  })

  test('the beginning of a word finds the same on each page as on one, and what lies in the recycle bin does not count', async () => {
    const { db } = server.context.store
    const trash = await folderOfRole(db, accountId, 'trash')
    const mails: TestMail[] = ['quarry', 'quartz', 'quarter', 'quay', 'quart', 'queue'].map((subject, day) => ({
      subject,
      receivedAt: at + (40 + day) * DAY,
      ...(subject === 'quarter' ? { folderId: trash } : {}),
    }))
    for (const mail of mails) await putMail(server.context, accountId, mail)
    const whole = ['quart', 'quay', 'quartz', 'quarry']
    expect(await subjects('qua')).toEqual(whole)
    const page = async (more: Record<string, unknown>) => {
      const { list, total } = await person.get('mail/email/search', { searchKeyword: 'qua', pageSize: 2, ...more })
      return { subjects: list.map((item) => item.subject), total, last: list.at(-1)?.sortValues.join(',') }
    }
    const first = await page({})
    expect(first).toMatchObject({ subjects: whole.slice(0, 2), total: 4 })
    expect(await page({ sortValues: first.last })).toMatchObject({ subjects: whole.slice(2), total: 4 })
    expect(await page({ offset: 1 })).toMatchObject({ subjects: whole.slice(1, 3), total: 4 })
    expect(await page({ offset: 9 })).toMatchObject({ subjects: [], total: 4 })
    const inbox = await folderOfRole(db, accountId, 'inbox')
    const deleted = await person.get('mail/email/mailbox/list', { mailboxId: trash })
    await person.post('mail/email/move', {
      mailboxId: trash,
      targetMailboxId: inbox,
      mailUids: deleted.list.filter(({ subject }) => subject === 'quarter').map(({ mailUid }) => mailUid),
    })
    expect(await subjects('qua')).toEqual(['quart', 'quay', 'quarter', 'quartz', 'quarry'])
  })

  test('a page behind the last hit still says how many there are', async () => {
    const whole = await subjects('大桥')
    const page = await person.get('mail/email/search', { searchKeyword: '大桥', offset: whole.length + 5 })
    expect(page).toMatchObject({ list: [], total: whole.length, more: false })
  })

  test('what lies in the recycle bin is not counted, however much it is', async () => {
    const { db } = server.context.store
    const trash = await folderOfRole(db, accountId, 'trash')
    const { total } = await db.selectFrom('folder').select('total').where('id', '=', trash).executeTakeFirstOrThrow()
    const put = (mails: number) => db.updateTable('folder').set({ total: mails }).where('id', '=', trash).execute()
    const before = await subjects('旧')
    const few = await subjects('大桥')
    await put(UNLISTED_MAX + 1)
    try {
      expect(await subjects('大桥')).toEqual(few)
      expect(await subjects('旧')).toEqual(before)
    } finally {
      await put(total)
    }
    expect(few).not.toContain('旧的大桥')
    expect(few).toContain('南京市长江大桥')
  })

  test('correspondence is the whole address, in both directions', async () => {
    const { list } = await person.get('mail/email/related/list', { address: 'ZHOU.min@partner.example' })
    expect(list.map((item) => item.subject)).toEqual(['报价', '回复'])
  })

  test('the quick search shows mails and people', async () => {
    const found = await person.get('mail/email/quick/list', { searchKeyword: 'li.na' })
    expect(found.people).toEqual([{ name: 'li.na', address: 'li.na@yanshu.test' }])
    expect(found.list.length).toBeGreaterThan(0)
  })

  describe('by who wrote and who got it', () => {
    beforeAll(async () => {
      const wang = { name: '王芳', address: 'wang.fang@yanshu.test' }
      const ouyang = { name: '欧阳', address: 'ou.yang@far.example' }
      await server.addUser('wang.fang', { name: '王芳' })
      const mails: TestMail[] = [
        { subject: '甲 周报', from: wang, to: [ouyang], text: '王芳不在这里', receivedAt: at + 20 * DAY },
        { subject: '乙', from: ouyang, to: [wang], receivedAt: at + 21 * DAY, hasAttachment: true },
        { subject: '丙', from: { name: 'Fang, W.', address: wang.address }, receivedAt: at + 22 * DAY },
        { subject: '丁 王芳', from: { name: '100%', address: 'x_y@far.example' }, receivedAt: at + 23 * DAY },
      ]
      const { db } = server.context.store
      for (const mail of mails) {
        const { mailId } = await putMail(server.context, accountId, mail)
        const row = await db
          .selectFrom('mail')
          .innerJoin('message', 'message.id', 'mail.message_id')
          .selectAll('message')
          .where('mail.id', '=', mailId)
          .executeTakeFirstOrThrow()
        await transact(server.context, (trx) => writeAddresses(trx, row.id, row))
      }
    })

    test.each([
      [{ from: '王芳' }, ['丙', '甲 周报']],
      [{ from: 'wangfang' }, ['丙', '甲 周报']],
      [{ from: 'wf' }, ['丙', '甲 周报']],
      [{ from: 'WANG.FANG@yanshu.test' }, ['丙', '甲 周报']],
      [{ to: '王芳' }, ['乙']],
      [{ to: 'wangfang' }, ['乙']],
      [{ to: '欧阳' }, ['甲 周报']],
      [{ from: '欧阳' }, ['乙']],
      [{ from: '阳' }, ['乙']],
      [{ from: 'far.example ou' }, ['乙']],
      [{ from: '100%' }, ['丁 王芳']],
      [{ from: 'x_y' }, ['丁 王芳']],
      [{ from: 'xay' }, []],
      [{ from: '王芳', to: '欧阳' }, ['甲 周报']],
      [{ from: '王芳', searchKeyword: '周报' }, ['甲 周报']],
      [{ from: '欧阳', hasAttachment: 0 }, []],
      [{ subject: '王芳' }, ['丁 王芳']],
      [{ subject: '周报', from: '欧阳' }, []],
      [{ subject: '芳' }, ['丁 王芳']],
      [{ from: '!!!' }, []],
      [{ from: '王芳', mailboxId: 4_711_000 }, null],
    ])('%j', async (query, expected) => {
      if (expected === null) {
        expect(await person.refused('GET', 'mail/email/search', query)).toBeGreaterThan(0)
        return
      }
      const { list } = await person.get('mail/email/search', { searchType: 4, ...query })
      expect(list.map((item) => item.subject)).toEqual(expected)
    })

    test('a page of them goes on where the one before ended', async () => {
      const first = await person.get('mail/email/search', { searchType: 4, from: 'wangfang', pageSize: 1 })
      expect(first).toMatchObject({ list: [{ subject: '丙' }], total: 2, more: true })
      const next = await person.get('mail/email/search', { searchType: 4, from: 'wangfang', pageSize: 1, offset: 1 })
      expect(next.list.map((item) => item.subject)).toEqual(['甲 周报'])
    })
  })
})
