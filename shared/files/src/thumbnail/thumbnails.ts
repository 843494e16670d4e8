import { isSlowLine, perLogin, useSettings } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'

/** Bytes of the largest picture that is read to be drawn small. */
const BYTES_MAX = 5 * 1_024 * 1_024
/** Edge in px of what is kept of a picture. */
const EDGE = 360
/** Pictures that are kept; the ones that were drawn first go first. */
const KEPT_MAX = 300
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** Whether a file is a picture that is drawn small: of a type that browsers draw, and not too large. */
export const isDrawable = ({ contentType, size }: { contentType: string; size: number }): boolean =>
  PICTURE.test(contentType) && size <= BYTES_MAX

/**
 * Reads a picture that the server lets the browser show, and draws it small: turned by its EXIF, without what else the file
 * holds. Rejects where it is none, or was given up.
 */
async function draw(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal })
  const content = await response.blob()
  if (!response.ok) throw new Error(`answered with ${response.status}`)
  const picture = await createImageBitmap(content)
  try {
    const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/webp', 0.8),
    )
  } finally {
    picture.close()
  }
}

/** null where a picture cannot be drawn; undefined where no server answered, which `fetch` reports by a TypeError. */
const unlessAway = (error: unknown): null | undefined => (error instanceof TypeError ? undefined : null)

/** The small pictures of a login, one drawn after the other: a large one needs much memory while it is read. */
class Thumbnails {
  readonly #drawn = new Map<string, string | null>()
  readonly #signal: AbortSignal
  #last: Promise<unknown> = Promise.resolve()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** The address of a picture; null where it cannot be drawn, undefined while it was not. */
  known(key: string): string | null | undefined {
    return this.#drawn.get(key)
  }

  /** Draws one when those before it are done; undefined where it was given up meanwhile. */
  draw(key: string, address: string, isWanted: () => boolean): Promise<string | null | undefined> {
    const one = this.#last.then(async () => {
      const known = this.#drawn.get(key)
      if (known !== undefined || !isWanted() || this.#signal.aborted) return known
      const url = await draw(address, this.#signal).then(URL.createObjectURL, unlessAway)
      // Without an answer it is asked for again when the tile is next drawn.
      if (url === undefined) return undefined
      if (this.#signal.aborted) {
        if (url) URL.revokeObjectURL(url)
        return undefined
      }
      this.#keep(key, url)
      return url
    })
    this.#last = one
    return one
  }

  #keep(key: string, url: string | null): void {
    this.#drawn.set(key, url)
    const [first] = this.#drawn
    if (this.#drawn.size > KEPT_MAX && first) this.#forget(...first)
  }

  #forget(key: string, url: string | null): void {
    this.#drawn.delete(key)
    if (url) URL.revokeObjectURL(url)
  }

  clear(): void {
    for (const one of [...this.#drawn]) this.#forget(...one)
  }
}

const thumbnails = perLogin(
  ({ signal }) => new Thumbnails(signal),
  (made) => made.clear(),
)

/** The picture to draw small. */
export interface DrawnFile {
  /** Names the content: another version has another key. */
  readonly key: string
  /** Where the server lets the browser show the file. */
  readonly address: string
  /** Whether it is drawn at all. */
  readonly wanted: boolean
}

/** The small picture of a file, once it is drawn, by its address; null for a file without one, without previews, on a slow line. */
export function useThumbnail(file: DrawnFile): string | null {
  const { previewEnable } = useSettings()
  const { key, address } = file
  const wanted = previewEnable && file.wanted && !isSlowLine?.()
  const [drawn, setDrawn] = useState<{ key: string; url: string | null } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let isWanted = true
    const made = thumbnails()
    made
      .draw(key, address, () => isWanted)
      .then((url) => {
        if (isWanted && url !== undefined) setDrawn({ key, url })
      })
    return () => {
      isWanted = false
    }
  }, [wanted, key, address])
  if (!wanted) return null
  return drawn?.key === key ? drawn.url : (thumbnails().known(key) ?? null)
}
