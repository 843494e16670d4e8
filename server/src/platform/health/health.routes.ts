import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { NotFoundError } from '../http/errors.ts'
import { startMeasures } from './measures.ts'
import { isReady, readiness } from './readiness.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

const carries = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))

/**
 * What a supervisor and a monitor ask. `/healthz`: the process answers. `/readyz`: it can serve, else 503 with what is
 * wrong. `/metrics`: figures for Prometheus, only with YANSHU_METRICS_TOKEN set and sent as a bearer token; everybody
 * else gets what an unknown address gets.
 */
export async function healthRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const fresh = { 'cache-control': 'no-store' }
  app.get('/healthz', async (_request, reply) => reply.headers(fresh).type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(context)
    const ready = isReady(state)
    // Addresses and names of machines are for the log; whoever asks learns which part it is.
    if (!ready) context.log.warn({ ...state }, 'this process is not ready')
    const parts = Object.fromEntries(
      Object.entries(state).map(([part, said]) => [part, said === 'ok' ? 'ok' : 'failed']),
    )
    return reply
      .headers(fresh)
      .code(ready ? 200 : 503)
      .send({ ready, ...parts })
  })
  const { metricsToken } = context.config
  if (!metricsToken) return
  const measures = await startMeasures(app, context)
  app.get('/metrics', async (request, reply) => {
    if (!carries(request, metricsToken)) throw new NotFoundError()
    return reply.headers({ ...fresh, 'content-type': measures.contentType }).send(await measures.text())
  })
}
