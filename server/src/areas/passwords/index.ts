export { passwordRoutes } from './passwords.routes.ts'
export { replacePassword, requireGoodPassword, requirePassword, rulesOf } from './passwords.service.ts'
