import type { WriteStream } from 'node:tty'

const WIDTH = 24
const REDRAW_MS = 100

/** What is counted, and after how many of it a log gets a line. */
interface Counted {
  readonly things: string
  /** A line of its own after so many things, where the output is no terminal; none without it. */
  readonly lineAfter?: number
}

/** One line that shows how far something is: bar, share, rate, time left. A log gets lines only where that is asked for. */
export function progressLine(
  out: WriteStream = process.stderr as WriteStream,
  now: () => number = Date.now,
  { things, lineAfter = Number.POSITIVE_INFINITY }: Counted = { things: 'mails' },
) {
  const started = now()
  let drawn = 0
  let longest = 0
  let nextLine = lineAfter
  const text = (count: number, share: number) => {
    const seconds = Math.max((now() - started) / 1_000, 0.001)
    const filled = Math.round(share * WIDTH)
    const left = share > 0.01 && share < 1 ? `, ${duration((seconds * (1 - share)) / share)} left` : ''
    return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}%  ${count} ${things}, ${Math.round(count / seconds)}/s${left}`
  }
  return {
    /** `share` goes from 0 to 1. */
    show(count: number, share: number): void {
      if (!out.isTTY && count >= nextLine) {
        nextLine = count + lineAfter
        out.write(`  ${Math.floor(share * 100)}%, ${count} ${things}\n`)
      }
      if (!out.isTTY || now() - drawn < REDRAW_MS) return
      drawn = now()
      const line = text(count, share)
      longest = Math.max(longest, line.length)
      out.write(`\r${line.padEnd(longest)}`)
    },
    /** Writes a line of its own above the bar. */
    say(line: string): void {
      if (out.isTTY) out.write(`\r${' '.repeat(longest)}\r`)
      out.write(`${line}\n`)
      drawn = 0
    },
    end(): void {
      if (out.isTTY && longest > 0) out.write(`\r${' '.repeat(longest)}\r`)
    },
  }
}

const FILES_A_LINE = 20_000

/** The progress of work on files: a bar in a terminal, a line for every 20,000 in a log. */
export function fileProgress() {
  const line = progressLine(undefined, undefined, { things: 'files', lineAfter: FILES_A_LINE })
  return {
    show: (done: number, total: number) => line.show(done, total === 0 ? 1 : Math.min(1, done / total)),
    end: () => line.end(),
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
