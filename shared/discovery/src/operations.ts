/** What operators do with a manifest. No page loads any of it: the host imports the package's root alone. */
export * from './canonicalJson.ts'
export * from './changes.ts'
export * from './decisions.ts'
export * from './effects.ts'
export * from './findings.ts'
export * from './layOverBuild.ts'
export { isUsable, isUsed, labelOf, nameOf } from './offers.ts'
export * from './signature.ts'
