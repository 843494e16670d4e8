export { settingsPart } from './archivePart.ts'
export { readSettings, writeSettings } from './settings.repository.ts'
export { settingsRoutes } from './settings.routes.ts'
