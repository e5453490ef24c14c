import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** The platform as it is deployed, in processes of its own. Needs Java and Maven, for Kafka. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: ['tests/support/announce-seed.ts', 'tests/support/global-setup.ts', 'tests/kafka/announce-kafka.ts'],
    include: ['tests/faults/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 400_000,
  },
})
