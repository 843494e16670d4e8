export { documentsPart } from './archivePart.ts'
export { documentRoutes } from './documents.routes.ts'
export { documentsJob } from './documentsJob.ts'
export { filesDavRoutes } from './filesDav.routes.ts'
