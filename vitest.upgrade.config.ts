import { defineConfig } from 'vitest/config'
import faults from './vitest.faults.config.ts'

/** An upgrade from the release before this one, under load: sixteen processes of both releases. */
export default defineConfig({
  ...faults,
  test: { ...faults.test, include: ['tests/upgrade/**/*.test.ts'] },
})
