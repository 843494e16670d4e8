import type { RemoteModule } from '@yanshu/contracts'
import { PartError } from '@yanshu/shell-api'
import { expect, test } from 'vitest'
import { activate } from '../../src/federation/activate.ts'

const remote = (activated: RemoteModule['activate']) => ({
  name: 'remote-mail',
  version: '1.2.3',
  module: {
    contract: { name: 'remote-mail' as const, major: 1 },
    routes: [],
    i18n: { ns: 'remote-mail', load: async () => ({ default: {} }) },
    ...(activated ? { activate: activated } : {}),
  },
})
const NO_WAITS = { timeout: 100, retryDelays: [0, 0] }

test('given an activate that fails once, then it is tried again and what it answers is kept', async () => {
  let attempts = 0
  const undo = () => undefined
  const activated = await activate(
    remote(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('a chunk was lost')
      return undo
    }),
    NO_WAITS,
    () => true,
  )
  expect([activated, attempts]).toEqual([undo, 2])
})

test('given an activate that always fails, then the remote could not be loaded', async () => {
  const failing = activate(
    remote(() => Promise.reject(new Error('a chunk was lost'))),
    NO_WAITS,
    () => true,
  )
  await expect(failing).rejects.toMatchObject({ class: 'load', remote: 'remote-mail', version: '1.2.3' })
})

test('given an activate whose code is not what was built, then that is said, and nothing is asked for again', async () => {
  let attempts = 0
  const failing = activate(
    remote(() => {
      attempts += 1
      return Promise.reject(new PartError('integrity', 'not what was built', null))
    }),
    NO_WAITS,
    () => true,
  )
  await expect(failing).rejects.toMatchObject({ class: 'integrity', remote: 'remote-mail' })
  expect(attempts).toBe(1)
})

test('given a login that ends while a remote is activated, then what was set up is undone', async () => {
  let current = true
  const undone = new Promise<string>((resolve) => {
    void activate(
      remote(async () => {
        current = false
        return () => resolve('undone')
      }),
      NO_WAITS,
      () => current,
    )
  })
  await expect(undone).resolves.toBe('undone')
})

test('given a remote without activate, then there is nothing to undo', async () => {
  await expect(activate(remote(undefined), NO_WAITS, () => true)).resolves.toBeUndefined()
})
