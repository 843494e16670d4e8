export { deviceOf, handOut, loginRoutes } from './login.routes.ts'
export { open, type ProvenAccount } from './openLogin.ts'
export { sweepLogins } from './sweepLogins.ts'
