export { settingsPart } from './archivePart.ts'
export { readSettings } from './settings.repository.ts'
export { settingsRoutes } from './settings.routes.ts'
