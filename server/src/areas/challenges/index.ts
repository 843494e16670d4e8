export { challengeRoutes } from './challenges.routes.ts'
export { newImage, takePass } from './challenges.service.ts'
