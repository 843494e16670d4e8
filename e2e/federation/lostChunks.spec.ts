import { expect, type Page } from '@playwright/test'
import { type Answer, askEach, type Cases, chunkOf, outlet, type System, test } from './harness.ts'

const VIEW = /^View.*\.js$/
const VIEW_STYLE = /^View.*\.css$/
const PART = /^Part.*\.js$/
const PART_STYLE = /^Part.*\.css$/
const TAMPERED: Answer = { append: ';window.tampered = true' }
const TAMPERED_STYLE: Answer = { append: 'body { background: rgb(9, 9, 9) }' }

const ENTRY = /^remoteEntry.*\.js$/
const GROUP = /\/app\/group\..*\.js/

const alerts = (page: Page) => outlet(page, 'red').getByRole('alert')
const tampered = (page: Page) => page.evaluate(() => Reflect.get(window, 'tampered'))

const classes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Reflect.get(window, 'fixture')
      .reports.filter(({ type }: { type: string }) => type === 'failure')
      .map(({ error }: { error: { class: string } }) => error.class),
  )

/** Opens the fixture page on this build and, where the build has a part, asks for it. */
async function open(page: Page, { origin }: System, { part = false } = {}) {
  await page.goto(origin)
  if (part) await outlet(page, 'red').getByText('clicked 0').click()
}

type Lost = [what: string, file: RegExp, answer: Answer]

test('a chunk that is lost once is fetched again without a message', async ({ page, another, violations }) => {
  const lost: Lost[] = [
    ['the remote itself, cut off', /^remote\..*\.js$/, 'abort'],
    ['a view, cut off', VIEW, 'abort'],
    ['a view, not there', VIEW, 'not-found'],
    ['a view, a page', VIEW, 'page'],
    ['a view, tampered with, and the browser keeps it', VIEW, TAMPERED],
    ['a style sheet, cut off', VIEW_STYLE, 'abort'],
    ['a style sheet, tampered with', VIEW_STYLE, TAMPERED_STYLE],
  ]
  const ofViews = lost.map(([what, file, answer]): [string, Cases[string]] => [
    what,
    async (system) => {
      system.break(chunkOf(system.builds.red1, file), answer, 1)
      await open(page, system)
      await expect(outlet(page, 'red').getByRole('button')).toContainText('remote-red 1.0.0')
      await expect(outlet(page, 'red').getByRole('button')).toHaveCSS('color', 'rgb(1, 2, 3)')
      await expect(alerts(page)).toHaveCount(0)
      expect(await classes(page)).toEqual([])
      expect(await tampered(page)).toBeUndefined()
      expect(violations).toEqual([])
    },
  ])
  const ofParts = [PART, PART_STYLE].map((file): [string, Cases[string]] => [
    `a part of a view: ${file.source}`,
    async (system) => {
      const { part } = system.builds
      system.publishRed(part)
      system.break(chunkOf(part, file), 'abort', 1)
      await open(page, system, { part: true })
      await expect(outlet(page, 'red').getByText('part of group')).toHaveCSS('color', 'rgb(4, 5, 6)')
      expect(await classes(page)).toEqual([])
    },
  ])
  await askEach(another, {
    ...Object.fromEntries([...ofViews, ...ofParts]),
    'a script and a style sheet that hang for ten seconds': async (system) => {
      system.break(chunkOf(system.builds.red1, VIEW), 'hang', 1)
      system.break(chunkOf(system.builds.red1, VIEW_STYLE), 'hang', 1)
      await open(page, system)
      await expect(outlet(page, 'red').getByRole('button')).toHaveCSS('color', 'rgb(1, 2, 3)')
      expect(await classes(page)).toEqual([])
    },
  })
})

test('a chunk that is lost for good is replaced by the earlier version', async ({ page, another }) => {
  const lost: [...Lost, errorClass: string][] = [
    ['a view that is not there', VIEW, 'not-found', 'load'],
    ['a view that is a page', VIEW, 'page', 'load'],
    ['a view that was tampered with', VIEW, TAMPERED, 'integrity'],
    ['a style sheet that is not there', VIEW_STYLE, 'not-found', 'load'],
    ['a style sheet that was tampered with', VIEW_STYLE, TAMPERED_STYLE, 'integrity'],
  ]
  const ofViews = lost.map(([what, file, answer, errorClass]): [string, Cases[string]] => [
    what,
    async (system) => {
      const { red1, red2 } = system.builds
      system.publishRed(red2, red1)
      system.break(chunkOf(red2, file), answer)
      await open(page, system)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
      expect(await classes(page)).toEqual([errorClass])
      expect(await tampered(page)).toBeUndefined()
    },
  ])
  const ofParts = (['part', 'barePart'] as const).map((which): [string, Cases[string]] => [
    `a part of a view that runs: ${which}`,
    async (system) => {
      const { [which]: red, red1 } = system.builds
      system.publishRed(red, red1)
      system.break(chunkOf(red, PART), 'not-found')
      await open(page, system, { part: true })
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0 clicked 0')
      expect(await classes(page)).toEqual(['load'])
    },
  ])
  await askEach(another, Object.fromEntries([...ofViews, ...ofParts]))
})

