import { expect, type Page } from '@playwright/test'
import { type Answer, askEach, type Cases, chunkOf, entryOf, outlet, test } from './harness.ts'

const SPOILED_ENTRIES: [string, Answer, string][] = [
  ['is missing', 'not-found', 'load'],
  ['is cut off', 'abort', 'load'],
  ['never arrives', 'hang', 'load'],
  ['is a page', 'page', 'load'],
  ['was tampered with', { append: '\n;window.tampered = true' }, 'integrity'],
]

const alert = (page: Page) => outlet(page, 'red').getByRole('alert')
const tampered = (page: Page) => page.evaluate(() => Reflect.get(window, 'tampered'))

test('given an entry that is missing, cut off, never arrives, is a page or was tampered with, then the outlet says so, everything else works, and retry repairs it', async ({
  page,
  another,
  violations,
}) => {
  const cases = SPOILED_ENTRIES.map(([what, answer, errorClass]): [string, Cases[string]] => [
    `an entry that ${what}: ${errorClass}`,
    async (system) => {
      system.break(entryOf(system.builds.red1), answer)
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', errorClass)
      await outlet(page, 'blue').getByText('clicked 0').click()
      await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0 clicked 1')
      expect(await tampered(page)).toBeUndefined()

      system.mend()
      await outlet(page, 'red').getByText('retry').click()
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0 clicked 0')
      expect(violations).toEqual([])
    },
  ])
  await askEach(another, Object.fromEntries(cases))
})

test('given such an entry and an earlier version, then the earlier one runs', async ({ page, another }) => {
  const cases = SPOILED_ENTRIES.map(([what, answer]): [string, Cases[string]] => [
    `an entry that ${what}`,
    async (system) => {
      system.publishRed(system.builds.red2, system.builds.red1)
      system.break(entryOf(system.builds.red2), answer)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
    },
  ])
  await askEach(another, Object.fromEntries(cases))
})

test('given a chunk or a style sheet that was tampered with, then it is refused; one that is missing comes with a retry', async ({
  page,
  another,
}) => {
  await askEach(another, {
    'a tampered chunk of the remote itself is refused for integrity': async (system) => {
      system.break(chunkOf(system.builds.red1, /^remote\..*\.js$/), { append: ';window.tampered = true' })
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'integrity')
      expect(await tampered(page)).toBeUndefined()
      await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
    },
    'a tampered chunk of a view is refused for integrity': async (system) => {
      system.break(chunkOf(system.builds.red1, /View.*\.js$/), { append: ';window.tampered = true' })
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'integrity')
      expect(await tampered(page)).toBeUndefined()
    },
    'a tampered style sheet of a view is not applied': async (system) => {
      system.break(chunkOf(system.builds.red1, /^View.*\.css$/), { append: 'body { background: rgb(9, 9, 9) }' })
      await page.goto(system.origin)
      await expect(alert(page)).toBeVisible()
      await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(9, 9, 9)')
    },
    'a view chunk that is missing: retry loads it once it is there': async (system) => {
      system.break(chunkOf(system.builds.red1, /View.*\.js$/), 'not-found')
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'load')
      system.mend()
      await outlet(page, 'red').getByText('retry').click()
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
    },
  })
})

test('given a remote that throws, then the version before it runs or the outlet says so; one of another contract or for another shell is refused', async ({
  page,
  another,
}) => {
  await askEach(another, {
    'thrown while starting, with a version before it': async (system) => {
      system.publishRed(system.builds.throwsAtEvaluate, system.builds.red1)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
      const classes = await page.evaluate(() =>
        Reflect.get(window, 'fixture')
          .reports.filter(({ type }: { type: string }) => type === 'failure')
          .map(({ error }: { error: { class: string } }) => error.class),
      )
      expect(classes).toEqual(['evaluate'])
    },
    'thrown while starting, and nothing else': async (system) => {
      system.publishRed(system.builds.throwsAtEvaluate)
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'evaluate')
      await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
    },
    'thrown on the screen twice, with a version before it': async (system) => {
      system.publishRed(system.builds.throwsInRender, system.builds.red1)
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'render')
      await outlet(page, 'red').getByText('retry').click()
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
      await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
    },
    'another contract': async (system) => {
      system.publishRed(system.builds.otherContract)
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'contract')
    },
    'another shell: it is not even asked for': async (system) => {
      const { red2 } = system.builds
      system.publishRed({ ...red2, requires: { ...red2.requires, '@yanshu/shell-api': '^9.0.0' } })
      await page.goto(system.origin)
      await expect(alert(page)).toHaveAttribute('data-class', 'compat')
      expect(system.requests).not.toContain(entryOf(red2))
    },
  })
})
