import type { readKeyFile as ReadKeyFile } from '@yanshu/cms'
import { fetchPart } from '@yanshu/shell-api'

/** What of the package of signed and encrypted mail the pages use: one chunk. */
export {
  base64Lines,
  CmsError,
  cipherForAll,
  contentOf,
  decrypt,
  decryptByCode,
  encrypt,
  encryptPart,
  fingerprintOf,
  fromBase64,
  generateKey,
  headerOf,
  judgeForMail,
  longContentOf,
  mayBeCms,
  meaningOf,
  newPinParameters,
  OWN_CAPABILITIES,
  openVault,
  partsOf,
  pemBlocks,
  purposeOf,
  readCertificate,
  readCertificates,
  readCms,
  readEntity,
  readPrivateKey,
  readProtected,
  reencrypt,
  signPart,
  titleOfName,
  toBase64,
  toPem,
  writeRequest,
} from '@yanshu/cms'

/** Opens a key file. The code for it is loaded with the first one, beside the code that makes a key of a PIN. */
export const readKeyFile: typeof ReadKeyFile = async (bytes, password) => {
  const part = await fetchPart(() => import('./keyFilePart.ts'))
  return part.readKeyFile(bytes, password)
}
