import type { MailPort, TextRange } from '@yanshu/contracts'

/** Between the texts of two mails: no word stands in both. */
const BETWEEN = '\n'

/**
 * One port on several mails, in their order: what is marked and shown is passed to the mail in which it stands, by the texts
 * that were read last.
 */
export function joinedPort(ports: readonly MailPort[]): MailPort {
  let texts = ports.map((port) => ({ port, start: 0, end: 0 }))
  return {
    text() {
      let all = ''
      texts = ports.map((port) => {
        const start = all.length === 0 ? 0 : all.length + BETWEEN.length
        all += (start === 0 ? '' : BETWEEN) + port.text()
        return { port, start, end: all.length }
      })
      return all
    },
    mark(ranges) {
      for (const one of texts) one.port.mark(within(ranges, one))
    },
    scrollTo(range) {
      for (const one of texts) {
        const [found] = within([range], one)
        if (found) one.port.scrollTo(found)
      }
    },
    clear() {
      for (const port of ports) port.clear()
    },
  }
}

/** Those of some ranges that lie in a part of the text, counted from its beginning. */
const within = (ranges: readonly TextRange[], part: TextRange): readonly TextRange[] =>
  ranges
    .filter(({ start, end }) => start >= part.start && end <= part.end)
    .map(({ start, end }) => ({ start: start - part.start, end: end - part.start }))
