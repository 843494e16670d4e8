export { autoReplyRoutes } from './autoReply.routes.ts'
export { autoReplyStep } from './autoReplyStep.ts'
