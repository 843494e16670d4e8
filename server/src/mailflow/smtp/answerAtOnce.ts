import type { Socket } from 'node:net'

const LINE_FEED = 0x0a
/** What is longer is a message, or a list of recipients that is answered in several turns. */
const COMMANDS_MAX_BYTES = 4_096

/** Whether bytes are several commands. With STARTTLS among them the answers leave at once: it ends what they are sent by. */
function areCommands(received: Buffer): boolean {
  const firstEnd = received.indexOf(LINE_FEED)
  if (firstEnd < 0 || firstEnd === received.length - 1 || received.length > COMMANDS_MAX_BYTES) return false
  return !/^starttls\b/im.test(received.toString('latin1'))
}

/**
 * Lets the answers to commands that came together leave together: who sends ahead (RFC 2920) then has one packet to read
 * instead of one for each command.
 */
export function answerAtOnce(socket: Socket): void {
  socket.prependListener('data', (received) => {
    if (!areCommands(received)) return
    socket.cork()
    // By then what can be answered without waiting has been.
    setImmediate(() => socket.uncork())
  })
}
