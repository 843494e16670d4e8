export { noteSettingChange } from './changes.service.ts'
export { accountByCode } from './clients.service.ts'
export { securityRoutes } from './security.routes.ts'
