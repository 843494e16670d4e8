/** The days of a week in the order of a rule. */
const DAY = /^(?:MO|TU|WE|TH|FR|SA|SU)$/

/**
 * A rule of vCalendar 1.0 (`W1 MO WE #5`, `MP1 1+ MO 20270101T000000Z`) as a line of iCalendar; null for another one.
 * By its grammar a rule without an end happens twice.
 */
export function ruleOfOldCalendar(line: string): string | null {
  const words = line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase()
    .split(/\s+/)
  const [, frequency = '', interval = ''] = /^(D|W|MD|MP|YM|YD)(\d{1,3})$/.exec(words[0] ?? '') ?? []
  if (frequency === '') return null
  const last = words.at(-1) ?? ''
  const count = /^#(\d{1,5})$/.exec(last)?.[1]
  const until = /^\d{8}(?:T\d{6}Z?)?$/.test(last) ? last : undefined
  const conditions = words.slice(1, count !== undefined || until !== undefined ? -1 : undefined)
  const by = partOf(frequency, conditions)
  if (by === null) return null
  const end = until !== undefined ? `;UNTIL=${until}` : count === '0' ? '' : `;COUNT=${count ?? 2}`
  return `RRULE:FREQ=${NAMES[frequency]};INTERVAL=${Number(interval)}${by === '' ? '' : `;${by}`}${end}`
}

const NAMES: Readonly<Record<string, string>> = {
  D: 'DAILY', W: 'WEEKLY', MD: 'MONTHLY', MP: 'MONTHLY', YM: 'YEARLY', YD: 'YEARLY',
} // biome-ignore format: a table

/** Which days or months a rule names; null where it cannot be understood. */
function partOf(frequency: string, words: readonly string[]): string | null {
  if (words.length === 0) return ''
  if (frequency === 'W') return words.every((word) => DAY.test(word)) ? `BYDAY=${words.join(',')}` : null
  if (frequency === 'MP') {
    let place = ''
    const days: string[] = []
    for (const word of words) {
      const [, number, sign] = /^([1-5])([+-])$/.exec(word) ?? []
      if (number) place = sign === '-' ? `-${number}` : number
      else if (DAY.test(word) && place !== '') days.push(`${place}${word}`)
      else return null
    }
    return days.length > 0 ? `BYDAY=${days.join(',')}` : null
  }
  const numbers = words.map((word) => {
    const [, number, sign] = /^(\d{1,3})([+-]?)$/.exec(word) ?? []
    return word === 'LD' ? -1 : number ? Number(number) * (sign === '-' ? -1 : 1) : null
  })
  const name = { MD: 'BYMONTHDAY', YM: 'BYMONTH', YD: 'BYYEARDAY' }[frequency]
  return name && numbers.every((one) => one !== null) ? `${name}=${numbers.join(',')}` : null
}
