import type { Runtime, RuntimePart } from '../../platform/runtime/runtime.ts'

type Wake = (at: number) => void

interface Parts {
  readonly runtime: Runtime
}

const WAKE: RuntimePart<Wake> = { name: 'waking of the runner of jobs' }

/** Names the function that is called when a job is asked for; null when the runner has stopped. */
export const onWake = ({ runtime }: Parts, wake: Wake | null): void => runtime.keep(WAKE, wake ?? undefined)

/** A job that is due at `at` is in the store. Without a runner in this server nothing happens. */
export const wakeRunner = ({ runtime }: Parts, at: number): void => runtime.find(WAKE)?.(at)
