import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DIST } from '../../shared/build/src/index.ts'
import { readRelease } from '../release/releasedClient.ts'
import { callsPage } from './callsPage.ts'
import { buildsOf, compatibilityPage } from './compatibilityPage.ts'
import { switchesPage } from './switchesPage.ts'

const write = (name: string, text: string) => writeFileSync(path.resolve(import.meta.dirname, '../../docs', name), text)

write('calls.md', callsPage())
write('switches.md', switchesPage())
if (existsSync(path.join(DIST, 'mf/manifest.json')))
  write('compatibility.md', compatibilityPage(buildsOf(readRelease())))
else console.error('The client is not built, so docs/compatibility.md stays: node tools/build.ts')
