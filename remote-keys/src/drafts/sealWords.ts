import type { Bytes, Certificate, HeldKey } from '@yanshu/cms'
import type { SealedFile } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'

/** What of a draft is encrypted to its writer. */
export interface DraftWords {
  readonly html: string
  /** Null where the subject stands outside. */
  readonly subject: string | null
  /** Its files that are encrypted, with what opens them. */
  readonly files?: readonly SealedFile[]
}

/**
 * Encrypts the words of a draft to its writer: CMS in base64. To all of the writer's certificates, so that each of the keys
 * opens it; in the national algorithms where there are no others.
 */
export async function sealWords(cms: Cms, words: DraftWords, own: readonly Certificate[]): Promise<string> {
  const content: Bytes = new TextEncoder().encode(JSON.stringify(words))
  const isNational = own.every(({ publicKey }) => publicKey.kind === 'sm2')
  const cipher = isNational ? 'SM4-CBC' : 'AES-256-GCM'
  return cms.toBase64(await cms.encrypt({ content, recipients: own, cipher, rsa: 'OAEP' }))
}

/** The words of a draft. Throws `CmsError` where none of the keys opens it, and where it holds no words. */
export async function openWords(cms: Cms, sealed: string, keys: readonly HeldKey[]): Promise<DraftWords> {
  const data = cms.readCms(cms.fromBase64(sealed))
  if (data.type !== 'enveloped') throw new cms.CmsError('malformed', 'a sealed draft that is none')
  const { content } = await cms.decrypt(data, keys)
  const { html, subject = null, files = [] }: Record<string, unknown> = Object(parsed(content))
  if (typeof html !== 'string' || (subject !== null && typeof subject !== 'string')) {
    throw new cms.CmsError('malformed', 'a sealed draft without its words')
  }
  return { html, subject, files: filesIn(files) }
}

/** Files in the form in which they are sealed; what has another form opens nothing, and is left out. */
function filesIn(value: unknown): SealedFile[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    const { as, key, name, contentType, size }: Record<string, unknown> = Object(one)
    if (typeof as !== 'string' || typeof key !== 'string' || typeof name !== 'string') return []
    return typeof contentType === 'string' && typeof size === 'number' ? [{ as, key, name, contentType, size }] : []
  })
}

function parsed(content: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return null
  }
}
