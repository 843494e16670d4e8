import { type ApprovalRuleBody, Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('rules by group, role and secrecy, on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
  })
  afterEach(() => server.stop())

  const groupOf = async (address: string, members: readonly string[], managers: readonly string[] = []) => {
    const { db } = server.context.store
    await as('admin').post('contact/mailgroup/save', { groupName: '法务', address, senders: 'anybody' })
    const group = await db.selectFrom('mail_group').select('id').where('address', '=', address).executeTakeFirst()
    const group_id = group?.id ?? 0
    await db.deleteFrom('mail_group_person').where('group_id', '=', group_id).execute()
    const person = (role: 'member' | 'manager') => (name: string) => ({
      ...{ group_id, role, account_id: id(name), department_id: null },
    })
    await db
      .insertInto('mail_group_person')
      .values([...members.map(person('member')), ...managers.map(person('manager'))])
      .execute()
    return group_id
  }
  const save = async (rule: ApprovalRuleBody) => (await as('admin').post('mail/main/approval/rule/save', rule)).ruleId
  const send = async (name: string, more: Parameters<typeof sending>[0] = {}) => {
    await as(name).post('mail/email/send', sending({ subject: '合同', ...more }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await as(name).get('mail/main/approval/userApprovalList', { pageSize: 1 })
    return list[0]
  }

  test('given a rule about members of a group, then their mail is held, also by their department, and that of others is not', async () => {
    const groupId = await groupOf('sales@yanshu.test', ['wei'])
    const { db } = server.context.store
    const { id: deptId } = await db
      .insertInto('department')
      .values({ name: '销售', parent_id: null, sort: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('account').set({ dept_id: deptId }).where('id', '=', id('zhao')).execute()
    const rule = ruleWith([levelOf([id('wang')])], { conditions: { groupIds: [groupId] } })
    const ruleId = await save(rule)
    expect(await send('wei')).toMatchObject({ waitsFor: ['wang'] })
    expect(await send('li.na')).toBeUndefined()
    expect(await send('zhao')).toBeUndefined()
    await db
      .insertInto('mail_group_person')
      .values({ group_id: groupId, role: 'member', account_id: null, department_id: deptId })
      .execute()
    expect(await send('zhao')).toMatchObject({ waitsFor: ['wang'] })
    const tried = await as('admin').post('mail/main/approval/rule/try', rule)
    expect(tried).toMatchObject({ looked: 4, caught: 3, sentence: { zh: '法务成员发出的每封邮件，由wang审批。' } })
    // What an older page does not send stays.
    const { conditions } = ruleWith([levelOf([id('wang')])])
    await save({ ...rule, ruleId, conditions: { ...conditions, words: ['报价'] } })
    const { list } = await as('admin').get('mail/main/approval/rule/list')
    expect(list[0]).toMatchObject({
      conditions: { groupIds: [groupId], secrecy: 'any', words: ['报价'] },
      groups: [{ groupId, address: 'sales@yanshu.test' }],
    })
  })

  test('given a group that decides, then its members or managers do as they are when the mail is held, and never its sender', async () => {
    const groupId = await groupOf('legal@yanshu.test', ['wei', 'wang', 'zhao'], ['li.na'])
    const level = (role: 'member' | 'manager') => ({ ...levelOf([1]), who: { kind: 'group' as const, groupId, role } })
    const ruleId = await save(ruleWith([level('member'), level('manager')]))
    expect(await send('wei')).toMatchObject({ waitsFor: ['wang', 'zhao'] })
    expect((await as('admin').get('mail/main/approval/rule/list')).list[0]?.sentence).toEqual({
      zh: '所有人发出的每封邮件，由法务的成员审批；然后由法务的管理员审批。',
      en: 'Mail of anybody is approved by the members of 法务; then the managers of 法务.',
    })
    const named = await as('admin').post('mail/main/approval/rule/people', {
      addresses: ['Legal@yanshu.test', 'wang@yanshu.test', 'nobody@yanshu.test'],
    })
    expect(named).toMatchObject({ list: [{ accountId: id('wang') }], groups: [{ groupId }] })
    await server.context.store.db.deleteFrom('mail_group').where('id', '=', groupId).execute()
    // Without the group the administrators decide; a rule that names it is not saved.
    expect(await send('zhao')).toMatchObject({ waitsFor: ['admin'] })
    expect(
      await as('admin').refused('POST', 'mail/main/approval/rule/save', { ...ruleWith([level('member')]), ruleId }),
    ).toBe(Code.approverNotFound)
  })

  test('given a rule about confidential or restricted letters, then sending and what is said before agree', async () => {
    const reading = { ...FREE_READING, days: 3 }
    const options = {
      free: {},
      restricted: { 'mail.reading': reading },
      secret: { 'mail.reading': { ...reading, secret: true } },
    }
    const letter = { to: ['li.na@yanshu.test'], subject: '合同', html: '', fileIds: [] }
    const cases = [
      ['secret', [false, false, true]],
      ['restricted', [false, true, true]],
    ] as const
    for (const [secrecy, held] of cases) {
      const ruleId = await save(ruleWith([levelOf([id('wang')])], { conditions: { secrecy } }))
      for (const [at, name] of (['free', 'restricted', 'secret'] as const).entries()) {
        const preview = await as('wei').post('mail/main/approval/preview', { ...letter, secrecy: name })
        const before = await as('wei').get('mail/main/approval/userApprovalList')
        await send('wei', { options: options[name] })
        const after = await as('wei').get('mail/main/approval/userApprovalList')
        expect([name, preview.held !== null, after.counts.all - before.counts.all]).toEqual([
          name,
          held[at],
          held[at] ? 1 : 0,
        ])
      }
      await as('admin').post('mail/main/approval/rule/delete', { ruleId })
    }
  })
})
