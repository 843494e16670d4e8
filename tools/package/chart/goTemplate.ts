import { createHash } from 'node:crypto'

/** What a template works on: `.` and the variables in sight. */
type Value = unknown
interface Scope {
  readonly dot: Value
  readonly root: Value
  readonly variables: Map<string, Value>
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly code: string }
  | { readonly kind: 'block'; readonly code: string; readonly body: Node[]; readonly otherwise: Node[] }

const isEmpty = (value: Value): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const indented = (spaces: number, text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(spaces) + line)
    .join('\n')

/** The part of Sprig and Helm that the chart calls. JSON is YAML too, so `toYaml` writes that. */
const FUNCTIONS: Readonly<Record<string, (...values: readonly never[]) => Value>> = {
  quote: (value: Value) => JSON.stringify(String(value ?? '')),
  default: (other: Value, value: Value) => (isEmpty(value) ? other : value),
  toYaml: (value: Value) => JSON.stringify(value),
  toJson: (value: Value) => JSON.stringify(value),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  nindent: (spaces: number, text: string) => `\n${indented(spaces, text)}`,
  eq: (a: Value, b: Value) => a === b,
  gt: (a: number, b: number) => a > b,
  not: (value: Value) => isEmpty(value),
  and: (...values: readonly Value[]) => values.find(isEmpty) ?? values.at(-1),
  int: (value: Value) => Math.trunc(Number(value)),
  add: (...values: readonly number[]) => values.reduce((sum, one) => sum + one, 0),
  ternary: (yes: Value, no: Value, test: Value) => (test ? yes : no),
  contains: (part: string, text: string) => text.includes(part),
  trunc: (length: number, text: string) => text.slice(0, length),
  trimSuffix: (end: string, text: string) => (text.endsWith(end) ? text.slice(0, -end.length) : text),
  printf: (form: string, ...values: readonly string[]) => values.reduce((text, one) => text.replace('%s', one), form),
  required: (message: string, value: Value) => (isEmpty(value) ? refuse(message) : value),
  fail: (message: string) => refuse(message),
}

function refuse(message: string): never {
  throw new Error(message)
}

/** A template as a tree. A dash beside a brace removes the white space there, as in Go's `text/template`. */
function parse(template: string): Node[] {
  const tokens: Node[] = []
  let at = 0
  let trim = false
  const pushText = (text: string) => tokens.push({ kind: 'text', text: trim ? text.trimStart() : text })
  for (const match of template.matchAll(/\{\{(- )?([\s\S]*?)( -)?\}\}/g)) {
    const text = template.slice(at, match.index)
    pushText(match[1] ? text.trimEnd() : text)
    tokens.push({ kind: 'action', code: (match[2] ?? '').trim() })
    trim = match[3] !== undefined
    at = match.index + match[0].length
  }
  pushText(template.slice(at))
  const stack: { code: string; body: Node[]; otherwise: Node[]; inElse: boolean }[] = []
  const root: Node[] = []
  const place = (): Node[] => {
    const top = stack.at(-1)
    return top === undefined ? root : top.inElse ? top.otherwise : top.body
  }
  for (const token of tokens) {
    const code = token.kind === 'action' ? token.code : ''
    if (/^(if|with|range|define) /.test(code)) stack.push({ code, body: [], otherwise: [], inElse: false })
    else if (code === 'else') (stack.at(-1) ?? refuse('else without if')).inElse = true
    else if (code === 'end') {
      const { inElse: _, ...done } = stack.pop() ?? refuse('end without a beginning')
      place().push({ kind: 'block', ...done })
    } else place().push(token)
  }
  if (stack.length > 0) refuse(`${stack.at(-1)?.code} has no end`)
  return root
}

/** Renders the templates of a chart. Throws where a template does, and at whatever is no part of what the chart uses. */
export class ChartTemplates {
  readonly #named = new Map<string, Node[]>()

