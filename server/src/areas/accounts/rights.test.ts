import { fileURLToPath } from 'node:url'
import { Code, RECENT_PASSWORD_MS } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDisabled, setPassword } from '../../store/accounts/accounts.ts'
import { grantMailbox, revokeMailbox } from '../../store/accounts/reachableAccounts.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const folder = fileURLToPath(new URL('../../testing/test-only-tls/', import.meta.url))
const at = (local: string) => `${local}@yanshu.test`

/** What a person who switched to a mailbox may not do there: a new call of this kind is added here on purpose. */
const FOR_THE_OWNER = [
  'calendar/publish',
  'calendar/share/save',
  'console/autoReply',
  'console/token',
  'contact/mailgroup/delete',
  'contact/mailgroup/save',
  'deployments/change',
  'documents/attach',
  'documents/bin',
  'documents/copy',
  'documents/delete',
  'documents/folder',
  'documents/grant/list',
  'documents/grant/save',
  'documents/keep',
  'documents/list',
  'documents/lock',
  'documents/move',
  'documents/preview',
  'documents/rename',
  'documents/request/create',
  'documents/request/end',
  'documents/request/files',
  'documents/request/list',
  'documents/restore',
  'documents/share/change',
  'documents/share/create',
  'documents/share/end',
  'documents/share/list',
  'documents/share/rule',
  'documents/share/sendCode',
  'documents/share/visits',
  'documents/space',
  'documents/star',
  'documents/unlock',
  'documents/upload',
  'documents/upload/begin',
  'documents/upload/cancel',
  'documents/upload/finish',
  'documents/upload/part',
  'documents/version/restore',
  'documents/version/upload',
  'documents/versions',
  'file/document/{documentId}',
  'file/documentShown/{documentId}',
  'file/documents',
  'file/migration/{migrationId}',
  'keymanagement/key/certificate',
  'keymanagement/key/changePin',
  'keymanagement/key/encrypted',
  'keymanagement/key/forget',
  'keymanagement/key/getRandomCode',
  'keymanagement/key/keep',
  'keymanagement/key/keyPinVerify',
  'keymanagement/key/known',
  'keymanagement/key/list',
  'keymanagement/key/reencrypt',
  'keymanagement/key/remove',
  'keymanagement/key/save',
  'keymanagement/key/sendSms',
  'mail/client/delete',
  'mail/client/updateStatus',
  'mail/keyms/resetKey',
  'mail/log/notMe',
  'mail/log/visit',
  'mail/mailClassify/delete/{id}',
  'mail/mailClassify/deleteAll',
  'mail/mailClassify/save',
  'mail/mailClassify/sort',
  'mail/mailClassify/status',
  'mail/mailMig/files',
  'mail/mailMig/get',
  'mail/mailMig/getCode',
  'mail/mailMig/getFile',
  'mail/mailMig/out',
  'mail/mailMig/rules',
  'mail/mailMig/save',
  'mail/mailMig/test',
  'mail/mailMig/update',
  'mail/main/approval/decide',
  'mail/main/approval/decideParts',
  'mail/main/approval/handOn',
  'mail/main/approval/open',
  'mail/main/approval/standIn',
  'mail/main/approval/standIn/remove',
  'mail/main/approval/standIn/save',
  'mail/main/folder/cancelPwd',
  'mail/main/folder/forgetPwd',
  'mail/main/folder/modifyPwd',
  'mail/main/folder/setPwd',
  'mail/main/generalConfig/forward/add',
  'mail/main/generalConfig/forward/confirm',
  'mail/main/generalConfig/forward/remove',
  'mail/main/generalConfig/saveForward',
  'mail/main/nicknameAndAlias/deleteAlias',
  'mail/main/nicknameAndAlias/saveAlias',
  'mail/main/selfCheck/repair',
  'mail/main/settings/apply',
  'mail/main/settings/undo',
  'mail/screener/decide',
  'mail/screener/list',
  'mail/screener/switch',
  'oauth/qr/confirm',
  'oauth/qr/scan',
  'user/archive/begin',
  'user/archive/cancel',
  'user/archive/link',
  'user/bind/confirm',
  'user/bind/confirmPhone',
  'user/bind/phone',
  'user/bind/recoveryEmail',
  'user/bind/unbindPhone',
  'user/client/cancelPassword',
  'user/client/generatePassword',
  'user/client/protocol',
  'user/client/stateByUser',
  'user/passkey/begin',
  'user/passkey/finish',
  'user/passkey/remove',
  'user/password/prompt',
  'user/totp/begin',
  'user/totp/confirm',
  'user/totp/disable',
  'user/totp/recoveryCodes',
  'user/totp/sms',
  'user/update/password',
]

