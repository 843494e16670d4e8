import type { SocketCatchUp, SocketHello, SocketMessage } from '@yanshu/contracts'

/** What the push socket needs of the page. Passed in, for the same reason as `ConnectionEvents`. */
export interface PushEvents {
  /** The connection is there and waits for the greeting. */
  onOpen(): void
  onMessage(message: SocketMessage): void
  onClose(code: number): void
}

/** The push connection of this window, over a socket of its own or over that of another window. */
export interface PushConnection {
  send(message: SocketHello | SocketCatchUp): void
  /** Tries at once instead of after the pause. */
  reconnect(): void
  close(): void
}

/** What windows of one login say to each other. `leader` is the window with the socket. No token is ever among it. */
export type WindowMessage =
  /** Which window has the socket? */
  | { readonly say: 'who' }
  /** The socket stands and has been greeted. */
  | { readonly say: 'open'; readonly leader: string }
  /** The window with the socket is there, its socket is not. */
  | { readonly say: 'away'; readonly leader: string }
  | { readonly say: 'message'; readonly leader: string; readonly message: SocketMessage }
  /** A window greets: it has the changes up to `since`, or nothing counts as missed. */
  | { readonly say: 'since'; readonly window: string; readonly since: number | undefined }
  /** Its answer: what the window has missed, and the greeting. */
  | {
      readonly say: 'missed'
      readonly leader: string
      readonly window: string
      readonly messages: readonly SocketMessage[]
    }

export type SendToWindows = (message: WindowMessage) => void

/** A window with the socket, or one that receives by it. */
export interface WindowRole {
  send(message: SocketHello | SocketCatchUp): void
  reconnect(): void
  receive(received: WindowMessage): void
  /** Gives the role up: what was open is closed, and the page is notified. */
  leave(): void
}

/** The close code for a connection over another window that ended (RFC 6455 §7.4.1: closed abnormally). */
export const GONE = 1_006
