import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { DeploymentPlaces } from './deployment.ts'

/** A place as browsers write it: an address or a path, line and column, both from 1. */
const PLACE = /(?:https?:\/\/[^\s/()]+)?(\/(?:r|app)\/[\w./-]+\.js):(\d+):(\d+)/g
/** What webpack writes before the path of a source. */
const BEFORE_SOURCE = /^webpack:\/\/[^/]*\/(?:\.{1,2}\/)*/

/** Where the maps of a file that is served may be: with what was published, or with what was built. */
const mapsOf = ({ dataFolder, clientFolder }: DeploymentPlaces, served: string): string[] => {
  const file = served.startsWith('/app/') ? `host${served}` : served.slice(1)
  return [dataFolder, clientFolder].flatMap((base) => (base === null ? [] : [path.join(base, 'maps', `${file}.map`)]))
}

async function readMap(places: DeploymentPlaces, served: string): Promise<TraceMap | null> {
  // The path comes from a text that any client may have written.
  if (served.includes('..')) return null
  for (const file of mapsOf(places, served)) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null) return new TraceMap(text)
  }
  return null
}

/**
 * The same text with the place in the sources behind each place in built code whose source map is here. Where it is not,
 * the text has a line on that.
 */
export async function resolveStack(places: DeploymentPlaces, text: string): Promise<string> {
  const maps = new Map<string, TraceMap | null>()
  for (const [, served = ''] of text.matchAll(PLACE)) {
    if (!maps.has(served)) maps.set(served, await readMap(places, served))
  }
  const resolved = text.replaceAll(PLACE, (whole, served: string, line: string, column: string) => {
    const map = maps.get(served)
    if (!map) return whole
    const found = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (found.source === null) return whole
    const name = found.name ? ` (${found.name})` : ''
    return `${whole} → ${found.source.replace(BEFORE_SOURCE, '')}:${found.line}:${found.column + 1}${name}`
  })
  const missing = [...maps].filter(([, map]) => map === null).map(([served]) => served)
  return missing.length === 0 ? resolved : `${resolved.trimEnd()}\n\nNo source map for: ${missing.join(', ')}`
}
