import { parseArgs } from 'node:util'
import { DASHBOARD, gzipBytes, pagesOfBuild, scriptsOfPage } from '../gateway/dashboard/build/assets.ts'

// Builds the dashboard's files where they are not those of its sources. `--force` builds them anyway; `--budget`
// fails where a page loads too much before it is shown; `--watch` serves the sources as they are instead, and asks the
// platform at PLATFORM_URL (http://127.0.0.1:4000) for everything else.

/** What a page may load of script, compressed; a phone far from a town is to see it in a second or two. */
const BUDGET_BYTES = 150 * 1024

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

const firstLoadBytes = () => gzipBytes(scriptsOfPage('app/pages/fleet/page.tsx'))

/** @throws Error naming each page, whichever is opened first, that loads too much. */
const checkBudget = (): void => {
  const pages = pagesOfBuild().map((page) => ({ page, bytes: gzipBytes(scriptsOfPage(page)) }))
  const heaviest = pages.toSorted((a, b) => b.bytes - a.bytes)
  process.stdout.write(`Scripts of ${pages.length} pages; ${kib(BUDGET_BYTES)} are allowed for each:\n`)
  for (const { page, bytes } of heaviest) process.stdout.write(`${kib(bytes).padStart(12)} ${page}\n`)
  const tooMuch = heaviest.filter(({ bytes }) => bytes > BUDGET_BYTES).map(({ page }) => page)
  if (tooMuch.length > 0)
    throw new Error(`${tooMuch.join(', ')}: loads too much; load what is not shown at first later`)
}

const buildOnce = async (force: boolean): Promise<void> => {
  const startedAt = Date.now()
  // Loading what builds takes longer than looking whether there is anything to build.
  const { buildDashboard, isBuilt } = await import('../gateway/dashboard/build/build.ts')
  if (!force && isBuilt()) return
  process.stdout.write('Building the dashboard …\n')
  // Whatever the platform is started as: else a developer's page would be three times as heavy, and would look for a
  // demo in vain.
  process.env.NODE_ENV = 'production'
  await buildDashboard()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(
    `Built the dashboard in ${seconds} s; its first page loads ${kib(firstLoadBytes())} of script.\n`,
  )
}

const watch = async (port: number): Promise<void> => {
  const { createServer } = await import('vite')
  const server = await createServer({ root: DASHBOARD, configFile: `${DASHBOARD}vite.config.ts`, server: { port } })
  await server.listen()
  server.printUrls()
}

const { values } = parseArgs({
  options: {
    force: { type: 'boolean', default: false },
    budget: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
  },
})

try {
  if (values.watch) await watch(Number(values.port))
  else await buildOnce(values.force)
  if (values.budget) checkBudget()
} catch (error) {
  // The platform works without its page, so that a start goes on; a build asked for by name fails.
  console.error(`The dashboard could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
