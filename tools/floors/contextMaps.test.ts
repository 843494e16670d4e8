import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../../server/src/', import.meta.url))

/**
 * A map of a module whose keys are a context, its settings or its store, or a part of one. A map by a transaction is none of
 * these: it ends with the transaction.
 */
const OF_A_SERVER =
  /^(?:export )?(?:const|let) \w+ = new (?:Weak)?Map<(?:Transaction)?(?:Context|Config|Store|Parts|Runtime)\b/m

test('no module keeps something of a running server in a map of its own: it is a part of the runtime', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.filter((file) => OF_A_SERVER.test(readFileSync(`${SERVER}${file}`, 'utf8')))).toEqual([])
})
