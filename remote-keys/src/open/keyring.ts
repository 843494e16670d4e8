import type { HeldKey, PinVault, PrivateKey } from '@yanshu/cms'
import { type GetData, KEYS_OPEN_MS } from '@yanshu/contracts'
import { http, type LoginScope, loginScope, perLogin, screenLock, storePerLogin, useStore } from '@yanshu/shell-api'
import { type Cms, fetchCms } from '../crypto/fetchCms.ts'

/** What the server has of the person's keys. */
export type KeyList = GetData<'keymanagement/key/list'>

interface OpenKey {
  readonly keyId: number
  readonly privateKey: PrivateKey
}

/** The keys while they are open. They stand in the memory of this window alone. */
export interface OpenKeys {
  readonly vault: PinVault
  readonly keys: readonly OpenKey[]
  /** Keys that the PIN did not open: what the server has of them is damaged. */
  readonly damaged: readonly number[]
}

const opened = storePerLogin<OpenKeys | null>(() => null)

/**
 * Keeps the keys of one login open for a quarter of an hour. They are gone when the screen is locked, when the login ends, and
 * in the account that is switched to, which is a login of its own.
 */
const keeper = perLogin(
  () => {
    const store = opened.mine()
    let timer: ReturnType<typeof setTimeout> | undefined
    let unfollow: (() => void) | null = null
    const forget = () => {
      clearTimeout(timer)
      unfollow?.()
      unfollow = null
      store.set(null)
    }
    return {
      forget,
      current: () => store.get(),
      drop(keyId: number) {
        const keys = store.get()
        if (!keys) return
        const isOther = (id: number) => id !== keyId
        const left = keys.keys.filter((one) => isOther(one.keyId))
        store.set({ ...keys, keys: left, damaged: keys.damaged.filter(isOther) })
      },
      keep(keys: OpenKeys) {
        forget()
        // The screen was locked while the PIN was made into a key.
        if (screenLock.state()) return
        store.set(keys)
        timer = setTimeout(forget, KEYS_OPEN_MS)
        unfollow = screenLock.subscribe(() => {
          if (screenLock.state()) forget()
        })
      },
    }
  },
  ({ forget }) => forget(),
)

export const useOpenKeys = (): OpenKeys | null => useStore(opened)

/** The keys that are open; null for none. */
export const readOpenKeys = (): OpenKeys | null => opened.get()

/** Closes the keys: the PIN has to be entered again. */
export const closeKeys = (): void => keeper().forget()

/** Removes a key, here and on the server. Rejects with what the server refuses it with. */
export async function removeKey(run: AskingRun, keyId: number): Promise<void> {
  const keeping = keeper()
  const login = loginScope()
  await run((options) => http.post('keymanagement/key/remove', { keyId }, { ...options, silent: true, login }))
  keeping.drop(keyId)
}

/** The list of keys, asked for without a notice: who asks shows what went wrong. */
export const askKeys = (login: LoginScope = loginScope()) =>
  http.get('keymanagement/key/list', {}, { silent: true, login })

/** Opens what the server keeps sealed. One key that is damaged leaves the others open. */
async function openAll(
  cms: Cms,
  vault: PinVault,
  sealed: readonly { readonly keyId: number; readonly sealed: { readonly iv: string; readonly sealed: string } }[],
): Promise<OpenKeys> {
  const keys: OpenKey[] = []
  const damaged: number[] = []
  for (const one of sealed) {
    try {
      keys.push({ keyId: one.keyId, privateKey: cms.readPrivateKey(await vault.open(one.sealed)) })
    } catch {
      damaged.push(one.keyId)
    }
  }
  return { vault, keys, damaged }
}

/** Proves the PIN to the server, which hands out the sealed keys then. `smsCode` stands for a try that would have to wait. */
async function fetchKeys(login: LoginScope, pin: string, smsCode?: string): Promise<OpenKeys> {
  const cms = await fetchCms()
  // In the login in which the PIN was entered: in the next one it would count as a wrong try of that person.
  const options = { silent: true, login }
  const { randomCode, parameters } = await http.get('keymanagement/key/getRandomCode', {}, options)
  const vault = await cms.openVault(pin, parameters)
  const body = { randomCode, proof: vault.proof, ...(smsCode ? { smsCode } : {}) }
  const { keys } = await http.post('keymanagement/key/keyPinVerify', body, options)
  return openAll(cms, vault, keys)
}

/** Opens the keys for a while. Rejects with what the server refuses the PIN with. */
export async function openKeys(pin: string, smsCode?: string): Promise<OpenKeys> {
  const keeping = keeper()
  const keys = await fetchKeys(loginScope(), pin, smsCode)
  keeping.keep(keys)
  return keys
}

/** What a page keeps: a key with what an authority is asked, or the certificates that came with it. */
export interface NewKey {
  readonly privateKey: PrivateKey
  readonly request: string
  readonly certificates: readonly string[]
}

