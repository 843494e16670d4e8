export { type OcspAnswer, readOcspAnswer, writeOcspRequest } from './ocsp.ts'
export { type RevocationQuestion, readRevocationList } from './readRevocationList.ts'
export { type RevocationAddresses, revocationAddresses } from './revocationAddresses.ts'
