/** A step took longer than it may. The clock goes on while the machine is busy, so the step need not be the cause. */
export class StepTimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
    this.name = 'StepTimeoutError'
  }
}

/**
 * Asks something that may answer at once or later, and waits no longer than it may take; then its signal is aborted and
 * this rejects with `StepTimeoutError`. What answers at once costs neither a turn of the event loop nor a timer.
 */
export function askWithin<T>(milliseconds: number, ask: (signal: AbortSignal) => T | Promise<T>): T | Promise<T> {
  const stop = new AbortController()
  const asked = ask(stop.signal)
  if (!(asked instanceof Promise)) return asked
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = new StepTimeoutError(milliseconds)
      stop.abort(late)
      reject(late)
    }, milliseconds)
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
