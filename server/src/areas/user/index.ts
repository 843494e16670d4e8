export { userRoutes } from './user.routes.ts'
export { accountOf, userInfo } from './user.service.ts'
