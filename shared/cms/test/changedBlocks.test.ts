import { expect, test } from 'vitest'
import { readCms } from '../src/cms/contentInfo.ts'
import { type Bytes, type ContentCipher, encryptPart, fromText, readEntity, readProtected } from '../src/index.ts'
import { contentOf } from '../src/smime/entity.ts'
import { fixtures } from './fixtures.ts'

const BLOCK = 16
/** The first block of this text is known to who has the encrypted letter alone. */
const LETTER = fromText(`Content-Type: text/html\r\n\r\n<p>${'plan '.repeat(60)}</p>\r\n`)
const OPENED_TAG = '<img src="//t.t/'

const xor = (...all: readonly Bytes[]) =>
  Uint8Array.from({ length: BLOCK }, (_, at) => all.reduce((sum, one) => sum ^ (one[at] ?? 0), 0))

/** Where some bytes stand in others; throws where they do not. */
function indexOf(bytes: Bytes, wanted: Bytes): number {
  const at = Buffer.from(bytes).indexOf(wanted)
  if (at < 0) throw new Error('the bytes are not there')
  return at
}

/**
 * Writes a text of one block into a letter that is encrypted in CBC, without its key: where a known block of text stands behind
 * `before` and `block`, the pair of `before ^ known ^ wanted` and `block` decrypts to a block of nothing and to `wanted`.
 * https://efail.de/efail-attack-paper.pdf, 4.1
 */
function withWrittenBlock(der: Bytes, wanted: string): Bytes {
  const data = readCms(der)
  if (data.type !== 'enveloped') throw new Error('not encrypted')
  const { encrypted, cipher } = data
  const before = cipher.parameters?.contents.slice(0, BLOCK) ?? new Uint8Array(BLOCK)
  const pair = [xor(before, LETTER.slice(0, BLOCK), fromText(wanted)), encrypted.slice(0, BLOCK)]
  const changed = der.slice()
  const start = indexOf(der, encrypted) + 4 * BLOCK
  for (const [at, block] of pair.entries()) changed.set(block, start + at * BLOCK)
  return changed
}

async function readChanged(cipher: ContentCipher) {
  const options = { recipients: [fixtures.certificate('ec')], cipher, rsa: 'PKCS1-v1_5' } as const
  const der = contentOf(readEntity(await encryptPart(LETTER, options)))
  const changed = withWrittenBlock(der, OPENED_TAG)
  const head = 'Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  const mail = fromText(`${head}${Buffer.from(changed).toString('base64')}\r\n`)
  return readProtected(mail, { keys: fixtures.held('ec'), certificates: [] })
}

test('given a tag that was written into a letter in CBC without its key, then it opens with the mark that changes go unnoticed', async () => {
  const opened = await readChanged('AES-256-CBC')
  // The attack works on the cipher, so that the page has to show such a letter without loading anything.
  expect(new TextDecoder('latin1').decode(opened?.content ?? new Uint8Array(0))).toContain(OPENED_TAG)
  expect(opened?.layers).toMatchObject([{ kind: 'encrypted', noticesChanges: false }])
})

test('given the same change of a letter in GCM, then it does not open at all', async () => {
  const opened = await readChanged('AES-256-GCM')
  expect(opened).toMatchObject({ layers: [], content: null, failure: { code: 'not-decrypted' } })
})