test('what runs stays when the network is back before the earlier version is used, and when that or a group of the host cannot be loaded', async ({
  page,
  another,
}) => {
  await askEach(another, {
    'the network is back before the earlier version is used': async (system) => {
      const { part, red1 } = system.builds
      system.publishRed(part, red1)
      system.break(chunkOf(part, PART), 'abort')
      const entry = new URL(chunkOf(red1, ENTRY), system.origin).href
      await page.route(entry, (route) => {
        system.mend()
        return route.continue()
      })
      await open(page, system, { part: true })
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0 clicked 1')
      await alerts(page).getByRole('button').first().click()
      await expect(alerts(page)).toHaveCount(0)
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0')
    },
    'the earlier version cannot be loaded either': async (system) => {
      const { part, red1 } = system.builds
      system.publishRed(part, red1)
      system.break(chunkOf(part, PART), 'abort')
      system.break(chunkOf(red1, ENTRY), 'abort')
      await open(page, system, { part: true })
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0 clicked 1')
    },
    'a group that the host itself cannot give': async (system) => {
      const { part, red1 } = system.builds
      system.publishRed(part, red1)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0')
      await page.route(GROUP, (route) => route.abort())
      await outlet(page, 'red').getByText('clicked 0').click()
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0 clicked 1')
      await page.unroute(GROUP)
      await page.getByText('retry part').click()
      await expect(outlet(page, 'red').getByText('part of group')).toBeVisible()
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0 clicked 1')
    },
  })
})

test('without another version a card stands where the part should be, names the cause, and its retry asks the network', async ({
  page,
  another,
}) => {
  const ofParts = [PART, PART_STYLE].map((file): [string, Cases[string]] => [
    `a part that is not there: ${file.source}`,
    async (system) => {
      const { part } = system.builds
      system.publishRed(part)
      system.break(chunkOf(part, file), 'not-found')
      await open(page, system, { part: true })
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
      await outlet(page, 'red').getByText('clicked 1').click()
      await expect(outlet(page, 'red')).toContainText('clicked 2')
      system.mend()
      await page.getByText('retry part').click()
      await expect(outlet(page, 'red').getByText('part of group')).toHaveCSS('color', 'rgb(4, 5, 6)')
      await expect(alerts(page)).toHaveCount(0)
    },
  ])
  await askEach(another, {
    ...Object.fromEntries(ofParts),
    'a part that was tampered with': async (system) => {
      const { part } = system.builds
      system.publishRed(part)
      system.break(chunkOf(part, PART), TAMPERED)
      await open(page, system, { part: true })
      await expect(alerts(page)).toHaveAttribute('data-class', 'integrity')
      expect(await tampered(page)).toBeUndefined()
      system.mend()
      await page.getByText('retry part').click()
      await expect(outlet(page, 'red').getByText('part of group')).toBeVisible()
    },
    'a part made by React itself is not called a failure on the screen': async (system) => {
      const { barePart } = system.builds
      system.publishRed(barePart)
      system.break(chunkOf(barePart, PART), 'not-found')
      await open(page, system, { part: true })
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
    },
    'a group that the host shares is asked for again, although the runtime keeps what failed': async (system) => {
      system.publishRed(system.builds.part)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 6.0.0')
      await page.route(GROUP, (route) => route.abort())
      await outlet(page, 'red').getByText('clicked 0').click()
      await expect(alerts(page)).toHaveAttribute('data-class', 'load')
      await page.unroute(GROUP)
      await page.getByText('retry part').click()
      await expect(outlet(page, 'red').getByText('part of group')).toBeVisible()
    },
    'a version that throws while starting is called so again when it is asked for again': async (system) => {
      system.publishRed(system.builds.throwsAtEvaluate)
      await page.goto(system.origin)
      await expect(alerts(page)).toHaveAttribute('data-class', 'evaluate')
      await outlet(page, 'red').getByText('retry').click()
      await expect(alerts(page)).toHaveAttribute('data-class', 'evaluate')
    },
    'a version that throws on the screen again and again is called so, and stays': async (system) => {
      system.publishRed(system.builds.throwsInRender)
      await page.goto(system.origin)
      for (let time = 0; time < 3; time++) {
        await expect(alerts(page)).toHaveAttribute('data-class', 'render')
        await outlet(page, 'red').getByText('retry').click()
      }
      await expect(alerts(page)).toHaveAttribute('data-class', 'render')
    },
  })
})
