import { createElement, type ReactNode } from 'react'
import { cleanWords } from './cleanWords.ts'
import css from './rich.module.css'

export interface RichWordsProps {
  html: string
}

/** Parts inside each other that are shown; further in, the words alone. */
const DEPTH_MAX = 40

/** Formatted words of an event, made anew of what is allowed: HTML of others never becomes part of the page. */
export default function RichWords({ html }: RichWordsProps) {
  return <div className={css.words}>{shown(cleanWords(html), 0)}</div>
}

function shown(parent: Node, depth: number): ReactNode[] {
  return Array.from(parent.childNodes, (node, at) => {
    if (!(node instanceof HTMLElement)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
    const children = depth < DEPTH_MAX ? shown(node, depth + 1) : node.textContent
    const { localName } = node
    const href = node.getAttribute('href')
    if (href) {
      const to = /^(?:mailto|tel):/i.test(href) ? href : `#/linkPage?url=${encodeURIComponent(href)}`
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is shown is made anew as a whole
        <a key={at} href={to} target="_blank" rel="noreferrer noopener">
          {children}
        </a>
      )
    }
    // The page has headings of its own.
    const tag = /^h\d$/.test(localName) ? 'strong' : localName === 'a' ? 'span' : localName
    return ['br', 'hr'].includes(tag) ? createElement(tag, { key: at }) : createElement(tag, { key: at }, children)
  })
}
