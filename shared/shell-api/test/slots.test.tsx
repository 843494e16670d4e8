// @vitest-environment happy-dom
import type { RemoteContributes, RemoteModule } from '@yanshu/contracts'
import type { Contributes } from '@yanshu/discovery'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contributions } from '../src/contributions/contributions.ts'
import { setPartLoader } from '../src/contributions/remoteParts.tsx'
import { Slot } from '../src/contributions/Slot.tsx'
import { settings } from '../src/settings/settings.ts'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '../src/testing/index.ts'

const hint = (text: string) => () => Promise.resolve({ default: () => <p>{text}</p> })
const i18n = { ns: 'test', load: async () => ({ default: {} }) }

const Broken = () => {
  throw new Error('thrown by a filler')
}

function remoteOf(name: string, slots: RemoteModule['slots']): RemoteModule {
  return { contract: { name, major: 1 }, routes: [], i18n, ...(slots ? { slots } : {}) }
}
const filling = (...slots: NonNullable<RemoteContributes['slots']>): RemoteContributes => ({ routes: [], slots })

let shell: TestShell
let show: Rendered | null = null
const place = <Slot name="recipient.hint" major={1} props={{ address: 'li.na@yanshu.test' }} />

async function shown(remotes: Parameters<typeof startTestShell>[0]): Promise<string> {
  shell = await startTestShell(remotes)
  show = await renderInShell(place)
  return show.container.textContent
}

beforeEach(() => {
  show = null
})
afterEach(async () => {
  await show?.unmount()
  shell.stop()
  setPartLoader(() => Promise.reject(new Error('no host')))
})

test('given several fillers, then they stand in their order', async () => {
  const text = await shown({
    remotes: [
      {
        remote: remoteOf('remote-b', { 'recipient.hint': hint('second') }),
        contributes: filling({ slot: 'recipient.hint', major: 1, order: 2 }),
      },
      {
        remote: remoteOf('remote-a', { 'recipient.hint': hint('first') }),
        contributes: filling({ slot: 'recipient.hint', major: 1, order: 1 }),
      },
    ],
  })
  expect(text).toBe('firstsecond')
})

test('given no filler, then there is nothing, not even a place', async () => {
  await shown({})
  expect(show?.container.innerHTML).toBe('')
})

test.each<[string, Contributes]>([
  ['another major', { routes: [], slots: [{ slot: 'recipient.hint', major: 2 }] }],
  ['a switch that is off', { routes: [], slots: [{ slot: 'recipient.hint', major: 1, when: 'mailArchiveEnable' }] }],
  ['a switch that nobody knows', { routes: [], slots: [{ slot: 'recipient.hint', major: 1, when: 'later' }] }],
  [
    'facts that are not the case',
    { routes: [], slots: [{ slot: 'recipient.hint', major: 1, for: ['text/calendar'] }] },
  ],
  ['another slot', { routes: [], slots: [{ slot: 'person.card', major: 1 }] }],
])('given a filler for %s, then it is not even loaded', async (_what, contributes) => {
  shell = await startTestShell()
  const asked = vi.fn(() => Promise.reject(new Error('must not be asked')))
  setPartLoader(asked)
  contributions.set([{ remote: 'remote-a', running: undefined, contributes }])
  show = await renderInShell(place)
  expect(asked).not.toHaveBeenCalled()
  expect(show.container.innerHTML).toBe('')
})

test('given a switch that is turned on, then its filler comes', async () => {
  const text = await shown({
    remotes: [
      {
        remote: remoteOf('remote-a', { 'recipient.hint': hint('away') }),
        contributes: filling({ slot: 'recipient.hint', major: 1, when: 'mailArchiveEnable' }),
      },
    ],
  })
  expect(text).toBe('')
  shell.answer({ 'mail/main/index': { ...settings.current(), mailArchiveEnable: true } })
  await act(() => settings.load())
  await expect.poll(() => show?.container.textContent).toBe('away')
})

test('given facts, then a filler that is meant for one of them is shown', async () => {
  shell = await startTestShell({
    remotes: [
      {
        remote: remoteOf('remote-a', { 'mail.row': hint('invited') }),
        contributes: filling({ slot: 'mail.row', major: 1, for: ['stranger', 'hasAttachment'] }),
      },
    ],
  })
  const row = {} as Parameters<typeof Slot<'mail.row'>>[0]['props']['row']
  show = await renderInShell(<Slot name="mail.row" major={1} facts={['seen', 'hasAttachment']} props={{ row }} />)
  expect(show.container.textContent).toBe('invited')
  await show.rerender(<Slot name="mail.row" major={1} facts={['seen']} props={{ row }} />)
  expect(show.container.innerHTML).toBe('')
})

test('given a filler that throws, then the others stay, the failure is reported to the host, and the next build is shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shell = await startTestShell()
  const failed = vi.fn()
  let broken = true
  setPartLoader(async (remote) => ({
    build: remote === 'remote-a' && !broken ? 'a2' : remote,
    Part: remote === 'remote-a' && broken ? Broken : (await hint(remote)()).default,
    failed,
  }))
  const contributes = filling({ slot: 'recipient.hint', major: 1 })
  const list = (running?: string) => [
    { remote: 'remote-a', running, contributes },
    { remote: 'remote-b', running: undefined, contributes },
  ]
  contributions.set(list())
  show = await renderInShell(place)
  expect(show.container.textContent).toBe('remote-b')
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'thrown by a filler' }))

  broken = false
  await act(async () => contributions.set(list('a2')))
  await expect.poll(() => show?.container.textContent).toBe('remote-aremote-b')
})

test('given a remote that cannot be had, then its place is empty and the others stand', async () => {
  shell = await startTestShell()
  setPartLoader(async (remote) => {
    if (remote === 'remote-a') throw new Error('gone')
    return { build: remote, Part: (await hint(remote)()).default, failed: () => undefined }
  })
  const contributes = filling({ slot: 'recipient.hint', major: 1 })
  contributions.set([
    { remote: 'remote-a', running: undefined, contributes },
    { remote: 'remote-b', running: undefined, contributes },
  ])
  show = await renderInShell(place)
  expect(show.container.textContent).toBe('remote-b')
})

test('given a filler that the network lost, then it comes when the network is back', async () => {
  shell = await startTestShell()
  let online = false
  setPartLoader(async (_remote, pick) => {
    if (!online) throw new Error('no network')
    const part = await pick(remoteOf('remote-a', { 'recipient.hint': hint('away') }))?.()
    return part ? { build: 'a', Part: part.default, failed: () => undefined } : null
  })
  contributions.set([
    { remote: 'remote-a', running: undefined, contributes: filling({ slot: 'recipient.hint', major: 1 }) },
  ])
  show = await renderInShell(place)
  expect(show.container.innerHTML).toBe('')
  online = true
  await act(async () => window.dispatchEvent(new Event('online')))
  await expect.poll(() => show?.container.textContent).toBe('away')
})

test('given a filler for another major, then the console names it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  shell = await startTestShell()
  const contributes: Contributes = { routes: [], slots: [{ slot: 'recipient.hint', major: 2 }] }
  contributions.set([{ remote: 'remote-a', running: undefined, contributes }])
  show = await renderInShell(place)
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/recipient\.hint.*remote-a.*major than 1/)]])
  warned.mockRestore()
})
