import { expect, test } from 'vitest'
import {
  type Bytes,
  type ContentCipher,
  decrypt,
  decryptByCode,
  type EnvelopedData,
  encrypt,
  readCms,
} from '../src/index.ts'
import { BY_CODE, MAIL } from './cases.ts'
import { fixtures, withBitTurned } from './fixtures.ts'

const CODE = BY_CODE.code

function enveloped(bytes: Bytes): EnvelopedData {
  const data = readCms(bytes)
  if (data.type !== 'enveloped') throw new Error('not encrypted')
  return data
}

const ciphers: readonly ContentCipher[] = ['AES-256-CBC', 'AES-256-GCM']

test.each(ciphers)(
  'given a letter in %s with a code, then the code and the keys open it, and no other code',
  async (cipher) => {
    const recipients = [fixtures.certificate('ec'), fixtures.certificate('rsa')]
    const bytes = await encrypt({ content: MAIL, recipients, cipher, rsa: 'PKCS1-v1_5', code: CODE })
    const data = enveloped(bytes)
    expect(await decryptByCode(data, CODE)).toEqual(MAIL)
    for (const person of ['ec', 'rsa']) expect((await decrypt(data, fixtures.held(person))).content).toEqual(MAIL)
    await expect(decryptByCode(data, `${CODE}X`)).rejects.toMatchObject({ code: 'wrong-password' })
    const [way] = data.passwords
    if (!way) throw new Error('no way by a code')
    for (const at of [0, -1]) {
      const changed = { ...data, passwords: [{ ...way, encrypted: withBitTurned(way.encrypted, at) }] }
      await expect(decryptByCode(changed, CODE)).rejects.toMatchObject({ code: 'wrong-password' })
    }
    for (const encrypted of [way.encrypted.subarray(0, 16), way.encrypted.subarray(1), new Uint8Array(16 * 19)]) {
      const cut = { ...data, passwords: [{ ...way, encrypted }] }
      await expect(decryptByCode(cut, CODE)).rejects.toMatchObject({ code: 'wrong-password' })
    }
    if (cipher === 'AES-256-GCM') {
      const changed = { ...data, encrypted: withBitTurned(data.encrypted, 0) }
      await expect(decryptByCode(changed, CODE)).rejects.toMatchObject({ code: 'not-decrypted' })
    }
  },
)

test('given what openssl encrypted by a password, then it opens', async () => {
  const data = enveloped(fixtures.read(`encrypted/${BY_CODE.file}`))
  expect(await decryptByCode(data, CODE)).toEqual(MAIL)
  await expect(decrypt(data, fixtures.held('ec'))).rejects.toMatchObject({ code: 'not-a-recipient' })
})

test('given a letter without a code, then no code opens it', async () => {
  const recipients = [fixtures.certificate('ec')]
  const data = enveloped(await encrypt({ content: MAIL, recipients, cipher: 'AES-256-GCM', rsa: 'OAEP' }))
  await expect(decryptByCode(data, CODE)).rejects.toMatchObject({ code: 'not-a-recipient' })
})
