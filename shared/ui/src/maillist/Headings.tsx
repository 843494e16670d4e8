import type { ListHeading } from './listProps.ts'
import { SHEET_MAX } from './longSheet.ts'
import css from './MailList.module.css'
import type { RowPlaces, RowWindow } from './rowPlaces.ts'

interface HeadingsProps {
  id: string
  headings: readonly ListHeading[]
  places: RowPlaces
  range: RowWindow
  /** Px of the list above the beginning of its element. */
  shift: number
}

export const headingId = (id: string, section: number): string => `${id}-heading-${section}`

/**
 * The headings of the rows that are drawn. Each stands in a box as long as its rows, which holds it at the top of the
 * list by itself while they pass. They are no rows of the grid: a screen reader reads one as the description of the
 * first row below it.
 */
export function Headings({ id, headings, places, range, shift }: HeadingsProps) {
  const first = Math.max(0, places.sectionOf(range.first))
  const last = places.sectionOf(range.last)
  const sections = Array.from({ length: last - first + 1 }, (_, step) => first + step)
  return sections.map((section) => {
    const heading = headings[section]
    const top = Math.max(0, places.headingTop(section) - shift)
    if (!heading) return null
    return (
      <div
        key={heading.key}
        aria-hidden="true"
        className={css.section}
        style={{ top, height: Math.min(SHEET_MAX, places.headingTop(section + 1) - shift) - top }}
      >
        <div id={headingId(id, section)} className={css.heading} style={{ height: places.headingHeight }}>
          {heading.label}
        </div>
      </div>
    )
  })
}
