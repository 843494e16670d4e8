import { SMTPServer } from 'smtp-server'

/** A mail server for other domains that takes everything. */
export async function openTestRelay() {
  /** Recipients, in the order they came. */
  const relayed: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      stream.resume()
      stream.on('end', () => {
        relayed.push(...session.envelope.rcptTo.map(({ address }) => address))
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    relayed,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
