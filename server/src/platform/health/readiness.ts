/** How long one check may take, in milliseconds; a slower part counts as failed. */
const CHECK_WITHIN_MS = 2_000

/** Each rejects when its part does not work. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

/** What was checked: `ok`, or what is wrong, for the operator's log alone. */
export type Readiness = Readonly<Record<string, string>>

async function within<T>(work: Promise<T>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_WITHIN_MS} ms`)), CHECK_WITHIN_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  within(work).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Whether this process can serve: every check, all at once. */
export async function readiness(checks: Checks): Promise<Readiness> {
  const looked = Object.entries(checks).map(async ([name, check]) => [name, await outcome(check())] as const)
  return Object.fromEntries(await Promise.all(looked))
}

export const isReady = (state: Readiness): boolean => Object.values(state).every((one) => one === 'ok')
