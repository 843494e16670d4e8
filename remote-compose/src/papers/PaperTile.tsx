import type { PaperDesign } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import type { CSSProperties } from 'react'
import { NS } from '../write/namespace.ts'
import css from './papers.module.css'

/** A paper in small. */
export function PaperTile({ design }: { design: PaperDesign | null }) {
  const say = useT(NS)
  if (!design) return <span className={css.tile} data-ornament="blank" aria-hidden="true" />
  const { ground, sheet, text, line, ornament } = design
  const colours: CSSProperties & Record<`--${string}`, string> = {
    '--paper-ground': ground,
    '--paper-sheet': sheet,
    '--paper-text': text,
    '--paper-line': line,
  }
  return (
    <span className={css.tile} style={colours} data-ornament={ornament} aria-hidden="true">
      <span className={css.sheet}>{say('papers.sample')}</span>
    </span>
  )
}
