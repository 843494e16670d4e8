export { challengeRoutes } from './challenges.routes.ts'
export { takePass } from './challenges.service.ts'
