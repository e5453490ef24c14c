import { parseArgs } from 'node:util'
import { buildReference, isReferenceBuilt } from './reference/build.ts'

// Builds the reference that the gateway serves under /docs, where it is not that of the SDL as it is now. `--force`
// builds it anyway.

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } })

try {
  if (values.force || !isReferenceBuilt()) {
    const startedAt = Date.now()
    process.stdout.write('Building the reference …\n')
    await buildReference()
    process.stdout.write(`Built the reference in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`)
  }
} catch (error) {
  // The platform works without it, so that a start goes on; a build asked for by name fails.
  console.error(`The reference could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
