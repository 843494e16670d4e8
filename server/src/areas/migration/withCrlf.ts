const [CR, LF] = [0x0d, 0x0a]

/**
 * A mail with the line ends that it has to travel with (RFC 5322 §2.1): an mbox file or a Maildir that was imported has others,
 * which some servers refuse.
 */
export function withCrlf(source: Buffer): Buffer {
  let bare = 0
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) if (source[at - 1] !== CR) bare++
  if (bare === 0) return source
  const whole = Buffer.allocUnsafe(source.length + bare)
  let [from, to] = [0, 0]
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) {
    if (source[at - 1] === CR) continue
    to += source.copy(whole, to, from, at)
    whole[to++] = CR
    from = at
  }
  source.copy(whole, to, from)
  return whole
}
