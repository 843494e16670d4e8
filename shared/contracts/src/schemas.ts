/** The zod schemas: for the server, the documentation and tests. The browser imports types only. */
export * from './http/index.ts'
export * from './socket.ts'
export * from './switchGuide.ts'
