export { composeRoutes } from './compose.routes.ts'
