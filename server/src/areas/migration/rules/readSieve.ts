/** A string, a number with its unit counted in, a tag such as `:contains`, or a list of strings. */
export type SieveArgument =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'list'; readonly list: readonly string[] }

/** A test or a command of Sieve; both are written alike. */
export interface SieveNode {
  readonly name: string
  readonly arguments: readonly SieveArgument[]
  readonly tests: readonly SieveNode[]
  /** What stands in its braces; null where it has none. */
  readonly block: readonly SieveNode[] | null
  /** As it is written in the script. */
  readonly source: string
  /** The comment right before it. */
  readonly comment: string
}

/** The text is no script of Sieve. */
export class SieveRefusedError extends Error {
  override readonly name = 'SieveRefusedError'
}

type Token =
  | {
      readonly kind: 'word' | 'tag' | 'text' | 'sign' | 'comment'
      readonly value: string
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'number'
      readonly value: string
      readonly number: number
      readonly from: number
      readonly to: number
    }

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1_024, M: 1_048_576, G: 1_073_741_824 }
/** Blocks and tests inside each other. */
const DEPTH_MAX = 30

const NEXT =
  /\s+|#([^\n]*)(?:\n|$)|\/\*([\s\S]*?)\*\/|:([A-Za-z_]\w*)|(\d+)([KMGkmg]?)(?!\w)|text:[ \t]*(?:#[^\n]*)?\r?\n([\s\S]*?)\r?\n\.\r?(?:\n|$)|([A-Za-z_][\w.]*)|"((?:[^"\\]|\\[\s\S])*)"|([[\](){},;])/y

/** Parts a script into its words (RFC 5228 §2); goes through it once. */
function tokensOf(script: string): Token[] {
  const tokens: Token[] = []
  NEXT.lastIndex = 0
  while (NEXT.lastIndex < script.length) {
    const from = NEXT.lastIndex
    const found = NEXT.exec(script)
    if (!found) throw new SieveRefusedError(`no word of Sieve at ${from}`)
    const to = NEXT.lastIndex
    const [, line, comment, tag, number, unit, multi, word, text, sign] = found
    if (line !== undefined || comment !== undefined) {
      tokens.push({ kind: 'comment', value: (line ?? comment ?? '').trim(), from, to })
    } else if (tag !== undefined) tokens.push({ kind: 'tag', value: tag.toLowerCase(), from, to })
    else if (number !== undefined) {
      const size = Number(number) * (UNITS[(unit ?? '').toUpperCase()] ?? 1)
      tokens.push({ kind: 'number', value: number, number: size, from, to })
    } else if (multi !== undefined) tokens.push({ kind: 'text', value: multi.replaceAll(/^\./gm, ''), from, to })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word.toLowerCase(), from, to })
    else if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll(/\\([\s\S])/g, '$1'), from, to })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign, from, to })
  }
  return tokens
}

/** Reads a script of Sieve (RFC 5228 §8). What its commands mean is not judged. Throws `SieveRefusedError`. */
export function readSieve(script: string): SieveNode[] {
  const tokens = tokensOf(script)
  let at = 0
  const isSign = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.value === sign
  const refuse = (): never => {
    throw new SieveRefusedError(`not understood at ${tokens[at]?.from ?? script.length}`)
  }
  const skipComments = (): string => {
    let comment = ''
    for (let token = tokens[at]; token?.kind === 'comment'; token = tokens[++at]) comment = token.value || comment
    return comment
  }
  const readList = (): string[] => {
    const list: string[] = []
    at++
    for (skipComments(); !isSign(']'); skipComments()) {
      const token = tokens[at]
      if (token?.kind !== 'text') return refuse()
      list.push(token.value)
      at++
      skipComments()
      if (isSign(',')) at++
      else if (!isSign(']')) return refuse()
    }
    at++
    return list
  }
  const readNode = (isTest: boolean, depth: number, comment: string): SieveNode => {
    if (depth > DEPTH_MAX) throw new SieveRefusedError('too deep')
    const first = tokens[at]
    if (first?.kind !== 'word') return refuse()
    at++
    const given: SieveArgument[] = []
    const tests: SieveNode[] = []
    let block: SieveNode[] | null = null
    for (;;) {
      skipComments()
      const token = tokens[at]
      if (token?.kind === 'text') given.push({ kind: 'text', text: token.value })
      else if (token?.kind === 'number') given.push({ kind: 'number', number: token.number })
      else if (token?.kind === 'tag') given.push({ kind: 'tag', tag: token.value })
      else if (isSign('[')) {
        given.push({ kind: 'list', list: readList() })
        continue
      } else break
      at++
    }
    if (tokens[at]?.kind === 'word') tests.push(readNode(true, depth + 1, ''))
    else if (isSign('(')) {
      do {
        at++
        skipComments()
        tests.push(readNode(true, depth + 1, ''))
        skipComments()
      } while (isSign(','))
      if (!isSign(')')) refuse()
      at++
    }
    skipComments()
    if (!isTest) {
      if (isSign('{')) {
        at++
        block = readAll(depth + 1)
        if (!isSign('}')) refuse()
        at++
      } else if (isSign(';')) at++
      else refuse()
    }
    const source = script.slice(first.from, tokens[at - 1]?.to ?? first.to)
    return { name: first.value, arguments: given, tests, block, source, comment }
  }
  const readAll = (depth: number): SieveNode[] => {
    const nodes: SieveNode[] = []
    for (let comment = skipComments(); at < tokens.length && !isSign('}'); comment = skipComments()) {
      nodes.push(readNode(false, depth, comment))
    }
    return nodes
  }
  const nodes = readAll(0)
  if (at < tokens.length) refuse()
  return nodes
}
