export { passwordRoutes } from './passwords.routes.ts'
export { requirePassword } from './passwords.service.ts'
