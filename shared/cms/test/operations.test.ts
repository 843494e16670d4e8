import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.join(import.meta.dirname, '../src')
/** What an operation is made of; another implementation would have none of it. */
const MADE_OF =
  /import \{[^}]*\b(?<!type )(?:readCms|sign|verify|encrypt|decrypt)\b[^}]*\} from '\.\.?\/(?:cms\/)?(?:contentInfo|signedData|encrypt|decrypt)\.ts'/

test('signing, verifying, encrypting, decrypting and reading are called by way of one module', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => file !== path.join('cms', 'operations.ts'))
  expect(files.length).toBeGreaterThan(40)
  const around = files.filter((file) => MADE_OF.test(readFileSync(path.join(SOURCE, file), 'utf8')))
  expect(around).toEqual([])
})
