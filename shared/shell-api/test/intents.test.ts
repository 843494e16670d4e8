import { afterEach, expect, test } from 'vitest'
import { IntentUnavailable, intents } from '../src/intents/intents.ts'

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  intents.setLoader(null)
})
const mail = { mailId: 7, mailboxId: 1 }

test('reaches the remote that answers it', async () => {
  const asked: unknown[] = []
  stops.push(intents.provide('remote-mail', { 'mail.open': async (input) => void asked.push(input) }))
  await intents.send('mail.open', mail)
  expect(asked).toEqual([mail])
})

test('loads the remote that is not there yet, once', async () => {
  const loaded: string[] = []
  intents.setLoader(async (name) => {
    loaded.push(name)
    stops.push(intents.provide('remote-mail', { 'mail.open': async () => undefined }))
  })
  await intents.send('mail.open', mail)
  await intents.send('mail.open', mail)
  expect(loaded).toEqual(['mail.open'])
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
