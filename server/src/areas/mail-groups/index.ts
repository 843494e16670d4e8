export { groupStep } from './groupStep.ts'
export { mailGroupRoutes } from './mailGroups.routes.ts'
export { changePeople, mailGroupFlags, saveMailGroup } from './mailGroups.service.ts'
export { moderationStep } from './moderationStep.ts'
