import path from 'node:path'
import { readXml } from './readXml.ts'
import type { ZipFile } from './zipFile.ts'

/** A sheet or slide, by where it stands in the archive. */
export interface OfficePart {
  readonly name: string
  readonly path: string
}

/**
 * The sheets or slides that a document lists, in its order. What lies outside of the archive is never among them.
 * @param element how one is listed: `sheet`, `sldId`
 */
export async function partsInOrder(zip: ZipFile, document: string, element: string): Promise<OfficePart[]> {
  const targets = await targetsOf(zip, document)
  const parts: OfficePart[] = []
  const content = await zip.read(document)
  if (!content) return parts
  await readXml(content, {
    // Attributes are without prefixes here: of `id` and `r:id` the last one counts, which is the reference.
    open(name, { id = '', name: title = '' }) {
      const target = name === element ? targets.get(id) : undefined
      if (target !== undefined) parts.push({ name: title, path: target })
    },
  })
  return parts
}

async function targetsOf(zip: ZipFile, document: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.posix.dirname(document)
  const content = await zip.read(`${folder}/_rels/${path.posix.basename(document)}.rels`)
  const targets = new Map<string, string>()
  if (!content) return targets
  await readXml(content, {
    open(name, { Id = '', Target = '', TargetMode = '' }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : path.posix.join(folder, Target))
    },
  })
  return targets
}
