import type { Socket } from './socket.ts'

const BEAT_MS = 30_000

/** Codes with which sockets are closed: the page is of another site; the server could not (RFC 6455 §7.4.1). */
export const FORBIDDEN_ORIGIN = 4_403
export const TRY_AGAIN = 1_013

/**
 * Ends a socket whose page does not answer any more. At each beat `check` sees whether it may still be served; what it
 * throws goes to `failed`, and is tried again at the next beat.
 */
export function keepPulse(socket: Socket, check: () => Promise<void>, failed: (error: unknown) => void): void {
  let alive = true
  const pulse = setInterval(async () => {
    if (!alive) {
      socket.terminate()
      return
    }
    alive = false
    socket.ping()
    await check().catch(failed)
  }, BEAT_MS)
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', () => clearInterval(pulse))
}
