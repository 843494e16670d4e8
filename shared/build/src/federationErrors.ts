/*
 * In the place of `@module-federation/error-codes` in remotes: the one error that their part of the runtime can throw.
 * The package describes all of them, the host's included, in every remote's entry.
 */
export const RUNTIME_009 = 'RUNTIME-009'
export const runtimeDescMap: Readonly<Record<string, string>> = { [RUNTIME_009]: 'Please call createInstance first.' }
