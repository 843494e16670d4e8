export { pickFiles } from './pickFiles.tsx'
export { saveFiles } from './saveFiles.tsx'
