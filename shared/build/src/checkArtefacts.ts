import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Manifest, satisfies } from '@yanshu/discovery'
import type { BuildRecord, BuiltFile, RemoteBuildRecord } from './artefact.ts'
import type { HostBuildRecord } from './buildHost.ts'
import { integrityOf } from './integrity.ts'

/** What may be sent, in bytes after gzip. `budgets.json` holds the numbers. */
export interface Budgets {
  readonly loginScriptsGzip: number
  readonly loginStylesGzip: number
  readonly shellScriptsGzip: number
  readonly remoteEntryGzip: number
  readonly remoteScriptsGzip: Readonly<Record<string, number>>
  readonly remoteScriptsGzipOther: number
  /** The same for a user who opens all pages in one language, of remotes whose messages are chunks of their own. */
  readonly remoteOneLanguageGzip: Readonly<Record<string, number>>
  /** What one page costs, scripts and styles, of remotes whose pages are chunks of their own; with what all pages need. */
  readonly remoteOnePageGzip: Readonly<Record<string, { readonly budget: number; readonly shared: readonly string[] }>>
  /** Scripts called `later-…`, which no first view waits for; they are counted apart from the others. */
  readonly remoteLaterGzip: Readonly<Record<string, number>>
  /** Scripts of `remote-keys` that one thing needs, such as reading an encrypted letter; a browser test counts them. */
  readonly keysAtOnceGzip: number
  /** The page that shows PDF files, which the server sends when one is opened; its test counts it. */
  readonly pdfViewerGzip: number
  readonly remoteStylesGzip: number
  readonly manifestGzip: number
}

/** Reads the budgets of the project. */
export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../budgets.json'), 'utf8'))
}

/** A measured size beside its budget, in bytes after gzip. */
export interface Measure {
  readonly what: string
  readonly bytes: number
  readonly budget: number
}

export interface CheckResult {
  readonly measures: readonly Measure[]
  /** Empty when everything is as it must be. */
  readonly problems: readonly string[]
}

type Finished<T extends BuildRecord> = { readonly record: T; readonly folder: string }

function sum(files: readonly [string, BuiltFile][], extension: string): number {
  return files.filter(([name]) => name.endsWith(extension)).reduce((total, [, file]) => total + file.gzip, 0)
}

const wordsOf = (name: string): string | undefined => /^words(?:-\w+)?-(\w+)\./.exec(name)?.[1]

/** All scripts but the messages of the language that is not used: of two, the smaller ones are left out. */
function oneLanguage(files: readonly [string, BuiltFile][]): number {
  const languages = Map.groupBy(files, ([name]) => wordsOf(name))
  languages.delete(undefined)
  const words = [...languages.values()].map((chunks) => sum(chunks, '.js'))
  return sum(files, '.js') - (words.length > 1 ? Math.min(...words) : 0)
}

/**
 * At most what a user loads who opens one page, scripts and styles: the entry and what every page needs (`shared`, by
 * the names of the chunks), the largest of the words of pages, and the largest of all other chunks.
 */
function onePage(record: BuildRecord & { entry: string }, shared: readonly string[]): number {
  const files = Object.entries(record.files)
  const of = (wanted: (chunk: string) => boolean) => files.filter(([name]) => wanted(name.split('.')[0] ?? ''))
  const total = (some: readonly [string, BuiltFile][]) => sum(some, '.js') + sum(some, '.css')
  const largest = (some: readonly [string, BuiltFile][]) => Math.max(0, ...some.map((file) => total([file])))
  const isShared = (chunk: string) => chunk === 'remoteEntry' || shared.includes(chunk)
  const isWords = (chunk: string) => wordsOf(`${chunk}.`) !== undefined
  // The words of the frame are there in one language.
  return (
    total(of((chunk) => isShared(chunk) && !isWords(chunk))) +
    largest(of((chunk) => isShared(chunk) && isWords(chunk))) +
    largest(of((chunk) => !isShared(chunk) && isWords(chunk))) +
    largest(of((chunk) => !isShared(chunk) && !isWords(chunk)))
  )
}

/** Files whose content does not match the record: a file was changed after the build, or the disk failed. */
function changedFiles({ record, folder }: Finished<BuildRecord>): string[] {
  return Object.entries(record.files)
    .filter(([name, { integrity }]) => integrityOf(readFileSync(path.join(folder, name))) !== integrity)
    .map(([name]) => `${record.name}: ${name} is not what was built`)
}

