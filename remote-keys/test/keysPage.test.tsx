// @vitest-environment happy-dom
import {
  decrypt,
  fromBase64,
  generateKey,
  issueCertificate,
  readCms,
  readPrivateKey,
  toBase64,
  writeName,
} from '@yanshu/cms'
import { Code, type HeldMailKey, type PinParameters, type SealedUnderPin } from '@yanshu/contracts'
import { addMessages, screenLock } from '@yanshu/shell-api'
import { renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import contributes from '../src/contributes.ts'
import zh from '../src/messages/zh.ts'
import KeysPage from '../src/page/KeysPage.tsx'
import remote from '../src/remote.ts'
import { KEY_FILE, KEY_FILE_PASSWORD } from './keyFile.ts'

const PIN = '482913'
const OTHER_PIN = '739164'

/** A busy machine takes its time, and a PIN is made into a key slowly on purpose. */
const waitFor = <T,>(check: () => T) => vi.waitFor(check, { timeout: 60_000 })

interface Saved {
  readonly proof: string
  readonly parameters?: PinParameters
  readonly keys: readonly {
    readonly sealed: SealedUnderPin
    readonly request: string
    readonly certificates: string[]
    readonly escrow: string
  }[]
}

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null
/** The certificate to which copies of keys are sealed. */
let escrow: { name: string; certificate: string } | null
/** What the server would have. */
let kept: { proof: string; parameters: PinParameters; keys: { keyId: number; key: Saved['keys'][number] }[] } | null

beforeEach(async () => {
  kept = null
  escrow = null
  shell = await startTestShell({ remotes: [{ remote, contributes }] })
  addMessages('remote-keys', 'zh', zh)
  shell.answer({
    'keymanagement/key/list': () => ({
      pin: kept !== null,
      smsOffered: false,
      escrow,
      list: (kept?.keys ?? []).map(
        ({ keyId, key }): HeldMailKey => ({
          ...{
            keyId,
            kind: 'P-256',
            createdAt: 1,
            opens: true,
            request: key.request,
            escrowed: key.escrow !== '',
            enrolment: 'none',
          },
          certificates: key.certificates.map((certificate) => ({ certificate, revokedAt: null })),
        }),
      ),
    }),
    'keymanagement/key/save': (body: Saved) => {
      if (body.parameters) kept = { proof: body.proof, parameters: body.parameters, keys: [] }
      if (kept?.proof !== body.proof) throw new TestFailure(Code.keyPinWrong, 'PIN 不正确')
      const keyIds = body.keys.map((key) => {
        const keyId = (kept?.keys.length ?? 0) + 1
        kept?.keys.push({ keyId, key })
        return keyId
      })
      return { keyIds }
    },
    'keymanagement/key/getRandomCode': () => ({ randomCode: 'x'.repeat(20), parameters: kept?.parameters }),
    'keymanagement/key/keyPinVerify': ({ proof }: { proof: string }) => {
      if (kept?.proof !== proof) throw new TestFailure(Code.keyPinWrong, 'PIN 不正确')
      return { keys: kept.keys.map(({ keyId, key }) => ({ keyId, sealed: key.sealed })) }
    },
    'keymanagement/key/changePin': (body: {
      proof: string
      newProof: string
      parameters: PinParameters
      keys: { keyId: number; sealed: SealedUnderPin }[]
    }) => {
      if (kept?.proof !== body.proof) throw new TestFailure(Code.keyPinWrong, 'PIN 不正确')
      const keys = kept.keys.map(({ keyId, key }) => {
        const again = body.keys.find((one) => one.keyId === keyId)
        return { keyId, key: { ...key, sealed: again?.sealed ?? key.sealed } }
      })
      kept = { proof: body.newProof, parameters: body.parameters, keys }
      return {}
    },
  })
})

afterEach(async () => {
  await show?.unmount()
  show = null
  screenLock.release()
  shell.stop()
  clearNotices()
})

const button = (name: string, within: ParentNode = document) => {
  const found = [...within.querySelectorAll('button')].filter((one) => one.textContent === name).at(-1)
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const press = (name: string, within?: ParentNode) => act(async () => button(name, within).click())
const field = (label: string) => {
  const dialog = document.querySelector('[role=dialog]')
  const name = [...(dialog?.querySelectorAll('label') ?? [])].find((one) => one.textContent === label)
  const input = dialog?.querySelector<HTMLInputElement>(`#${CSS.escape(name?.htmlFor ?? '')}`)
  if (!input) throw new Error(`no field ${label}`)
  return input
}
const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const text = () => document.body.textContent ?? ''
const open = async () => {
  show = await renderInShell(<KeysPage at={null} />, { path: '/set/smime' })
  await waitFor(() => expect(text()).toContain(zh.intro.title))
}
const dialogGone = () => waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())

test('given the first key, then it is sealed under the PIN, open until the screen is locked, and the PIN is kept nowhere', async () => {
  await open()
  expect(text()).toContain(zh.intro.none)
  await press(zh.keys.make)
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][value="p-256"]')?.click())
  await type(zh.pin.new, '123456')
  await type(zh.pin.again, '123456')
  await press(zh.make.go)
  await waitFor(() => expect(text()).toContain(zh.pin.simple))
  await type(zh.pin.new, PIN)
  await press(zh.make.go)
  await waitFor(() => expect(text()).toContain(zh.pin.differs))
  await type(zh.pin.again, PIN)
  await press(zh.make.go)
  await dialogGone()
  await waitFor(() => expect(text()).toContain(zh.states.waiting))
  expect(text()).toContain(zh.intro.open)
  const sent = JSON.stringify(shell.calls)
  for (const places of [sent, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]) {
    expect(places).not.toContain(PIN)
    expect(places).not.toContain('PRIVATE')
  }

  // The lock closes them, here and for what comes after it.
  await act(async () => screenLock.engage())
  await waitFor(() => expect(text()).toContain(zh.intro.closed))
  await act(async () => screenLock.release())
  await press(zh.intro.unlock)
  await type(zh.pin.own, OTHER_PIN)
  await press(zh.unlock.go)
  await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('PIN 不正确'))
  await type(zh.pin.own, PIN)
  await press(zh.unlock.go)
  await dialogGone()
  expect(text()).toContain(zh.intro.open)

  // Another PIN opens the same key.
  await press(zh.pin.change)
  await type(zh.pin.own, PIN)
  await type(zh.pin.new, OTHER_PIN)
  await type(zh.pin.again, OTHER_PIN)
  await press(zh.change.go)
  await dialogGone()
  await press(zh.intro.close)
  await press(zh.intro.unlock)
  await type(zh.pin.own, OTHER_PIN)
  await press(zh.unlock.go)
  await dialogGone()
  expect(text()).toContain(zh.intro.open)
}, 180_000)

