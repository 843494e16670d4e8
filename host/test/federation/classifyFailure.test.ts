import { PartError } from '@yanshu/shell-api'
import { expect, test } from 'vitest'
import { classifyLoading, classifyOnScreen } from '../../src/federation/classifyFailure.ts'
import { RemoteError, type RemoteErrorClass } from '../../src/federation/RemoteError.ts'
import { SharedModuleError } from '../../src/federation/SharedModuleError.ts'

const lostChunk = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError', type: 'timeout' })
const known = new RemoteError('contract', 'remote-mail', '1.0.0', 'known')

const cases: [what: string, error: unknown, loading: RemoteErrorClass, onScreen: RemoteErrorClass][] = [
  ['a chunk that did not come', lostChunk, 'load', 'load'],
  ['a part that is not what was built', new PartError('integrity', 'no', null), 'integrity', 'integrity'],
  ['a part that threw while starting', new PartError('evaluate', 'no', null), 'evaluate', 'evaluate'],
  ['an exception', new Error('undefined is not a function'), 'evaluate', 'render'],
  ['something that is no error', 'thrown', 'evaluate', 'render'],
  ['a missing shared module', new Error('Cannot find shared "react"'), 'compat', 'render'],
  ['what has a class', known, 'contract', 'contract'],
]

test.each(cases)('given %s, then its class says what was seen, and where', async (_, error, loading, onScreen) => {
  expect((await classifyLoading(error, 'remote-mail', '1.0.0', 100)).class).toBe(loading)
  expect((await classifyOnScreen(error, 'remote-mail', '1.0.0', 100)).class).toBe(onScreen)
})

test('given a module of the host that did not come, then no version of a remote is named', async () => {
  const lost = new SharedModuleError(new PartError('load', 'it did not come', lostChunk))
  expect(await classifyLoading(lost, 'remote-mail', '1.0.0', 100)).toBe(lost)
  expect(await classifyOnScreen(lost, 'remote-mail', '1.0.0', 100)).toBe(lost)
})
