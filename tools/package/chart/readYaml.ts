/** A value of YAML as the chart has it: block mappings and lists, quoted and plain words, JSON on one line. */
export type Yaml = string | number | boolean | null | Yaml[] | { [key: string]: Yaml }

interface Line {
  readonly indent: number
  readonly text: string
  readonly number: number
}

const KEY = /^("(?:\\.|[^"])*"|[^\s:#"][^:]*?):(?:\s+(.*))?$/

function scalarOf(text: string, number: number): Yaml {
  if (/^["[{]/.test(text)) return JSON.parse(text)
  if (/^(true|false|null|-?\d+(\.\d+)?)$/.test(text)) return JSON.parse(text)
  if (/^[&*!|>'%@`]/.test(text) || /: |\s#/.test(text)) throw new Error(`line ${number}: ${text} is not read here`)
  return text
}

/** Reads the lines of one value from `at` on; answers it with the number of the first line behind it. */
function valueAt(lines: readonly Line[], at: number): readonly [Yaml, number] {
  const first = lines[at]
  if (first === undefined) return [null, at]
  if (first.text.startsWith('- ') || first.text === '-') return listAt(lines, at, first.indent)
  return KEY.test(first.text) ? mapAt(lines, at, first.indent) : [scalarOf(first.text, first.number), at + 1]
}

function listAt(lines: readonly Line[], start: number, indent: number): readonly [Yaml, number] {
  const list: Yaml[] = []
  let at = start
  for (let line = lines[at]; line?.indent === indent && /^-( |$)/.test(line.text); line = lines[at]) {
    const text = line.text.slice(1)
    const content = text.trimStart()
    // What follows the dash begins a value of its own, at the column where it stands.
    const own = { indent: indent + 1 + text.length - content.length, text: content, number: line.number }
    const end = lines.findIndex((one, index) => index > at && one.indent <= indent)
    const inside = lines.slice(at + 1, end === -1 ? lines.length : end)
    const [value, used] = valueAt([own, ...inside], 0)
    if (used !== inside.length + 1) throw new Error(`line ${inside[used - 1]?.number}: wrong indentation`)
    list.push(value)
    at += used
  }
  return [list, at]
}

function mapAt(lines: readonly Line[], start: number, indent: number): readonly [Yaml, number] {
  const map: Record<string, Yaml> = {}
  let at = start
  for (let line = lines[at]; line?.indent === indent && !line.text.startsWith('- '); line = lines[at]) {
    const [, written = '', rest] = KEY.exec(line.text) ?? []
    const key = written.startsWith('"') ? JSON.parse(written) : written
    if (key === '') throw new Error(`line ${line.number}: ${line.text} is no key with a value`)
    if (Object.hasOwn(map, key)) throw new Error(`line ${line.number}: ${key} stands there twice`)
    at += 1
    const next = lines[at]
    const isBelow = next !== undefined && (next.indent > indent || (next.indent === indent && /^- /.test(next.text)))
    if (rest !== undefined && rest !== '') map[key] = scalarOf(rest, line.number)
    else if (isBelow) [map[key], at] = valueAt(lines, at)
    else map[key] = null
  }
  return [map, at]
}

/** The documents of a text. Throws with the line at what it does not read, at wrong indentation and at a key given twice. */
export function readYaml(text: string): Yaml[] {
  if (text.includes('\t')) throw new Error('YAML has no tabs')
  return text.split(/^---$/m).flatMap((document) => {
    const lines = document.split('\n').flatMap((line, index): Line[] => {
      const content = line.trim()
      if (content === '' || content.startsWith('#')) return []
      return [{ indent: line.length - line.trimStart().length, text: content, number: index + 1 }]
    })
    if (lines.length === 0) return []
    const [value, end] = valueAt(lines, 0)
    if (end !== lines.length) throw new Error(`line ${lines[end]?.number}: wrong indentation`)
    return [value]
  })
}
