export { accountByPhone, phoneEnd } from './accountsByPhone.ts'
export { codeHash, codeText, countCode, isRightCode, makeCode, newCode, useCode } from './codes.ts'
export { mailCode } from './mailCode.ts'
