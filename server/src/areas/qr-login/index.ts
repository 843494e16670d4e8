export { qrLoginRoutes } from './qrLogin.routes.ts'
