export { autoReplyRoutes } from './autoReply.routes.ts'
export { readReply, saveReply, saveReplyFor } from './autoReply.service.ts'
export { autoReplyStep } from './autoReplyStep.ts'
export { whyNotAnswered } from './whyNotAnswered.ts'
