import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** The suite that needs Java and Maven: one broker at a time, so one file after the other. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: ['tests/support/announce-seed.ts', 'tests/support/global-setup.ts', 'tests/kafka/announce-kafka.ts'],
    include: ['tests/kafka/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 40_000,
  },
})
