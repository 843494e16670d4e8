import type { WriteStream } from 'node:tty'

const WIDTH = 24
const REDRAW_MS = 100

/** One line that tells how far something is: bar, share, rate, time left. Only ends are written where nobody watches. */
export function progressLine(out: WriteStream = process.stderr as WriteStream, now: () => number = Date.now) {
  const started = now()
  let drawn = 0
  let longest = 0
  const text = (count: number, share: number) => {
    const seconds = Math.max((now() - started) / 1_000, 0.001)
    const filled = Math.round(share * WIDTH)
    const left = share > 0.01 && share < 1 ? `, ${duration((seconds * (1 - share)) / share)} left` : ''
    return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}%  ${count} mails, ${Math.round(count / seconds)}/s${left}`
  }
  return {
    /** `share` goes from 0 to 1. */
    show(count: number, share: number): void {
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

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
