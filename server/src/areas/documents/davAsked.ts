import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DavCaller } from '../../platform/dav/davService.ts'
import type { Context } from '../../store/context/context.ts'
import type { Resource } from './davResources.ts'

/** A request with what it names. */
export interface Asked {
  readonly context: Context
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: DavCaller
  readonly parts: readonly string[]
  readonly resource: Resource
  /** The tokens of locks that were sent. */
  readonly tokens: ReadonlySet<string>
}

/** A header that is sent once. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
