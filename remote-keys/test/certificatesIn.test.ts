import * as cms from '@yanshu/cms'
import { expect, test } from 'vitest'
import type { Cms } from '../src/crypto/fetchCms.ts'
import { usableIn } from '../src/page/certificatesIn.ts'
import { issue } from './people.ts'

const part = cms as unknown as Cms
const LI = 'li.na@yanshu.test'

test('given files that certificates are sent in, then those that letters can be encrypted by are found in each, and no others', async () => {
  const root = await issue('CA', null)
  const li = await issue(LI, root)
  const signing = await issue(LI, root, { use: 'signing' })
  const pem = (label: string, bytes: cms.Bytes) => cms.fromText(cms.toPem(label, bytes))
  const found = (file: cms.Bytes) => usableIn(part, file).map(({ der }) => cms.toBase64(der))
  const own = [cms.toBase64(li.certificate.der)]
  expect(found(li.certificate.der)).toEqual(own)
  const together = [root, signing, li].map(({ certificate }) => cms.toPem('CERTIFICATE', certificate.der)).join('')
  expect(found(cms.fromText(together))).toEqual(own)
  const list = await cms.sign({
    ...{ content: new Uint8Array(), key: signing.key, certificate: signing.certificate },
    ...{ chain: [root.certificate, li.certificate], at: new Date(), detached: false },
  })
  expect(found(list)).toEqual(own)
  expect(found(pem('PKCS7', list))).toEqual(own)
  expect(found(signing.certificate.der)).toEqual([])
  for (const file of [new Uint8Array(), cms.fromText('hello'), pem('CERTIFICATE', cms.fromText('0'))])
    expect(() => found(file)).toThrow(cms.CmsError)
})
