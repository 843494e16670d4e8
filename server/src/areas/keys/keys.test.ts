import {
  fingerprintOf,
  generateKey,
  issueCertificate,
  newPinParameters,
  openVault,
  toPem,
  writeName,
  writeRequest,
} from '@yanshu/cms'
import { Code, KEY_PIN_TRIES, KEY_PIN_TRY_MS, type PinParameters } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { deleteAccount } from '../../store/accounts/deleteAccount.ts'
import { openStore } from '../../store/database/open.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { revokeCertificate } from './requests.service.ts'
import { sealedKeys } from './vaults.service.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** Stands for what a browser makes of a PIN: the server compares it alone. */
const proofOf = (pin: string) => base64(Buffer.alloc(32, pin))
const sealedAs = (word: string) => ({ iv: base64(Buffer.alloc(12, 1)), sealed: base64(Buffer.from(`sealed ${word}`)) })
const PARAMETERS: PinParameters = { kind: 'scrypt', cost: 32_768, blockSize: 8, salt: base64(Buffer.alloc(16, 7)) }

const requestOf = async (address: string) => {
  const { privateKey } = await generateKey('p-256')
  return base64(await writeRequest({ commonName: 'x' }, [address], privateKey))
}

/** A certificate of a new key that signs itself: the server keeps it, and judges no chain. */
const certificateFor = async (addresses: readonly string[], use: 'mail' | 'signing' = 'mail') => {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 30 * 86_400_000) }
  const content = { subject: writeName({ commonName: 'x' }), publicKey, addresses, use, ...dates }
  const key = await issueCertificate(content, { key: privateKey, certificate: null })
  return { certificate: base64(key.der), key }
}

