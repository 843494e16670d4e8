import { Code } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { setSwitch } from '../switches/switches.ts'
import { createAccount } from './accounts.ts'
import { addAlias, removeAlias, renameAccount } from './changeAccount.ts'
import { deleteAccount } from './deleteAccount.ts'

const at = (local: string) => `${local}@yanshu.test`
const YEAR_MS = 365 * 86_400_000

describe.each(engines)('the addresses of an organisation, on %s', (engine) => {
  const scene = async () => {
    const server = await startTestServer({ engine })
    await server.addUser('boss', { isAdmin: true })
    await server.addUser('wei')
    const [admin, wei] = [await server.login('boss'), await server.login('wei')]
    const group = (address: string, groupId: number | null = null) =>
      admin.raw('POST', 'contact/mailgroup/save', {
        body: { groupId, address, groupName: address, note: '', senders: 'organisation' },
      })
    return { server, admin, wei, group }
  }
  const account = ({ context }: TestServer, address: string) =>
    createAccount(context, { address, name: address, password: 'Long-Enough-1' })

  test('given one that an account, an alias or a group has, then no other way gives it away', async () => {
    const { server, wei, group } = await scene()
    await server.addUser('other')
    await addAlias(server.context, at('wei.a'), at('wei'))
    expect((await group(at('wei.team'))).status).toBe(200)
    for (const taken of [at('boss'), at('wei.a'), at('wei.team')]) {
      await expect(account(server, taken), taken).rejects.toThrow(taken)
      await expect(addAlias(server.context, taken, at('boss')), taken).rejects.toThrow(taken)
      await expect(renameAccount(server.context, at('other'), taken), taken).rejects.toThrow(taken)
      const alias = wei.refused('POST', 'mail/main/nicknameAndAlias/saveAlias', { emailAddr: taken })
      expect(await alias, taken).toBe(Code.nameTaken)
      expect((await group(taken)).envelope.code, taken).toBe(Code.nameTaken)
    }
    await server.stop()
  })

  test('given many ways that ask for one at the same moment, then one of them has it', async () => {
    const { server, wei, group } = await scene()
    const wanted = at('wei.new')
    const asked = await Promise.allSettled([
      account(server, wanted),
      addAlias(server.context, wanted, at('boss')),
      wei.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: wanted }),
      group(wanted).then(({ status }) => (status === 200 ? status : Promise.reject(new Error('refused')))),
    ])
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await server.stop()
  })

  test('given a person who has left, then no colleague takes their addresses for a year; operators may give them away', async () => {
    const { server, wei, admin, group } = await scene()
    await server.addUser('wei.old')
    await addAlias(server.context, at('wei.further'), at('wei.old'))
    await deleteAccount(server.context, at('wei.old'))
    const { envelope } = await group(at('wei.gone'))
    await admin.post('contact/mailgroup/delete', { groupId: (envelope.data as { groupId: number }).groupId })
    const claim = async (local: string) =>
      (await wei.raw('POST', 'mail/main/nicknameAndAlias/saveAlias', { body: { emailAddr: at(local) } })).envelope.code
    for (const local of ['wei.old', 'wei.further', 'wei.gone']) expect(await claim(local), local).toBe(Code.nameTaken)
    // Nor by a group of who may make some, but by one of an administrator.
    await setSwitch(
      server.context,
      { scope: 'organisation' },
      { name: 'adminMailgroupFlag', value: true, locked: false },
    )
    const groupOf = (client: TestClient, groupId: number | null, local: string) =>
      client.attempt('contact/mailgroup/save', { groupId, address: at(local), groupName: local })
    const own = await groupOf(wei, null, 'wei.group')
    expect(own).toMatchObject({ status: 200 })
    for (const groupId of [null, own.data?.groupId ?? 0]) {
      expect((await groupOf(wei, groupId, 'wei.old')).code).toBe(Code.nameTaken)
    }
    const given = await groupOf(admin, null, 'wei.gone')
    expect(given).toMatchObject({ status: 200 })
    await admin.post('contact/mailgroup/delete', { groupId: given.data?.groupId ?? 0 })
    await addAlias(server.context, at('wei.further'), at('boss'))
    await removeAlias(server.context, at('wei.further'))
    server.wait(YEAR_MS + 1)
    const later = await server.login('wei')
    await later.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: at('wei.old') })
    await server.stop()
  })
})
