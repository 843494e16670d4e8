export { loginRoutes } from './login.routes.ts'
export { accountByPassword } from './login.service.ts'
export { sweepLogins } from './sweepLogins.ts'
export { type CountedTry, countTryAt } from './throttle.ts'
