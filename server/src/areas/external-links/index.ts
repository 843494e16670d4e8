export { externalLinkRoutes } from './externalLinks.routes.ts'
