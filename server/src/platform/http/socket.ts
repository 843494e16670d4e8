/** The part of the socket of `ws` that is used here; its own types are for development only. */
export interface Socket {
  readonly bufferedAmount: number
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
  close(code: number, reason: string): void
  terminate(): void
  ping(): void
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): void
  on(event: 'close' | 'pong', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
}
