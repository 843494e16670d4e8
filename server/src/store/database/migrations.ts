import type { Migration } from 'kysely/migration'
import { baseline } from './baseline.migration.ts'
import { contracting } from './contracting.ts'
import type { Engine } from './engine.ts'
import { keyEnrolmentMigration } from './keyEnrolment.migration.ts'
import { BASELINE } from './landed.ts'
import { liveServersMigration } from './liveServers.migration.ts'
import { oneWordIndexMigration } from './oneWordIndex.migration.ts'
import { replyOutsideMigration } from './replyOutside.migration.ts'
import { unansweredRemindersMigration } from './unansweredReminders.migration.ts'

/** The first step after the baseline that a server notes itself with: see `contracting`. */
const LIVE_SERVERS = '0150_live_servers'

/**
 * The store's history: the schema of the first release, then one step for each change of it. A step is never changed once
 * released; a new one is added below. It is short: it makes and changes tables, and leaves rows that it would have to change
 * to a data step (`dataSteps`), so that no upgrade keeps people waiting. A step that removes or renames what servers of the
 * version before still use is `contracting`.
 */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    [BASELINE]: baseline(engine),
    '0145_unanswered_reminders': unansweredRemindersMigration,
    '0147_key_enrolment': keyEnrolmentMigration,
    '0149_reply_outside': replyOutsideMigration,
    [LIVE_SERVERS]: liveServersMigration,
    '0150_one_word_index': contracting(engine, LIVE_SERVERS, oneWordIndexMigration(engine)),
  }
}

/** The newest step that this build knows. */
export const newestStep = (engine: Engine): string => Object.keys(migrationsFor(engine)).sort().at(-1) ?? BASELINE
