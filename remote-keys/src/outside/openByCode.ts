import type { Bytes, Entity } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'
import { readCode } from '../writing/newCode.ts'

/** A letter that an outside person opened. */
export interface OutsideLetter {
  readonly content: Bytes
  /** What its signature shows without an authority that is trusted; null for a letter that is not signed. */
  readonly signature: 'signed' | 'changed' | 'unchecked' | null
}

/** Parts that are looked through for the encrypted one. */
const DEEPEST = 4

/** The encrypted part of a saved mail: the mail itself, or one of its parts, as some programs save it. */
function encryptedPart(cms: Cms, entity: Entity, depth = 0): Entity | null {
  if (cms.mayBeCms(entity)) return entity
  if (!entity.type.startsWith('multipart/') || depth >= DEEPEST) return null
  for (const part of cms.partsOf(entity)) {
    const found = encryptedPart(cms, cms.readEntity(part), depth + 1)
    if (found) return found
  }
  return null
}

const SEQUENCE = 0x30

/** The bytes of the encrypted part of a file, which is that part or a whole mail; null for none. */
async function encryptedIn(cms: Cms, file: Bytes): Promise<Bytes | null> {
  if (file[0] === SEQUENCE) return file
  const part = encryptedPart(cms, cms.readEntity(file))
  return part && cms.longContentOf(part)
}

/**
 * Opens a file with the code that its sender gave. Null for a file without an encrypted mail.
 *
 * @throws {CmsError} `not-a-recipient` for a mail that no code opens, `wrong-password` for another code, `not-decrypted` for a
 *   mail that was changed, `malformed` for a file that is damaged.
 */
export async function openByCode(cms: Cms, file: Bytes, typed: string): Promise<OutsideLetter | null> {
  const bytes = await encryptedIn(cms, file)
  if (!bytes) return null
  const data = cms.readCms(bytes)
  if (data.type !== 'enveloped') return null
  const content = await cms.decryptByCode(data, readCode(typed))
  const inside = await cms.readProtected(content, { keys: [], certificates: [] })
  if (!inside) return { content, signature: null }
  const all = inside.layers.flatMap((layer) => (layer.kind === 'signed' ? layer.signatures : []))
  const isChanged = all.some(({ integrity }) => integrity === 'changed')
  const isIntact = all.length > 0 && all.every(({ integrity, weak }) => integrity === 'intact' && !weak)
  const signature = isChanged ? 'changed' : isIntact ? 'signed' : 'unchecked'
  return { content: inside.content ?? content, signature }
}
