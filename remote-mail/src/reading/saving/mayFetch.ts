import type { Attachment } from '@yanshu/contracts'
import { format, isSlowLine } from '@yanshu/shell-api'
import { confirm } from '@yanshu/ui'
import { saySaving } from './words.ts'

/** Bytes below which nothing is asked: as much as a mail with its text. */
const ASKED_FROM = 30_000
/** Bytes in a second on a line that reports nothing: 64 kbit/s. */
const SLOW_BYTES = 8_000

/** About how long some bytes take, in seconds, by what the browser reports of the line. */
export function secondsFor(bytes: number): number {
  const { downlink }: { readonly downlink?: number } = Reflect.get(navigator, 'connection') ?? {}
  return Math.ceil(bytes / Math.max(SLOW_BYTES, ((downlink ?? 0) * 1_000_000) / 8))
}

/** Whether some files may be fetched: on a slow or metered line the person is asked, with how large they are. */
export async function mayFetch(files: readonly Attachment[]): Promise<boolean> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (!isSlowLine?.() || bytes < ASKED_FROM) return true
  const seconds = secondsFor(bytes)
  const time =
    seconds < 90 ? saySaving('seconds', { count: seconds }) : saySaving('minutes', { count: Math.ceil(seconds / 60) })
  const [first] = files
  return confirm({
    title: saySaving('askTitle'),
    text:
      files.length === 1 && first
        ? saySaving('askOne', { name: first.name, size: format().bytes(bytes), time })
        : saySaving('askMany', { count: files.length, size: format().bytes(bytes), time }),
    yes: saySaving('fetch'),
    no: saySaving('cancel'),
  })
}
