export { remoteSettingsPart } from './archivePart.ts'
export { remoteSettingsRoutes } from './remoteSettings.routes.ts'
export { fitsDeclared, ownSettingsOf, readAllOwn, saveOwn } from './remoteSettings.service.ts'
