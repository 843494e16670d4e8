import { expect } from '@playwright/test'
import { type Answer, chunkOf, entryOf, outlet, test } from './harness.ts'

const SPOILED_ENTRIES: [string, Answer, string][] = [
  ['is missing', 'not-found', 'load'],
  ['is cut off', 'abort', 'load'],
  ['never arrives', 'hang', 'load'],
  ['is a page', 'page', 'load'],
  ['was tampered with', { append: '\n;window.tampered = true' }, 'integrity'],
]

test.describe('an entry that cannot be used', () => {
  for (const [what, answer, errorClass] of SPOILED_ENTRIES) {
    test(`given an entry that ${what}, then the outlet says ${errorClass}, everything else works, and retry repairs it`, async ({
      page,
      system,
      violations,
    }) => {
      system.break(entryOf(system.builds.red1), answer)
      await page.goto(system.origin)
      await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', errorClass)
      await outlet(page, 'blue').getByText('clicked 0').click()
      await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0 clicked 1')
      expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()

      system.mend()
      await outlet(page, 'red').getByText('retry').click()
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0 clicked 0')
      expect(violations).toEqual([])
    })

    test(`given an entry that ${what} and an earlier version, then the earlier one runs`, async ({ page, system }) => {
      system.publishRed(system.builds.red2, system.builds.red1)
      system.break(entryOf(system.builds.red2), answer)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
    })
  }
})

test('given a tampered chunk of the remote itself, then it is refused for integrity', async ({ page, system }) => {
  system.break(chunkOf(system.builds.red1, /^remote\..*\.js$/), { append: ';window.tampered = true' })
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'integrity')
  expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
  await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
})

test('given a tampered chunk of a view, then it is refused for integrity', async ({ page, system }) => {
  system.break(chunkOf(system.builds.red1, /View.*\.js$/), { append: ';window.tampered = true' })
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'integrity')
  expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
})

test('given a tampered style sheet of a view, then it is not applied', async ({ page, system }) => {
  system.break(chunkOf(system.builds.red1, /^View.*\.css$/), { append: 'body { background: rgb(9, 9, 9) }' })
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toBeVisible()
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(9, 9, 9)')
})

test('given a view chunk that is missing, then retry loads it once it is there', async ({ page, system }) => {
  system.break(chunkOf(system.builds.red1, /View.*\.js$/), 'not-found')
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'load')
  system.mend()
  await outlet(page, 'red').getByText('retry').click()
  await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
})

test('given a remote that throws while starting, then the version before it runs', async ({ page, system }) => {
  system.publishRed(system.builds.throwsAtEvaluate, system.builds.red1)
  await page.goto(system.origin)
  await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
  const classes = await page.evaluate(() =>
    Reflect.get(window, 'fixture')
      .reports.filter(({ type }: { type: string }) => type === 'failure')
      .map(({ error }: { error: { class: string } }) => error.class),
  )
  expect(classes).toEqual(['evaluate'])
})

test('given a remote that throws while starting and nothing else, then the outlet says evaluate', async ({
  page,
  system,
}) => {
  system.publishRed(system.builds.throwsAtEvaluate)
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'evaluate')
  await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
})

test('given a remote that throws on the screen twice, then the version before it is shown', async ({
  page,
  system,
}) => {
  system.publishRed(system.builds.throwsInRender, system.builds.red1)
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'render')
  await outlet(page, 'red').getByText('retry').click()
  await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
  await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')
})

test('given a remote of another contract, then it is refused', async ({ page, system }) => {
  system.publishRed(system.builds.otherContract)
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'contract')
})

test('given a remote that needs another shell, then it is refused before it is asked for', async ({ page, system }) => {
  const { red2 } = system.builds
  system.publishRed({ ...red2, requires: { ...red2.requires, '@yanshu/shell-api': '^9.0.0' } })
  await page.goto(system.origin)
  await expect(outlet(page, 'red').getByRole('alert')).toHaveAttribute('data-class', 'compat')
  expect(system.requests).not.toContain(entryOf(red2))
})
