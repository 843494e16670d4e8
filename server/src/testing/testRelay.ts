import { SMTPServer } from 'smtp-server'

/** A mail server for other domains that takes everything. */
export async function openTestRelay() {
  /** Recipients, in the order they came. */
  const relayed: string[] = []
  /** What came, as it came. */
  const mails: { readonly to: readonly string[]; readonly raw: Buffer }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        relayed.push(...to)
        mails.push({ to, raw: Buffer.concat(chunks) })
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    relayed,
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
