// @vitest-environment happy-dom
import { generateKey, newPinParameters, openVault } from '@yanshu/cms'
import { startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test } from 'vitest'
import { closeKeys, type OpenKeys, openKeys, readOpenKeys } from '../src/open/keyring.ts'

const PIN = '482913'
const shells: TestShell[] = []

async function logIn(userMail: string) {
  const shell = await startTestShell({ userMail })
  shells.push(shell)
  const vault = await openVault(PIN, newPinParameters(2 ** 15))
  const { privateKey } = await generateKey('p-256')
  const sealed = await vault.seal(privateKey.pkcs8)
  shell.answer({
    'keymanagement/key/getRandomCode': { randomCode: 'x'.repeat(20), parameters: vault.parameters },
    'keymanagement/key/keyPinVerify': {
      keys: [
        { keyId: 1, sealed },
        { keyId: 2, sealed: { iv: sealed.iv, sealed: sealed.sealed.slice(4) } },
      ],
    },
  })
}

afterEach(() => {
  closeKeys()
  for (const shell of shells.splice(0).reverse()) shell.stop()
})

test('given keys of one login, then they are gone in the next, and a key that is damaged leaves the others open', async () => {
  await logIn('zhang.wei@yanshu.test')
  const opened: OpenKeys = await openKeys(PIN)
  expect(readOpenKeys()).toBe(opened)
  expect(opened.keys.map(({ keyId }) => keyId)).toEqual([1])
  expect(opened.damaged).toEqual([2])
  await logIn('li.na@yanshu.test')
  expect(readOpenKeys()).toBeNull()
})

test('given a login that ends while the PIN is made into a key, then the keys are opened in no other', async () => {
  await logIn('zhang.wei@yanshu.test')
  // The call of a login that has ended stays pending.
  void openKeys(PIN)
  await logIn('li.na@yanshu.test')
  await openKeys(PIN)
  const own = readOpenKeys()
  expect(own).not.toBeNull()
  await Promise.resolve()
  expect(readOpenKeys()).toBe(own)
})
