export { approvalRoutes } from './approval.routes.ts'
export { approvalJobs } from './approvalJobs.ts'
export { approvalStep } from './approvalStep.ts'
export { deleteRule, listRules, saveRule } from './rules.service.ts'
