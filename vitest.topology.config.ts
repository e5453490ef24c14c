import { defineConfig } from 'vitest/config'
import faults from './vitest.faults.config.ts'

/** Two processes of each kind behind balancers, on three brokers: sixteen processes, for ten minutes. */
export default defineConfig({
  ...faults,
  test: { ...faults.test, include: ['tests/topology/**/*.test.ts'] },
})
