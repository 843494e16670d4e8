export { misuseRoutes } from './misuse.routes.ts'