test('given a key file, then a wrong password is named, and the right one brings its key with its dates', async () => {
  await open()
  await press(zh.keys.import)
  await press(zh.import.go)
  await waitFor(() => expect(text()).toContain(zh.import.required))
  const bytes = Uint8Array.from(atob(KEY_FILE), (char) => char.charCodeAt(0))
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    const file = new File([bytes], 'ec.p12')
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await type(zh.import.password, 'wrong')
  await type(zh.pin.new, PIN)
  await type(zh.pin.again, PIN)
  await press(zh.import.go)
  await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(zh.errors['wrong-password']))
  expect(kept).toBeNull()
  await type(zh.import.password, KEY_FILE_PASSWORD)
  await press(zh.import.go)
  await dialogGone()
  await waitFor(() => expect(text()).toContain(zh.keys.issuer))
  expect(kept?.keys[0]?.key.request).toBe('')
  expect(JSON.stringify(shell.calls)).not.toContain(KEY_FILE_PASSWORD)

  // The server asks the authority, when the person wants it.
  const answers = [
    { status: 'revoked', since: Date.UTC(2026, 0, 5), reason: null },
    { status: 'unknown', since: null, reason: 'unreachable' },
  ]
  shell.answer({ 'keymanagement/key/status': () => ({ list: [answers.shift()] }) })
  const [certificate] = kept?.keys[0]?.key.certificates ?? []
  for (const words of ['吊销', zh.status.reasons.unreachable]) {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === zh.status.ask)
    await act(async () => button?.click())
    await waitFor(() => expect(document.querySelector('dd [role=status]')?.textContent).toContain(words))
  }
  expect(shell.calls.findLast(({ path }) => path === 'keymanagement/key/status')?.input).toEqual({
    certificates: [certificate],
    issuers: [],
  })
})

test('given a file that a person outside has sent, then its certificate is kept, and a file without one is refused in words', async () => {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) }
  const content = {
    subject: writeName({ commonName: 'Ann' }),
    publicKey,
    addresses: ['ann@elsewhere.example'],
    ...dates,
  }
  const by = { key: privateKey, certificate: null }
  const [usable, signing] = [
    await issueCertificate({ ...content, use: 'mail' }, by),
    await issueCertificate({ ...content, use: 'signing' }, by),
  ]
  const known: object[] = []
  shell.answer({
    'keymanagement/key/known': () => ({ list: known }),
    'keymanagement/key/keep': ({ certificate }: { certificate: string }) => {
      known.push({
        address: content.addresses[0],
        fingerprint: 'ab'.repeat(32),
        certificate,
        addedAt: 1,
        announced: [],
      })
      return {}
    },
  })
  await open()
  await waitFor(() => expect(text()).toContain(zh.known.add))
  const choose = async (der: Uint8Array<ArrayBuffer>) =>
    act(async () => {
      const input = document.querySelector<HTMLInputElement>(`input[type=file][aria-label="${zh.known.add}"]`)
      Object.defineProperty(input, 'files', { value: [new File([der], 'ann.cer')], configurable: true })
      input?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose(signing.der)
  await waitFor(() => expect(document.body.textContent).toContain(zh.known.noneInFile))
  expect(known).toEqual([])
  await choose(usable.der)
  await waitFor(() => expect(text()).toContain('ann@elsewhere.example'))
  expect(known).toMatchObject([{ certificate: toBase64(usable.der) }])
})

test('given an organisation that keeps copies of keys, then its person is shown that before, and the copy opens with its key', async () => {
  const { privateKey, publicKey } = await generateKey('rsa-3072')
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) }
  const content = { subject: writeName({ commonName: '审计部' }), publicKey, addresses: [], ...dates }
  const certificate = await issueCertificate({ ...content, use: 'encrypting' }, { key: privateKey, certificate: null })
  escrow = { name: '审计部', certificate: toBase64(certificate.der) }
  await open()
  await press(zh.keys.make)
  expect(text()).toContain('您的单位（审计部）会保管这个密钥的副本')
  await act(async () => document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')[1]?.click())
  await type(zh.pin.new, PIN)
  await type(zh.pin.again, PIN)
  await press(zh.make.go)
  await dialogGone()
  const data = readCms(fromBase64(kept?.keys[0]?.key.escrow ?? ''))
  if (data.type !== 'enveloped') throw new Error('not sealed')
  expect(data.recipients).toHaveLength(1)
  const { content: pkcs8 } = await decrypt(data, [{ privateKey, certificates: [certificate] }])
  expect(readPrivateKey(pkcs8).kind).toBe('ec')
  await waitFor(() => expect(text()).toContain(zh.escrow.kept))
}, 60_000)
