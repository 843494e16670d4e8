import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// Commands, servers and threads that tests start read TypeScript; without a cache each of them compiles all of it again,
// which is half of what a short one takes. The workers inherit it, and what they start inherits it from them.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled')

/** What a test waits for, it gets, however busy the machine is; the second that Vitest gives is none to fail by. */
const WAITING = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    // Tests wait for disks and sockets as long as they compute: three side by side even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Reading all modules anew for each file was a third of the whole. A test puts back what it changes of a module.
    isolate: false,
    projects: [
      {
        test: {
          name: 'client',
          include: [
            'tools/**/*.test.ts',
            '{host,remote-*}/{src,test}/**/*.test.{ts,tsx}',
            'shared/*/{src,test}/**/*.test.{ts,tsx}',
          ],
          environment: 'node',
          setupFiles: ['tools/patientWaiting.ts', 'tools/reactRests.ts'],
          testTimeout: 30_000,
          expect: WAITING,
        },
      },
      {
        test: {
          name: 'server',
          // Node reads the server as it does in an installation; Vite would first rewrite each module, once in every run.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['{server,deploy}/{src,test}/**/*.test.ts'],
          environment: 'node',
          // One PostgreSQL for the run; every test file makes its own database in it.
          globalSetup: ['server/src/testing/globalSetup.ts'],
          setupFiles: [
            'tools/patientWaiting.ts',
            'server/src/testing/plans/refuseSlowPlans.ts',
            'server/src/testing/refuseSecondConnections.ts',
            'server/src/testing/keptThreads.ts',
          ],
          // It ends what hangs: the slowest of them take ten seconds of a quiet machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: WAITING,
        },
      },
    ],
  },
})
