import { callSign } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { BadRequestError } from './errors.ts'

/** A header as the client writes these fields: short, and nothing that could break a line of the log. */
function field(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : ''
}

const fieldsOf = (request: FastifyRequest) => ({
  appid: field(request, 'appid'),
  uuidserver: field(request, 'uuidserver'),
  transSeq: field(request, 'transseq'),
  uniqueId: field(request, 'uniqueid'),
})

/** Which call of which page a request is, for the log; empty for programs that do not say so. */
export function callOf(request: FastifyRequest): { readonly page?: string; readonly transSeq?: number } {
  const { transSeq, uniqueId } = fieldsOf(request)
  return uniqueId ? { page: uniqueId, transSeq: Number(transSeq) } : {}
}

/**
 * Throws `BadRequestError` for a request that carries a `Sign` which is not that of its fields, method and path: something
 * on the way has mixed it up with another one. A request without one is let through; programs send none.
 */
export function checkSign(request: FastifyRequest, base: string): void {
  const { sign } = request.headers
  if (sign === undefined) return
  const path = (request.url.split('?')[0] ?? '').slice(base.length)
  if (sign !== callSign(fieldsOf(request), request.method, path)) throw new BadRequestError(['sign'])
}
