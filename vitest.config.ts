import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { catalogs } from './gateway/dashboard/build/catalogs.ts'
import { SEED, SEED_NUMBER } from './tests/support/seed.ts'

export default defineConfig({
  // For tests of the dashboard in another language than English.
  plugins: [catalogs()],
  resolve: {
    // @apollo/subgraph is CommonJS and vitest would load graphql as ESM beside it: two realms, which graphql refuses.
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/.data/**',
      'tests/browser/**',
      'tests/kafka/**',
      'tests/attacks/**',
      'tests/faults/**',
      'tests/topology/**',
      'tests/upgrade/**',
    ],
    globalSetup: ['tests/support/announce-seed.ts', 'tests/support/global-setup.ts'],
    setupFiles: ['tests/support/seed-properties.ts'],
    // All threads have the seed of the run. With --sequence.shuffle, as in CI, it gives the order of files and tests
    // too.
    env: { TEST_SEED: SEED },
    sequence: { seed: SEED_NUMBER },
    pool: 'forks',
    maxWorkers: 3,
    // Loading Apollo and Fastify again for each file took as long as a third of the tests; no module keeps state of
    // its own.
    isolate: false,
    // A busy machine takes several times as long as a quiet one; what hangs is found as well in a minute.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Ends as soon as the expectation holds; only a busy machine takes longer than the default of 1 s.
    expect: { poll: { timeout: 15_000 } },
    // A failure that is seen once, in CI, says what it found and not how many.
    chaiConfig: { truncateThreshold: 2_000 },
  },
})
