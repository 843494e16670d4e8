import { createRequire } from 'node:module'

/** The version of this build, as the server's package has it. */
export const { version: VERSION } = createRequire(import.meta.url)('../../../package.json') as {
  readonly version: string
}
