// @vitest-environment happy-dom
import * as cms from '@yanshu/cms'
import { type LetterContent, pictureName } from '@yanshu/contracts'
import { addMessages, http, loginScope } from '@yanshu/shell-api'
import { type Responses, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import contributes from '../src/contributes.ts'
import type { Cms } from '../src/crypto/fetchCms.ts'
import { sealFile } from '../src/drafts/fileSeal.ts'
import zh from '../src/messages/zh.ts'
import { openContent } from '../src/reading/openContent.ts'
import { savedLetter } from '../src/reading/protectedFields.ts'
import remote from '../src/remote.ts'
import { composedPart } from '../src/writing/composedPart.ts'
import { judgeLetter } from '../src/writing/judgeLetter.ts'
import ProtectionOption from '../src/writing/ProtectionOption.tsx'
import { leftPlaces } from '../src/writing/placePictures.ts'
import { protectLetter, protectPart, withReadableFiles } from '../src/writing/protectLetter.ts'
import { choose, type ReadinessOptions, readinessOf } from '../src/writing/readiness.ts'
import { chosenWish, OWN_OPTION, usualWish } from '../src/writing/wish.ts'
import { base64, HOUR, issue, keyOf, NOW, type Person } from './people.ts'

const part = cms as unknown as Cms
const OWN = 'zhang.wei@yanshu.test'
const LI = 'li.na@yanshu.test'
const LETTER = cms.fromText('Content-Type: text/plain\r\n\r\nplan\r\n')

let root: Person
let stranger: Person
let own: Person
let li: Person

beforeAll(async () => {
  root = await issue('CA', null)
  stranger = await issue('other CA', null)
  own = await issue(OWN, root)
  li = await issue(LI, root)
})

const ready = (more: Partial<ReadinessOptions> = {}) =>
  readinessOf(part, {
    from: OWN,
    recipients: [{ name: '李娜', address: 'Li.Na@yanshu.test' }],
    keys: { list: [keyOf(own)] },
    known: { list: [{ email: LI, certificates: [base64(li)] }], announced: [], over: [] },
    authorities: { list: [{ name: 'CA', certificate: base64(root) }], revoked: [] },
    now: NOW,
    ...more,
  })

test('given certificates of all kinds, then each recipient has one word, and only a trusted one of the address is used', async () => {
  const knows = (email: string, ...people: Person[]) => ({
    list: [{ email, certificates: people.map(base64) }],
    announced: [],
    over: [],
  })
  const stateOf = async (known: ReadinessOptions['known'], more: Partial<ReadinessOptions> = {}) =>
    (await ready({ known, ...more })).recipients[0]?.state
  expect(await stateOf(knows(LI, li))).toBe('ready')
  expect(await stateOf({ list: [], announced: [], over: [] })).toBe('none')
  expect(await stateOf(knows(LI, await issue(LI, stranger)))).toBe('untrusted')
  expect(await stateOf(knows(LI, await issue('boss@yanshu.test', root)))).toBe('differs')
  expect(await stateOf(knows(LI, await issue(LI, root, { use: 'signing' })))).toBe('unfit')
  expect(await stateOf(knows(LI, await issue(LI, root, { ends: NOW - HOUR })))).toBe('expired')
  const over = [{ email: LI, why: 'expired' as const, since: NOW - HOUR }]
  expect(await stateOf({ list: [], announced: [], over })).toBe('expired')
  const revoked = [{ fingerprint: await cms.fingerprintOf(li.certificate), revokedAt: NOW }]
  const authorities = { list: [{ name: 'CA', certificate: base64(root) }], revoked }
  expect(await stateOf(knows(LI, li), { authorities })).toBe('revoked')
  // What cannot be read is passed over.
  expect(await stateOf({ list: [{ email: LI, certificates: ['AAAA', base64(li)] }], announced: [], over: [] })).toBe(
    'ready',
  )

  const problemWith = async (list: ReadinessOptions['keys']['list'], from = OWN) =>
    (await ready({ keys: { list }, from })).signingProblem
  expect(await problemWith([keyOf(own)])).toBeNull()
  expect(await problemWith([])).toBe('no-key')
  expect(await problemWith([keyOf(own, { opens: false })])).toBe('no-key')
  expect(await problemWith([{ ...keyOf(own), certificates: [] }])).toBe('waits')
  expect(await problemWith([keyOf(own, { revokedAt: NOW })])).toBe('over')
  expect(await problemWith([keyOf(await issue(OWN, root, { use: 'encrypting' }))])).toBe('over')
  expect(await problemWith([keyOf(own)], 'sales@yanshu.test')).toBe('other-address')
})

test('given people with both kinds of keys, then the national algorithms are used where all have them alone', async () => {
  const [mine, hers] = [await issue(OWN, root, { kind: 'sm2' }), await issue(LI, root, { kind: 'sm2' })]
  const keys = { list: [keyOf(own), keyOf(mine, { keyId: 2 })] }
  const national = choose(
    await ready({ keys, known: { list: [{ email: LI, certificates: [base64(hers)] }], announced: [], over: [] } }),
  )
  expect(national).toMatchObject({ isNational: true, own: { keyId: 2 }, signing: { keyId: 2 } })
  const both = { list: [{ email: LI, certificates: [base64(hers), base64(li)] }], announced: [], over: [] }
  const usual = choose(await ready({ keys, known: both }))
  expect(usual).toMatchObject({ isNational: false, own: { keyId: 1 } })
  expect(usual.recipients[0]?.certificate.der).toEqual(li.certificate.der)

  const letter = LETTER
  const recipients = national.recipients.map(({ certificate }) => certificate)
  const { part: sealed } = await protectPart(part, letter, {
    signing: mine,
    encrypting: { recipients, blind: [], isNational: true, own: mine.certificate, hideSubject: false, code: null },
  })
  for (const { key, certificate } of [hers, mine]) {
    const held = [{ privateKey: key, certificates: [certificate] }]
    const opened = await cms.readProtected(sealed, { keys: held, certificates: [] })
    expect(opened?.layers).toMatchObject([
      { kind: 'encrypted' },
      { kind: 'signed', signatures: [{ integrity: 'intact' }] },
    ])
    expect(opened?.content).toEqual(letter)
  }
})

test('given what the server wrote, then its content alone is protected, and none of who writes to whom', () => {
  const mail = cms.fromText(
    [
      `From: <${OWN}>`,
      'Content-Type: multipart/mixed;',
      ' boundary="b"',
      'Subject: secret',
      '\tplan',
      'Content-Transfer-Encoding: 7bit',
      'MIME-Version: 1.0',
      '',
      '--b',
      '',
      'Subject: inside',
      '--b--',
      '',
    ].join('\r\n'),
  )
  expect(new TextDecoder().decode(composedPart(mail))).toBe(
    'Content-Type: multipart/mixed;\r\n boundary="b"\r\nContent-Transfer-Encoding: 7bit\r\n\r\n--b\r\n\r\nSubject: inside\r\n--b--\r\n',
  )
  expect(() => composedPart(cms.fromText('From: x\r\n'))).toThrow()
})

test('what is chosen for a letter holds over the default, and an answer to an encrypted mail is encrypted', () => {
  const options = (value: unknown): LetterContent['options'] => ({ [OWN_OPTION]: value })
  expect(chosenWish({})).toBeNull()
  const shown = { hideSubject: false }
  expect(chosenWish(options({ sign: false, encrypt: false }))).toEqual({ sign: false, encrypt: 'no', ...shown })
  expect(chosenWish(options({ sign: true, encrypt: true }))).toEqual({ sign: true, encrypt: 'always', ...shown })
  const hidden = { hideSubject: true }
  expect(chosenWish(options({ sign: false, encrypt: true, ...hidden }))).toMatchObject(hidden)
  expect(chosenWish(options({ sign: true, encrypt: false, ...hidden }))).toMatchObject(shown)
  expect(usualWish('none', false)).toEqual({ sign: false, encrypt: 'no', ...shown })
  expect(usualWish('both', false)).toEqual({ sign: true, encrypt: 'possible', ...shown })
  expect(usualWish('none', true)).toEqual({ sign: false, encrypt: 'always', ...shown })
})

test('given a letter with people in Bcc, then each of its parts names and opens for those it is for alone, and the writer opens the own copy', async () => {
  const [boss, chen] = [await issue('boss@yanshu.test', root), await issue('chen@yanshu.test', root)]
  const blind = [boss, chen].map(({ certificate }) => ({ address: certificate.addresses[0] ?? '', certificate }))
  const letter = LETTER
  const encrypting = {
    recipients: [li.certificate],
    blind,
    isNational: false,
    own: own.certificate,
    ...{ hideSubject: false, code: null },
  }
  const made = await protectPart(part, letter, { signing: own, encrypting })
  const parts = [made.part, ...(await Promise.all(blind.map(made.copyFor)))]
  const opens = async (sealed: cms.Entity['bytes'], { key, certificate }: Person) => {
    const keys = [{ privateKey: key, certificates: [certificate] }]
    return (await cms.readProtected(sealed, { keys, certificates: [] }))?.content !== null
  }
  const people = [li, own, boss, chen]
  const opened = await Promise.all(parts.map((sealed) => Promise.all(people.map((person) => opens(sealed, person)))))
  expect(opened).toEqual([
    [true, true, false, false],
    [false, false, true, false],
    [false, false, false, true],
  ])
  for (const [at, count] of [2, 1, 1].entries()) {
    const data = cms.readCms(cms.contentOf(cms.readEntity(parts[at] ?? letter)))
    expect(data.type === 'enveloped' && data.recipients.length).toBe(count)
  }
})

test('given what recipients announce, then a letter is written in GCM where all read it, and in CBC otherwise', async () => {
  const cipherTo = async (recipients: readonly cms.Certificate[]) => {
    const encrypting = {
      recipients,
      blind: [],
      isNational: false,
      own: own.certificate,
      hideSubject: false,
      code: null,
    }
    const { part: sealed } = await protectPart(part, LETTER, { signing: null, encrypting })
    const data = cms.readCms(cms.contentOf(cms.readEntity(sealed)))
    return data.type === 'enveloped' && data.authenticated !== null ? 'GCM' : 'CBC'
  }
  const fingerprint = await cms.fingerprintOf(li.certificate)
  const known = { list: [{ email: LI, certificates: [base64(li)] }], announced: [], over: [] }
  const renewed = { ...known, announced: [{ fingerprint, ciphers: [...cms.OWN_CAPABILITIES] }] }
  const before = (await ready({ known })).recipients[0]?.certificates ?? []
  const after = (await ready({ known: renewed })).recipients[0]?.certificates ?? []
  expect([await cipherTo(before), await cipherTo(after), await cipherTo([...before, ...after])]).toEqual([
    'CBC',
    'GCM',
    'CBC',
  ])
})

test('given a letter whose subject is encrypted, then its part has the fields that stand outside without it, and they are read again', async () => {
  const fields = [`From: <${OWN}>`, 'Subject: =?utf-8?B?5pS26LSt?=', 'Date: x', 'Message-ID: <x>', 'MIME-Version: 1.0']
  const mail = cms.fromText([...fields, 'Content-Type: text/plain', '', 'plan', ''].join('\r\n'))
  const made = composedPart(mail, '[...]')
  const outer = [`HP-Outer: From: <${OWN}>`, 'HP-Outer: Subject: [...]']
  expect(new TextDecoder().decode(made)).toBe(
    ['Content-Type: text/plain;\r\n hp="cipher"', ...fields.slice(0, 2), ...outer, '', 'plan', ''].join('\r\n'),
  )
  expect(openContent(part, made)).toMatchObject({ subject: '收购', texts: [{ text: 'plan\r\n' }] })
  expect(openContent(part, composedPart(mail))).toMatchObject({ subject: null })
  const outside = cms.fromText(`From: <${OWN}>\r\nSubject: [...]\r\nDate: x\r\n\r\nsealed`)
  const saved = await savedLetter(part, outside, made).text()
  expect(saved.match(/^(?:subject|date|from): .*$/gim)).toEqual(['Date: x', ...fields.slice(0, 2)])
})

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null

beforeEach(async () => {
  shell = await startTestShell({ userMail: OWN, remotes: [{ remote, contributes }] })
  addMessages('remote-keys', 'zh', zh)
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
})

test('given a letter to be encrypted, then who cannot be encrypted to is named with what to do, and nothing is asked before', async () => {
  shell.answer({
    'keymanagement/key/authorities': { list: [{ name: 'CA', certificate: base64(root) }], revoked: [] },
    'keymanagement/key/list': { pin: true, smsOffered: false, escrow: null, list: [keyOf(own)] },
    'keymanagement/key/getKeyByEmail': { list: [{ email: LI, certificates: [base64(li)] }], announced: [], over: [] },
  })
  const recipients = [
    { name: '李娜', address: LI },
    { name: 'Jim', address: 'jim@elsewhere.example' },
  ]
  const letter = { kind: 'new', sourceMailId: null, from: '', recipients, blind: [] } as const
  const set = vi.fn()
  show = await renderInShell(<ProtectionOption options={{ values: {}, set }} letter={letter} />)
  const [sign, encrypt] = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  expect([sign?.checked, encrypt?.checked]).toEqual([false, false])
  expect(shell.calls.filter(({ path }) => path.startsWith('keymanagement'))).toEqual([])
  encrypt?.click()
  expect(set).toHaveBeenCalledWith('protection', { sign: false, encrypt: true })
  await show.unmount()
  const values = { protection: { sign: true, encrypt: true } }
  show = await renderInShell(<ProtectionOption options={{ values, set }} letter={letter} />)
  await vi.waitFor(() => expect(document.body.textContent).toContain(`Jim${zh.write.states.none}`), { timeout: 30_000 })
  expect(document.body.textContent).toContain(zh.write.advice.none)
  expect(document.body.textContent).not.toContain(`李娜${zh.write.states.none}`)
})

const content: LetterContent = {
  ...{ kind: 'new', sourceMailId: null, from: '', to: [{ name: '李娜', address: LI }], cc: [], bcc: [] },
  ...{ subject: 'plan', html: '<p>plan</p>', fileIds: [], options: {} },
}

test('given a long letter that comes cut off, then nothing is made of it, its writer was shown how far it was, and its file is removed', async () => {
  const size = 6 * 1024 * 1024
  shell.answer({
    'mail/email/composed': { fileId: 'written', size },
    'file/download/written': () => new Response(new Uint8Array(size / 2)),
    'file/uploaddel': {},
  } as Responses)
  const onProgress = vi.fn()
  const encrypting = {
    ...{ recipients: [li.certificate], blind: [], isNational: false, own: own.certificate },
    ...{ hideSubject: false, code: null },
  }
  const signal = new AbortController().signal
  const making = { cms: part, login: loginScope(), signal, notice: 'sealed', files: [], onProgress }
  await expect(protectLetter(content, { signing: null, encrypting }, making)).rejects.toThrow('cut off')
  expect(onProgress).toHaveBeenLastCalledWith({ step: 'reading', percent: 50 })
  await vi.waitFor(() =>
    expect(shell.calls.at(-1)).toMatchObject({ path: 'file/uploaddel', input: { fileId: 'written' } }),
  )
  expect(shell.calls.some(({ path }) => path === 'file/upload')).toBe(false)
})

test('given a picture that the server cannot read, then the letter that it writes has a mark instead and no key, and one that leaves readable has the picture again', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  const { sealed, seal } = await sealFile(part, new Blob([png]))
  const name = pictureName({ fileId: 'picture-0123456789', key: seal.key })
  const html = `<p>plan<img src="/api/file/showSendMailPicture/${name}" alt=""></p>`
  shell.answer({
    'file/download/picture-0123456789': () => new Response(sealed),
  } as Responses)
  const moving = { cms: part, login: loginScope(), signal: new AbortController().signal }
  const { html: asked, pictures } = await leftPlaces(html, moving)
  expect(asked).toBe(`<p>plan<img src="data:image/png;base64,${pictures[0]?.mark}" alt=""></p>`)
  expect(new Uint8Array((await pictures[0]?.content.arrayBuffer()) ?? [])).toEqual(png)
  // Where it is no value of an attribute, its key does not leave either.
  const elsewhere = html.replace('src="', 'style="background:url(').replace('" alt', ')" alt')
  expect((await leftPlaces(elsewhere, moving)).html).not.toContain('#sealed-')
  const upload = vi.spyOn(http, 'upload').mockResolvedValue({ id: 'readable-0123456789', url: '', saysPlace: false })
  const readable = await withReadableFiles({ ...content, html }, [], moving)
  upload.mockRestore()
  expect(readable.html).toBe('<p>plan<img src="/api/file/showSendMailPicture/readable-0123456789" alt=""></p>')
})

