import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import threads from 'node:worker_threads'

// A thread that runs one module of the server after the other, each as if the thread had been started for it alone. What
// the modules import is read once. What they opened of SQLite is closed with their port, as the end of a thread does it.
const own = threads.parentPort
/** @type {Set<import('node:sqlite').DatabaseSync>} */
const opened = new Set()
for (const method of /** @type {const} */ (['exec', 'prepare'])) {
  const original = DatabaseSync.prototype[method]
  Reflect.set(
    DatabaseSync.prototype,
    method,
    /** @this {import('node:sqlite').DatabaseSync} */
    function (/** @type {[string]} */ ...parameters) {
      opened.add(this)
      return original.apply(this, parameters)
    },
  )
}
let uses = 0

own?.on('message', async ({ file, workerData, port }) => {
  threads.workerData = workerData
  threads.parentPort = port
  syncBuiltinESMExports()
  port.once('close', () => {
    for (const database of opened) if (database.isOpen) database.close()
    opened.clear()
    own.postMessage('free')
  })
  // Anew for each use, because it reads its data and its port when it is read.
  await import(`${file}?use=${uses++}`)
})
