import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ui = path.resolve(import.meta.dirname, '..')
const textOf = (files: readonly string[]) => files.map((file) => readFileSync(path.join(ui, file), 'utf8')).join('\n')

/** Parts of other components, which stand in the gallery inside of these. */
const INSIDE = new Set([
  'ArcoLocale',
  'Box',
  'Calendar',
  'Choice',
  'CountBar',
  'ColorGrid',
  'DelayedSpinner',
  'EmojiGrid',
  'Field',
  'FileName',
  'FindBar',
  'FolderChoices',
  'Geese',
  'InsertTools',
  'LinkForm',
  'Menu',
  'Panel',
  'PeopleRow',
  'Question',
  'SourceDialog',
  'SuggestionList',
  'TableGrid',
  'Toolbar',
  'VisuallyHidden',
])

test('every component that the package offers stands in the gallery', () => {
  const folders =
    'attachment brand button chip combobox crop data dates dialog editor feedback field folders foldertree form menu pager people person popover splitter steps upload viewtabs'
  const offered = [
    ...textOf(globSync(`src/{${folders.replaceAll(' ', ',')}}/*.tsx`, { cwd: ui })).matchAll(
      /^export (?:function|const) ([A-Z][A-Za-z]+)/gm,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !INSIDE.has(name) && name !== name.toUpperCase())
  const shown = textOf(globSync('gallery/*.tsx', { cwd: ui }))
  expect(offered.length).toBeGreaterThan(30)
  expect(offered.filter((name) => !new RegExp(`<${name}\\b`).test(shown))).toEqual([])
})
