export { selfCheckRoutes } from './selfCheck.routes.ts'
