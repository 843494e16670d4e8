export { noteSettingChange } from './changes.service.ts'
export { accountByCode, announceServers, stillMay } from './clients.service.ts'
export { securityRoutes } from './security.routes.ts'
