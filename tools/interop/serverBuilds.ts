import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './foreignServers.ts'

/** Installations whose servers differ as three releases do that expand and then contract the schema. */
export interface ServerBuilds {
  readonly before: string
  /** It adds a table. */
  readonly expanding: string
  /** It removes the table, as one that no server uses any more. */
  readonly contracting: string
}

const ADDED = '0998_added'
const REMOVED = '0999_removed'

const ADD = `'${ADDED}': { up: (db) => db.schema.createTable('of_next').addColumn('id', 'bigint').execute() },`
const REMOVE = `'${REMOVED}': contracting(engine, '${ADDED}', { up: (db) => db.schema.dropTable('of_next').execute() }),`

/** Returns a store of the last of them to the steps of the first one. */
export const UNDO = `delete from kysely_migration where name in ('${ADDED}', '${REMOVED}')`

/** A second name for every file of an installation, with another version and more steps. */
function withSteps(installation: string, folder: string, version: string, steps: readonly string[]): string {
  run('cp', ['-al', installation, folder])
  change(path.join(folder, 'server/package.json'), /"version": ".*"/, `"version": "${version}"`)
  const file = path.join(folder, 'server/src/store/database/migrations.ts')
  change(file, /\n {2}\}\n\}\n/, `\n${steps.join('\n')}\n  }\n}\n`)
  return folder
}

/** Writes a file anew, so that its other names stay as they are. */
function change(file: string, what: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!what.test(text)) throw new Error(`${file} has nothing like ${what}`)
  rmSync(file)
  writeFileSync(file, text.replace(what, to))
}

/** Makes them of the installation that `npm run package` has made. */
export function makeServerBuilds(installation: string, folder: string): ServerBuilds {
  mkdirSync(folder)
  return {
    before: installation,
    expanding: withSteps(installation, path.join(folder, 'expanding'), '0.2.0', [ADD]),
    contracting: withSteps(installation, path.join(folder, 'contracting'), '0.3.0', [ADD, REMOVE]),
  }
}
