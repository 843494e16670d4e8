import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes `windowsZones.ts` of the server from the data of CLDR: `node tools/zones/main.ts FOLDER`, where the folder holds
 * `windowsZones.json` of the package cldr-core and `timezone.json` of cldr-bcp47, which has today's names of the zones.
 */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder that holds windowsZones.json and timezone.json of CLDR.')
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))

/** Answers what stands at the end of a path of names in JSON. */
function inside(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (there, name) =>
      typeof there === 'object' && there !== null ? new Map(Object.entries(there)).get(name) : undefined,
    value,
  )
}

/** Today's name of a zone by each name that it has had. */
const names = new Map<string, string>()
for (const zone of Object.values(Object(inside(read('timezone.json'), 'keyword', 'u', 'tz')))) {
  const alias = inside(zone, '_alias')
  const iana = inside(zone, '_iana')
  if (typeof alias === 'string' && typeof iana === 'string') for (const one of alias.split(' ')) names.set(one, iana)
}
// The name that the calendar uses everywhere.
names.set('Etc/UTC', 'UTC')

const mapped = inside(read('windowsZones.json'), 'supplemental', 'windowsZones', 'mapTimezones')
const zones = Object.values(Object(mapped)).flatMap((one) => {
  const [windows, territory, zone] = ['_other', '_territory', '_type'].map((name) => inside(one, 'mapZone', name))
  return typeof windows === 'string' && typeof zone === 'string' && territory === '001'
    ? [[windows, names.get(zone) ?? zone] as const]
    : []
})
const lines = zones.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, zone]) => `  '${name}': '${zone}',`)
const target = path.join(import.meta.dirname, '../../server/src/calendar-model/ics/windowsZones.ts')
writeFileSync(
  target,
  `/** Zones of the IANA list by their names in Windows; made by tools/zones/main.ts from CLDR (windowsZones, territory 001). */
export const WINDOWS_ZONES: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`,
)
