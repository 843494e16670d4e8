import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverRules } from './serverFloors.ts'

const SOURCE = path.resolve(import.meta.dirname, '../../server/src')
const PAGE = readFileSync(path.resolve(SOURCE, '../../docs/architecture.md'), 'utf8')
/** A floor that is one room. */
const ONE_ROOM = 'mime'

/** The groups of names of each floor of the picture, from the left to the right. */
function picture(): Map<string, string[][]> {
  const [, drawn = ''] = /^┌─+┐\n(│ areas\/[\s\S]*?)\n└─+┘$/m.exec(PAGE) ?? []
  return new Map(
    drawn.split(/\n├─+┤\n/).map((box) => {
      const text = box.replaceAll(/^│|│$/gm, ' ').replaceAll(/\s+/g, ' ').trim()
      const [, floor = '', names = ''] = /^([\w-]+)\/ ([^:]*)/.exec(text) ?? []
      return [floor, names.split('─').map((group) => group.trim().split(' '))]
    }),
  )
}

/** Folders and files of a floor that a file there uses, beside its own. */
function usedBy(floor: string, file: string): string[] {
  const text = readFileSync(path.join(SOURCE, floor, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, name = '']) => {
    const target = path.relative(path.join(SOURCE, floor), path.resolve(SOURCE, floor, path.dirname(file), name))
    return target.startsWith('..') ? [] : [placeOf(target)]
  })
}

const placeOf = (file: string): string => file.split(path.sep)[0]?.replace(/\.m?ts$/, '') ?? ''

test('given the picture of the house, then it has every folder, and no import leads to the left', () => {
  const drawn = picture()
  expect([...drawn.keys()].toReversed()).toEqual(serverRules.floors)
  for (const [floor, groups] of drawn) {
    if (floor === ONE_ROOM) continue
    const names = groups.flat()
    const folders = readdirSync(path.join(SOURCE, floor), { withFileTypes: true }).filter((one) => one.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
    const isThere = (name: string) => ['', '.ts'].some((end) => existsSync(path.join(SOURCE, floor, name + end)))
    expect(names.filter((name) => !isThere(name))).toEqual([])
    // Areas have a list of their own, of which use which.
    if (floor === 'areas') continue
    const rank = new Map(groups.flatMap((group, at) => group.map((name) => [name, at] as const)))
    const wrong = globSync('**/*.ts', { cwd: path.join(SOURCE, floor) })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        usedBy(floor, file).flatMap((used) => {
          const [from, to] = [rank.get(placeOf(file)), rank.get(used)]
          const isFine = from === undefined || to === undefined || from <= to
          return isFine ? [] : [`${floor}/${file} uses ${used}`]
        }),
      )
    expect(wrong).toEqual([])
  }
})
