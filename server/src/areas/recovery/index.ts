export { recoveryRoutes } from './recovery.routes.ts'
