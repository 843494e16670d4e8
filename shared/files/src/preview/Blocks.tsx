import type { FileBlock, FilePreview } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './Preview.module.css'
import type { PreviewedFile } from './previewedFile.ts'
import { useWords } from './words.ts'

interface BlocksProps {
  preview: FilePreview
  name: string
  /** Whether the file may be saved, where all of it can be read. */
  isSaved: boolean
  sought: PreviewedFile['sought']
}

type Draw = (text: string) => ReactNode

const plainly: Draw = (text) => text

/** A file by its pieces: text alone, so nothing of it can act on the page. */
export function Blocks({ preview, name, isSaved, sought }: BlocksProps) {
  const say = useWords()
  const all = useRef<HTMLElement>(null)
  // Newer browsers return a promise, which is no clean-up of an effect.
  useEffect(() => void all.current?.querySelector('mark')?.scrollIntoView({ block: 'center' }), [])
  const draw = sought?.mark ?? plainly
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section ref={all} className={css.text} tabIndex={0} aria-label={name}>
      {preview.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a file never change their order
        <Block key={at} block={block} draw={draw} />
      ))}
      {preview.isCut && <p className={css.cut}>{say(isSaved ? 'cut' : 'cutHere')}</p>}
    </section>
  )
}

function Block({ block, draw }: { block: FileBlock; draw: Draw }) {
  const say = useWords()
  const format = useFormat()
  switch (block.kind) {
    case 'part':
      return <h3 className={css.part}>{draw(block.text)}</h3>
    case 'heading':
      return <h4 data-level={block.level}>{draw(block.text)}</h4>
    case 'text':
      return <p className={css.paragraph}>{draw(block.text)}</p>
    case 'code':
      return <pre>{draw(block.text)}</pre>
    case 'table':
      return <Table rows={block.rows} draw={draw} />
    case 'fields':
      return (
        <dl className={css.fields}>
          {block.fields.map(({ field, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={at}>
              <dt>{say(field)}</dt>
              <dd>{field === 'date' ? format.exactTime(Date.parse(value)) : value}</dd>
            </div>
          ))}
        </dl>
      )
    case 'entries':
      return (
        <table className={css.table}>
          <tbody>
            {block.entries.map(({ name, size }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={at}>
                <td>{draw(name)}</td>
                <td>{format.bytes(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

function Table({ rows, draw }: { rows: readonly (readonly string[])[]; draw: Draw }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never change their order
            <tr key={at}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>{draw(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
