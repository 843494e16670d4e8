import { sendNotes } from '../areas/web-push/sendNotes.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) between taking notes for browsers and sending them, for tests. A process of its own:
 * given are the store's address, the data folder, the time of its clock, and which of the notes is looked up when it ends.
 */
const [database = '', folder = '', clock = '', after = ''] = process.argv.slice(2)

const context = await openKilled(database, folder, Number(clock))
let looked = 0
await sendNotes(context, {
  // Nothing is sent before its address is known, and here none is.
  resolve: () => {
    looked += 1
    if (looked === Number(after)) process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  },
  allowsAddress: () => true,
})
