import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A call of the group, with its first argument where that is a text that is written out. */
const USE = /\b(?:ownSettings|useOwnSettings)\(\s*(?:'([^']*)'|"([^"]*)")?/g
const CALLS = 'mail/remote/settings/'

/**
 * What of a remote's source reaches for settings that are not its own. All code of a page shares one login, so that the
 * server cannot know which remote asks: what a remote may read is kept by its build.
 */
export function ownSettingsProblems(remote: string, directory: string): readonly string[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: directory }).flatMap((file) => {
    const text = readFileSync(path.join(directory, file), 'utf8')
    const names = [...text.matchAll(USE)].map(([, one, other]) => one ?? other)
    return [
      ...(names.some((name) => name !== remote)
        ? [`${remote}: ${file} asks for settings with another name than '${remote}'`]
        : []),
      ...(text.includes(CALLS) ? [`${remote}: ${file} calls ${CALLS}…: @yanshu/shell-api/own-settings does that`] : []),
    ]
  })
}
