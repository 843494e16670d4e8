export { noteSettingChange, noteVisit } from './changes.service.ts'
export { accountByCode, announceServers, stillMay } from './clients.service.ts'
export { notMe } from './logs.service.ts'
export { securityRoutes } from './security.routes.ts'