describe.each(engines)('whose rights a mailbox has, on %s', (engine) => {
  let server: TestServer
  let ids: Record<'wei' | 'na' | 'boss' | 'service', number>
  let port = 0
  beforeAll(async () => {
    const tls = { key: `${folder}key.pem`, cert: `${folder}cert.pem` }
    server = await startTestServer({ engine, tls, submissionPort: 0, relay: 'smtp://127.0.0.1:9' })
    ids = {
      wei: await server.addUser('wei'),
      na: await server.addUser('na'),
      boss: await server.addUser('boss', { isAdmin: true }),
      service: await server.addUser('service', { accountType: 2 }),
    }
  })
  afterAll(() => server.stop())

  const call = (person: TestClient, method: string, path: string) =>
    person.raw(method, path.replace(/\{\w+\}/g, '1'), method === 'POST' ? { body: {} } : {})
  const guest = async (local: 'wei' | 'boss') => {
    await grantMailbox(server.context, at('service'), at(local))
    const person = await server.login(local)
    return new TestClient(server.url, await person.post('user/account/switch', { account: at('service') }))
  }
  const makeCode = async (person: TestClient, name = 'program') => {
    const { code, detail } = await person.get('user/client/generatePassword', { name, scopes: 'carddav,smtp' })
    port = detail.protocols.flatMap(({ servers }) => servers)[0]?.port ?? 0
    const codeId = detail.codes.find((one) => one.name === name)?.codeId ?? 0
    return { code, codeId }
  }
  const dav = async (address: string, code: string) => {
    const authorization = `Basic ${Buffer.from(`${address}:${code}`).toString('base64')}`
    const answer = await fetch(`${server.url}/dav/`, {
      method: 'PROPFIND',
      headers: { authorization, depth: '0' },
      redirect: 'manual',
    })
    return answer.status
  }
  const submit = (user: string, pass: string) =>
    createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user, pass },
    })
      .sendMail({ from: user, to: at('na'), subject: 'x', text: 'x' })
      .then(({ response }) => Number(response.slice(0, 3)))
      .catch(({ responseCode }: { responseCode: number }) => responseCode)
  const waysOf = async (address: string, code: string) => [await dav(address, code), await submit(address, code)]
  const OPEN = [207, 250]
  const CLOSED = [401, 535]

  test('a person who switched to a mailbox may do its daily work, and nothing that is for its owner', async () => {
    const there = await guest('wei')
    const closed = httpCalls.filter(({ ownerOnly }) => ownerOnly)
    expect([...new Set(closed.map(({ path }) => path))].toSorted()).toEqual(FOR_THE_OWNER)
    for (const { method, path } of closed) {
      const answer = await call(there, method, path)
      expect(answer, path).toMatchObject({ status: 403, envelope: { code: Code.ownerOnly, data: null } })
    }
    for (const { method, path, access, ownerOnly } of httpCalls) {
      const ends = ['oauth/logout', 'user/account/back', 'mail/main/lockScreen/open'].includes(path)
      if (access !== 'user' || ownerOnly || ends) continue
      expect((await call(there, method, path)).envelope.code, path).not.toBe(Code.ownerOnly)
    }
    expect((await there.get('user/info')).account).toBe(at('service'))
  })

  test('another browser is let in by nobody but the person in their own session, not by an administrator either', async () => {
    for (const local of ['wei', 'boss'] as const) {
      const there = await guest(local)
      const { qrId } = await server.anybody.post('oauth/qr/create', {})
      expect(await there.refused('POST', 'oauth/qr/scan', { qrId })).toBe(Code.ownerOnly)
      expect(await there.refused('POST', 'oauth/qr/confirm', { qrId, allow: true })).toBe(Code.ownerOnly)
    }
  })

  test('a right that was revoked opens no call any more, however its end came about', async () => {
    const db = server.context.store.db
    const ends = {
      revoked: () => revokeMailbox(server.context, at('service'), at('wei')),
      'gone from the store': () => db.deleteFrom('public_mailbox_grant').where('account_id', '=', ids.wei).execute(),
    }
    for (const [name, end] of Object.entries(ends)) {
      const there = await guest('wei')
      await there.get('user/info')
      await end()
      for (const { method, path, access, sends } of httpCalls) {
        if (access === 'public' || sends) continue
        const { status, envelope } = await call(there, method, path)
        expect([status, envelope.code], `${name}: ${path}`).toEqual([401, Code.tokenInvalid])
      }
    }
  })

  test('a code that an administrator made in a mailbox ends with the right to it, and with being an administrator', async () => {
    const { db } = server.context.store
    const there = await guest('boss')
    const { code } = await makeCode(there)
    const ways = () => waysOf(at('service'), code)
    expect(await ways()).toEqual(OPEN)
    await db.updateTable('account').set({ is_admin: 0 }).where('id', '=', ids.boss).execute()
    expect(await ways()).toEqual(CLOSED)
    await db.updateTable('account').set({ is_admin: 1 }).where('id', '=', ids.boss).execute()
    expect(await ways()).toEqual(OPEN)
    await revokeMailbox(server.context, at('service'), at('boss'))
    expect(await ways()).toEqual(CLOSED)
    await grantMailbox(server.context, at('service'), at('boss'))
    await setDisabled(server.context, at('boss'), true)
    await setDisabled(server.context, at('boss'), false)
    expect(await ways()).toEqual(CLOSED)
  })

  test('codes end for good with a reset by the operator and with a disabled account', async () => {
    for (const end of [
      () => setPassword(server.context, at('na'), TEST_PASSWORD),
      () => setDisabled(server.context, at('na'), true),
    ]) {
      const { code } = await makeCode(await server.as(ids.na))
      expect(await waysOf(at('na'), code)).toEqual(OPEN)
      await end()
      await setDisabled(server.context, at('na'), false)
      expect(await waysOf(at('na'), code)).toEqual(CLOSED)
    }
  })

  test('a changed password ends the codes but those that are kept', async () => {
    await server.addUser('li')
    const person = await server.login('li')
    const kept = await makeCode(person, 'kept')
    const other = await makeCode(person, 'other')
    const { codes } = await person.get('user/password/rules')
    expect(codes.map(({ name }) => name).toSorted()).toEqual(['kept', 'other'])
    const change = (oldPassword: string, newPassword: string, keepCodes?: number[]) =>
      person.post('user/update/password', { oldPassword, newPassword, ...(keepCodes ? { keepCodes } : {}) })
    await change(TEST_PASSWORD, 'Grey-Heron-58', [kept.codeId])
    expect(await waysOf(at('li'), kept.code)).toEqual(OPEN)
    expect(await waysOf(at('li'), other.code)).toEqual(CLOSED)
    await change('Grey-Heron-58', 'White-Crane-61')
    expect(await waysOf(at('li'), kept.code)).toEqual(CLOSED)
  })

  test('ten minutes after the login the password is asked for before a code or an outside forward is made', async () => {
    const id = await server.addUser('wang')
    const person = await server.as(id)
    const outside = 'me@home.example'
    const { db } = server.context.store
    const old = () =>
      db
        .updateTable('session')
        .set({ proved_at: server.context.now() - RECENT_PASSWORD_MS - 1 })
        .where('account_id', '=', id)
        .execute()
    const calls = {
      code: () => person.raw('GET', 'user/client/generatePassword', { query: { name: 'x', scopes: 'smtp' } }),
      add: () => person.raw('POST', 'mail/main/generalConfig/forward/add', { body: { address: outside } }),
      on: () => person.raw('POST', 'mail/main/generalConfig/saveForward', { body: { enabled: true, keepCopy: false } }),
      confirm: () =>
        person.raw('POST', 'mail/main/generalConfig/forward/confirm', { body: { address: outside, code: '123456' } }),
    }
    await db
      .insertInto('forward_address')
      .values({
        account_id: id,
        address: 'other@home.example',
        outside: 1,
        confirmed_at: 1,
        added_at: 1,
        code_hash: '',
        code_sent_at: 0,
        tries: 0,
      })
      .execute()
    const codes = async () => {
      const entries: [string, number | string][] = []
      for (const [name, of] of Object.entries(calls)) entries.push([name, (await of()).envelope.code])
      return Object.fromEntries(entries)
    }
    await old()
    const asked = Code.recentPassword
    expect(await codes()).toEqual({ code: asked, add: asked, on: asked, confirm: asked })
    // Colleagues, and switching it off, need none.
    await person.post('mail/main/generalConfig/forward/add', { address: at('na') })
    await person.post('mail/main/generalConfig/saveForward', { enabled: false, keepCopy: true })
    // A session of an earlier version has no such time.
    await db.updateTable('session').set({ proved_at: null }).where('account_id', '=', id).execute()
    expect((await calls.code()).envelope.code).toBe(asked)
    expect(await person.refused('POST', 'user/password/confirm', { password: 'Wild-Goose-8' })).toBe(
      Code.oldPasswordWrong,
    )
    expect((await calls.code()).envelope.code).toBe(asked)
    await person.post('user/password/confirm', { password: TEST_PASSWORD })
    expect(await codes()).toEqual({ code: Code.ok, add: Code.ok, on: Code.ok, confirm: Code.captchaWrong })
    // Another session of the same person has proved nothing by it.
    const elsewhere = await server.as(id)
    await old()
    await person.post('user/password/confirm', { password: TEST_PASSWORD })
    expect(await elsewhere.refused('GET', 'user/client/generatePassword', { name: 'x', scopes: 'smtp' })).toBe(asked)
  })

  test('a login that was not theirs ends codes, passkeys and forwards', async () => {
    const id = await server.addUser('zhao')
    const person = await server.as(id)
    const { db } = server.context.store
    const { code } = await makeCode(person)
    await person.post('mail/main/generalConfig/forward/add', { address: 'me@home.example' })
    await person.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })
    await db
      .insertInto('passkey')
      .values({ id: 'key', account_id: id, public_key: 'x', counter: 0, transports: '[]', name: 'x', created_at: 1 })
      .execute()
    expect(await person.post('mail/log/notMe', {})).toEqual({ ended: 1 })
    expect(await waysOf(at('zhao'), code)).toEqual(CLOSED)
    expect(await db.selectFrom('passkey').select('id').where('account_id', '=', id).execute()).toEqual([])
    await person.post('user/update/password', { oldPassword: TEST_PASSWORD, newPassword: 'Grey-Heron-58' })
    expect(await person.get('mail/main/generalConfig/getForward')).toEqual({
      enabled: false,
      keepCopy: true,
      addresses: [],
    })
  })
})
