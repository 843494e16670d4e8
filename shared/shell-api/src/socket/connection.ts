import ReconnectingWebSocket from 'reconnecting-websocket'

/** Callbacks of a connection. They are passed in, because an import here would move their modules out of the first script's scope. */
export interface ConnectionEvents {
  onOpen(): void
  onText(text: unknown): void
  onClose(code: number): void
  /** It could not be opened, or broke. */
  onError?(): void
}

/** A socket that reconnects until it is closed. */
export interface Connection {
  send(text: string): void
  /** Tries at once instead of after the pause. */
  reconnect(): void
  close(): void
}

/** Connects to an absolute address of the scheme `ws` or `wss`. */
export function connect(address: string, { onOpen, onText, onClose, onError }: ConnectionEvents): Connection {
  const socket = new ReconnectingWebSocket(address, [], {
    minReconnectionDelay: 1_000 + Math.random() * 2_000,
    maxReconnectionDelay: 30_000,
    connectionTimeout: 10_000,
  })
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }) => onText(data))
  if (onError) socket.addEventListener('error', onError)
  socket.addEventListener('close', ({ code }) => onClose(code))
  return socket
}
