import type { Bytes } from '../bytes.ts'
import type { Certificate } from '../x509/certificate.ts'
import { type CmsData, readCms as readData } from './contentInfo.ts'
import { decrypt as decryptEnveloped, type HeldKey } from './decrypt.ts'
import { type EncryptOptions, encrypt as encryptContent } from './encrypt.ts'
import type { EnvelopedData } from './envelopedData.ts'
import {
  type CheckedSignature,
  type SignedData,
  type SignOptions,
  sign as signContent,
  verify as verifySigned,
} from './signedData.ts'

/**
 * What S/MIME needs of CMS (RFC 5652): read, sign, verify, encrypt, decrypt, each with parsed data as the interface has it that
 * WebKit once proposed for browsers (`crypto.cms`). All of `smime/` and of the pages does its work by these, so that another
 * implementation replaces them here.
 */
export interface CmsOperations {
  /** `parseSMIME` of the proposal, for one part. */
  readonly readCms: (bytes: Bytes) => CmsData
  readonly sign: (options: SignOptions) => Promise<Bytes>
  /** `beside` has the content of a detached signature, and certificates that did not come with it. */
  readonly verify: (
    signed: SignedData,
    beside?: { readonly content?: Bytes; readonly certificates?: readonly Certificate[] },
  ) => Promise<CheckedSignature[]>
  readonly encrypt: (options: EncryptOptions) => Promise<Bytes>
  readonly decrypt: (
    enveloped: EnvelopedData,
    keys: readonly HeldKey[],
  ) => Promise<{ readonly content: Bytes; readonly key: HeldKey }>
}

const OPERATIONS: CmsOperations = {
  readCms: readData,
  sign: signContent,
  verify: verifySigned,
  encrypt: encryptContent,
  decrypt: decryptEnveloped,
}

export const { readCms, sign, verify, encrypt, decrypt } = OPERATIONS
