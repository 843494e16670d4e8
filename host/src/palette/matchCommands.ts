/** Something the palette can do. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly keys?: string
  run(): void
}

/** Each deed once: what several keys do stands under the first of them. */
export const eachOnce = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(
    ({ label, group }, index) => commands.findIndex((one) => one.label === label && one.group === group) === index,
  )

/**
 * The commands that fit what was typed, the best first: those that begin with it, then those that contain it, then
 * those whose letters come in its order. Case and spaces do not count. Everything fits nothing.
 */
export function matchCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.toLowerCase().replace(/\s+/g, '')
  if (!wanted) return commands
  const ranked = commands.flatMap((command, index) => {
    const label = command.label.toLowerCase().replace(/\s+/g, '')
    const at = label.indexOf(wanted)
    if (at >= 0) return [{ command, rank: at === 0 ? 0 : 1, index }]
    let from = 0
    for (const letter of wanted) {
      from = label.indexOf(letter, from) + 1
      if (from === 0) return []
    }
    return [{ command, rank: 2, index }]
  })
  return ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).map((one) => one.command)
}
