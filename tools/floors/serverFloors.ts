import path from 'node:path'

/** A file of the server, by its path below `server/src`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface FloorRules {
  /** Folders of `server/src` from the lowest floor to the highest. What stands in none of them is above them all. */
  readonly floors: readonly string[]
  /** Folders above all floors. Any other folder is refused until it is added to a floor. */
  readonly top: readonly string[]
  /** Which area may use which other, as `compose -> files`. */
  readonly areaEdges: readonly string[]
}

/** The floors of the server; docs/architecture.md draws them. */
export const serverRules: FloorRules = {
  floors: ['mime', 'platform', 'store', 'calendar-model', 'mailflow', 'areas'],
  top: ['cli', 'demo-install'],
  areaEdges: [
    'accounts -> user',
    'approval -> auto-reply',
    'approval -> compose',
    'approval -> files',
    'auto-reply -> files',
    'auto-reply -> forwarding',
    'auto-reply -> security',
    'assistant -> risk-check',
    'calendar -> calendar-mail',
    'calendar -> calendar-store',
    'calendar -> files',
    'calendar-dav -> calendar',
    'calendar-dav -> calendar-mail',
    'calendar-dav -> calendar-store',
    'calendar-dav -> files',
    'calendar-mail -> calendar-store',
    'calendar-store -> files',
    'classification -> forwarding',
    'compose -> calendar-store',
    'compose -> contacts',
    'compose -> files',
    'compose -> security',
    'compose -> signatures',
    'compose -> teamwork',
    'contacts -> files',
    'dav -> contacts',
    'dav -> files',
    'dav -> security',
    'documents -> calendar-store',
    'documents -> codes',
    'documents -> dav',
    'documents -> files',
    'exports -> compose',
    'exports -> files',
    'external-links -> user',
    'feedback -> compose',
    'feedback -> files',
    'feedback -> user',
    'folders -> codes',
    'forwarding -> codes',
    'folders -> labels',
    'folders -> mail',
    'follow-up -> auto-reply',
    'follow-up -> compose',
    'follow-up -> folders',
    'external-links -> files',
    'follow-up -> forwarding',
    'home -> announcements',
    'home -> approval',
    'home -> documents',
    'home -> follow-up',
    'home -> screener',
    'home -> user',
    'keys -> codes',
    'keys -> compose',
    'keys -> files',
    'keys -> security',
    'login -> challenges',
    'login -> codes',
    'login -> second-factor',
    'login -> user',
    'mail -> classification',
    'mail -> compose',
    'mail -> files',
    'mail -> risk-check',
    'mail-import -> compose',
    'mail-import -> files',
    'migration -> calendar',
    'migration -> calendar-store',
    'migration -> classification',
    'migration -> compose',
    'migration -> contacts',
    'migration -> exports',
    'migration -> files',
    'migration -> folders',
    'migration -> labels',
    'misuse-reports -> files',
    'offline -> classification',
    'offline -> compose',
    'offline -> mail',
    'compose -> papers',
    'compose -> restricted-letters',
    'passkeys -> login',
    'passkeys -> passwords',
    'passwords -> user',
    'push -> risk-check',
    'qr-login -> login',
    'qr-login -> user',
    'screener -> auto-reply',
    'screener -> classification',
    'screener -> folders',
    'screener -> follow-up',
    'search -> contacts',
    'second-factor -> codes',
    'recovery -> challenges',
    'recovery -> codes',
    'recovery -> passwords',
    'recovery -> second-factor',
    'recovery -> user',
    'second-factor -> passwords',
    'receipts -> auto-reply',
    'receipts -> forwarding',
    'receipts -> signatures',
    'settings -> announcements',
    'settings -> approval',
    'settings -> auto-reply',
    'settings -> calendar-store',
    'settings -> forwarding',
    'settings -> mail-groups',
    'settings -> screen-lock',
    'subscriptions -> files',
    'security -> codes',
    'security -> forwarding',
    'security -> passkeys',
    'security -> passwords',
    'security -> second-factor',
    'security -> user',
    'self-check -> auto-reply',
    'self-check -> classification',
    'self-check -> forwarding',
    'self-check -> mail',
    'self-check -> security',
    'remote-settings -> deployments',
    'settings-file -> auto-reply',
    'settings-file -> classification',
    'settings-file -> forwarding',
    'settings-file -> remote-settings',
    'settings-file -> screener',
    'settings-file -> signatures',
    'signatures -> files',
    'sso -> login',
    'submission -> compose',
    'submission -> security',
    'telemetry -> deployments',
    'upload-requests -> documents',
    'upload-requests -> files',
    'web-push -> approval',
    'web-push -> calendar',
    'web-push -> files',
    'web-push -> follow-up',
  ],
}

