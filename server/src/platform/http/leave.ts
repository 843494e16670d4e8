import { once } from 'node:events'
import { Server as TcpServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longer than a proxy keeps a connection that it does not use: `keepalive_timeout` of deploy/nginx/yanshu.conf. */
const LEAVE_WITHIN_MS = 2_000

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Lets a proxy go to other servers before this one closes. New connections are refused, which a proxy answers by asking
     * the next server, whatever the call is. Calls that come over connections it has are answered, the last one on each. Ends
     * when all of them are closed, or after two seconds.
     *
     * Without it a call that is on its way while the server closes its idle connections would be lost, and one that must not
     * be repeated would fail.
     */
    leave(): Promise<void>
  }
}

/** Gives the app its `leave`. */
export function addLeave(app: FastifyInstance): void {
  let leaving = false
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close')
  })
  app.decorate('leave', async () => {
    leaving = true
    const { server, websocketServer } = app
    const closed = once(server, 'close')
    // `close` of an HTTP server would close connections on which a call may be on its way.
    TcpServer.prototype.close.call(server)
    for (const socket of websocketServer.clients) socket.close()
    const stopping = new AbortController()
    await Promise.race([closed, wait(LEAVE_WITHIN_MS, null, { signal: stopping.signal })])
    stopping.abort()
  })
}
