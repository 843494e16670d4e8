export { migrationRoutes } from './migration.routes.ts'
export { migrationJob } from './migrationJob.ts'
