export { DocumentCenter } from './DocumentCenter.tsx'
export { pickFiles } from './pickFiles.tsx'
export { SaveFiles, saveFiles } from './SaveFiles.tsx'
export { SharePage } from './SharePage.tsx'
