/** Width of what is printed on A4 between margins of 16 mm, in CSS pixels of a 96th of an inch. */
export const PAPER_WIDTH_PX = 672

/** A table inside another one shrinks with it. */
const outermost = (mail: Element): HTMLTableElement[] =>
  [...mail.querySelectorAll('table')].filter((table) => !table.parentElement?.closest('.yanshu-sheet table'))

/**
 * Shrinks what is wider than the paper until it is as wide, because paper has no scroll bar: each table by itself, so that
 * the text around it keeps its size, and then a mail that is still too wide as a whole. May be called again when pictures
 * have come.
 */
export function fitToPaper(document: Document): void {
  for (const mail of document.querySelectorAll<HTMLElement>('.yanshu-sheet > .yanshu-mail')) {
    const tables = outermost(mail)
    for (const element of [mail, ...tables]) element.style.zoom = ''
    const width = mail.clientWidth
    // Measured before the first is changed, so that the browser lays the document out once.
    const wide = tables
      .filter((table) => table.offsetWidth > width + 1)
      .map((table) => [table, table.offsetWidth] as const)
    for (const [table, natural] of wide) table.style.zoom = shrinkTo(width, natural)
    if (mail.scrollWidth > mail.clientWidth + 1) mail.style.zoom = shrinkTo(mail.clientWidth, mail.scrollWidth)
  }
}

/** Rounded down, so that nothing is a pixel too wide. */
const shrinkTo = (width: number, natural: number): string => `${Math.floor((width / natural) * 1_000) / 1_000}`
