import type { MessageTree } from '@yanshu/contracts'
import * as account from './account.ts'
import * as away from './away.ts'
import * as data from './data.ts'
import * as folders from './folders.ts'
import * as frame from './frame.ts'
import * as general from './general.ts'
import * as rules from './rules.ts'
import * as security from './security.ts'
import * as signatures from './signatures.ts'

export default {
  ...frame.zh,
  ...general.zh,
  ...folders.zh,
  ...data.zh,
  away: away.zh,
  signatures: signatures.zh,
  rules: rules.zh,
  account: { ...account.zh, ...security.zh },
} satisfies MessageTree
