export { actionRoutes } from './actions.routes.ts'
export { clear, mailsOf, recycle } from './actions.service.ts'
export { readMail } from './detail.service.ts'
export { listRoutes } from './lists.routes.ts'