describe.each(engines)('keys for encrypted mail, on %s', (engine) => {
  let server: TestServer
  let gateway: SmsGateway
  beforeAll(async () => {
    gateway = await startSmsGateway()
    server = await startTestServer({ engine, sms: gateway.settings })
    server.stopClock()
    const on = { name: 'smimeEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'organisation' }, on)
  })
  afterAll(async () => {
    await server.stop()
    await gateway.stop()
  })

  /** A person with a key, sealed under a PIN. */
  async function personWithKey(local: string, { pin = 'first', more = {} } = {}) {
    const id = await server.addUser(local, more)
    const person = await server.as(id)
    const request = await requestOf(`${local}@${TEST_DOMAIN}`)
    const keys = [{ sealed: sealedAs(local), request, certificates: [] }]
    const { keyIds } = await person.post('keymanagement/key/save', {
      proof: proofOf(pin),
      parameters: PARAMETERS,
      keys,
    })
    return { id, person, keyId: keyIds[0] ?? 0, request }
  }
  const enter = async (person: TestClient, pin: string, more: { smsCode?: string } = {}) => {
    const { randomCode } = await person.get('keymanagement/key/getRandomCode')
    return person.attempt('keymanagement/key/keyPinVerify', { randomCode, proof: proofOf(pin), ...more })
  }

  test('given a key that a page has sealed, then its person gets it by the PIN alone, on whichever device', async () => {
    const { person, keyId, request } = await personWithKey('own')
    expect(await person.get('keymanagement/key/list')).toMatchObject({
      ...{ pin: true, smsOffered: false },
      list: [{ keyId, kind: 'P-256', opens: true, request, certificates: [] }],
    })
    const elsewhere = await server.login('own')
    const { randomCode, parameters } = await elsewhere.get('keymanagement/key/getRandomCode')
    expect(parameters).toEqual(PARAMETERS)
    const right = { randomCode, proof: proofOf('first') }
    expect(await elsewhere.post('keymanagement/key/keyPinVerify', right)).toEqual({
      keys: [{ keyId, sealed: sealedAs('own') }],
    })
    // A code counts once, for five minutes, and for the person who asked for it.
    expect(await elsewhere.refused('POST', 'keymanagement/key/keyPinVerify', right)).toBe(Code.codeOver)
    const late = await elsewhere.get('keymanagement/key/getRandomCode')
    const { person: other } = await personWithKey('other')
    const stolen = { randomCode: late.randomCode, proof: proofOf('first') }
    expect(await other.refused('POST', 'keymanagement/key/keyPinVerify', stolen)).toBe(Code.codeOver)
    const next = await elsewhere.get('keymanagement/key/getRandomCode')
    server.wait(KEY_PIN_TRY_MS)
    const expired = { randomCode: next.randomCode, proof: proofOf('first') }
    expect(await elsewhere.refused('POST', 'keymanagement/key/keyPinVerify', expired)).toBe(Code.codeOver)

    expect((await enter(person, 'wrong')).code).toBe(Code.keyPinWrong)
    expect((await other.get('keymanagement/key/list')).list.map((one) => one.keyId)).not.toContain(keyId)
  })

  test('given someone who guesses over two servers at once, then five guesses count, and a code to the phone lets the owner in', async () => {
    const { id, person } = await personWithKey('guessed', { more: { phone: '13800138000' } })
    const isApart = engine === 'postgres'
    const store = isApart ? await openStore(server.context.config.database) : server.context.store
    const elsewhere = { ...server.context, store, runtime: createRuntime() }
    const codes = await Promise.all(
      Array.from({ length: 30 }, async () => (await person.get('keymanagement/key/getRandomCode')).randomCode),
    )
    const answers = await Promise.all(
      codes.map((randomCode, at) => {
        const guess = { randomCode, proof: proofOf(`guess ${at}`) }
        if (at % 2 === 0) return person.refused('POST', 'keymanagement/key/keyPinVerify', guess)
        return sealedKeys(elsewhere, id, guess).then(
          () => 200,
          ({ code }: { code: number }) => code,
        )
      }),
    )
    if (isApart) await store.close()
    expect(answers.filter((code) => code === Code.keyPinWrong)).toHaveLength(KEY_PIN_TRIES)
    expect(answers.filter((code) => code === Code.tooManyRequests)).toHaveLength(30 - KEY_PIN_TRIES)
    // The right one has to wait too, and so has one by another call.
    expect((await enter(person, 'first')).code).toBe(Code.tooManyRequests)
    const body = { proof: proofOf('first'), keys: [{ sealed: sealedAs('x'), request: await requestOf('x@x.example') }] }
    const more = { ...body, keys: body.keys.map((key) => ({ ...key, certificates: [] })) }
    expect(await person.refused('POST', 'keymanagement/key/save', more)).toBe(Code.tooManyRequests)

    expect(await person.post('keymanagement/key/sendSms', {})).toEqual({ phoneEnd: '8000' })
    const smsCode = await gateway.codeTo('13800138000')
    const wrong = smsCode === '000000' ? '000001' : '000000'
    expect((await enter(person, 'first', { smsCode: wrong })).code).toBe(Code.codeWrong)
    // The code alone opens nothing, and stands for one try.
    expect((await enter(person, 'guess', { smsCode })).code).toBe(Code.keyPinWrong)
    expect((await enter(person, 'first', { smsCode })).code).toBe(Code.codeOver)
    server.wait(60_000)
    await person.post('keymanagement/key/sendSms', {})
    expect((await enter(person, 'first', { smsCode: await gateway.codeTo('13800138000') })).code).toBe(200)
    expect((await enter(person, 'first')).code).toBe(200)
    const { person: without } = await personWithKey('without.phone')
    expect(await without.refused('POST', 'keymanagement/key/sendSms', {})).toBe(Code.smsNotOffered)
  })

  test('given two windows that set the first PIN, or change it, at once, then one does, and no key is sealed under a lost one', async () => {
    const id = await server.addUser('windows')
    const person = await server.as(id)
    const address = `windows@${TEST_DOMAIN}`
    const requests = [await requestOf(address), await requestOf(address)]
    const first = await Promise.all(
      requests.map((request, at) =>
        person.attempt('keymanagement/key/save', {
          proof: proofOf(`pin ${at}`),
          parameters: PARAMETERS,
          keys: [{ sealed: sealedAs(`${at}`), request, certificates: [] }],
        }),
      ),
    )
    expect(first.map(({ code }) => code).toSorted()).toEqual([200, Code.keysChanged])
    const winner = first.findIndex(({ code }) => code === 200)
    const pin = `pin ${winner}`
    const more = {
      proof: proofOf(pin),
      keys: [{ sealed: sealedAs('2'), request: await requestOf(address), certificates: [] }],
    }
    await person.post('keymanagement/key/save', more)
    expect(await person.refused('POST', 'keymanagement/key/save', { ...more, proof: proofOf('wrong') })).toBe(
      Code.keyPinWrong,
    )
    const { list } = await person.get('keymanagement/key/list')
    const change = async (newPin: string, keyIds = list.map(({ keyId }) => keyId)) => {
      const { randomCode } = await person.get('keymanagement/key/getRandomCode')
      const keys = keyIds.map((keyId) => ({ keyId, sealed: sealedAs(`${newPin} ${keyId}`) }))
      const proofs = { proof: proofOf(pin), newProof: proofOf(newPin) }
      return person.attempt('keymanagement/key/changePin', { randomCode, parameters: PARAMETERS, keys, ...proofs })
    }
    // A key that was left out would be lost.
    expect((await change('less', [list[0]?.keyId ?? 0])).code).toBe(Code.keysChanged)
    const { keyId: foreign } = await personWithKey('windows.other')
    expect((await change('foreign', [list[0]?.keyId ?? 0, foreign])).code).toBe(Code.keysChanged)
    const changes = await Promise.all([change('one'), change('two')])
    expect(changes.filter(({ code }) => code === 200)).toHaveLength(1)
    const now = changes[0]?.code === 200 ? 'one' : 'two'
    expect((await enter(person, pin)).code).toBe(Code.keyPinWrong)
    expect((await enter(person, now)).data).toEqual({
      keys: list
        .map(({ keyId }) => ({ keyId, sealed: sealedAs(`${now} ${keyId}`) }))
        .toSorted((a, b) => a.keyId - b.keyId),
    })
    expect(await person.refused('POST', 'keymanagement/key/save', more)).toBe(Code.keyPinWrong)
  })

  test('given a forgotten PIN, then the keys stay and open no more, another PIN is set, and a key comes back from its file', async () => {
    const { person, keyId, request } = await personWithKey('forgetful')
    await person.post('mail/keyms/resetKey', {})
    const before = await person.get('keymanagement/key/list')
    expect(before).toMatchObject({ pin: false, list: [{ keyId, opens: false, request: '' }] })
    expect(await person.refused('GET', 'keymanagement/key/getRandomCode')).toBe(Code.notFound)
    expect(await person.refused('POST', 'mail/keyms/resetKey')).toBe(Code.notFound)
    const body = {
      proof: proofOf('second'),
      keys: [{ sealed: sealedAs('again'), request: await requestOf(`forgetful@${TEST_DOMAIN}`), certificates: [] }],
    }
    expect(await person.refused('POST', 'keymanagement/key/save', body)).toBe(Code.keysChanged)
    await person.post('keymanagement/key/save', { ...body, parameters: PARAMETERS })
    expect((await enter(person, 'second')).data?.keys).toHaveLength(1)
    const back = { proof: body.proof, keys: [{ sealed: sealedAs('back'), request, certificates: [] }] }
    expect(await person.post('keymanagement/key/save', back)).toEqual({ keyIds: [keyId] })
    expect((await enter(person, 'second')).data?.keys).toContainEqual({ keyId, sealed: sealedAs('back') })
  })

  test('given a request or certificate that is none, or of another key, then it is refused; an account that ends takes all along', async () => {
    const { id, person, keyId, request } = await personWithKey('refused')
    const save = (key: object) =>
      person.refused('POST', 'keymanagement/key/save', { proof: proofOf('first'), keys: [key] })
    const sealed = sealedAs('x')
    expect(await save({ sealed, request: base64(Buffer.from('no request')), certificates: [] })).toBe(Code.keyRefused)
    expect(await save({ sealed, request: '', certificates: [] })).toBe(Code.keyRefused)
    const changed = Buffer.from(request, 'base64')
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
    expect(await save({ sealed, request: base64(changed), certificates: [] })).toBe(Code.keyRefused)
    const certificate = base64(Buffer.from(toPem('x', Buffer.from('x'))))
    expect(await person.refused('POST', 'keymanagement/key/certificate', { keyId, certificate })).toBe(Code.keyRefused)
    await deleteAccount(server.context, `refused@${TEST_DOMAIN}`)
    const { db } = server.context.store
    for (const table of ['mail_key', 'key_vault'] as const) {
      expect(await db.selectFrom(table).select('id').where('account_id', '=', id).execute()).toEqual([])
    }
  })

  test('given a removed key, then what opened mail is gone, others get it no more, its revocation stays, and its file brings it back', async () => {
    const { id, person, keyId } = await personWithKey('removed')
    const { person: other } = await personWithKey('removed.other')
    const emails = [`removed@${TEST_DOMAIN}`]
    const { certificate, key } = await certificateFor(emails)
    const imported = await person.post('keymanagement/key/save', {
      proof: proofOf('first'),
      keys: [{ sealed: sealedAs('imported'), request: '', certificates: [certificate] }],
    })
    const [second = 0] = imported.keyIds
    expect((await other.post('keymanagement/key/getKeyByEmail', { emails })).list).toHaveLength(1)
    expect(await other.refused('POST', 'keymanagement/key/remove', { keyId: second })).toBe(Code.notFound)
    await person.post('keymanagement/key/remove', { keyId: second })
    expect((await other.post('keymanagement/key/getKeyByEmail', { emails })).list).toEqual([])
    expect((await person.get('keymanagement/key/list')).list.map((one) => one.keyId)).toEqual([keyId])
    expect((await enter(person, 'first')).data?.keys.map((one) => one.keyId)).toEqual([keyId])
    expect(await person.refused('POST', 'keymanagement/key/remove', { keyId: second })).toBe(Code.notFound)
    expect(await person.refused('POST', 'keymanagement/key/certificate', { keyId: second, certificate })).toBe(
      Code.notFound,
    )
    const { db } = server.context.store
    const row = db.selectFrom('mail_key').select('sealed').where('account_id', '=', id).where('id', '=', second)
    expect((await row.executeTakeFirstOrThrow()).sealed).toBe('')

    const fingerprint = await fingerprintOf(key)
    await revokeCertificate(server.context, fingerprint)
    expect((await other.post('keymanagement/key/getKeyByEmail', { emails })).over).toEqual([
      { email: emails[0], why: 'revoked', since: server.context.now() },
    ])
    const { revoked } = await other.get('keymanagement/key/authorities')
    expect(revoked.map((one) => one.fingerprint)).toContain(fingerprint)
    const back = {
      proof: proofOf('first'),
      keys: [{ sealed: sealedAs('back'), request: '', certificates: [certificate] }],
    }
    expect((await person.post('keymanagement/key/save', back)).keyIds).toEqual([second])
    expect((await enter(person, 'first')).data?.keys).toContainEqual({ keyId: second, sealed: sealedAs('back') })
    expect((await other.post('keymanagement/key/getKeyByEmail', { emails })).list).toEqual([])
  })

  test('given a certificate of a signed mail, then its person alone is answered it, and for people here the organisation is asked', async () => {
    const { person } = await personWithKey('keeper')
    const { person: other } = await personWithKey('keeper.other')
    const here = `keeper.other@${TEST_DOMAIN}`
    const { certificate, key } = await certificateFor(['Anna@elsewhere.example', here])
    const asking = { emails: ['anna@elsewhere.example', here] }
    const ask = async (one: TestClient) => (await one.post('keymanagement/key/getKeyByEmail', asking)).list
    const announcedTo = async (one: TestClient) => (await one.post('keymanagement/key/getKeyByEmail', asking)).announced
    await person.post('keymanagement/key/keep', { certificate })
    expect(await announcedTo(person)).toEqual([])
    const gcm = '2.16.840.1.101.3.4.1.46'
    await person.post('keymanagement/key/keep', { certificate, announced: [gcm] })
    expect(await announcedTo(person)).toEqual([{ fingerprint: await fingerprintOf(key), ciphers: [gcm] }])
    expect(await announcedTo(other)).toEqual([])
    for (const announced of [['AES'], [`${gcm}.`], new Array(51).fill(gcm)])
      expect(await person.refused('POST', 'keymanagement/key/keep', { certificate, announced })).toBe(Code.badRequest)
    expect(await ask(person)).toEqual([{ email: 'anna@elsewhere.example', certificates: [certificate] }])
    expect(await ask(other)).toEqual([])
    // Since when one has been over is answered to the person who keeps it alone.
    const { db } = server.context.store
    const ended = server.context.now() - 1_000
    const term = (not_after: number) => db.updateTable('known_certificate').set({ not_after }).execute()
    await term(ended)
    expect(await person.post('keymanagement/key/getKeyByEmail', asking)).toEqual({
      ...{ list: [], announced: [], over: [{ email: 'anna@elsewhere.example', why: 'expired', since: ended }] },
    })
    expect((await other.post('keymanagement/key/getKeyByEmail', asking)).over).toEqual([])
    await term(key.notAfter.getTime())
    const fingerprint = await fingerprintOf(key)
    expect((await person.get('keymanagement/key/known')).list).toMatchObject([{ fingerprint }, { fingerprint }])
    expect((await other.get('keymanagement/key/known')).list).toEqual([])
    expect(await other.refused('POST', 'keymanagement/key/forget', { fingerprint })).toBe(Code.notFound)
    const { certificate: signing } = await certificateFor(['x@elsewhere.example'], 'signing')
    for (const one of [signing, base64(Buffer.from('no certificate'))])
      expect(await person.refused('POST', 'keymanagement/key/keep', { certificate: one })).toBe(Code.keyRefused)
    await person.post('keymanagement/key/forget', { fingerprint })
    expect(await ask(person)).toEqual([])
  })

  test('given a PIN and a key of a browser, then neither stands in any table or in the log, and the browser opens what it gets back', async () => {
    const id = await server.addUser('secret')
    const person = await server.as(id)
    const pin = '719364 秘'
    const { privateKey } = await generateKey('p-256')
    const vault = await openVault(pin, newPinParameters(32_768))
    const request = base64(await writeRequest({ commonName: 'x' }, [`secret@${TEST_DOMAIN}`], privateKey))
    const keys = [{ sealed: await vault.seal(privateKey.pkcs8), request, certificates: [] }]
    const parameters = vault.parameters as PinParameters
    await person.post('keymanagement/key/save', { proof: vault.proof, parameters, keys })
    const begun = await person.get('keymanagement/key/getRandomCode')
    const again = await openVault(pin, begun.parameters)
    const { randomCode } = begun
    const answer = await person.post('keymanagement/key/keyPinVerify', { randomCode, proof: again.proof })
    expect(await again.open(answer.keys[0]?.sealed ?? { iv: '', sealed: '' })).toEqual(privateKey.pkcs8)

    const { db } = server.context.store
    const rows: string[] = [...server.problems]
    for (const { name } of await db.introspection.getTables()) {
      if (/_search|_words|_terms/.test(name)) continue
      rows.push(
        JSON.stringify(
          await db
            .selectFrom(name as 'mail')
            .selectAll()
            .execute(),
        ),
      )
    }
    const kept = rows.join('\n')
    const secrets = [pin, vault.proof, base64(privateKey.pkcs8), Buffer.from(privateKey.pkcs8).toString('hex')]
    for (const secret of secrets) expect(kept.includes(secret)).toBe(false)
    expect(kept.includes(keys[0]?.sealed.sealed ?? 'none')).toBe(true)
  })
})
