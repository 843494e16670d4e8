import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ManifestKey } from '@yanshu/discovery/signature'
import { z } from 'zod'
import { derivedKey } from '../../platform/secrets/serverKey.ts'

/** What was served last of what operators wrote. */
export interface KeptManifest {
  readonly text: string
  /** The keys that its signature was checked against. */
  readonly keys: readonly ManifestKey[]
  /** Whether this system wrote the copy, so that its signature was checked then; false for a copy of an older version. */
  readonly isOurs: boolean
}

const keptSchema = z.object({
  text: z.string(),
  keys: z.array(
    z.object({
      kid: z.string(),
      x: z.string(),
      y: z.string(),
      from: z.string().exactOptional(),
      until: z.string().exactOptional(),
      stopOnly: z.boolean().exactOptional(),
    }),
  ),
  check: z.string(),
})

/**
 * The copy of the last good manifest in the data folder, for a start at which the operators' one cannot be used: it has a
 * mistake, or the file of the keys is missing or wrong. It has a check of its own, by the key of this system, so that it
 * can be believed without the operators' keys: a copy that another program has written is not.
 */
export class LastGood {
  readonly #dataFolder: string
  readonly #file: string
  #keptText: string | null = null

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.#file = path.join(dataFolder, 'mf', 'manifest.last-good.json')
  }

  /** Null where there is none, or none that this system has written. */
  async read(): Promise<KeptManifest | null> {
    try {
      const text = await readFile(this.#file, 'utf8')
      const found = keptSchema.safeParse(JSON.parse(text))
      // Older versions kept the manifest itself.
      if (!found.success) return { text, keys: [], isOurs: false }
      const { check, ...kept } = found.data
      const [mine, theirs] = [await this.#checkOf(kept), Buffer.from(check, 'base64url')]
      return mine.length === theirs.length && timingSafeEqual(mine, theirs) ? { ...kept, isOurs: true } : null
    } catch {
      return null
    }
  }

  async keep(kept: Pick<KeptManifest, 'text' | 'keys'>): Promise<void> {
    const check = (await this.#checkOf(kept)).toString('base64url')
    const text = JSON.stringify({ ...kept, check })
    if (text === this.#keptText) return
    await mkdir(path.dirname(this.#file), { recursive: true })
    await writeFile(`${this.#file}.new`, text, { flush: true })
    await rename(`${this.#file}.new`, this.#file)
    this.#keptText = text
  }

  async forget(): Promise<void> {
    this.#keptText = null
    await rm(this.#file, { force: true }).catch(() => undefined)
  }

  async #checkOf({ text, keys }: Pick<KeptManifest, 'text' | 'keys'>): Promise<Buffer> {
    const key = await derivedKey({ dataFolder: this.#dataFolder }, 'manifest.last-good')
    return createHmac('sha256', key)
      .update(JSON.stringify([text, keys]))
      .digest()
  }
}
