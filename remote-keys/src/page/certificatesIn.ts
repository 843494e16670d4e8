import type { Bytes, Certificate } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'

/** What stands in a file that a person was given: certificates in PEM or DER, or a list of them (.p7b, .p7c). */
export function certificatesIn(cms: Cms, file: Bytes): readonly Certificate[] {
  try {
    const found = cms.readCertificates(file)
    if (found.length > 0) return found
  } catch (error) {
    if (!(error instanceof cms.CmsError)) throw error
  }
  const [list = file] = [...cms.pemBlocks(file, 'PKCS7'), ...cms.pemBlocks(file, 'CMS')]
  const data = cms.readCms(list)
  return data.type === 'signed' ? data.certificates : []
}

/** Those that letters can be encrypted by, which name an address. */
export const usableIn = (cms: Cms, file: Bytes): readonly Certificate[] =>
  certificatesIn(cms, file).filter((one) => one.addresses.length > 0 && cms.purposeOf(one, 'encrypting') === 'fits')
