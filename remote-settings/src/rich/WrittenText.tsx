import { isSignaturePicture } from '@yanshu/contracts'
import { useEffect, useRef } from 'react'
import css from './rich.module.css'
import { safeHtml } from './safeHtml.ts'

/** A formatted text as it will be read, cut off where it is long. Its links lead nowhere here. */
export function WrittenText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The page's policy refuses styles already where they are parsed, and no style is shown.
    const bare = html.replace(/(<[^>]*?)\sstyle="[^"]*"/g, '$1')
    const { body } = new DOMParser().parseFromString(safeHtml(bare, globalThis, isSignaturePicture), 'text/html')
    // Words, lines and pictures alone: no kept HTML becomes part of the page.
    const lines = [...body.querySelectorAll('p, div, li, h1, h2, h3, tr')].filter(
      (one) => one.querySelector('p, div') === null,
    )
    const texts = (lines.length > 0 ? lines : [body]).map((one) => one.textContent?.trim() ?? '')
    place.current?.replaceChildren(
      ...texts.slice(0, 8).map((text) => {
        const line = document.createElement('p')
        line.textContent = text
        return line
      }),
      ...[...body.querySelectorAll('img')].map(({ src, alt }) => Object.assign(new Image(), { src, alt })),
    )
  }, [html])
  return <div ref={place} className={css.written} />
}
