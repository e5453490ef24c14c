import { defineConfig } from '@playwright/test'

/** Started by `npm run test:browser`, which brings the platform along and says where it listens. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/browser-tests/plain',
  fullyParallel: true,
  // Many wait for the platform and not for a processor: three are quicker on two processors.
  workers: 3,
  // Waiting costs nothing where all is well, and a machine may be slow.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // A failed test leaves a picture and what was on the page. Writing all down of each takes a third of the time:
    // `-- --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
})