test('given a letter that is encrypted by default alone, then approval for what cannot be read is asked before, and for a chosen one not again', async () => {
  shell.stop()
  shell = await startTestShell({ userMail: OWN, remotes: [{ remote, contributes }], settings: { mailApproval: true } })
  const held = (deciders: readonly string[]) => ({
    ...{ ruleName: 'words', why: { zh: '', en: '' }, deciders: [...deciders], levels: 1 },
    ...{ dueAt: null, usualMinutes: null, ways: [], candidates: [] },
  })
  shell.answer({
    'keymanagement/key/authorities': { list: [{ name: 'CA', certificate: base64(root) }], revoked: [] },
    'keymanagement/key/list': { pin: true, smsOffered: false, escrow: null, list: [keyOf(own)] },
    'keymanagement/key/getKeyByEmail': { list: [{ email: LI, certificates: [base64(li)] }], announced: [], over: [] },
  })
  const forecast = (encrypted: ReturnType<typeof held> | null, plain: ReturnType<typeof held> | null = null) =>
    shell.answer({
      'mail/main/approval/preview': (body: { encrypted: boolean }) => ({ held: body.encrypted ? encrypted : plain }),
    })
  const judge = (encrypt: 'possible' | 'always', isChosen = false) =>
    judgeLetter(content, {
      ...{ wish: { sign: false, encrypt, hideSubject: false }, isChosen, say: (key) => key, login: loginScope() },
      ...{ signal: new AbortController().signal, askPin: async () => false },
    })
  forecast(held(['boss']))
  const asked = { ask: expect.objectContaining({ text: 'write.approval.text' }) }
  expect(await judge('possible')).toMatchObject({ verdict: asked, plan: { encrypt: true } })
  // The answer to an encrypted mail.
  expect(await judge('always')).toMatchObject({ verdict: asked, plan: { encrypt: true } })
  expect(await judge('always', true)).toMatchObject({ verdict: null, plan: { encrypt: true } })
  forecast(held(['boss']), held(['boss']))
  expect(await judge('possible')).toMatchObject({ verdict: null, plan: { encrypt: true } })
  forecast(held([]))
  expect((await judge('possible')).verdict).toEqual({ refuse: 'write.approval.nobody' })
  // A letter that cannot be encrypted leaves as it was judged.
  shell.answer({ 'keymanagement/key/getKeyByEmail': { list: [], announced: [], over: [] } })
  expect(await judge('possible')).toEqual({ verdict: null, plan: null })
})
