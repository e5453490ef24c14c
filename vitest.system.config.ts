import { defineConfig } from 'vitest/config'
import faults from './vitest.faults.config.ts'

/** What CI runs of `npm run test:faults`: the platform as it is deployed, with killed processes only. */
export default defineConfig({
  ...faults,
  test: {
    ...faults.test,
    exclude: [...(faults.test?.exclude ?? []), 'tests/faults/alerts.test.ts'],
    env: { ...faults.test?.env, FAULTS: 'none' },
  },
})
