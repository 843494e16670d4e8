import { useEffect, useRef } from 'react'
import css from './rich.module.css'
import { safeHtml } from './safeHtml.ts'

/** A formatted text as it will be read, cut off where it is long. Its links lead nowhere here. */
export function WrittenText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(safeHtml(html, globalThis), 'text/html')
    // Words and lines alone: the page's policy takes no style attributes, and HTML of others never becomes part of it.
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
    )
  }, [html])
  return <div ref={place} className={css.written} />
}
