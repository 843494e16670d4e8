/**
 * Where a person logs in from, for counting: an IPv4 address, or the first 64 bits of an IPv6 address, which are one
 * site (RFC 4291 §2.5.4) however it spells and spreads its addresses. Text that is no address is taken as it is.
 */
export function placeOf(ip: string): string {
  const groups = groupsOf(ip)
  if (!groups) return ip.slice(0, 64)
  const [, , , , , mark, high = 0, low = 0] = groups
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** The eight numbers of an IPv6 address, however it is written; null when it is none. */
function groupsOf(ip: string): number[] | null {
  const plain = ip.replace(/%.*$/, '')
  if (!plain.includes(':')) return null
  const [head = '', tail] = plain.split('::', 2)
  const left = numbersOf(head)
  const right = numbersOf(tail ?? '')
  const missing = 8 - left.length - right.length
  if (missing < 0 || (tail === undefined && missing > 0)) return null
  const groups = [...left, ...Array<number>(missing).fill(0), ...right]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null
}

function numbersOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    const bytes = group.split('.').map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    return bytes.length === 4 ? [a * 256 + b, c * 256 + d] : [Number.parseInt(group, 16)]
  })
}
