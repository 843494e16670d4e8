import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { callsPage } from './callsPage.ts'
import { switchesPage } from './switchesPage.ts'

const write = (name: string, text: string) => writeFileSync(path.resolve(import.meta.dirname, '../../docs', name), text)

write('calls.md', callsPage())
write('switches.md', switchesPage())
