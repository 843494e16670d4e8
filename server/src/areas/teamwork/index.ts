export { noteAnswer, requireUnanswered } from './answers.ts'
export { teamworkRoutes } from './teamwork.routes.ts'
export { announceTeam } from './teamwork.service.ts'
