import { SHARED_MODULES, type SharedModule } from '@yanshu/discovery'
import { installedVersion } from './workspace.ts'

/**
 * The versions of the groups that were added to a package after its version was released, by the name of the import. A
 * host of the right version may be without such a group: so a host names those that it has, and a remote those that it
 * imports.
 * @param directory of the package that asks; the packages are found from there
 */
export function laterGroups(directory: string): Record<string, string> {
  const modules: [string, SharedModule][] = Object.entries(SHARED_MODULES)
  const groups = modules.filter(([, shared]) => shared.later)
  return Object.fromEntries(groups.map(([name, shared]) => [name, installedVersion(directory, shared.package)]))
}