interface Import {
  readonly from: string
  readonly to: string
}

/** Static and dynamic imports, types, and files that a thread or a process is started with. The formatter keeps them in this form. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"`])(\.{1,2}\/[^'"`]+)\1/g
/** An import whose target is made while running, so that no check can know it. */
const MADE_IMPORT = /\bimport\s*\(\s*(?!['"\s])/

const isForTests = (file: string) => /\.test\.ts$|^testing\//.test(file)
const areaOf = (file: string): string | null => /^areas\/([^/]+)\//.exec(file)?.[1] ?? null

/** What of the source breaks the rules, in sentences; nothing when all is well. Tests and what they share are left out. */
export function brokenFloorRules(files: readonly SourceFile[], rules: FloorRules): string[] {
  const own = files.filter((file) => !isForTests(file.path))
  const imports = own.flatMap(importsOf)
  return [
    ...own.flatMap((file) => withoutFloor(file, rules)),
    ...own.flatMap((file) => (MADE_IMPORT.test(file.text) ? [`${file.path} imports what cannot be known`] : [])),
    ...imports.flatMap((one) => brokenBy(one, rules)),
    ...unusedEdges(imports, rules),
    ...circles(imports),
  ]
}

function importsOf({ path: from, text }: SourceFile): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => ({
    from,
    to: path.posix.normalize(path.posix.join(path.posix.dirname(from), match[2] ?? '')),
  }))
}

/** The number of a file's floor, from 0; what stands above them all has the highest. */
function floorOf(file: string, { floors }: FloorRules): number {
  const floor = floors.indexOf(file.split('/', 1)[0] ?? '')
  return floor === -1 ? floors.length : floor
}

function withoutFloor(file: SourceFile, { floors, top }: FloorRules): string[] {
  const [folder = '', ...rest] = file.path.split('/')
  if (rest.length === 0 || floors.includes(folder) || top.includes(folder)) return []
  return [`${file.path}: the folder ${folder} stands on no floor; give it one in tools/floors`]
}

function brokenBy({ from, to }: Import, rules: FloorRules): string[] {
  const edge = `${from} -> ${to}`
  if (isForTests(to)) return [`${edge}: only tests use what is made for tests`]
  if (floorOf(to, rules) > floorOf(from, rules)) return [`${edge} leads up; a floor uses only those below it`]
  const area = areaOf(to)
  const user = areaOf(from)
  if (area === null || area === user) return []
  if (user !== null && !rules.areaEdges.includes(`${user} -> ${area}`)) {
    return [`${edge}: the area ${user} may not use the area ${area}; the list of edges is in tools/floors`]
  }
  return to === `areas/${area}/index.ts` ? [] : [`${edge}: an area is used through its index.ts alone`]
}

/** An unused entry of the list would allow a later import without a review. */
function unusedEdges(imports: readonly Import[], { areaEdges }: FloorRules): string[] {
  const used = new Set(imports.map(({ from, to }) => `${areaOf(from)} -> ${areaOf(to)}`))
  return areaEdges.filter((edge) => !used.has(edge)).map((edge) => `${edge} is listed, and no longer used`)
}

/** One sentence for each circle of folders, with the imports that close it. */
function circles(imports: readonly Import[]): string[] {
  const folders = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [path.posix.dirname(one.from), path.posix.dirname(one.to)]
    if (from === to) continue
    const targets = folders.get(from) ?? new Map<string, Import>()
    folders.set(from, targets)
    if (!targets.has(to)) targets.set(to, one)
  }
  const found = new Map<string, string>()
  for (const start of folders.keys()) {
    const circle = shortestCircle(folders, start)
    if (!circle) continue
    const key = circle
      .map(({ from }) => path.posix.dirname(from))
      .sort()
      .join()
    if (!found.has(key))
      found.set(key, `folders in a circle: ${circle.map(({ from, to }) => `${from} -> ${to}`).join(', ')}`)
  }
  return [...found.values()]
}

/** The imports by which a folder reaches itself, by the shortest way; null when it does not. */
function shortestCircle(folders: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Import[] | null {
  const ways = new Map<string, readonly Import[]>([[start, []]])
  for (const [folder, way] of ways) {
    for (const [target, one] of folders.get(folder) ?? []) {
      if (target === start) return [...way, one]
      if (!ways.has(target)) ways.set(target, [...way, one])
    }
  }
  return null
}
