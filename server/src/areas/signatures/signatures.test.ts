import { Code, SIGNATURES_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('signatures, templates and how letters are written, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    const top = await createDepartment(server.context, { name: '研发部', parentId: null })
    const deptId = await createDepartment(server.context, { name: '测试组', parentId: top })
    await server.addUser('zhang.wei', { name: '张<伟', deptId, company: '雁书' })
    await server.addUser('li.na', { name: '李娜' })
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  test('given signatures, then new letters and answers begin with theirs, and nothing that runs is kept', async () => {
    const save = (name: string, forNew: boolean, forReply: boolean) =>
      wei.post('mail/main/sign/save', {
        name,
        html: `<p onclick="x()">${name}<script>1</script><img src="https://t.example/x.png"></p>`,
        forNew,
        forReply,
      })
    const first = await save('一', true, true)
    expect(first.html).toBe('<p>一</p>')
    await save('二', false, true)
    expect(await wei.get('mail/email/getWriteParams')).toMatchObject({
      signature: '<p>一</p>',
      replySignature: '<p>二</p>',
    })
    expect((await wei.get('mail/main/sign')).list.map(({ forNew, forReply }) => [forNew, forReply])).toEqual([
      [true, false],
      [false, true],
    ])
    const { signId } = first
    expect(await na.refused('POST', 'mail/main/sign/get', { signId })).toBe(Code.notFound)
    expect(await na.refused('POST', 'mail/main/sign/delete', { signId })).toBe(Code.notFound)
    expect(await na.refused('POST', 'mail/main/sign/save', { signId, name: 'x', html: 'x' })).toBe(Code.notFound)
    for (let at = 2; at < SIGNATURES_MAX; at++) await save(`n${at}`, false, false)
    expect(await wei.refused('POST', 'mail/main/sign/save', { name: 'x', html: 'x' })).toBe(Code.tooManyRules)
    expect(await wei.refused('POST', 'mail/main/sign/save', { name: 'x', html: 'x'.repeat(10_000_000) })).not.toBe(200)
  })

  test('given pictures in a signature, then they leave with a letter, and others are left out or refused', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const picture = `<img src="data:image/png;base64,${png}" alt="a &gt; b" onerror="x()">`
    const save = (html: string) => ({ name: '图', html, forNew: true, sender: 'pictures@yanshu.test' })
    const { html } = await na.post(
      'mail/main/sign/save',
      save(`<p>雁${picture}<img src="https://t.example/x.png"></p>`),
    )
    expect(html).toBe(`<p>雁<img src="data:image/png;base64,${png}" alt="a &gt; b" /></p>`)
    for (const unfit of [
      `<img src="data:image/jpeg;base64,${png}">`,
      `<img src="data:image/png;base64,${Buffer.from('<svg onload="x()"/>').toString('base64')}">`,
      `<img src="data:image/png;base64,${png.slice(0, -2)}${'A'.repeat(60_000)}">`,
      picture + picture.replace('a &gt; b', '2') + picture.replace('a &gt; b', '3') + picture.replace('a &gt; b', '4'),
      `${picture}${'x'.repeat(60_000)}`,
    ]) {
      expect(await na.refused('POST', 'mail/main/sign/save', save(unfit))).toBe(Code.badRequest)
    }
    const { list } = await na.get('mail/main/sign')
    expect(list.filter(({ name }) => name === '图')).toHaveLength(1)
    await na.post('mail/main/sign/delete', { signId: list.find(({ name }) => name === '图')?.signId ?? 0 })
  })

  test('given the layouts of the organisation, then they are filled in from the account, and empty fields leave no gap', async () => {
    const { list } = await wei.get('mail/main/sign/listSystem')
    const card = list.find(({ key }) => key === 'card')
    expect(card?.html).toBe('<p><b>张&lt;伟</b></p><p>雁书 · 测试组</p><p>zhang.wei@yanshu.test</p>')
  })

  test('given signatures for one sender, then they stand beside those for all, and a letter is offered each with its fields', async () => {
    await na.post('mail/main/sign/save', { name: 'all', html: '<p>{{姓名}} {{unknown}}</p>', forNew: true })
    const address = 'li.na@yanshu.test'
    const mine = { name: 'mine', html: '<p>{{name}}{{ · phone}}</p>', forNew: true, forReply: true, sender: address }
    await na.post('mail/main/sign/save', mine)
    await na.post('mail/main/sign/save', { name: 'not mine', html: '<p>x</p>', sender: 'zhang.wei@yanshu.test' })
    const { usualSignatures, signature, replySignature } = await na.get('mail/email/getWriteParams')
    expect(usualSignatures).toMatchObject([
      { name: 'all', sender: '', forNew: true, html: '<p>李娜 {{unknown}}</p>' },
      { name: 'mine', sender: address, forNew: true, html: '<p>李娜</p>' },
    ])
    expect([signature, replySignature]).toEqual(['<p>李娜</p>', '<p>李娜</p>'])
    const { list } = await na.get('mail/main/sign/forLetter')
    expect(list.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^own-\d+$/),
      expect.stringMatching(/^own-\d+$/),
      expect.stringMatching(/^own-\d+$/),
      'system-card',
      'system-line',
      'system-formal',
    ])
    expect(list[2]).toMatchObject({ name: 'not mine', sender: '' })
    expect((await wei.get('mail/main/sign/forLetter')).list.map(({ name }) => name)).not.toContain('mine')
  })

  test('given a template with fields, then a letter gets it filled in, and its owner as it was written', async () => {
    const { templateId } = await wei.post('mail/template/saveOrUpdateLetterTemplate', {
      name: '通知',
      subject: '{{部门}}通知 {{客户}}',
      html: '<p>{{ name }}，{{收件人}}{{, duties}}</p>',
    })
    const asked = (filled: boolean) => wei.post('mail/template/letterTemplateInfo', { templateId, filled })
    expect(await asked(false)).toMatchObject({ html: '<p>{{ name }}，{{收件人}}{{, duties}}</p>' })
    expect(await asked(true)).toMatchObject({
      subject: '测试组通知 {{客户}}',
      html: '<p>张&lt;伟，{{收件人}}</p>',
    })
    await wei.post('mail/template/delLetterTemplate', { templateId })
  })

  test('given templates, then they stand by group and name, and belong to their owner', async () => {
    const { templateId } = await wei.post('mail/template/saveOrUpdateLetterTemplate', {
      name: '周报',
      folder: '工作',
      subject: '本周工作',
      html: '<p>各位好</p>',
    })
    expect((await wei.post('mail/template/letterTemplateList', {})).list).toEqual([
      { templateId, name: '周报', folder: '工作', subject: '本周工作' },
    ])
    for (const path of ['letterTemplateInfo', 'delLetterTemplate'] as const) {
      expect(await na.refused('POST', `mail/template/${path}`, { templateId })).toBe(Code.notFound)
    }
    const change = { templateId, name: 'x', html: '' }
    expect(await na.refused('POST', 'mail/template/saveOrUpdateLetterTemplate', change)).toBe(Code.notFound)
    await wei.post('mail/template/delLetterTemplate', { templateId })
    expect((await wei.post('mail/template/letterTemplateList', {})).list).toEqual([])
  })

  test('given a time to undo and a language of letters, then sending and answering follow them', async () => {
    await wei.post('mail/main/generalConfig/save', { undoSeconds: 30, letterLanguage: 'en' })
    const before = Date.now()
    const { releaseAt } = await wei.post('mail/email/send', sending())
    expect(releaseAt - before).toBeGreaterThanOrEqual(30_000)
    const [own] = (
      await wei.get('mail/email/mailbox/list', {
        mailboxId:
          (await wei.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'sent')?.folderId ?? 0,
      })
    ).list
    const { subject } = await wei.post('mail/email/reply', { mailId: own?.mailId ?? 0 })
    expect(subject).toBe('Re: 会议纪要')
    const refused = { key: 'undoSeconds', value: 7 }
    expect(await wei.refused('POST', 'mail/main/generalConfig/single/update', refused)).toBe(Code.badRequest)
  })
})
