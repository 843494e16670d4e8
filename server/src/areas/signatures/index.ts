export { signaturesPart } from './archivePart.ts'
export { letterLanguageOf } from './letterFields.ts'
export { usualSignatures } from './letterSignatures.ts'
export { signatureRoutes } from './signatures.routes.ts'
export {
  deleteOwn,
  listSignatures,
  listTemplates,
  readTemplate,
  saveSignature,
  saveTemplate,
} from './signatures.service.ts'
