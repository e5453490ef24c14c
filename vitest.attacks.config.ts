import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Attacks on a running platform, one file after the other, so that each is judged alone. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: ['tests/support/announce-seed.ts', 'tests/attacks/global-setup.ts'],
    include: ['tests/attacks/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 60_000,
  },
})
