import { type LetterOptionsPort, letterOptionsProblem, withOption } from '@yanshu/contracts'
import type { Composer } from '../write/composer.ts'

/** The options of a letter that belong to a remote; no others can be reached by it. */
export function optionsPortOf(composer: Composer, remote: string): LetterOptionsPort {
  const prefix = `${remote}.`
  const own = Object.entries(composer.state.get().letter.options).filter(([name]) => name.startsWith(prefix))
  return {
    values: Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])),
    set(name, value) {
      const options = withOption(composer.state.get().letter.options, `${prefix}${name}`, value)
      const problem = letterOptionsProblem(options)
      if (problem) throw new RangeError(`The option ${prefix}${name} cannot be kept: ${problem}`)
      composer.change({ options })
    },
  }
}
