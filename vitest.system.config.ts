import { defineConfig } from 'vitest/config'
import faults from './vitest.faults.config.ts'

/** What CI runs of `npm run test:faults`: the faults that take little time, and the violations that are planted. */
export default defineConfig({
  ...faults,
  test: {
    ...faults.test,
    exclude: [...(faults.test?.exclude ?? []), 'tests/faults/alerts.test.ts'],
    env: { ...faults.test?.env, FAULTS: 'ci' },
  },
})
