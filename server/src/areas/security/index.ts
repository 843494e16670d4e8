export { accountByCode, announceServers, stillMay } from './clients.service.ts'
export { securityRoutes } from './security.routes.ts'
