/** Something the palette can do. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly keys?: string
  /** Other ways to type it; see {@link RemoteCommand}. */
  readonly words?: readonly string[]
  run(): void
}

/** Each command once: what several keys do stands under the first of them. */
export const eachOnce = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(
    ({ label, group }, index) => commands.findIndex((one) => one.label === label && one.group === group) === index,
  )

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '')

/** How far into a phrase what was typed begins: 0 at its start, 1 at a later word or syllable, -1 nowhere. */
function placeIn(phrase: string, wanted: string): number {
  const parts = phrase.toLowerCase().split(/\s+/)
  const at = parts.findIndex((_, from) => {
    const rest = parts.slice(from)
    return (
      rest.join('').startsWith(wanted) ||
      rest
        .map((part) => part[0])
        .join('')
        .startsWith(wanted)
    )
  })
  // Chinese has no spaces: a word may begin anywhere.
  if (at < 0) return /\p{Script=Han}/u.test(wanted) && plain(phrase).includes(wanted) ? 1 : -1
  return Math.min(at, 1)
}

/** The rank of a command for what was typed, the best first, or -1 when it does not fit. */
function rankOf({ label: shown, words = [] }: Command, wanted: string): number {
  const label = plain(shown)
  const at = label.indexOf(wanted)
  if (at >= 0) return at === 0 ? 0 : 1
  const places = words.map((phrase) => placeIn(phrase, wanted)).filter((place) => place >= 0)
  if (places.length > 0) return 2 + Math.min(...places)
  let from = 0
  for (const letter of wanted) {
    from = label.indexOf(letter, from) + 1
    if (from === 0) return -1
  }
  return 4
}

/**
 * The commands that fit what was typed, the best first: those that begin with it, then those that contain it, those
 * with another word, in pinyin, by initials or in the other language, that begins with it, then those whose letters
 * come in its order. Case and spaces do not count. Every command fits an empty text.
 */
export function matchCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = plain(typed)
  if (!wanted) return commands
  return commands
    .map((command, index) => ({ command, rank: rankOf(command, wanted), index }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command)
}
