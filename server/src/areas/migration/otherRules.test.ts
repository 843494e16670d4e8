import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { startSieveServer } from '../../testing/sieveServer.ts'
import { startTestServer } from '../../testing/testServer.ts'

const SCRIPT = `require ["fileinto"];
# rule:[Bills]
if header :contains "subject" "bill" { fileinto "Old bills"; }
# rule:[Sent on]
if header :contains "subject" "urgent" { redirect "me@yanshu.test"; }
vacation "away";
`

test('filters of another server are shown first, made once where they are chosen, and one that forwards is switched off', async () => {
  const other = await startSieveServer('old-password', SCRIPT)
  onTestFinished(() => {
    other.stop()
  })
  const server = await startTestServer({ engine: 'sqlite', still: true, migrationHosts: ['127.0.0.1'] })
  const id = await server.addUser('zhang.wei')
  await server.addUser('me')
  await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
  const zhang = await server.as(id)
  const login = {
    ...{ host: '127.0.0.1', port: 993, security: 'tls' as const, user: 'zhang@old.example' },
    ...{ password: 'old-password', certificate: other.certificate },
  }
  const ask = (make: number[] = []) => zhang.post('mail/mailMig/rules', { server: login, port: other.port, make })

  const shown = await ask()
  expect(shown.rules).toMatchObject([
    { name: 'Bills', folder: 'Old bills', losses: [], state: 'new' },
    { name: 'Sent on', forward: ['me@yanshu.test'], losses: ['kept'], state: 'new' },
  ])
  expect(shown.left).toEqual([
    { source: 'vacation "away";', loss: 'vacation' },
    { source: 'old', loss: 'inactive' },
  ])
  const rules = async () => (await zhang.get('mail/mailClassify/list')).list
  expect(await rules()).toEqual([])

  expect((await ask([0, 1])).rules.map(({ state }) => state)).toEqual(['made', 'made'])
  expect((await ask([0, 1])).rules.map(({ state }) => state)).toEqual(['there', 'there'])
  const { customList } = await zhang.get('mail/main/folder/list')
  const folderId = customList.find(({ folderName }) => folderName === 'Old bills')?.folderId
  expect(await rules()).toMatchObject([
    { ruleName: 'Bills', enabled: true, actions: { folderId } },
    { ruleName: 'Sent on', enabled: false, actions: { forward: ['me@yanshu.test'] } },
  ])

  // Nothing is sent to a server whose certificate was not accepted.
  other.commands.splice(0)
  const unknown = await zhang.attempt('mail/mailMig/rules', { server: { ...login, certificate: '' }, port: other.port })
  expect(unknown.code).toBe(Code.migrationCertificate)
  expect(other.commands).toEqual(['STARTTLS'])
  const wrong = await zhang.attempt('mail/mailMig/rules', { server: { ...login, password: 'x' }, port: other.port })
  expect(wrong.code).toBe(Code.migrationLogin)
  await server.stop()
})