/** Tags of the page that load something without its integrity, and scripts written into the page. */
function pageProblems(html: string): string[] {
  const problems: string[] = []
  for (const [tag, attributes = ''] of html.matchAll(/<(?:script|link)\b([^>]*)>/g)) {
    const loads = /\b(src|rel="stylesheet")/.test(attributes)
    const data = /type="application\/json"/.test(attributes)
    if (loads && !/\bintegrity="sha384-/.test(attributes)) problems.push(`host: no integrity on ${tag}`)
    if (tag.startsWith('<script') && !loads && !data) problems.push(`host: an inline script stands in the page: ${tag}`)
  }
  return problems
}

function checkHost(host: Finished<HostBuildRecord>, budgets: Budgets, measures: Measure[]): string[] {
  const html = readFileSync(path.join(host.folder, 'index.html'), 'utf8')
  const files = Object.entries(host.record.files)
  const initial = files.filter(([name]) => html.includes(`"/${name}"`))
  const shell = files.filter(([name]) => /\/shell\./.test(name))
  measures.push(
    { what: 'host: scripts of the login page', bytes: sum(initial, '.js'), budget: budgets.loginScriptsGzip },
    { what: 'host: styles of the login page', bytes: sum(initial, '.css'), budget: budgets.loginStylesGzip },
    { what: 'host: scripts after the login', bytes: sum(shell, '.js'), budget: budgets.shellScriptsGzip },
  )
  return pageProblems(html)
}

async function checkRemote(
  remote: Finished<RemoteBuildRecord>,
  provided: Readonly<Record<string, string>>,
  budgets: Budgets,
  measures: Measure[],
) {
  const { record, folder } = remote
  const problems: string[] = []
  const all = Object.entries(record.files)
  const isLater = ([name]: [string, BuiltFile]) => /^later-\w+\..*\.?js$/.test(name)
  const files = all.filter((file) => !isLater(file))
  const later = all.filter(isLater)
  const entry = record.files[record.entry]
  if (!entry) problems.push(`${record.name}: build.json does not list its entry`)
  const scripts = budgets.remoteScriptsGzip[record.name] ?? budgets.remoteScriptsGzipOther
  measures.push(
    { what: `${record.name}: entry`, bytes: entry?.gzip ?? 0, budget: budgets.remoteEntryGzip },
    { what: `${record.name}: scripts`, bytes: sum(files, '.js'), budget: scripts },
    ...(budgets.remoteOneLanguageGzip[record.name] === undefined
      ? []
      : [
          {
            what: `${record.name}: scripts of one language`,
            bytes: oneLanguage(files),
            budget: budgets.remoteOneLanguageGzip[record.name] ?? 0,
          },
        ]),
    ...[budgets.remoteOnePageGzip[record.name]].flatMap((page) =>
      page ? [{ what: `${record.name}: one page`, bytes: onePage(record, page.shared), budget: page.budget }] : [],
    ),
    ...(later.length === 0
      ? []
      : [
          {
            what: `${record.name}: scripts that come later`,
            bytes: sum(later, '.js'),
            budget: budgets.remoteLaterGzip[record.name] ?? 0,
          },
        ]),
    { what: `${record.name}: styles`, bytes: sum(files, '.css'), budget: budgets.remoteStylesGzip },
  )
  for (const [name, range] of Object.entries(record.requires)) {
    const version = provided[name]
    if (!version || !satisfies(version, range)) {
      problems.push(`${record.name}: needs ${name} ${range}, the host has ${version ?? 'none'}`)
    }
  }
  for (const [name] of files) {
    if (!name.endsWith('.css')) continue
    const { foreignSelectors } = await import('@yanshu/deploy/styles')
    const foreign = foreignSelectors(readFileSync(path.join(folder, name)), name, record.name.replace(/^remote-/, ''))
    for (const selector of foreign) problems.push(`${record.name}: ${name} styles what is not its own: ${selector}`)
  }
  return problems
}

/**
 * Checks finished builds: contents as recorded, integrity on the page, sizes within budget, styles that stay inside
 * their remote, requirements that the host meets. What is bundled was checked while building.
 */
export async function checkArtefacts(
  host: Finished<HostBuildRecord>,
  remotes: readonly Finished<RemoteBuildRecord>[],
  provided: Readonly<Record<string, string>>,
  budgets: Budgets = readBudgets(),
  manifest?: Manifest,
): Promise<CheckResult> {
  const measures: Measure[] = []
  if (manifest) {
    const bytes = gzipSync(JSON.stringify(manifest, null, 2), { level: 9 }).length
    measures.push({ what: 'manifest', bytes, budget: budgets.manifestGzip })
  }
  const problems = [...changedFiles(host), ...checkHost(host, budgets, measures)]
  for (const remote of remotes) {
    problems.push(...changedFiles(remote), ...(await checkRemote(remote, provided, budgets, measures)))
  }
  for (const { what, bytes, budget } of measures) {
    if (bytes > budget) problems.push(`${what}: ${bytes} bytes after gzip, ${budget} are allowed`)
  }
  return { measures, problems }
}
