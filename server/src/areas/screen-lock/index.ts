export { screenLockRoutes } from './screenLock.routes.ts'
export { lockTimeOf } from './screenLock.service.ts'
