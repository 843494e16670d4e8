// @vitest-environment happy-dom
import * as cms from '@yanshu/cms'
import { isSealedLetter, type LetterContent, sealedHtml, sealedIn } from '@yanshu/contracts'
import { addMessages, loginScope } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import contributes from '../src/contributes.ts'
import type { Cms } from '../src/crypto/fetchCms.ts'
import { openDraft } from '../src/drafts/openDraft.tsx'
import { sealDraft } from '../src/drafts/sealDraft.ts'
import { openWords, sealWords } from '../src/drafts/sealWords.ts'
import zh from '../src/messages/zh.ts'
import OutsidePage from '../src/outside/OutsidePage.tsx'
import { openByCode } from '../src/outside/openByCode.ts'
import { zh as outsideZh } from '../src/outside/words.ts'
import remote from '../src/remote.ts'
import { judgeLetter } from '../src/writing/judgeLetter.ts'
import { newCode } from '../src/writing/newCode.ts'
import { protectPart } from '../src/writing/protectLetter.ts'
import { OWN_OPTION } from '../src/writing/wish.ts'
import { base64, issue, keyOf, type Person } from './people.ts'

const part = cms as unknown as Cms
const { outside } = outsideZh
const OWN = 'zhang.wei@yanshu.test'
const LI = 'li.na@yanshu.test'
const SEAL = { as: 'f1.sealed', key: cms.toBase64(new Uint8Array(32)) }
const LETTER = cms.fromText('Content-Type: text/plain\r\n\r\nplan\r\n')

let root: Person
let own: Person
let li: Person

