import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const SCREENS = ['host/src/**/*.tsx', 'remote-*/src/**/*.tsx', 'shared/{files,lists,ui}/src/**/*.tsx']
/** In a calendar the day that is chosen has the focus, and Enter chooses it. */
const DAYS = path.normalize('shared/ui/src/dates/Calendar.tsx')

/**
 * Buttons that may have the focus when their dialog opens, by what they do: they close what is only read, keep things as
 * they are, load the page again, or open the browser's choice of files. None sends, makes or deletes.
 */
const HARMLESS = ['location.reload()', 'stay', 'onDone', 'onClose', 'input.current?.click()', "answer('no')"]

/** What the buttons do that have the focus when their dialog opens. */
function focusedButtons(source: string): string[] {
  // An arrow function in an attribute is no end of the tag.
  const tags = [...source.matchAll(/<(?:Icon)?[Bb]utton\b(?:=>|[^>])*>/g)].map(([tag]) => tag)
  return tags
    .filter((tag) => /\b(?:data-autofocus|autoFocus)\b/.test(tag))
    .map((tag) => /onClick=\{(?:\(\) => )?(?:void )?([^}]*)\}/.exec(tag)?.[1] ?? 'submits')
}

test('it finds a button that has the focus, and what it does', () => {
  const dialog = `<Dialog><Button variant="danger" data-autofocus="" onClick={() => void remove()}>x</Button>
    <Button onClick={() => close()}>y</Button><Button autoFocus type="submit">z</Button></Dialog>`
  expect(focusedButtons(dialog)).toEqual(['remove()', 'submits'])
})

test('no dialog opens with the focus on what sends, makes or deletes', () => {
  const found = globSync(SCREENS, { cwd: root, exclude: [DAYS] }).flatMap((file) =>
    focusedButtons(readFileSync(path.join(root, file), 'utf8')).map((does) => ({ file, does })),
  )
  // It would prove nothing if it found none.
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ does }) => !HARMLESS.includes(does))).toEqual([])
})
