import { escapeHtml } from '@yanshu/contracts'

/** A draft as the letter begins with it: paragraphs of plain words, marked as put in by a tool until it is sent. */
export const draftHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '<p></p>' : `<p><data value="yanshu-inserted">${escapeHtml(line)}</data></p>`))
    .join('')
