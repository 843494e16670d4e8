/**
 * Whether the client has what it asks for already: `If-None-Match` names this tag. Compared weakly (RFC 9110 §13.1.2), for
 * a 304 means that the content is the same, not its bytes on the way.
 */
export function hasCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}

/** Whether a client that sent this `Accept-Encoding` takes an encoding (RFC 9110 §12.5.3): named, and not with `q=0`. */
export function takesEncoding(acceptEncoding: string | undefined, encoding: string): boolean {
  return (acceptEncoding ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
