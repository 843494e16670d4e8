import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../../server/src/', import.meta.url))

/**
 * Files that keep something of a running server in a map of their module, by its context, settings or store: nothing stops
 * it in order, and no function names it as a part that it needs. Each is to move to where the server is put together. A map
 * by a transaction is none of these: it ends with the transaction.
 */
const STILL_THERE = [
  'areas/calendar/chinese/holidays.ts',
  'areas/calendar/ics/icsWork.ts',
  'areas/calendar/subscriptions/refreshSubscriptions.ts',
  'areas/calendar/windows.service.ts',
  'areas/classification/ruleBooks.ts',
  'areas/contacts/contactWork.ts',
  'areas/deployments/deployedVersions.ts',
  'areas/risk-check/checkApart.ts',
  'areas/risk-check/markRisks.ts',
  'areas/risk-check/readCodes.ts',
  'areas/security/clients.service.ts',
  'areas/telemetry/telemetry.ts',
  'mailflow/mailTransport.ts',
  'mailflow/workers/mailWork.ts',
  'store/jobs/runner.ts',
  'store/jobs/wake.ts',
]

/** A map of a module whose keys are a context, its settings or its store, or a part of one. */
const OF_A_SERVER = /^(?:export )?(?:const|let) \w+ = new WeakMap<(?:Transaction)?(?:Context|Config|Store|Parts)\b/m

test('no other module keeps something of a running server in a map of its own', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const keeping = files.filter((file) => OF_A_SERVER.test(readFileSync(`${SERVER}${file}`, 'utf8')))
  expect(keeping.toSorted()).toEqual(STILL_THERE)
})
