import { SHARED_MODULES, type SharedModule } from '@yanshu/discovery'
import { installedVersion } from './workspace.ts'

/**
 * The versions of the groups of our own packages, by the name of the import. A host of the right version of the package
 * may be without a group, because groups were added one after the other: so a host names those that it has, and a remote
 * those that it imports.
 * @param directory of whoever asks; the packages are found from there
 */
export function groupVersions(directory: string): Record<string, string> {
  const modules: [string, SharedModule][] = Object.entries(SHARED_MODULES)
  const groups = modules.filter(([name, shared]) => shared.strict && name !== shared.package)
  return Object.fromEntries(groups.map(([name, shared]) => [name, installedVersion(directory, shared.package)]))
}
