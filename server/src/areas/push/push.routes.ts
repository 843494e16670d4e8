import { SOCKET_LOCKED, SOCKET_UNAUTHORIZED, type SocketMessage, sameAddress } from '@yanshu/contracts'
import { socketCatchUp, socketHello } from '@yanshu/contracts/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { CallError, ScreenLockedError } from '../../platform/http/errors.ts'
import { isSameOrigin } from '../../platform/http/sameOrigin.ts'
import type { Socket } from '../../platform/http/socket.ts'
import { FORBIDDEN_ORIGIN, keepPulse, TRY_AGAIN } from '../../platform/http/socketPulse.ts'
import type { Context } from '../../store/context/context.ts'
import { callerOf } from '../../store/sessions/authenticate.ts'
import { SESSION_LOCKED } from '../../store/sessions/lockSession.ts'
import { standingOf } from '../../store/sessions/session.repository.ts'
import { AccountFeeds, type Following } from './accountFeeds.ts'

/** How long a fresh socket may stay silent. */
const HELLO_WITHIN_MS = 5_000
/** Most bytes that wait for a slow client; beyond it the socket is closed, and the client reads everything again. */
const BACKLOG_MAX = 1_024 * 1_024
const TOO_SLOW = 4_408
/** How often one socket may ask for changes again. */
const CATCH_UPS_MAX = 20

/** The push socket `/ws/mail/message/{userMail}` (§7). */
export function pushRoutes(app: FastifyInstance, context: Context): void {
  const feeds = new AccountFeeds(context)
  app.addHook('onClose', async () => feeds.close())
  app.get('/ws/mail/message/:userMail', { websocket: true }, (socket: Socket, request: FastifyRequest) => {
    // Errors of the wire (a frame too large, a broken pipe) end in `close`, where everything is freed.
    socket.on('error', () => {})
    if (!isSameOrigin(request)) {
      const { headers, host } = request
      const hint =
        'a push socket was refused: the page is of another host than was asked for; does the proxy hand Host on?'
      context.log.warn({ origin: headers.origin, host }, hint)
      socket.close(FORBIDDEN_ORIGIN, 'origin')
      return
    }
    const { userMail } = request.params as { userMail: string }
    serve(context, feeds, socket, userMail)
  })
}

function serve(context: Context, feeds: AccountFeeds, socket: Socket, userMail: string): void {
  let caller: SessionActor | null = null
  let greeted = false
  let following: Following | null = null
  let caughtUp = 0
  const refuse = () => socket.close(SOCKET_UNAUTHORIZED, 'unauthorized')
  let locked = false
  /** A locked screen is sent nothing more, not even what was under way. */
  const lock = () => {
    locked = true
    following?.stop()
    socket.close(SOCKET_LOCKED, 'locked')
  }
  const checkStanding = async (sessionId: string) => {
    const standing = await standingOf(context, sessionId)
    if (standing === 'ended') refuse()
    else if (standing === 'locked') lock()
  }
  const helloTimer = setTimeout(() => {
    if (!caller) refuse()
  }, HELLO_WITHIN_MS)

  const sendMessage = (message: SocketMessage) => {
    if (socket.readyState !== socket.OPEN || locked) return
    if (message.optType === 'event' && message.name === SESSION_LOCKED) {
      // Which session it is concerns no window but its own.
      if (message.data === caller?.sessionId) lock()
      return
    }
    if (socket.bufferedAmount > BACKLOG_MAX) {
      socket.close(TOO_SLOW, 'too slow')
      // It may not read the close frame either.
      socket.terminate()
      return
    }
    socket.send(JSON.stringify(message))
  }

  const check = async () => {
    if (caller) await checkStanding(caller.sessionId)
  }
  keepPulse(socket, check, (error) => context.log.warn({ err: error }, 'a push session could not be checked'))

  const open = { now: true }
  socket.on('close', () => {
    open.now = false
    clearTimeout(helloTimer)
    following?.stop()
  })

  const greet = async (text: string) => {
    const hello = socketHello.parse(JSON.parse(text))
    const found = await callerOf(context, hello.accessToken)
    if (!sameAddress(found.address, userMail)) throw new SyntaxError('not the address of the token')
    if (!open.now) return
    caller = found
    clearTimeout(helloTimer)
    following = await feeds.follow(found.accountId, { send: sendMessage, sessionId: found.sessionId }, hello.since)
    // Closed meanwhile: no other code ends it.
    if (!open.now) following.stop()
    // It may have been locked while it was being greeted.
    await checkStanding(found.sessionId)
  }
  socket.on('message', (data, isBinary) => {
    if (greeted) {
      if (!isBinary && following && caughtUp++ < CATCH_UPS_MAX) catchUp(following, data.toString('utf8'))
      return
    }
    greeted = true
    if (isBinary) {
      refuse()
      return
    }
    greet(data.toString('utf8')).catch((error: unknown) => {
      if (error instanceof ScreenLockedError) {
        lock()
        return
      }
      if (!(error instanceof CallError) && !(error instanceof SyntaxError) && !isSchemaError(error)) {
        context.log.error({ err: error }, 'a push socket could not be opened')
        socket.close(TRY_AGAIN, 'try again')
        return
      }
      refuse()
    })
  })
}

/** A message that cannot be read is ignored: the window has been greeted and gets all changes. */
function catchUp(following: Following, text: string): void {
  try {
    following.catchUp(socketCatchUp.parse(JSON.parse(text)).since)
  } catch {}
}

const isSchemaError = (error: unknown) => error instanceof Error && error.name.includes('Zod')
