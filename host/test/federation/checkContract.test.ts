import { expect, test } from 'vitest'
import { checkContract } from '../../src/federation/checkContract.ts'
import { RemoteError } from '../../src/federation/RemoteError.ts'

const good = {
  contract: { name: 'remote-mail', major: 1 },
  routes: [{ path: 'inbox', load: async () => ({ default: () => null }) }],
  i18n: { ns: 'mail', load: async () => ({ default: {} }) },
}

test('given what a remote must expose, then it is given back', () => {
  expect(checkContract(good, 'remote-mail', '1.0.0', 1)).toBe(good)
})

const refused: [string, unknown, string][] = [
  ['nothing', undefined, 'no default export'],
  ['null', null, 'no default export'],
  ['no contract', { ...good, contract: undefined }, 'names no contract'],
  ['another remote', { ...good, contract: { name: 'remote-ai', major: 1 } }, 'it says it is remote-ai'],
  ['another major', { ...good, contract: { name: 'remote-mail', major: 2 } }, 'speaks contract 2'],
  ['no routes', { ...good, routes: undefined }, 'routes must be a list'],
  ['a route without a load function', { ...good, routes: [{ path: 'inbox' }] }, 'a route lacks'],
  ['no messages', { ...good, i18n: undefined }, 'i18n lacks'],
  ['slots that are none', { ...good, slots: 'x' }, 'slots must be'],
  ['intents that are null', { ...good, intents: null }, 'intents must be'],
  ['an activate that cannot be called', { ...good, activate: {} }, 'activate must be'],
]

test.each(refused)('given %s, then it is refused with class contract', (_what, value, message) => {
  const check = () => checkContract(value, 'remote-mail', '1.0.0', 1)
  expect(check).toThrow(RemoteError)
  expect(check).toThrow(message)
  expect(check).toThrow(expect.objectContaining({ class: 'contract', remote: 'remote-mail', version: '1.0.0' }))
})
