import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Many and long histories of shifts: of each run others, as `TEST_SEED` says. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    env: { ...base.test?.env, MODEL_HISTORIES: '40', MODEL_STEPS: '60' },
    include: ['tests/shift/**/*.test.ts'],
  },
})
