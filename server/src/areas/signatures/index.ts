export { signaturesPart } from './archivePart.ts'
export { signatureRoutes } from './signatures.routes.ts'
export {
  deleteOwn,
  listSignatures,
  listTemplates,
  readTemplate,
  saveSignature,
  saveTemplate,
  usualSignatures,
} from './signatures.service.ts'
