import { defineConfig } from '@playwright/test'

/** Started by `npm run test:browser`, which brings the platform along and says where it stands. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/browser-tests',
  fullyParallel: true,
  workers: 2,
  // Waiting costs nothing where all is well, and a machine may be slow.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // What is on the page is in the trace of a failed test; a film of each test would take a third of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
})
