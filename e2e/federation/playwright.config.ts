import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const installed = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Runs these specs by themselves: they need neither the server nor the product's own build. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  reporter: 'line',
  use: {
    launchOptions: {
      ...(existsSync(installed) ? { executablePath: installed } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
