export { type AuditEntry, readAttempts, recordAttempt } from './audit.ts'
export { type CheckedBuild, checkBuild, installBuild } from './build.ts'
export {
  Deployment,
  type DeploymentPlaces,
  digestOfManifest,
  type PlannedChange,
  type SeenManifest,
} from './deployment.ts'
export { DeployError, LostUpdateError } from './errors.ts'
export { isEntryHere, layOverInstalled } from './installed.ts'
export { newPrivateKey, publicKeyOf, readKeys, signManifest } from './keys.ts'
export { actAsOwner, readSettings, takeSettings } from './machine.ts'
export { stopBySignature } from './stop.ts'
export { verifyChange, verifyDeployment } from './verify.ts'
