/** A socket's address as an operator writes it, absolute or a path of this origin, made absolute. */
export const absoluteSocket = (written: string): string =>
  /^wss?:/.test(written) ? written : `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${written}`
