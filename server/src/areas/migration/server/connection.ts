import type { ImapFlow } from 'imapflow'
import type { Config } from '../../../platform/config/config.ts'
import { openServer, type ServerLogin } from './openServer.ts'

/** A connection to the other server that can be made anew in the middle of a mail. It ends with its signal. */
export class Connection {
  readonly #config: Config
  readonly #login: () => Promise<ServerLogin>
  readonly #signal: AbortSignal
  readonly #stop = () => this.#client.close()
  #client: ImapFlow

  private constructor(config: Config, login: () => Promise<ServerLogin>, signal: AbortSignal, client: ImapFlow) {
    this.#config = config
    this.#login = login
    this.#signal = signal
    this.#client = client
    signal.addEventListener('abort', this.#stop, { once: true })
  }

  /** `login` is asked for each time: an access token may have ended. Throws what it and `openServer` throw. */
  static async open(config: Config, login: () => Promise<ServerLogin>, signal: AbortSignal): Promise<Connection> {
    return new Connection(config, login, signal, await openServer(config, await login()))
  }

  get client(): ImapFlow {
    return this.#client
  }

  /** Logs in once more. Throws what `openServer` throws, and the reason of the signal. */
  async renew(): Promise<ImapFlow> {
    this.#client.close()
    this.#signal.throwIfAborted()
    this.#client = await openServer(this.#config, await this.#login())
    return this.#client
  }

  /** Leaves the other server where it still answers. */
  async leave(): Promise<void> {
    await this.#client.logout().catch(() => {})
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#stop)
    this.#client.close()
  }
}
