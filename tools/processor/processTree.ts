import { readdirSync, readFileSync } from 'node:fs'

/** Of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** A process as the system describes it (proc(5)). Times are seconds in user mode and in the system. */
interface Entry {
  readonly pid: number
  readonly parent: number
  readonly own: number
  /** Of its children that have ended, and of theirs. */
  readonly ended: number
}

/** Null for a process that has ended meanwhile. */
function entryOf(pid: number): Entry | null {
  try {
    // Behind the name of the program, which may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const seconds = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_SECOND
    return { pid, parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    return null
  }
}

/**
 * Seconds of processor time that the ended children of this process have taken, theirs included; null where the system does
 * not report it. Unlike the time on a clock they are nearly the same on a busy machine.
 */
export const childrenSeconds = (): number | null => entryOf(process.pid)?.ended ?? null

/**
 * Seconds of processor time that this process, its children and all below them have taken so far, those that have ended
 * included; null where the system does not report it.
 */
export function treeSeconds(): number | null {
  const root = entryOf(process.pid)
  if (!root) return null
  const entries = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)) ?? [])
  const below = Map.groupBy(entries, ({ parent }) => parent)
  const sumOf = ({ pid, own, ended }: Entry): number =>
    (below.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), own + ended)
  return sumOf(root)
}