/** Who keeps a copy of each new key in the organisation; null for none. */
export type Escrow = KeyList['escrow']

/** A key, sealed to the certificate of the organisation; '' where it keeps no copies. */
async function escrowCopy(cms: Cms, { pkcs8 }: PrivateKey, escrow: Escrow): Promise<string> {
  if (!escrow) return ''
  const recipients = [cms.readCertificate(cms.fromBase64(escrow.certificate))]
  return cms.toBase64(await cms.encrypt({ content: pkcs8, recipients, cipher: 'AES-256-GCM', rsa: 'OAEP' }))
}

/** Makes a call that may ask for the login password first. */
export type AskingRun = <T>(call: (options: { readonly handles?: number }) => Promise<T>) => Promise<T>

/**
 * Seals keys and has the server keep them. With the first ones `pin` becomes the PIN; later it is needed where the keys are
 * closed. They are open afterwards. `escrow` is what the person was shown before.
 */
export async function saveKeys(
  run: AskingRun,
  keys: readonly NewKey[],
  { pin, isFirst, escrow }: { readonly pin: string; readonly isFirst: boolean; readonly escrow: Escrow },
): Promise<void> {
  const keeping = keeper()
  const login = loginScope()
  const cms = await fetchCms()
  const before = isFirst
    ? { vault: await cms.openVault(pin, cms.newPinParameters()), keys: [], damaged: [] }
    : (keeping.current() ?? (await fetchKeys(login, pin)))
  const { vault } = before
  const sealed = await Promise.all(
    keys.map(async ({ privateKey, request, certificates }) => ({
      sealed: await vault.seal(privateKey.pkcs8),
      request,
      certificates: [...certificates],
      escrow: await escrowCopy(cms, privateKey, escrow),
    })),
  )
  const body = { proof: vault.proof, ...(isFirst ? { parameters: parametersOf(vault) } : {}), keys: sealed }
  const { keyIds } = await run((options) =>
    http.post('keymanagement/key/save', body, { ...options, silent: true, login }),
  )
  const added = keys.flatMap(({ privateKey }, at) => {
    const keyId = keyIds[at]
    return keyId === undefined ? [] : [{ keyId, privateKey }]
  })
  const rest = before.keys.filter(({ keyId }) => !keyIds.includes(keyId))
  keeping.keep({ vault, keys: [...rest, ...added], damaged: before.damaged.filter((id) => !keyIds.includes(id)) })
}

const COSTS = [32_768, 65_536, 131_072, 262_144] as const

/** The parameters of a new PIN, as the contract has them. */
function parametersOf({ parameters }: PinVault): GetData<'keymanagement/key/getRandomCode'>['parameters'] {
  const cost = COSTS.find((one) => one === parameters.cost)
  if (cost === undefined || parameters.blockSize !== 8) throw new Error('a PIN of a cost that the server does not keep')
  return { kind: 'scrypt', cost, blockSize: 8, salt: parameters.salt }
}

/** Why a PIN cannot be replaced: a key is damaged, and would be lost. */
export class DamagedKeyError extends Error {}

/** Replaces the PIN: all keys are sealed under the new one. Throws `DamagedKeyError`, and what the server refuses with. */
export async function changePin(run: AskingRun, pin: string, newPin: string): Promise<void> {
  const keeping = keeper()
  const login = loginScope()
  const before = await fetchKeys(login, pin)
  if (before.damaged.length > 0) throw new DamagedKeyError()
  const cms = await fetchCms()
  const vault = await cms.openVault(newPin, cms.newPinParameters())
  const keys = await Promise.all(
    before.keys.map(async ({ keyId, privateKey }) => ({ keyId, sealed: await vault.seal(privateKey.pkcs8) })),
  )
  await run(async (options) => {
    // Each try has a code of its own: a call that was refused for want of a password has not used it, a later one may have.
    const { randomCode } = await http.get('keymanagement/key/getRandomCode', {}, { silent: true, login })
    const proofs = { randomCode, proof: before.vault.proof, newProof: vault.proof }
    const body = { ...proofs, parameters: parametersOf(vault), keys }
    return http.post('keymanagement/key/changePin', body, { ...options, silent: true, login })
  })
  keeping.keep({ vault, keys: before.keys, damaged: [] })
}

/** The open keys with every certificate that was made for them, as mails are opened with. */
export function heldKeys(cms: Cms, { keys }: OpenKeys, { list }: Pick<KeyList, 'list'>): HeldKey[] {
  return keys.map(({ keyId, privateKey }) => ({
    privateKey,
    certificates: (list.find((one) => one.keyId === keyId)?.certificates ?? []).flatMap(({ certificate }) => {
      try {
        return [cms.readCertificate(cms.fromBase64(certificate))]
      } catch {
        return []
      }
    }),
  }))
}
