import { vi } from 'vitest'

/** What a test waits for, it gets, however busy the machine is, in milliseconds. */
const PATIENCE = 20_000

const waitFor = vi.waitFor

/** As the `expect.poll` of vitest.config.ts: the second that `vi.waitFor` gives is too short where other tests run beside it. */
const waitPatiently: typeof waitFor = (callback, options) => waitFor(callback, options ?? { timeout: PATIENCE })

// The files of one worker share it, and each runs this anew.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently
