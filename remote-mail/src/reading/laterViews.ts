export { CutBar } from './held/CutBar.tsx'
export { HeldBar } from './held/HeldBar.tsx'
export { moreEntries } from './more/moreEntries.ts'
export { Opened } from './more/Opened.tsx'
