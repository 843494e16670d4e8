import type { RemoteModule } from '@yanshu/contracts'
import { RemoteError } from './RemoteError.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isOptional = (value: unknown, type: 'object' | 'function') =>
  value === undefined || (typeof value === type && value !== null)

function shapeProblem(value: Record<string, unknown>): string | undefined {
  const { routes, i18n, slots, intents, settings, commands, activate } = value
  if (!Array.isArray(routes)) return 'routes must be a list'
  for (const route of routes) {
    if (!isObject(route) || typeof route.path !== 'string' || typeof route.load !== 'function') {
      return 'a route lacks path or load'
    }
  }
  if (!isObject(i18n) || typeof i18n.ns !== 'string' || typeof i18n.load !== 'function') {
    return 'i18n lacks ns or load'
  }
  for (const [name, part] of Object.entries({ slots, intents, settings, commands })) {
    if (!isOptional(part, 'object')) return `${name} must be an object`
  }
  if (!isOptional(activate, 'function')) return 'activate must be a function'
  return undefined
}

function problemOf(value: unknown, remote: string, major: number): string | undefined {
  if (!isObject(value)) return 'it has no default export'
  const { contract } = value
  if (!isObject(contract)) return 'it names no contract'
  if (contract.name !== remote) return `it says it is ${String(contract.name)}`
  if (contract.major !== major) return `it speaks contract ${String(contract.major)}, this host speaks ${major}`
  return shapeProblem(value)
}

function isRemoteModule(value: unknown, problem: string | undefined): value is RemoteModule {
  return problem === undefined && isObject(value)
}

/**
 * Checks that what a remote exposes is what the host and it have agreed on.
 * @throws {RemoteError} of class `contract`
 */
export function checkContract(value: unknown, remote: string, version: string, major: number): RemoteModule {
  const problem = problemOf(value, remote, major)
  if (isRemoteModule(value, problem)) return value
  throw new RemoteError('contract', remote, version, problem ?? 'it is not a remote')
}
