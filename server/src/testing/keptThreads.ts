import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads, {
  MessageChannel,
  type MessagePort,
  type Transferable,
  type Worker,
  type WorkerOptions,
} from 'node:worker_threads'

/** Set on what stands in the place of `Worker`: each test file of a process runs this module anew. */
const KEEPS = Symbol.for('yanshu.testing.keepsThreads')
const Thread = threads.Worker
/** How often a thread is used before it ends: each use leaves a module behind. */
const USES_MAX = 50
const HOST = new URL('./keptThread.mjs', import.meta.url)

interface Host {
  readonly worker: Worker
  readonly kind: string
  uses: number
}

/** Threads without work. */
const free: Host[] = []

/** A thread runs one module, with the limits of memory that it was started with. */
function hostOf(file: URL, { resourceLimits }: WorkerOptions): Host {
  const kind = `${file.href} ${JSON.stringify(resourceLimits)}`
  const at = free.findIndex((one) => one.kind === kind)
  const [host] = at === -1 ? [] : free.splice(at, 1)
  host?.worker.removeAllListeners()
  return host ?? { worker: new Thread(HOST, { resourceLimits }), kind, uses: 0 }
}

/**
 * A thread as a pool uses it. At its end it is kept for the next one, unless it was in the middle of a task: then it may hang,
 * and ends as it would without this.
 */
class KeptWorker extends EventEmitter {
  readonly #host: Host
  readonly #port: MessagePort
  /** Questions without an answer. */
  #asked = 0

  constructor(file: URL, options: WorkerOptions) {
    super()
    this.#host = hostOf(file, options)
    this.#host.uses++
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (answer) => {
      this.#asked--
      this.emit('message', answer)
    })
    const { worker } = this.#host
    worker.on('error', (error) => this.emit('error', error))
    worker.on('exit', (code) => this.emit('exit', code))
    worker.postMessage({ file: file.href, workerData: options.workerData, port: port2 }, [port2])
    // As a thread's own method.
    Reflect.set(this, 'postMessage', (question: unknown, moved: readonly Transferable[]) => {
      this.#asked++
      port1.postMessage(question, moved)
    })
  }

  ref(): void {
    this.#host.worker.ref()
  }

  unref(): void {
    this.#host.worker.unref()
    this.#port.unref()
  }

  async terminate(): Promise<number> {
    const { worker, uses } = this.#host
    worker.removeAllListeners()
    if (this.#asked > 0 || uses >= USES_MAX) return worker.terminate()
    const freed = new Promise<boolean>((resolve) => {
      worker.once('message', () => resolve(true))
      worker.once('exit', () => resolve(false))
      worker.once('error', () => {})
    })
    worker.ref()
    this.#port.close()
    const isFree = await freed
    worker.removeAllListeners()
    if (!isFree) return 0
    worker.unref()
    worker.once('exit', () => free.splice(free.indexOf(this.#host) >>> 0, 1))
    free.push(this.#host)
    return 0
  }
}

/**
 * Plain JavaScript starts quickly and stays as it is: a thread that reads the store lowers its priority each time that its
 * module is read.
 */
const isKept = ({ protocol, pathname }: URL): boolean => protocol === 'file:' && pathname.endsWith('.ts')

/**
 * For every file of server tests: starting a thread that reads mail takes 150 ms of processor time, most of it for reading
 * modules, and each test server starts one with its first mail. Threads of servers that have ended are kept for the next ones
 * of this process.
 */
function keepThreads(): void {
  const Keeping = new Proxy(Thread, {
    construct: (_, [file, options]: [URL, WorkerOptions]) =>
      isKept(file) ? new KeptWorker(file, options) : new Thread(file, options),
  })
  Object.assign(threads, { Worker: Object.assign(Keeping, { [KEEPS]: true }) })
  syncBuiltinESMExports()
}

if (!(KEEPS in Thread)) keepThreads()
