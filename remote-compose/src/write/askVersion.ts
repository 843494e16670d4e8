import { format, t } from '@yanshu/shell-api'
import { confirm } from '@yanshu/ui'
import type { ChooseVersion } from './beginning.ts'
import { NS } from './namespace.ts'

/**
 * Asks which version a letter goes on with. Only a confirmation gives up what this device kept: Escape, a locked screen and
 * the end of the session leave it, and the server's version stays on the server until a save meets it.
 */
export const askVersion: ChooseVersion = async (keptAt) => {
  const say = (key: string, values?: Record<string, string>) => t(NS, `versions.${key}`, values)
  const time = format().mailTime(keptAt)
  const options = {
    title: say('title'),
    text: say('text', { time }),
    yes: say('server'),
    no: say('kept'),
    danger: true,
  }
  return (await confirm(options)) ? 'server' : 'kept'
}
