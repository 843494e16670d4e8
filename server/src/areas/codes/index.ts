export { accountByPhone, phoneEnd } from './accountsByPhone.ts'
export { codeText, countCode, newCode, useCode } from './codes.ts'
export { mailCode } from './mailCode.ts'
