export { loginRoutes } from './login.routes.ts'
export { sweepLogins } from './sweepLogins.ts'
