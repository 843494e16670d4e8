export { startWebPush } from './startWebPush.ts'
export { resealVapid } from './vapidKeys.ts'
export { webPushRoutes } from './webPush.routes.ts'
export { webPushStep } from './webPushStep.ts'
