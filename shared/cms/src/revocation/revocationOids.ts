/** The object identifiers of revocation (RFC 5280, RFC 6960), by the names of the standards. */
export const REVOCATION_OID = {
  crlReason: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  issuingDistributionPoint: '2.5.29.28',
  crlDistributionPoints: '2.5.29.31',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const
