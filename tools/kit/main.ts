/**
 * `npm run kit [-- FOLDER]`: packs what a team needs that makes a remote without this repository, into `dist/kit` where no
 * folder is named. docs/a-remotes-life.md describes how it is used.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../steps.ts'
import { packKit } from './packages.ts'

const [folder = 'dist/kit'] = process.argv.slice(2)
const work = mkdtempSync(path.join(tmpdir(), 'yanshu-kit-'))
try {
  if (!existsSync(path.join(ROOT, 'dist/host/build.json'))) {
    throw new Error('The client is not built yet: run `npm start` once, or `node tools/build.ts`.')
  }
  const into = path.resolve(ROOT, folder)
  for (const file of packKit(into, work)) {
    console.log(
      `${path.relative(ROOT, path.join(into, file))}  ${Math.ceil(statSync(path.join(into, file)).size / 1_000)} kB`,
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
