/**
 * Leaves out of the value of a `style` attribute what no mail may carry: positions, by which content would cover what is
 * around it in the reader's program, and the `mso-` properties of Word, which mean nothing elsewhere. The other
 * declarations stay as they were written. One pass: time grows with the length alone.
 */
export function outgoingStyle(style: string): string {
  const declarations = declarationsOf(style)
  const kept = declarations.filter((declaration) => !isLeftOut(declaration))
  return kept.length === declarations.length
    ? style
    : kept
        .map((one) => one.trim())
        .filter(Boolean)
        .join(';')
}

/** At the beginning of a declaration, or behind a semicolon in it: programs differ over where a bad address ends. */
const LEFT_OUT = /(?:^|;)\s*(?:position|z-index|inset(?:-[a-z-]+)?|top|right|bottom|left|mso-[\w-]*)\s*:/
const isLeftOut = (declaration: string): boolean => LEFT_OUT.test(resolved(declaration))

/** The declarations between semicolons that stand in no string, bracket or comment (CSS Syntax §5.4.5). */
function declarationsOf(style: string): string[] {
  const found: string[] = []
  let from = 0
  let quote = ''
  let depth = 0
  for (let at = 0; at < style.length; at++) {
    const character = style.charAt(at)
    if (character === '\\') at++
    else if (quote !== '') {
      // A line break ends a string that was not closed (CSS Syntax §4.3.5).
      if (character === quote || /[\n\r\f]/.test(character)) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '/' && style.charAt(at + 1) === '*') {
      const end = style.indexOf('*/', at + 2)
      at = end < 0 ? style.length : end + 1
    } else if (/[([{]/.test(character)) depth++
    else if (/[)\]}]/.test(character)) depth = Math.max(0, depth - 1)
    else if (character === ';' && depth === 0) {
      found.push(style.slice(from, at))
      from = at + 1
    }
  }
  return [...found, style.slice(from)]
}

/** A declaration as a browser reads its names: without comments, with escapes resolved (CSS Syntax §4.3.7). */
const resolved = (declaration: string): string =>
  declaration
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, (_, code: string | undefined, character: string | undefined) =>
      code === undefined ? (character ?? '') : characterOf(Number.parseInt(code, 16)),
    )
    .toLowerCase()

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
