import type { SourceFile } from './serverFloors.ts'

/** The type of a parameter by which a function reaches the store's connections. */
const REACHING = /(?<![\w.'])(?:Context|StepTools|Store)\b(?!')/
const PART = /\bPick<(?:Context|Store), ([^>]*)>/g
/** What a `Pick` of these names gives no connection by. */
const CONNECTIONS = /'(?:store|db|background|longReads)'/

const isForTests = (file: string) => /\.test\.ts$|^testing\//.test(file)

/**
 * Where code inside of a transaction could ask for a second connection, in sentences; nothing when all is well:
 * - a function that is given a transaction (`trx: Trx`) is given nothing by which it reaches the store's connections;
 * - the work of `transact` names none of them, begins no other transaction, and hands `context` as it is to such functions
 *   alone as take a `TransactionContext`.
 * `testing/oneConnection.ts` refuses the same while the tests run.
 */
export function secondConnections(files: readonly SourceFile[]): string[] {
  const own = files.filter((file) => !isForTests(file.path))
  const harmless = new Set(own.flatMap(({ text }) => harmlessFunctions(text)))
  return own.flatMap((file) => [...inSignatures(file), ...inTransactions(file, harmless)])
}

function inSignatures({ path, text }: SourceFile): string[] {
  const problems: string[] = []
  const aliases = aliasesIn(text)
  for (const match of text.matchAll(/\(\s*(?:\{[^{}]*\}: \{ (?:readonly )?)?trx: Trx\b|\btrx: Trx\n/g)) {
    const isList = match[0].startsWith('(')
    const from = isList ? match.index : text.lastIndexOf('{', match.index)
    const list = text.slice(from, endOf(text, from) + 1)
    if (!reaches(list, aliases)) continue
    problems.push(
      `${path}:${lineOf(text, match.index)} has a transaction and the store's connections: take a TransactionContext`,
    )
  }
  return problems
}

function inTransactions({ path, text }: SourceFile, harmless: ReadonlySet<string>): string[] {
  const problems: string[] = []
  for (const match of text.matchAll(/(?<![\w.]|function )transact(?:<[^>]*>)?\(/g)) {
    const from = match.index + match[0].length - 1
    const call = text.slice(from, endOf(text, from))
    const arrow = call.indexOf('=>')
    if (arrow === -1) continue
    const work = call.slice(arrow)
    const place = `${path}:${lineOf(text, match.index)}`
    for (const [said] of work.matchAll(/\bstore\.(?:db|background|longReads)\b|(?<![\w.])transact(?:<[^>]*>)?\(/g)) {
      problems.push(`${place} uses ${said} inside of a transaction: use the transaction`)
    }
    for (const [, name = ''] of work.matchAll(/\b(\w+)\(context(?=[,)])/g)) {
      if (name !== 'transact' && !harmless.has(name))
        problems.push(`${place} hands its context to ${name} inside of a transaction`)
    }
  }
  return problems
}

/** Functions that take their context without the store's connections as their first parameter. */
function harmlessFunctions(text: string): string[] {
  const names: string[] = []
  for (const match of text.matchAll(/\bfunction (\w+)(?:<[^>]*>)?\(\s*(?:\w+|\{[^}]*\}): ([^\n]*)/g)) {
    const type = match[2] ?? ''
    const isPart = /^Pick<Context, /.test(type) && !reaches(type, new Set())
    if (match[1] && (/^(?:Pick<)?TransactionContext\b/.test(type) || isPart)) names.push(match[1])
  }
  return names
}

/** Names of types of the file by which a function reaches a connection. */
const aliasesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\btype (\w+) = ([^\n]*)/g)].flatMap(([, name = '', type = '']) =>
      reaches(type, new Set()) ? [name] : [],
    ),
  )

function reaches(types: string, aliases: ReadonlySet<string>): boolean {
  if ([...aliases].some((name) => new RegExp(`: ${name}\\b`).test(types))) return true
  if ([...types.matchAll(PART)].some(([, names = '']) => CONNECTIONS.test(names))) return true
  return REACHING.test(types.replace(PART, ''))
}

/** Where the bracket that begins at a place ends. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const one = text[at]
    if (one === '(' || one === '[' || one === '{') depth++
    else if ((one === ')' || one === ']' || one === '}') && --depth === 0) return at
  }
  return text.length
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
