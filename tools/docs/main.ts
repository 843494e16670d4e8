import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { callsPage } from './callsPage.ts'

writeFileSync(path.resolve(import.meta.dirname, '../../docs/calls.md'), callsPage())
