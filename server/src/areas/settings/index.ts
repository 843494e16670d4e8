export { settingsPart } from './archivePart.ts'
export { settingsRoutes } from './settings.routes.ts'
