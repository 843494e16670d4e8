/**
 * `npm run release`: keeps the client of this tree as the released one, which the browser tests try with later builds of
 * the host and of the remotes, and notes the public surfaces of the shared packages as released. It replaces the release
 * before. The version is that of `package.json`.
 */
import path from 'node:path'
import { readPackage } from '../../shared/build/src/index.ts'
import { noteRelease } from '../api-report/packages.ts'
import { build } from '../build.ts'
import { ROOT } from '../steps.ts'
import { packClient, RELEASED_FILE, writeRelease } from './releasedClient.ts'

/** What a release may cost the repository, in bytes. */
const SIZE_MAX = 1_000_000

try {
  const { host, remotes } = await build()
  const { version } = readPackage(ROOT)
  const client = path.dirname(host.folder)
  const size = writeRelease(
    packClient(
      client,
      version,
      host.record,
      remotes.map(({ record }) => record),
    ),
  )
  if (size > SIZE_MAX) {
    throw new Error(
      `The release takes ${size} bytes, ${SIZE_MAX} are allowed. Look which file has grown: node tools/build.ts --sizes`,
    )
  }
  noteRelease()
  console.log(
    `Release ${version}: ${path.relative(ROOT, RELEASED_FILE)}, ${Math.ceil(size / 1_000)} kB. Commit it with surfaces.json beside it and with the reports.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
