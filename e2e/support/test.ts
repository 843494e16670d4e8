import { test as base } from '@playwright/test'
import { arrive, newUser, type Person } from './people.ts'
import { type OwnServer, startServer } from './startServer.ts'

type Arriving = Omit<Parameters<typeof arrive>[1], 'server'> & { readonly server?: string }

interface Fixtures {
  /** Opens the application for a logged-in person, in a browser of their own that closes with the test. */
  someone(arriving: Arriving): Promise<Person>
  /** The same, standing before the login page. */
  stranger(arriving: Arriving): Promise<Person>
}

/** The specs' `test`: people in browsers of their own, and per worker one server that specs may stop and change. */
export const test = base.extend<Fixtures, { ownServer: OwnServer }>({
  someone: async ({ browser, baseURL }, use) => {
    const people: Person[] = []
    await use(async (arriving) => {
      const person = await newUser(browser, { server: baseURL ?? '', ...arriving })
      people.push(person)
      return person
    })
    for (const { context } of people) await context.close()
  },
  stranger: async ({ browser, baseURL }, use) => {
    const people: Person[] = []
    await use(async (arriving) => {
      const person = await arrive(browser, { server: baseURL ?? '', ...arriving })
      people.push(person)
      return person
    })
    for (const { context } of people) await context.close()
  },
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
