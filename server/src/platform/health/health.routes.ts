import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFoundError } from '../http/errors.ts'
import type { Log } from '../log/log.ts'
import { type Measured, startMeasures } from './measures.ts'
import { type Checks, isReady, readiness } from './readiness.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

const carries = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))

export interface HealthParts extends Measured {
  readonly log: Log
  /** What must work for this process to serve. */
  readonly checks: Checks
  /** Warnings for the operator although this process serves, such as a file that is ignored; shown by `/readyz`. */
  readonly notes: () => Promise<Readonly<Record<string, string>>>
  /** The token that a monitor needs to read `/metrics`; null when nothing is measured. */
  readonly metricsToken: string | null
}

/**
 * What a supervisor and a monitor ask. `/healthz`: the process answers. `/readyz`: it can serve, else 503 with what is
 * wrong. `/metrics`: figures for Prometheus, only with YANSHU_METRICS_TOKEN set and sent as a bearer token; any other
 * call gets what an unknown address gets.
 */
export async function healthRoutes(app: FastifyInstance, parts: HealthParts): Promise<void> {
  const fresh = { 'cache-control': 'no-store' }
  app.get('/healthz', async (_request, reply) => reply.headers(fresh).type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(parts.checks)
    const ready = isReady(state)
    // Addresses and names of machines are for the log; the caller only learns which part it is.
    if (!ready) parts.log.warn({ ...state }, 'this process is not ready')
    const outcomes = Object.fromEntries(
      Object.entries(state).map(([check, outcome]) => [check, outcome === 'ok' ? 'ok' : 'failed']),
    )
    return reply
      .headers(fresh)
      .code(ready ? 200 : 503)
      .send({ ready, ...outcomes, ...(await parts.notes()) })
  })
  const { metricsToken } = parts
  if (!metricsToken) return
  const measures = await startMeasures(app, parts)
  app.get('/metrics', async (request, reply) => {
    if (!carries(request, metricsToken)) throw new NotFoundError()
    return reply.headers({ ...fresh, 'content-type': measures.contentType }).send(await measures.text())
  })
}
