import { expect, test } from 'vitest'
import { fromText, newPinParameters, openVault } from '../src/index.ts'
import { withBitTurned } from './fixtures.ts'

const PKCS8 = fromText('a private key')
const parameters = newPinParameters(2 ** 15)

test('given keys sealed under a PIN, then that PIN alone opens them, and its proof shows nothing of the key', async () => {
  const vault = await openVault('482913', parameters)
  const sealed = await vault.seal(PKCS8)
  const again = await openVault('４８２９１３', parameters)
  expect(await again.open(sealed)).toEqual(PKCS8)
  expect(again.proof).toBe(vault.proof)
  expect(await vault.seal(PKCS8)).not.toEqual(sealed)

  const other = await openVault('482914', parameters)
  expect(other.proof).not.toBe(vault.proof)
  await expect(other.open(sealed)).rejects.toMatchObject({ code: 'wrong-password' })
  // The same PIN of another person has another proof.
  expect((await openVault('482913', newPinParameters(2 ** 15))).proof).not.toBe(vault.proof)

  const proof = await crypto.subtle.importKey('raw', Buffer.from(vault.proof, 'base64'), 'AES-GCM', false, ['decrypt'])
  const algorithm = {
    name: 'AES-GCM',
    iv: Buffer.from(sealed.iv, 'base64'),
    additionalData: fromText('yanshu-vault-1'),
  }
  await expect(crypto.subtle.decrypt(algorithm, proof, Buffer.from(sealed.sealed, 'base64'))).rejects.toThrow()
})

test('given what was read with the keys, then it is sealed under the PIN as well, and is never taken for a key', async () => {
  const vault = await openVault('482913', parameters)
  const note = await vault.sealNote(PKCS8)
  const again = await openVault('482913', parameters)
  expect(await again.openNote(note)).toEqual(PKCS8)
  await expect(again.open(note)).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(again.openNote(await vault.seal(PKCS8))).rejects.toMatchObject({ code: 'wrong-password' })
  await expect((await openVault('482914', parameters)).openNote(note)).rejects.toMatchObject({ code: 'wrong-password' })
})

test('given a sealed key that was changed, or parameters that cost too little or too much, then it is refused', async () => {
  const vault = await openVault('482913', parameters)
  const { iv, sealed } = await vault.seal(PKCS8)
  const turned = withBitTurned(new Uint8Array(Buffer.from(sealed, 'base64')), 3)
  const changed = { iv, sealed: Buffer.from(turned).toString('base64') }
  await expect(vault.open(changed)).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(openVault('482913', { ...parameters, cost: 2 })).rejects.toMatchObject({ code: 'malformed' })
  await expect(openVault('482913', { ...parameters, blockSize: 1 })).rejects.toMatchObject({ code: 'malformed' })
  await expect(openVault('482913', { ...parameters, cost: 2 ** 20 })).rejects.toMatchObject({ code: 'too-large' })
})
