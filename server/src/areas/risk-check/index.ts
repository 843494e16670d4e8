export { checkRisk, type RiskCheck, type RiskGrade } from './checkRisk.ts'
export type { RiskMail, RiskSurroundings } from './riskMail.ts'
export { sayRisk } from './riskWords.ts'
export { riskOfMail } from './riskOfMail.ts'
