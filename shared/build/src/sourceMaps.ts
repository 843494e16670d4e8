import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Beside what is served, in the same order: the map of `/r/…/main.js` is `maps/r/…/main.js.map`. */
export const MAPS = 'maps'

const MAP = '.map'

/**
 * Removes the source maps from a finished build and keeps them where no server looks, for the operators' tool, which
 * names the places of a stack in the sources.
 * @param folder the build
 * @param to the folder of its maps
 */
export function keepSourceMaps(folder: string, to: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(MAP)) continue
    const from = path.join(entry.parentPath, entry.name)
    const target = path.join(to, path.relative(folder, from))
    mkdirSync(path.dirname(target), { recursive: true })
    renameSync(from, target)
  }
}

/** Removes the maps of files that are kept no longer. @param keep names of the files, without the ending of a map */
export function removeOtherMaps(folder: string, keep: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (!keep.has(name.slice(0, -MAP.length))) rmSync(file)
  }
}
