import { expect } from '@playwright/test'
import { manifestOf } from './buildFixtures.ts'
import { askEach, entryOf, outlet, test } from './harness.ts'

test('given a manifest that changes, is revoked or is missing, then pages follow it, keep what runs, and go on with the last good one; remotes share the modules of the host', async ({
  page,
  another,
  violations,
}) => {
  await askEach(another, {
    'an edited manifest alone: pages go from 1 to 2 and back to 1': async (system) => {
      const { red1, red2 } = system.builds
      for (const version of [red1, red2, red1]) {
        system.publishRed(version, ...[red1, red2].filter((other) => other !== version))
        await page.goto(system.origin)
        await expect(outlet(page, 'red')).toContainText(`remote-red ${version.version}`)
      }
      expect(violations).toEqual([])
    },
    'a newer version in a running page is announced, and what runs stays': async (system) => {
      const { red1, red2, blue } = system.builds
      await page.goto(system.origin)
      await outlet(page, 'red').getByText('clicked 0').click()
      system.publishRed(red2, red1)
      const announced = async () => {
        await page.evaluate(() => Reflect.get(window, 'fixture').federation.refresh())
        return page.evaluate(() => Reflect.get(window, 'fixture').revisions)
      }
      const second = { revision: 2, remotes: ['remote-red'] }
      expect(await announced()).toEqual([second])
      expect(await announced()).toEqual([second])
      // Two manifests of one revision, as an upgrade makes them, differ by their time.
      const upgraded = manifestOf(2, { 'remote-red': [red2, red1], 'remote-blue': [blue] })
      system.publish({ ...upgraded, updatedAt: '2026-02-01T00:00:00Z' })
      expect(await announced()).toEqual([second, second])
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0 clicked 1')
    },
    'a revoked version in a running page: its replacement takes the place and the neighbour stays': async (system) => {
      const { red1, red2, blue } = system.builds
      system.publishRed(red2, red1)
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 2.0.0')
      await outlet(page, 'blue').getByText('clicked 0').click()

      const next = manifestOf(9, { 'remote-red': [red1, red2], 'remote-blue': [blue] })
      const candidates = next.discovery.microFrontends['remote-red'] ?? []
      system.publish({
        ...next,
        discovery: {
          ...next.discovery,
          microFrontends: {
            ...next.discovery.microFrontends,
            'remote-red': candidates.map((candidate, index) =>
              index === 0
                ? candidate
                : { ...candidate, extras: { ...candidate.extras, rollout: { salt: 'a', stage: 'revoked' as const } } },
            ),
          },
        },
      })
      await page.evaluate(() => Reflect.get(window, 'fixture').federation.refresh())
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0 clicked 0')
      await expect(outlet(page, 'blue')).toContainText('clicked 1')
    },
    'a server without a manifest: the last good one is used': async (system) => {
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
      system.publish(null)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
    },
    'neither a manifest nor a last good one: the page says so': async (system) => {
      system.publish(null)
      await page.goto(system.origin)
      await expect(page.getByRole('alert')).toHaveText('manifest-unavailable')
    },
    'two remotes use the copies of the host, each loaded once, under the strict policy': async (system) => {
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('2026')
      await expect(outlet(page, 'blue')).toContainText('2026')
      await expect(outlet(page, 'red').getByRole('button')).toHaveCSS('color', 'rgb(1, 2, 3)')
      const same = await page.evaluate(() => {
        const { react, shellApi } = Reflect.get(window, 'fixture')
        const seen: Record<string, { useState: unknown; identity: unknown }> = Reflect.get(window, 'seen')
        return Object.values(seen).map(({ useState, identity }) => [
          useState === react.useState,
          identity === shellApi.identity,
        ])
      })
      expect(same).toEqual([
        [true, true],
        [true, true],
      ])
      expect(system.requests.filter((path) => path === entryOf(system.builds.red1))).toHaveLength(1)
      expect(system.requests.filter((path) => /react|dayjs/.test(path) && path.startsWith('/r/'))).toEqual([])
      expect(violations).toEqual([])
    },
    'a local address where the platform does not allow it is not used': async (system) => {
      await page.addInitScript(() =>
        sessionStorage.setItem('mf:override:remote-red', 'http://localhost:4199/remoteEntry.js'),
      )
      await page.goto(system.origin)
      await expect(outlet(page, 'red')).toContainText('remote-red 1.0.0')
    },
  })
})
