import account from './enAccount.ts'
import first from './enFirst.ts'
import further from './enFurther.ts'
import rules from './enRules.ts'

/** All that the settings say, in English: for tests. People load it in parts, see `words.ts`. */
export default { ...first, ...further, rules, account }
