export { type Bytes, fromText } from './bytes.ts'
export { OWN_CAPABILITIES } from './cms/capabilities.ts'
export type { CmsData } from './cms/contentInfo.ts'
export { decryptByCode, type HeldKey, keysFor } from './cms/decrypt.ts'
export { cipherForAll, type EncryptOptions } from './cms/encrypt.ts'
export type { EnvelopedData, Recipient } from './cms/envelopedData.ts'
export { type CmsOperations, decrypt, encrypt, readCms, sign, verify } from './cms/operations.ts'
export type { CheckedSignature, Integrity, SignedData, SignOptions } from './cms/signedData.ts'
export { isNamedBy } from './cms/signerInfo.ts'
export type { ContentCipher } from './crypto/contentCiphers.ts'
export type { RsaTransport } from './crypto/keyTransport.ts'
export { CmsError, type CmsErrorCode } from './errors.ts'
export { newPinParameters, openVault, type PinVault, type SealedInVault } from './keys/pinVault.ts'
export { generateKey, type NewKeyKind, type PrivateKey, publicKeyOf, readPrivateKey } from './keys/privateKey.ts'
export { type KeyFile, type KeyOfFile, readKeyFile } from './keys/readKeyFile.ts'
export { fromBase64, openSealedKey, type SealedKey, type SealParameters, sealKey, toBase64 } from './keys/sealKey.ts'
export { base64Lines } from './smime/base64.ts'
export { contentOf, type Entity, headerOf, longContentOf, partsOf, readEntity } from './smime/entity.ts'
export { type Meaning, type MeaningOptions, meaningOf, type SignatureMeaning } from './smime/meaning.ts'
export { type Layer, mayBeCms, type ProtectedMail, type ReadOptions, readProtected } from './smime/readProtected.ts'
export { type Reencryption, type ReencryptOptions, reencrypt } from './smime/reencrypt.ts'
export { encryptPart, signPart, signPartInside } from './smime/writeProtected.ts'
export {
  type Certificate,
  fingerprintOf,
  pemBlocks,
  readCertificate,
  readCertificates,
  toPem,
} from './x509/certificate.ts'
export { type CertificateContent, type CertificateUse, issueCertificate } from './x509/issue.ts'
export { judgeForMail, type MailJudgement, type MailQuestion, purposeOf } from './x509/judgeForMail.ts'
export { type NameParts, nameText, titleOfName, writeName } from './x509/names.ts'
export { kindOfKey, type PublicKey, publicKeyHash } from './x509/publicKey.ts'
export { type CertificateRequest, readRequest, writeRequest } from './x509/request.ts'
export { type Revoked, writeRevocationList } from './x509/revocationList.ts'
export { judgeChain, type Trust, type TrustOptions } from './x509/trust.ts'
