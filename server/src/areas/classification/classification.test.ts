import { Code, type RuleDraft } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const WEI = 'zhang.wei@yanshu.test'
const NA = 'li.na@yanshu.test'

describe.each(engines)('classification rules, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let wei: number
  let na: number
  let owner: TestClient
  let other: TestClient
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, relay: relay.url })
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    server.steps.register(deliverySteps)
    owner = await server.as(wei)
    other = await server.as(na)
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const send = async (subject: string, { to = [WEI], from = 'boss@partner.example', more = '' } = {}) => {
    const client = await rawClient(port)
    await client.say('EHLO client.example')
    const head = `From: Boss <${from}>\r\nTo: ${to.join(', ')}\r\nSubject: ${subject}\r\n${more}`
    const answer = await client.send(from, to, `${head}\r\nhello`)
    client.close()
    return answer
  }
  const save = (rule: Partial<RuleDraft> & { ruleId?: number | null }) =>
    owner.post('mail/mailClassify/save', {
      ruleName: 'project',
      conditions: [{ field: 'subject', not: false, value: 'project' }],
      actions: { read: true },
      ...rule,
    })
  const subjectsOf = async (accountId: number, role: Parameters<TestServer['mailsOf']>[1] = 'inbox') =>
    (await server.mailsOf(accountId, role)).map(({ subject }) => subject)

  test('given rules, then mail is sorted at its delivery, in their order, until one stops', async () => {
    const folder = await owner.post('mail/main/folder/save', { folderName: '项目' })
    const label = await owner.post('mail/main/label/save', { labelName: '合同' })
    const actions = { folderId: folder.folderId, labelIds: [label.labelId], star: 3, quiet: true }
    const first = await save({ actions: { ...actions, stop: true } })
    const second = await save({ ruleName: 'never', actions: { delete: true } })
    const socket = await owner.socket()
    await send('project one')
    // Quiet: the row comes, and no notification.
    expect(await socket.next()).toMatchObject({ optType: 'mailbox', change: 'added', mailboxId: folder.folderId })
    socket.close()
    const { list } = await owner.get('mail/email/mailbox/list', { mailboxId: folder.folderId })
    expect(list).toMatchObject([{ subject: 'project one', seen: false, color: 3, labelIds: [label.labelId] }])
    await owner.post('mail/mailClassify/sort', { ruleIds: [second.ruleId, first.ruleId] })
    await send('project two')
    expect(await subjectsOf(wei, 'trash')).toEqual(['project two'])
    await owner.post('mail/mailClassify/status', { ruleId: second.ruleId, enabled: false })
    await save({ ruleId: first.ruleId, actions: { read: true } })
    await send('project three')
    expect((await server.mailsOf(wei)).map(({ subject, seen }) => [subject, seen])).toEqual([['project three', 1]])
    // A folder that is deleted does not lose the mail.
    await save({ ruleId: first.ruleId, actions: { folderId: folder.folderId } })
    await owner.post('mail/main/folder/delete/password', { folderId: folder.folderId })
    await send('project four')
    expect(await subjectsOf(wei)).toEqual(['project three', 'project four'])
  })

  test('given a rule that refuses, then the sender hears why, and the other recipient has the mail', async () => {
    await save({ actions: { reject: 'not my project' } })
    expect(await send('project')).toMatch(/^550 5\.7\.1 .*not my project/)
    expect(await send('project', { to: [WEI, NA] })).toMatch(/^250 /)
    expect(await subjectsOf(wei)).toEqual([])
    expect(await subjectsOf(na)).toEqual(['project'])
  })

  test('given forwarding by a rule, then others get the mail once, and no circle goes on', async () => {
    const refused = (address: string) =>
      owner.refused('POST', 'mail/mailClassify/save', {
        ruleName: 'x',
        conditions: [{ field: 'subject', not: false, value: 'project' }],
        actions: { forward: [address] },
      })
    expect(await refused(WEI)).toBe(Code.forwardToSelf)
    expect(await refused('me@home.example')).toBe(Code.forwardUnconfirmed)
    expect(await refused('nobody@yanshu.test')).toBe(Code.forwardToNobody)
    await save({ actions: { forward: [NA] } })
    const back = { ruleName: 'back', actions: { forward: [WEI] } }
    await other.post('mail/mailClassify/save', {
      ...back,
      conditions: [{ field: 'subject', not: false, value: 'project' }],
    })
    await send('project', { more: 'Message-ID: <1@partner.example>\r\n' })
    expect(await subjectsOf(wei)).toEqual(['project'])
    expect(await subjectsOf(na)).toEqual(['project'])
    // The same mail again, as a circle over other servers would bring it: taken in, and not passed on once more.
    await send('project', { more: 'Message-ID: <1@partner.example>\r\n' })
    expect(await subjectsOf(wei)).toHaveLength(2)
    expect(await subjectsOf(na)).toHaveLength(1)
    // Without a Message-ID the trace shows it.
    const trace =
      'Received: from x by mail.yanshu.test with ESMTP id 1\r\n\tfor <zhang.wei@yanshu.test>; Mon, 1 Jan 2024 00:00:00 +0000\r\n'
    await send('project', { more: trace })
    expect(await subjectsOf(wei)).toHaveLength(3)
    expect(await subjectsOf(na)).toHaveLength(1)
  })

  test('given blocked and allowed senders, then the address counts before its domain', async () => {
    const put = (kind: 'blocked' | 'allowed', ...patterns: string[]) =>
      owner.post('mail/mailClassify/senders/save', { kind, patterns })
    await put('blocked', ' Partner.Example ')
    expect((await put('allowed', 'boss@partner.example')).list.map(({ pattern }) => pattern)).toEqual([
      '@partner.example',
      'boss@partner.example',
    ])
    await send('from the boss')
    await send('from sales', { from: 'sales@partner.example' })
    await send('from below', { from: 'x@eu.partner.example' })
    expect(await subjectsOf(wei)).toEqual(['from the boss'])
    expect(await subjectsOf(wei, 'spam')).toEqual(['from sales', 'from below'])
    await owner.post('mail/mailClassify/senders/delete', { patterns: ['@partner.example'] })
    await send('from sales again', { from: 'sales@partner.example' })
    expect(await subjectsOf(wei)).toEqual(['from the boss', 'from sales again'])
    expect(await owner.refused('POST', 'mail/mailClassify/senders/save', { kind: 'blocked', patterns: ['x y'] })).toBe(
      Code.badRequest,
    )
  })

  test('given mail that is marked as spam, then its sender is blocked until it is taken out again', async () => {
    await send('one')
    const folders = (await owner.get('mail/main/folder/list')).folderList
    const idOf = (role: string) => folders.find((one) => one.role === role)?.folderId ?? 0
    const move = async (from: string, to: string) => {
      const { list } = await owner.get('mail/email/mailbox/list', { mailboxId: idOf(from) })
      const mailUids = list.map(({ mailUid }) => mailUid)
      await owner.post('mail/email/move', { mailboxId: idOf(from), targetMailboxId: idOf(to), mailUids })
    }
    const listed = async () =>
      (await owner.get('mail/mailClassify/senders')).list.map(({ pattern, kind }) => [pattern, kind])
    await move('inbox', 'spam')
    expect(await listed()).toEqual([['boss@partner.example', 'blocked']])
    await send('two')
    expect(await subjectsOf(wei, 'spam')).toEqual(['one', 'two'])
    await move('spam', 'inbox')
    expect(await listed()).toEqual([])
    await send('three')
    expect(await subjectsOf(wei)).toEqual(['one', 'two', 'three'])
    // What a filter has put there, and a person takes out, is allowed from then on.
    await send('four', { from: 'news@partner.example' })
    await owner.post('mail/mailClassify/senders/delete', { patterns: [] })
    await move('inbox', 'spam')
    await owner.post('mail/mailClassify/senders/delete', { patterns: ['news@partner.example', 'boss@partner.example'] })
    await move('spam', 'inbox')
    expect(await listed()).toEqual([
      ['boss@partner.example', 'allowed'],
      ['news@partner.example', 'allowed'],
    ])
  })

  test('given mails that are there, then a preview names them, a run sorts them, and undo puts them back', async () => {
    const folder = await owner.post('mail/main/folder/save', { folderName: '项目' })
    const label = await owner.post('mail/main/label/save', { labelName: '合同' })
    for (let index = 0; index < 5; index++) await send(index % 2 ? `other ${index}` : `project ${index}`)
    const conditions = [{ field: 'subject' as const, not: false, value: 'ＰＲＯＪＥＣＴ' }]
    // Full-width letters are no half-width symbols, but letters of a script.
    const shown = await owner.post('mail/mailClassify/preview', { match: 'all', conditions })
    expect(shown).toMatchObject({ caught: 3, looked: 5, more: false })
    expect(shown.list.map(({ subject }) => subject)).toEqual(['project 4', 'project 2', 'project 0'])
    const rule = await save({
      conditions,
      actions: { folderId: folder.folderId, labelIds: [label.labelId], read: true },
    })
    const inbox = (await owner.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'inbox')
    const begun = await owner.post('mail/mailClassify/run', { ruleId: rule.ruleId, folderId: inbox?.folderId ?? 0 })
    expect(begun).toMatchObject({ state: 'running', total: 5, done: 0 })
    const { runId } = begun
    expect(await other.refused('POST', 'mail/mailClassify/run/next', { runId })).toBe(Code.notFound)
    expect(await owner.post('mail/mailClassify/run/next', { runId })).toMatchObject({
      state: 'done',
      done: 5,
      caught: 3,
    })
    expect(await subjectsOf(wei)).toEqual(['other 1', 'other 3'])
    const sorted = await owner.get('mail/email/mailbox/list', { mailboxId: folder.folderId })
    expect(sorted.list.every(({ seen, labelIds }) => seen && labelIds.length === 1)).toBe(true)
    expect(await other.refused('POST', 'mail/mailClassify/run/undo', { runId })).toBe(Code.notFound)
    expect((await owner.post('mail/mailClassify/run/undo', { runId })).state).toBe('undone')
    const { list } = await owner.get('mail/email/mailbox/list', {})
    expect(list.map(({ seen, labelIds }) => [seen, labelIds])).toEqual(Array.from({ length: 5 }, () => [false, []]))
    const script = (await owner.get('mail/mailClassify/sieve')).script
    expect(script).toContain('header :contains "subject" "ＰＲＯＪＥＣＴ"')
    expect(script).toContain('fileinto "项目"')
    await putMail(server.context, wei, { subject: 'project of a colleague', from: { name: '', address: NA } })
    const tried = { match: 'all', conditions } as const
    const inFolder = (folderId = 0) => owner.post('mail/mailClassify/preview', { ...tried, folderId })
    expect(await inFolder(inbox?.folderId)).toMatchObject({ caught: 4, looked: 6, colleagues: 1 })
    expect(await inFolder(folder.folderId)).toMatchObject({ caught: 0, looked: 0, colleagues: 0, list: [] })
    const others = { ...tried, folderId: inbox?.folderId }
    expect(await other.refused('POST', 'mail/mailClassify/preview', others)).toBe(Code.folderNotFound)
  })

  test('given a run of a folder with a password, then its number opens nothing; undo moves only what lies where the run put it', async () => {
    const folder = await owner.post('mail/main/folder/save', { folderName: '保密' })
    const aside = await owner.post('mail/main/folder/save', { folderName: '另放' })
    for (let index = 0; index < 3; index++) await send(`project ${index}`)
    const rule = await save({ actions: { folderId: folder.folderId } })
    const inbox = (await owner.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'inbox')
    const into = await owner.post('mail/mailClassify/run', { ruleId: rule.ruleId, folderId: inbox?.folderId ?? 0 })
    await owner.post('mail/mailClassify/run/next', { runId: into.runId })
    const { list } = await owner.get('mail/email/mailbox/list', { mailboxId: folder.folderId })
    expect(list).toHaveLength(3)
    const [first] = list
    const moved = first?.mailId ?? 0
    const mailUids = [first?.mailUid ?? 0]
    await owner.post('mail/email/move', { mailboxId: folder.folderId, targetMailboxId: aside.folderId, mailUids })
    const out = await save({ ruleName: 'out', actions: { folderId: aside.folderId } })
    const emptying = await owner.post('mail/mailClassify/run', { ruleId: out.ruleId, folderId: folder.folderId })
    await owner.post('mail/main/folder/setPwd', { folderId: folder.folderId, password: '开门 1234' })
    const stranger = await server.as(wei)
    for (const { runId } of [into, emptying]) {
      expect(await stranger.refused('POST', 'mail/mailClassify/run/undo', { runId })).toBe(Code.folderClosed)
    }
    expect(await stranger.refused('POST', 'mail/mailClassify/run/next', { runId: emptying.runId })).toBe(
      Code.folderClosed,
    )
    await stranger.post('mail/main/folder/validPwd', { folderId: folder.folderId, password: '开门 1234' })
    expect((await stranger.post('mail/mailClassify/run/undo', { runId: into.runId })).state).toBe('undone')
    expect(await subjectsOf(wei)).toHaveLength(2)
    const left = await stranger.get('mail/email/mailbox/list', { mailboxId: aside.folderId })
    expect(left.list.map(({ mailId }) => mailId)).toEqual([moved])
  })

  test('given somebody else, or what does not fit, then nothing of it is done', async () => {
    const rule = await save({})
    const theirs = await other.post('mail/main/folder/save', { folderName: '别人' })
    const draft = { ruleName: 'x', conditions: [{ field: 'body', not: false, value: 'x' }], actions: { read: true } }
    for (const [path, body, code] of [
      ['mail/mailClassify/save', { ...draft, ruleId: rule.ruleId }, Code.ruleNotFound],
      [`mail/mailClassify/delete/${rule.ruleId}`, {}, Code.ruleNotFound],
      ['mail/mailClassify/delete/x', {}, Code.ruleNotFound],
      ['mail/mailClassify/status', { ruleId: rule.ruleId, enabled: false }, Code.ruleNotFound],
      ['mail/mailClassify/sort', { ruleIds: [rule.ruleId] }, Code.ruleNotFound],
      ['mail/mailClassify/run', { ruleId: rule.ruleId, folderId: theirs.folderId }, Code.ruleNotFound],
    ] as const) {
      expect(await other.refused('POST', path, body), path).toBe(code)
    }
    expect((await other.post('mail/mailClassify/deleteAll', {})).list).toEqual([])
    expect((await owner.get('mail/mailClassify/list')).list).toMatchObject([{ ruleId: rule.ruleId, enabled: true }])
    const refused = (change: object) => owner.refused('POST', 'mail/mailClassify/save', { ...draft, ...change })
    expect(await refused({ actions: { folderId: theirs.folderId } })).toBe(Code.folderNotFound)
    expect(await refused({ actions: { forward: [NA, NA.toUpperCase()] } })).toBe(Code.badRequest)
    expect(await refused({ actions: {} })).toBe(Code.badRequest)
    expect(await refused({ ruleName: ' ' })).toBe(Code.badRequest)
    expect(await refused({ conditions: [] })).toBe(Code.badRequest)
    expect(await refused({ conditions: [{ field: 'body', not: false, value: '！' }] })).toBe(Code.badRequest)
    expect(await refused({ conditions: [{ field: 'body', not: false, value: 'x'.repeat(1_000_000) }] })).toBe(
      Code.badRequest,
    )
  })
})
