import account from './zhAccount.ts'
import first from './zhFirst.ts'
import further from './zhFurther.ts'
import rules from './zhRules.ts'

/** All that the settings say, in Chinese: for tests. People load it in parts, see `words.ts`. */
export default { ...first, ...further, rules, account }
