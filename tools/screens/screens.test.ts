import { expect, test } from 'vitest'
import { contactSheet } from './contactSheet.ts'
import { SCREENS, sizeOf } from './screens.ts'

test('the screens have names of their own and cover both languages, light and dark, and every width', () => {
  expect(SCREENS.length).toBeGreaterThanOrEqual(24)
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length)
  const seen = new Set(
    SCREENS.map((screen) => `${screen.settings.language} ${screen.settings.colorMode} ${sizeOf(screen).width}`),
  )
  for (const language of ['zh', 'en']) {
    for (const width of [390, 1440]) {
      const both = ['light', 'dark'].filter((mode) => seen.has(`${language} ${mode} ${width}`))
      expect(both, `${language} ${width}`).toEqual(['light', 'dark'])
    }
  }
  expect([...seen].filter((one) => one.endsWith('1920')).length).toBeGreaterThanOrEqual(2)
})

test('a name says what the picture is of', () => {
  for (const { name, settings, ...screen } of SCREENS) {
    expect(name).toContain(`-${settings.language}-${settings.colorMode}-`)
    expect(name.endsWith(String(sizeOf({ name, settings, ...screen }).width)), name).toBe(true)
  }
})

test('the page shows every picture', () => {
  const page = contactSheet(SCREENS)
  for (const { name } of SCREENS) expect(page).toContain(`src="${name}.png"`)
})
