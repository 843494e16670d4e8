// @vitest-environment happy-dom
import { beaconFact } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'
import { RemoteError } from '../federation/RemoteError.ts'
import { duplicateModules } from './duplicates.ts'
import { type FactContext, factsOf, framesOf } from './facts.ts'
import type { Noted } from './noted.ts'

const HERE = 'https://mail.example.org'
/** Where remotes are that lie in a bucket. */
const STATIC = 'https://static.example.org'
const host = { remote: 'host', build: '0.1.0', revision: 7 }
const context: FactContext = {
  host,
  origins: [HERE, STATIC],
  ownerOf: (remote) => ({ remote, build: `${remote.replace('-', '_')}__1_0_0`, revision: 7 }),
}

/** What is sent, which the contract must take as it is. */
const sent = (what: Noted) => {
  const facts = factsOf(what, context)
  for (const fact of facts) beaconFact.parse(fact)
  return facts
}

const thrown = (error: unknown) => new ErrorEvent('error', { error })
function errorAt(stack: string, name = 'TypeError'): Error {
  const error = new Error('给 li.na@example.org 的信')
  return Object.assign(error, { name, stack: `${name}: ${error.message}\n${stack}` })
}

test('given an error, then its class and the places in this product are sent, and not what it says', () => {
  const stack = `    at open (${HERE}/r/remote-mail/1.0.0-ab12/reading.0a1b.js:1:4242)
    at ${STATIC}/bucket/r/remote-mail/1.0.0-ab12/list.0a1b.js:3:1
    at ${HERE}/app/main.77.js:2:17
    at https://elsewhere.example/x.js:1:1`
  const frames = [
    { file: '/r/remote-mail/1.0.0-ab12/reading.0a1b.js', line: 1, column: 4242 },
    { file: '/r/remote-mail/1.0.0-ab12/list.0a1b.js', line: 3, column: 1 },
    { file: '/app/main.77.js', line: 2, column: 17 },
  ]
  expect(framesOf(stack, [HERE, STATIC])).toEqual(frames)
  const facts = sent(thrown(errorAt(stack)))
  expect(facts).toEqual([
    { kind: 'error', remote: 'remote-mail', build: 'remote_mail__1_0_0', revision: 7, name: 'TypeError', frames },
  ])
  expect(JSON.stringify(facts)).not.toContain('li.na')
})

test('given what is not the code’s doing, then nothing is sent', () => {
  const own = `    at ${HERE}/app/main.77.js:2:17`
  expect(sent(thrown(errorAt(own, 'AbortError')))).toEqual([])
  expect(sent(thrown(errorAt(own, 'ApiError')))).toEqual([])
  expect(sent(thrown(errorAt('    at chrome-extension://abc/x.js:1:1')))).toEqual([])
  expect(sent(thrown(undefined))).toEqual([])
  expect(sent({ type: 'manifest-failure', error: new Error('no network') })).toEqual([])
})

test('given a version that failed and another in its place, then both are told, with who fell into it', () => {
  const error = new RemoteError('integrity', 'remote-mail', '1.1.0', 'a chunk is not what was built')
  expect(sent({ type: 'failure', build: 'remote_mail__1_1_0', revision: 8, error })).toEqual([
    { kind: 'failure', remote: 'remote-mail', build: 'remote_mail__1_1_0', revision: 8, class: 'integrity' },
  ])
  const ran = {
    type: 'load',
    remote: 'remote-mail',
    version: '1.0.0',
    build: 'remote_mail__1_0_0',
    revision: 8,
    ms: 120,
    bucket: 1_234,
    instead: { build: 'remote_mail__1_1_0', ms: 99_999_999 },
  } as const
  expect(sent(ran)).toEqual([
    { kind: 'load', remote: 'remote-mail', build: 'remote_mail__1_0_0', revision: 8, ms: 120, bucket: 12 },
    { kind: 'fallback', remote: 'remote-mail', build: 'remote_mail__1_1_0', revision: 8, ms: 600_000 },
  ])
})

test('given two versions of one shared module, then it is named', () => {
  const scope = { react: { '19.3.1': {} }, dayjs: { '1.11.23': {}, '1.11.9': {} } }
  expect(duplicateModules({ __INSTANCES__: [{ shareScopeMap: { default: scope } }] })).toEqual(['dayjs'])
  expect(duplicateModules(undefined)).toEqual([])
})
