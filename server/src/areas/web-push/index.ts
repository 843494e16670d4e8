export { startWebPush } from './startWebPush.ts'
export { webPushRoutes } from './webPush.routes.ts'
export { webPushStep } from './webPushStep.ts'
