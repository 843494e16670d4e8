/** Stands where people were named; no input method writes it. */
const PEOPLE = '\uE000'

/** The line while it is read: each reader removes its words, and what is left is the title. */
export class Line {
  text: string
  /** The words that name people; {@link PEOPLE} stands in their place. */
  people = ''
  constructor(text: string) {
    this.text = ` ${text.normalize('NFKC').replaceAll(PEOPLE, '').replace(/\s+/g, ' ').trim()} `
  }

  /** What is left, with other words in the place of those that name people. */
  title(people: string): string {
    return this.text
      .replace(` ${PEOPLE} `, () => people)
      .replace(/\s+/g, ' ')
      .replace(/^[\s,，。;；:：]+|[\s,，。;；:：]+$/g, '')
      .trim()
  }

  take(pattern: RegExp, leave = ' '): RegExpExecArray | null {
    const found = pattern.exec(this.text)
    if (found) this.text = `${this.text.slice(0, found.index)}${leave}${this.text.slice(found.index + found[0].length)}`
    return found
  }

  /** Removes the words that name people, and answers the names in them. */
  takePeople(pattern: RegExp): string[] | null {
    const found = this.take(pattern, ` ${PEOPLE} `)
    if (found) this.people = found[0]
    return found && namesIn(found[1] ?? '')
  }
}

const namesIn = (text: string): string[] =>
  text
    .split(/、|,|，|和|与| and /)
    .map((name) => name.trim())
    .filter(Boolean)
