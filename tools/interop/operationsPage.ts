/** A block of commands of the page, with the name by which the interop run finds it; null where it has none. */
export interface CommandBlock {
  readonly name: string | null
  /** The line of the page that it begins at, from 1. */
  readonly line: number
  /** One command each, without the comments on it. */
  readonly commands: readonly string[]
}

const MARK = /^<!-- interop: ([\w-]+) -->$/
const SAID = /(?:^|\s{2,})#.*$/
/** The programs that the page gives commands of. */
const PROGRAMS = /^(yanshu|remotes) +[a-z]/

/**
 * The blocks of commands of a page: those that are fenced as `sh`. The line above a block names it for the run:
 * `<!-- interop: people -->`.
 */
export function blocksOf(markdown: string): CommandBlock[] {
  const lines = markdown.split('\n')
  return lines.flatMap((line, at) => {
    if (line !== '```sh') return []
    const end = lines.indexOf('```', at)
    const commands = lines
      .slice(at + 1, end)
      .map((one) => one.replace(SAID, '').trim())
      .filter((one) => one !== '')
    return [{ name: MARK.exec(lines[at - 1] ?? '')?.[1] ?? null, line: at + 1, commands }]
  })
}

/**
 * The commands that stand in the sentences of a page, as `` `yanshu queue list` ``, and in the first column of its tables,
 * which is about `remotes`.
 */
export function commandsInText(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  const codes = (part: string) => [...part.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const cells = [...text.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) => codes(cell))
  return [...codes(text).filter((code) => PROGRAMS.test(code)), ...cells.map((code) => `remotes ${code}`)]
}

/** What a command is, without whom it is about: `yanshu user add`, `remotes history --diff`. */
export function kindOf(command: string): string {
  const words = command.replace(/^(?:[A-Z_]+=\S* +)+/, '').split(/ +/)
  const [program = '', ...rest] = words
  const end = rest.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  // `remotes promote remote-mail`: what follows the verb is what it is about.
  const depth = program === 'remotes' && rest[0] !== 'keys' ? 1 : 2
  const verbs = rest.slice(0, Math.min(depth, end === -1 ? rest.length : end))
  const options = rest.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*/, ''))
  return [program, ...verbs, ...options.sort()].join(' ')
}

/** Which commands of the sentences were done by none of those that ran; the options of one that ran may be more. */
export function notAmong(ran: readonly string[], wanted: readonly string[]): string[] {
  const done = ran.map((command) => new Set(kindOf(command).split(' ')))
  return wanted.filter((command) => {
    const words = kindOf(command).split(' ')
    return !done.some((one) => words.every((word) => one.has(word)))
  })
}
