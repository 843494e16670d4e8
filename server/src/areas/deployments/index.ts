export { serveManifest } from './manifest.routes.ts'
