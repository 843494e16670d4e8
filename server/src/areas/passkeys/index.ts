export { passkeyRoutes } from './passkeys.routes.ts'
export { removePasskeys } from './passkeys.service.ts'
