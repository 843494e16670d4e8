export { organisationRoutes } from './organisation.routes.ts'
