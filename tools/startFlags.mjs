// Plain JavaScript for Node 20.
import { nearestName } from '../server/src/platform/config/nearestName.mjs'

/** Flags with a value, by the setting that each stands for. */
const WITH_VALUE = { '--port': 'YANSHU_PORT', '--smtp-port': 'YANSHU_SMTP_PORT', '--data': 'YANSHU_DATA' }
const SWITCHES = { '--demo': ['YANSHU_DEMO', '1'], '--no-demo': ['YANSHU_DEMO', '0'] }

/**
 * Reads `--port 9000` and its like as the settings that the server takes from its environment.
 * Throws an error whose message is a sentence for the operator when a flag is not one or lacks its value.
 */
export function readStartFlags(parameters) {
  const settings = {}
  const flags = [...Object.keys(WITH_VALUE), ...Object.keys(SWITCHES)]
  for (let at = 0; at < parameters.length; at++) {
    const [flag, ...joined] = parameters[at].split('=')
    if (SWITCHES[flag] && joined.length === 0) {
      const [name, value] = SWITCHES[flag]
      settings[name] = value
    } else if (WITH_VALUE[flag]) {
      const value = joined.length > 0 ? joined.join('=') : parameters[++at]
      if (!value || value.startsWith('--')) throw new Error(`${flag} needs a value.`)
      settings[WITH_VALUE[flag]] = value
    } else {
      const nearest = nearestName(flag, flags)
      throw new Error(
        `${parameters[at]}: there is no such flag. ${nearest ? `Did you mean ${nearest}?` : `There are: ${flags.join(', ')}.`}`,
      )
    }
  }
  return settings
}
