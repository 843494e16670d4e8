import { automatonIncludes, buildTextAutomaton, type TextAutomaton } from '../../mailflow/reading/textAutomaton.ts'

/**
 * Characters of values that are looked for in one text one after the other, which is quickest for a few. From there on an
 * automaton of the text is built once, so that the work is linear in the text and the values, whatever these hold.
 */
export const VALUES_IN_TURN = 256

/** A folded part of a mail in which rules look for values. */
export class SearchedText {
  readonly text: string
  #automaton: TextAutomaton | null = null
  /** Characters of the values that were looked for. */
  #asked = 0

  constructor(text: string) {
    this.text = text
  }

  includes(value: string): boolean {
    if (value.length > this.text.length) return false
    if (!this.#automaton) {
      this.#asked += value.length
      if (this.#asked <= VALUES_IN_TURN) return this.text.includes(value)
      this.#automaton = buildTextAutomaton(this.text)
    }
    return automatonIncludes(this.#automaton, value)
  }

  /** Takes over an automaton of this text that a thread has built. */
  useAutomaton(automaton: TextAutomaton): void {
    this.#automaton = automaton
  }
}
