const LONGEST = 200
/** Addresses of people, of the web, and what stands in quotes: an operator reads the rest, and the log has all of it. */
const PRIVATE = /\S+@\S+|\b[a-z][a-z\d+.-]*:\/\/\S+|(["“'‘«「]).*?(["”'’»」])/gi

/** What an operator reads of a failed attempt. It has nothing of a mail, of a person or of an address in it. */
export function noteOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message.replaceAll(/\s+/g, ' ').replaceAll(PRIVATE, '…')}`.slice(0, LONGEST)
}
