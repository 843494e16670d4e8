export { enrolAll, enrolmentJob } from './enrolment.service.ts'
export {
  beginEscrow,
  type EscrowCopy,
  endEscrow,
  escrowedKeys,
  escrowUses,
  handOutCopy,
} from './escrow.service.ts'
export { keyRoutes } from './keys.routes.ts'
export {
  distrustAuthority,
  handOutCertificate,
  type KeyRequest,
  keyRequests,
  revokeCertificate,
  revokedCertificates,
  trustAuthority,
  trustedAuthorities,
} from './requests.service.ts'
