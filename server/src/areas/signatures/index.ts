export { signaturesPart } from './archivePart.ts'
export { signatureRoutes } from './signatures.routes.ts'
export { usualSignatures } from './signatures.service.ts'
