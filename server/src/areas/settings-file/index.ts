export { settingsFileRoutes } from './settingsFile.routes.ts'
