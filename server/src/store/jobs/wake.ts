import type { Config } from '../../platform/config/config.ts'

type Wake = (at: number) => void

/** The runner of each server of this process. */
const runners = new WeakMap<Config, Wake>()

/** Names the function that is called when a job is asked for; null when the runner has stopped. */
export function onWake(config: Config, wake: Wake | null): void {
  if (wake) runners.set(config, wake)
  else runners.delete(config)
}

/** A job that is due at `at` is in the store. Without a runner in this process nothing happens. */
export function wakeRunner(config: Config, at: number): void {
  runners.get(config)?.(at)
}
