export { judgeLetter, makeLetter, type Plan } from './judgeLetter.ts'
export { default as PinQuestion } from './PinQuestion.tsx'
export { default as ProtectionProgress } from './ProtectionProgress.tsx'
export { default as ReadinessLines } from './ReadinessLines.tsx'
