export { autoReplyRoutes } from './autoReply.routes.ts'
export { readReply, saveReply } from './autoReply.service.ts'
export { autoReplyStep } from './autoReplyStep.ts'
