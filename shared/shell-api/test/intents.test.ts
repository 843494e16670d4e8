import type { IntentName } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { contributions } from '../src/contributions/contributions.ts'
import { ApiError } from '../src/http/ApiError.ts'
import { setNotifier } from '../src/http/notifier.ts'
import { IntentUnavailable, intents } from '../src/intents/intents.ts'
import { zh } from '../src/messages/zh.ts'

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  intents.setLoader(null)
  setNotifier(null)
  contributions.set([])
})
const mail = { mailId: 7, mailboxId: 1 }

test('reaches the remote that answers it', async () => {
  const asked: unknown[] = []
  stops.push(intents.provide('remote-mail', { 'mail.open': async (input) => void asked.push(input) }))
  await intents.send('mail.open', mail)
  expect(asked).toEqual([mail])
})

test('loads the remote that is not there yet, once', async () => {
  const loaded: [IntentName, number][] = []
  intents.setLoader(async (name, major) => {
    loaded.push([name, major])
    stops.push(intents.provide('remote-mail', { 'mail.open': async () => undefined }))
  })
  await intents.send('mail.open', mail)
  await intents.send('mail.open', mail)
  expect(loaded).toEqual([['mail.open', 1]])
})

test('that nobody answers says so', async () => {
  await expect(intents.send('mail.open', mail)).rejects.toBeInstanceOf(IntentUnavailable)
})

test('goes to the newer build of a remote after it was replaced', async () => {
  const asked: string[] = []
  const old = intents.provide('remote-mail', { 'mail.open': async () => void asked.push('old') })
  stops.push(intents.provide('remote-mail', { 'mail.open': async () => void asked.push('new') }))
  old()
  await intents.send('mail.open', mail)
  expect(asked).toEqual(['new'])
})

test('rejects with what the handler says', async () => {
  stops.push(intents.provide('remote-mail', { 'mail.open': () => Promise.reject(new Error('gone')) }))
  await expect(intents.send('mail.open', mail)).rejects.toThrow('gone')
})

/** What the user is shown from now on. */
function shownErrors(): readonly string[] {
  const texts: string[] = []
  setNotifier({ error: (text) => void texts.push(text) })
  return texts
}

test('gives the answer', async () => {
  const people = [{ name: '张伟', address: 'zhang.wei@yanshu.test' }]
  stops.push(intents.provide('remote-people', { 'contacts.pick': async () => people }))
  expect(await intents.send('contacts.pick', { multiple: true })).toEqual(people)
})

test('that nobody answers shows a message, unless the caller has its own', async () => {
  const texts = shownErrors()
  await expect(intents.send('contacts.pick', {})).rejects.toBeInstanceOf(IntentUnavailable)
  expect(texts).toEqual([zh.intent.nobody])
  await expect(intents.send('files.pick', {}, { silent: true })).rejects.toBeInstanceOf(IntentUnavailable)
  expect(texts).toEqual([zh.intent.nobody])
})

test('whose remote could not be loaded shows the same message as one that nobody answers', async () => {
  const texts = shownErrors()
  const gone = new Error('gone')
  intents.setLoader(() => Promise.reject(gone))
  await expect(intents.send('mail.open', mail)).rejects.toMatchObject({ intent: 'mail.open', cause: gone })
  expect(texts).toEqual([zh.intent.nobody])
})

test('whose answer fails shows one message, with the most exact reason', async () => {
  const texts = shownErrors()
  const refused = new ApiError('no such mail', { code: 404_001, status: 404 })
  stops.push(
    intents.provide('remote-mail', {
      'mail.open': () => Promise.reject(refused),
      'folder.empty': () => Promise.reject(new Error('a defect')),
    }),
  )
  await expect(intents.send('mail.open', mail)).rejects.toBe(refused)
  expect(texts).toEqual([])
  await expect(intents.send('folder.empty', { folderId: 1 })).rejects.toThrow('a defect')
  expect(texts).toEqual([zh.intent.failed])
})

test('of another major is not understood', async () => {
  shownErrors()
  stops.push(intents.provide('remote-mail', { 'mail.open': async () => undefined }, { 'mail.open': 2 }))
  await expect(intents.send('mail.open', mail)).rejects.toBeInstanceOf(IntentUnavailable)
})

test('is known to be answered from what the manifest says', () => {
  expect(intents.answered('contacts.pick')).toBe(false)
  contributions.set([
    { remote: 'remote-people', running: undefined, contributes: { routes: [], intents: { 'contacts.pick': 1 } } },
  ])
  expect(intents.answered('contacts.pick')).toBe(true)
  expect(intents.answered('contacts.pick', 2)).toBe(false)
})
