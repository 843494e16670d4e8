export { deploymentRoutes } from './deployments.routes.ts'
export { serveManifest } from './manifest.routes.ts'
export { manifestNote } from './manifestNote.ts'