beforeAll(async () => {
  root = await issue('CA', null)
  own = await issue(OWN, root)
  li = await issue(LI, root)
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

const content: LetterContent = {
  ...{ kind: 'new', sourceMailId: null, from: '', to: [{ name: '李娜', address: LI }], cc: [], bcc: [] },
  ...{ subject: 'plan', html: '<p>plan</p>', fileIds: [], options: {} },
}

test('given drafts of letters to be encrypted, then each key of the writer opens their words, and nothing else is kept of them', async () => {
  const [second, national] = [await issue(OWN, root), await issue(OWN, root, { kind: 'sm2' })]
  const list = (...keys: ReturnType<typeof keyOf>[]) =>
    shell.answer({ 'keymanagement/key/list': { pin: true, smsOffered: false, escrow: null, list: keys } })
  const held = (person: Person) => [{ privateKey: person.key, certificates: [person.certificate] }]
  const draft = (options: LetterContent['options'] = {}) => ({
    content: { ...content, subject: '收购', html: `<p>三亿</p>`, options },
  })
  const encrypted = { [OWN_OPTION]: { sign: false, encrypt: true, hideSubject: true } }

  // A letter that nothing is chosen for, and one that is signed alone, stay as they are, and no key is asked for.
  expect(await sealDraft(draft())).toBeNull()
  expect(await sealDraft(draft({ [OWN_OPTION]: { sign: true, encrypt: false } }))).toBeNull()
  expect(shell.calls.filter(({ path }) => path.startsWith('keymanagement'))).toEqual([])

  // Without a certificate the draft is kept in no readable form.
  list()
  expect(await sealDraft(draft(encrypted))).toEqual({ refusal: zh.drafts.ownMissing })

  queryClient().clear()
  list(keyOf(own), keyOf(second, { keyId: 2 }), keyOf(li, { keyId: 3, opens: false }))
  const seal = await sealDraft(draft(encrypted))
  if (!seal || 'refusal' in seal) throw new Error('not sealed')
  expect(seal).toMatchObject({ notice: zh.drafts.notice, hidesSubject: true })
  const html = sealedHtml(seal.sealed, seal.notice, '<img src="/api/file/showSendMailPicture/0123456789abcdef01">')
  expect(isSealedLetter(html)).toBe(true)
  expect(sealedIn(html)).toBe(seal.sealed)
  expect(html).toContain('file/showSendMailPicture/0123456789abcdef01')
  for (const person of [own, second])
    expect(await openWords(part, seal.sealed, held(person))).toEqual({
      ...{ html: '<p>三亿</p>', subject: '收购', files: [] },
    })
  await expect(openWords(part, seal.sealed, held(li))).rejects.toMatchObject({ code: 'not-a-recipient' })
  // A letter of the person that is no draft has none of its words.
  const other = await cms.encrypt({
    content: LETTER,
    recipients: [own.certificate],
    cipher: 'AES-256-GCM',
    rsa: 'OAEP',
  })
  await expect(openWords(part, cms.toBase64(other), held(own))).rejects.toMatchObject({ code: 'malformed' })

  const words = {
    html: '<p>三亿</p>',
    subject: null,
    files: [{ ...SEAL, name: '报价.txt', contentType: 'text/plain', size: 3 }],
  }
  const bySm2 = await sealWords(part, words, [national.certificate])
  expect(await openWords(part, bySm2, held(national))).toEqual(words)
})

test('given a sealed draft, then the PIN is asked for once, and without it the draft stays closed', async () => {
  shell.answer({ 'keymanagement/key/list': { pin: true, smsOffered: false, escrow: null, list: [keyOf(own)] } })
  const sealed = await sealWords(part, { html: '<p>三亿</p>', subject: null }, [own.certificate])
  const asked = Promise.all([openDraft({ sealed }), openDraft({ sealed })])
  await vi.waitFor(() => expect(document.body.textContent).toContain(zh.unlock.title), { timeout: 30_000 })
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  const close = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === zh.cancel)
  close?.click()
  expect(await asked).toEqual([{ refusal: zh.drafts.locked }, { refusal: zh.drafts.locked }])
})

test('given recipients without a certificate, then a code that is shown once opens the letter, and those in Bcc have none', async () => {
  shell.answer({
    'keymanagement/key/authorities': { list: [{ name: 'CA', certificate: base64(root) }], revoked: [] },
    'keymanagement/key/list': { pin: true, smsOffered: false, escrow: null, list: [keyOf(own)] },
    'keymanagement/key/getKeyByEmail': { list: [{ email: LI, certificates: [base64(li)] }], announced: [], over: [] },
  })
  const jim = { name: 'Jim', address: 'Jim@elsewhere.example' }
  const judging = {
    ...{ wish: { sign: false, encrypt: 'always', hideSubject: false, byCode: true } as const, isChosen: true },
    say: (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`,
    ...{ login: loginScope(), signal: new AbortController().signal, askPin: async () => false },
  }
  const mixed = { ...content, to: [...content.to, jim] }
  const { verdict, plan } = await judgeLetter(mixed, judging)
  const code = plan?.outside?.code ?? ''
  expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/)
  expect([...(plan?.outside?.addresses ?? [])]).toEqual(['jim@elsewhere.example'])
  expect(verdict).toMatchObject({ ask: { text: expect.stringContaining(code) } })
  expect(verdict).toMatchObject({ ask: { text: expect.stringContaining('#/smimePage') } })
  // Each time it is another one.
  expect((await judgeLetter(mixed, judging)).plan?.outside?.code).not.toBe(code)
  // Where all have a certificate there is none.
  expect(await judgeLetter(content, judging)).toMatchObject({ verdict: null, plan: { outside: null } })
  const hidden = await judgeLetter({ ...content, bcc: [jim] }, judging)
  expect(hidden).toMatchObject({ verdict: { refuse: expect.stringContaining('Jim') }, plan: null })

  const encrypting = {
    ...{ recipients: [li.certificate], blind: [], isNational: false, own: own.certificate },
    ...{ hideSubject: false, code },
  }
  const { part: sealed } = await protectPart(part, LETTER, { signing: own, encrypting })
  const mail = cms.fromText(`Subject: x\r\nMIME-Version: 1.0\r\n${new TextDecoder().decode(sealed)}`)
  const file = cms.contentOf(cms.readEntity(sealed))
  for (const saved of [mail, file]) {
    const letter = await openByCode(part, saved, code.toLowerCase().replaceAll('-', ' '))
    expect(letter).toEqual({ content: LETTER, signature: 'signed' })
    await expect(openByCode(part, saved, newCode())).rejects.toMatchObject({ code: 'wrong-password' })
  }
  expect(await openByCode(part, LETTER, code)).toBeNull()
  const without = await protectPart(part, LETTER, { signing: null, encrypting: { ...encrypting, code: null } })
  await expect(openByCode(part, without.part, code)).rejects.toMatchObject({ code: 'not-a-recipient' })
})

test('given the page of an outside person, then it says what is missing, and opens the file in the browser alone', async () => {
  const code = newCode()
  const recipients = [own.certificate]
  const sealed = await cms.encryptPart(LETTER, { recipients, cipher: 'AES-256-GCM', rsa: 'OAEP', code })
  show = await renderInShell(<OutsidePage />)
  const button = (words: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === words)
  const enter = (value: string) => {
    const input = document.querySelector<HTMLInputElement>('form input:not([type=file])')
    if (!input) throw new Error('no field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const before = shell.calls.length
  button(outside.open)?.click()
  await vi.waitFor(() => expect(document.body.textContent).toContain(outside.fileMissing))
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(picker, 'files', { value: [new File([sealed], 'mail.eml')], configurable: true })
  picker?.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(document.body.textContent).toContain('mail.eml'))
  button(outside.open)?.click()
  await vi.waitFor(() => expect(document.body.textContent).toContain(outside.codeMissing))
  enter(newCode())
  button(outside.open)?.click()
  await vi.waitFor(() => expect(document.body.textContent).toContain(outside.wrong), { timeout: 30_000 })
  enter(code)
  button(outside.open)?.click()
  await vi.waitFor(() => expect(document.querySelector('pre')?.textContent).toContain('plan'), { timeout: 30_000 })
  expect(shell.calls.length).toBe(before)
})
