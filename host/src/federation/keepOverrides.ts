import { PREFIX, readOverrides } from './overrides.ts'

/** Replaces the local builds of this tab by these. What runs stays until the page is loaded again. */
export function keepOverrides(overrides: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(readOverrides(sessionStorage))) sessionStorage.removeItem(PREFIX + name)
  for (const [name, address] of Object.entries(overrides)) sessionStorage.setItem(PREFIX + name, address)
}
