export { settingsPart } from './archivePart.ts'
export { indexSettingsOf } from './indexSettings.ts'
export { settingsRoutes } from './settings.routes.ts'
