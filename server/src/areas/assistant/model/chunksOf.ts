/** Where a text may be divided: after a paragraph, a line, a sentence. */
const ENDS = [/\n\s*\n/g, /\n/g, /[。！？!?；;]|\.\s/g] as const
/** A part that ends earlier than this share of its room would make too many parts. */
const FILLED = 0.5

/** Where the part that begins with a text ends, at most `longest` characters later. */
function endOf(text: string, longest: number): number {
  if (text.length <= longest) return text.length
  const room = text.slice(0, longest)
  for (const end of ENDS) {
    const last = [...room.matchAll(end)].at(-1)
    if (last && last.index + last[0].length >= longest * FILLED) return last.index + last[0].length
  }
  // No pair of surrogates is cut in two.
  const code = text.charCodeAt(longest - 1)
  return code >= 0xd800 && code < 0xdc00 ? longest - 1 : longest
}

/** The parts of a text, each of at most `longest` characters, divided where it can be; what is beyond `count` parts is left out. */
export function chunksOf(text: string, longest: number, count: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest !== '' && parts.length < count) {
    const end = endOf(rest, longest)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}
