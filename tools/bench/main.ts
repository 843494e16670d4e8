/**
 * `npm run bench`: measures the server and the client on mailboxes of 10,000 and 100,000 mails and prints the figures
 * beside those of three peers. It judges no time; it fails when a count is wrong or a scenario breaks.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { measureApprovals } from './approvals.ts'
import { measureAssistant } from './assistant.ts'
import { measureAttachments } from './attachments.ts'
import { launch, measureBrowser } from './browserScenarios.ts'
import { measureCommands } from './commands.ts'
import { compareWith } from './compare.ts'
import { measureDocuments } from './documents.ts'
import { measureHanging } from './hanging.ts'
import { measureLoads } from './load/measureLoad.ts'
import { Results } from './measurement.ts'
import { measureMonth } from './month.ts'
import { measureOnPostgres } from './onPostgres.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { measureOrganisation } from './organisation.ts'
import { measureSideBySide } from './peers/sideBySide.ts'
import { measurePeople } from './people.ts'
import { copyOf, prepareMailbox } from './prepare.ts'
import { measureProtectedMail } from './protectedMail.ts'
import { say } from './say.ts'
import { measureServer } from './serverScenarios.ts'
import { measureSoak } from './soak.ts'
import { markdownTables, textTables } from './table.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LATEST = path.join(ROOT, '.yanshu/bench/latest.json')

/** A load above this many waiting programs for each core makes the figures unreliable. */
const QUIET_LOAD = 0.5

async function measure(mails: number, { runs, parts }: BenchOptions): Promise<{ results: Results; load: number }> {
  const prepared = await prepareMailbox(mails, say)
  const results = new Results()
  results.add(
    { id: 'server.import', group: 'Server', title: 'import by the command line', unit: 'per second', style: 'range' },
    [prepared.imported / prepared.seconds],
  )
  const load = loadavg()[0] ?? 0
  if (load > QUIET_LOAD * cpus().length) {
    say.line(`The machine is busy (load ${load.toFixed(1)}): run this again when it is quiet.`)
  }
  for (const part of parts) {
    const folder = await copyOf(prepared, part)
    try {
      const task = { mails, runs, folder, results, say }
      await (part === 'server' ? measureServer(task) : measureBrowser(task))
      if (part === 'server') measureAssistant(results)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  results.finish()
  return { results, load }
}

const wrongOf = ({ checks }: Results): number => checks.filter(({ expected, found }) => expected !== found).length

function requireRightCounts(wrong: number): void {
  if (wrong > 0) throw new Error(`${wrong} counts are wrong: the figures mean nothing until that is found.`)
}

/** Prints a table of other clients, or of the client of another checkout, beside this one's, for each size. */
async function compare({ mails, runs, against, peers }: BenchOptions): Promise<void> {
  const browser = await launch()
  try {
    for (const count of mails) {
      const task = { mails: count, runs, browser, say }
      const table = against ? await compareWith(against, task) : await measureSideBySide({ ...task, peers })
      console.log(`\nMailbox of ${count.toLocaleString('en')} mails\n\n${table}`)
    }
  } finally {
    await browser.close()
  }
}

interface Alone {
  /** How many mails the table is about. */
  readonly mails: number
  measure(results: Results): Promise<void>
}

/** What is measured and nothing else, where an option asks for it. */
function aloneOf(options: BenchOptions): Alone | null {
  const { organisation, loads, hanging, postgres, people, approvals, attachments, documents, month, commands } = options
  const { protectedMail, soak } = options
  const alone = (mails: number, measure: Alone['measure']): Alone => ({ mails, measure })
  if (organisation) {
    const mails = organisation.accounts * organisation.mails
    return alone(mails, (results) => measureOrganisation(organisation, postgres, results, say))
  }
  if (loads.length > 0) return alone(0, (results) => measureLoads(loads, postgres, results, say))
  if (hanging !== null) return alone(0, (results) => measureHanging(hanging, postgres, results, say))
  if (commands !== null) return alone(commands, (results) => measureCommands(commands, results, say))
  if (postgres !== null) return alone(0, (results) => measureOnPostgres(postgres, results, say))
  if (people !== null) return alone(people, (results) => measurePeople(people, results, say))
  if (approvals !== null) return alone(0, (results) => measureApprovals(approvals, results, say))
  if (attachments !== null) return alone(0, (results) => measureAttachments(attachments, results, say))
  if (documents !== null) return alone(0, (results) => measureDocuments(documents, results, say))
  if (protectedMail !== null) {
    return alone(0, (results) => measureProtectedMail(protectedMail, options.runs, results, say))
  }
  if (soak !== null) {
    const rows = options.mails.at(-1) ?? soak
    return alone(rows, (results) => measureSoak(soak, rows, results, say))
  }
  if (month !== null) return alone(month, (results) => measureMonth(month, options.runs, results, say))
  return null
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const tables = options.markdown ? markdownTables : textTables
  const alone = aloneOf(options)
  if (alone) {
    const results = new Results()
    await alone.measure(results)
    results.finish()
    console.log(tables(alone.mails, results))
    requireRightCounts(wrongOf(results))
    return
  }
  if (options.parts.includes('browser')) {
    const built = spawnSync(process.execPath, ['tools/build.ts'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
    if (built.status !== 0) throw new Error('The client could not be built.')
  }
  if (options.against || options.peers.length > 0) return compare(options)
  const sizes: object[] = []
  let wrong = 0
  for (const mails of options.mails) {
    const { results, load } = await measure(mails, options)
    sizes.push({ mails, load, ...results })
    wrong += wrongOf(results)
    console.log(tables(mails, results))
  }
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? '', memoryBytes: totalmem(), node: process.version }
  await mkdir(path.dirname(LATEST), { recursive: true })
  await writeFile(LATEST, JSON.stringify({ at: new Date().toISOString(), machine, runs: options.runs, sizes }, null, 2))
  say.line(`Written to ${path.relative(ROOT, LATEST)}`)
  requireRightCounts(wrong)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  process.exitCode = 1
}