  constructor(helpers: string) {
    for (const node of parse(helpers)) {
      if (node.kind === 'block' && node.code.startsWith('define '))
        this.#named.set(JSON.parse(node.code.slice(7)), node.body)
    }
  }

  render(template: string, root: Value): string {
    return this.#write(parse(template), { dot: root, root, variables: new Map() })
  }

  #write(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => this.#writeOne(node, scope)).join('')
  }

  #writeOne(node: Node, scope: Scope): string {
    if (node.kind === 'text') return node.text
    if (node.kind === 'action') return this.#act(node.code, scope)
    const [, word, code = ''] = /^(\w+) ([\s\S]*)$/.exec(node.code) ?? []
    if (word === 'range') return this.#each(code, node.body, scope)
    const value = this.#evaluate(code, scope)
    if (isEmpty(value)) return this.#write(node.otherwise, scope)
    return this.#write(node.body, word === 'with' ? { ...scope, dot: value } : scope)
  }

  #act(code: string, scope: Scope): string {
    const [, name, value] = /^(\$\w+) := ([\s\S]*)$/.exec(code) ?? []
    if (name === undefined || value === undefined) return String(this.#evaluate(code, scope) ?? '')
    scope.variables.set(name, this.#evaluate(value, scope))
    return ''
  }

  #each(code: string, body: readonly Node[], scope: Scope): string {
    const [, key = '', value = '', list = ''] = /^(\$\w+), (\$\w+) := ([\s\S]*)$/.exec(code) ?? refuse(`range ${code}`)
    const entries = Object.entries(this.#evaluate(list, scope) as Record<string, Value>)
    return entries
      .map(([name, one]) => {
        const variables = new Map([...scope.variables, [key, name], [value, one]])
        return this.#write(body, { ...scope, dot: one, variables })
      })
      .join('')
  }

  #evaluate(code: string, scope: Scope): Value {
    const words = code.match(/"(?:\\.|[^"])*"|[()|]|[^\s()|]+/g) ?? []
    let at = 0
    const term = (): Value => {
      const word = words[at++] ?? refuse(`${code} ends too soon`)
      if (word !== '(') return this.#term(word, scope)
      const value = pipe()
      if (words[at++] !== ')') refuse(`${code} has an open bracket`)
      return value
    }
    const call = (piped: readonly Value[]): Value => {
      const word = words[at] ?? ''
      const isCall = Object.hasOwn(FUNCTIONS, word) || word === 'include'
      if (isCall) at += 1
      const values: Value[] = []
      while (at < words.length && words[at] !== '|' && words[at] !== ')') values.push(term())
      if (!isCall)
        return values.length === 1 && piped.length === 0 ? values[0] : refuse(`${code}: ${word} is no function`)
      if (word === 'include') return this.#include(values, scope)
      return FUNCTIONS[word]?.(...([...values, ...piped] as never[]))
    }
    const pipe = (): Value => {
      let value = call([])
      while (words[at] === '|') {
        at += 1
        value = call([value])
      }
      return value
    }
    const value = pipe()
    return at === words.length ? value : refuse(`${code} has something left`)
  }

  #include([name, dot]: readonly Value[], { root, variables }: Scope): string {
    const body = this.#named.get(String(name)) ?? refuse(`No template is named ${name}`)
    return this.#write(body, { dot, root, variables })
  }

  #term(word: string, { dot, variables }: Scope): Value {
    if (word.startsWith('"')) return JSON.parse(word)
    if (/^\d+$/.test(word)) return Number(word)
    if (word.startsWith('$')) return variables.has(word) ? variables.get(word) : refuse(`${word} is not set`)
    if (!word.startsWith('.')) return refuse(`${word} is not known`)
    const names = word.split('.').filter((name) => name !== '')
    return names.reduce((value: Value, name) => (value as Record<string, Value> | undefined)?.[name], dot)
  }
}
