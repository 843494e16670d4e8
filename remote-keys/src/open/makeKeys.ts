import type { NewKeyKind } from '@yanshu/cms'
import { fetchCms } from '../crypto/fetchCms.ts'
import type { NewKey } from './keyring.ts'

/** Makes a key in this browser, with the request by which the organisation's authority certifies it. */
export async function makeKey(kind: NewKeyKind, { address, name }: { address: string; name: string }): Promise<NewKey> {
  const cms = await fetchCms()
  const { privateKey } = await cms.generateKey(kind)
  const request = await cms.writeRequest({ commonName: name || address }, [address], privateKey)
  return { privateKey, request: cms.toBase64(request), certificates: [] }
}

/** The most certificates of one key that the server keeps. */
const MOST_CERTIFICATES = 10

/**
 * The keys of a .p12 or .pfx file, each with its certificates. Rejects with a `CmsError`: `wrong-password`, `no-key`, or what the
 * file is instead of one. A key without a certificate in the file cannot be used for mail, and is left out; `left` counts them.
 */
export async function readKeysOf(file: File, password: string): Promise<{ keys: NewKey[]; left: number }> {
  const cms = await fetchCms()
  const { keys } = await cms.readKeyFile(new Uint8Array(await file.arrayBuffer()), password)
  const known = keys.filter(({ certificates }) => certificates.length > 0)
  return {
    keys: known.map(({ privateKey, certificates }) => ({
      privateKey,
      request: '',
      certificates: certificates.slice(0, MOST_CERTIFICATES).map(({ der }) => cms.toBase64(der)),
    })),
    left: keys.length - known.length,
  }
}
