import { intents } from '@yanshu/shell-api'

/** Starts a new mail. Where no remote can, `intents` has shown that. */
export const compose = (): void => {
  intents.send('compose.open', { kind: 'new' }).catch(() => undefined)
}
