import type { BeaconFact, ErrorFrame } from '@yanshu/contracts'
import { RemoteError } from '../federation/RemoteError.ts'
import type { Noted } from './noted.ts'

/** Whose code or view it is: a remote with its build, or the host. */
export type Owner = Pick<BeaconFact, 'remote' | 'build' | 'revision'>

export interface FactContext {
  readonly host: Owner
  readonly origins: readonly string[]
  /** The build of a remote that runs on this page; the host where none does. */
  readonly ownerOf: (remote: string) => Owner
}

const FRAMES_MAX = 10
const LONGEST_MS = 600_000
/** Their causes are reported by who threw them, or they are no fault of the code: a lost network, a cancelled call. */
const NOT_OURS = new Set(['AbortError', 'ApiError', 'PartError', 'RemoteError', 'SharedModuleError', 'TimeoutError'])
const PLACE = /(https?:\/\/[^\s()]+):(\d+):(\d+)/g

const milliseconds = (ms: number) => Math.min(LONGEST_MS, Math.max(0, Math.round(ms)))

/** The places in the files of this product that a stack names, the innermost first. */
export function framesOf(stack: string, origins: readonly string[]): ErrorFrame[] {
  const frames: ErrorFrame[] = []
  for (const [, address = '', line, column] of stack.matchAll(PLACE)) {
    if (frames.length === FRAMES_MAX) break
    if (!URL.canParse(address) || !origins.includes(new URL(address).origin)) continue
    // Another origin may have its remotes in a folder, such as a bucket.
    const [file] = /\/(r|app)\/[\w./-]{1,160}$/.exec(new URL(address).pathname) ?? []
    if (file) {
      frames.push({ file, line: Number(line), column: Number(column) })
    }
  }
  return frames
}

/** What is reported of a thrown error: its class and places in the code, never its message, which may quote a person. */
function errorFact(thrown: unknown, { host, origins, ownerOf }: FactContext): BeaconFact | null {
  if (!(thrown instanceof Error) || NOT_OURS.has(thrown.name)) return null
  const frames = framesOf(thrown.stack ?? '', origins)
  // An extension of the browser, or a script of the user's own.
  if (frames.length === 0) return null
  const remote = /^\/r\/(remote-[a-z]+)\//.exec(frames[0]?.file ?? '')?.[1]
  const name = /^\w{1,60}$/.test(thrown.name) ? thrown.name : 'Error'
  return { kind: 'error', ...(remote ? ownerOf(remote) : host), name, frames }
}

/** What is sent of what was noted; nothing of what is not the code's doing. */
export function factsOf(what: Noted, context: FactContext): BeaconFact[] {
  if (what instanceof Event) {
    const fact = errorFact('reason' in what ? what.reason : what.error, context)
    return fact ? [fact] : []
  }
  if (what.type === 'manifest-failure') return []
  const { revision, build } = what
  if (what.type === 'failure') {
    const { error } = what
    const whose = error instanceof RemoteError ? { remote: error.remote, build, revision } : context.host
    return [{ kind: 'failure', ...whose, class: error.class }]
  }
  const { remote, ms, bucket, instead } = what
  const percentile = bucket === null ? null : Math.floor(bucket / 100)
  return [
    { kind: 'load', remote, build, revision, ms: milliseconds(ms), bucket: percentile },
    ...(instead
      ? [{ kind: 'fallback', remote, build: instead.build, revision, ms: milliseconds(instead.ms) } as const]
      : []),
  ]
}
