export { buildMail } from './buildMail.ts'
export { composeRoutes } from './compose.routes.ts'
export { requireRoom } from './drafts.service.ts'
