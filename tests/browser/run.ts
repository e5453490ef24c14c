import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPlatform } from './platform.ts'

// Runs the tests of the gateway's pages in a real Chromium before a real platform with the demo fleet. Arguments go to
// Playwright, such as a part of a file's name. With PLATFORM_URL the tests use the platform that runs there.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The shell draws no windows, for which Chromium needs a third less processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const findChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...PLACES].find((place) => existsSync(place))

/** Chromium as it is; else, as root of a Debian, the one of its packages. */
const bringChromium = (): string | undefined => {
  const found = findChromium()
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    process.stdout.write(`Installing ${name} …\n`)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit' })
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  return undefined
}

/** Where a caller wants the numbers, in the words of vitest. */
const OUTPUT = '--outputFile.json='
const output = process.argv.find((argument) => argument.startsWith(OUTPUT))?.slice(OUTPUT.length)

/** A report in the form of vitest's: the numbers, and the tests that did not pass. */
type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly NotPassed[] }[]
}
type NotPassed = {
  readonly status: 'failed' | 'skipped'
  readonly fullName: string
  readonly failureMessages: readonly string[]
}

const writeReport = (report: Report): void => {
  if (output !== undefined) writeFileSync(output, JSON.stringify(report))
}

type Suite = { readonly title: string; readonly suites?: readonly Suite[]; readonly specs?: readonly Spec[] }
type Spec = {
  readonly title: string
  readonly tests: readonly {
    readonly status: string
    readonly results?: readonly { readonly error?: { readonly message?: string } }[]
  }[]
}
const NOT_PASSED: ReadonlyMap<string, NotPassed['status']> = new Map([
  ['skipped', 'skipped'],
  ['unexpected', 'failed'],
])

/** The tests that Playwright skipped, and those that failed. */
const notPassedOf = ({ title, suites = [], specs = [] }: Suite): readonly NotPassed[] => [
  ...specs.flatMap((spec) =>
    spec.tests.flatMap((test) => {
      const status = NOT_PASSED.get(test.status)
      const failureMessages = (test.results ?? []).flatMap(({ error }) => error?.message ?? [])
      return status === undefined ? [] : [{ status, fullName: `${title} ${spec.title}`, failureMessages }]
    }),
  ),
  ...suites.flatMap(notPassedOf),
]

const readNumbers = (file: string): void => {
  if (!existsSync(file)) return
  const report: { stats?: Record<string, number>; suites?: readonly Suite[] } = JSON.parse(readFileSync(file, 'utf8'))
  const { stats = {} } = report
  writeReport({
    numPassedTests: (stats.expected ?? 0) + (stats.flaky ?? 0),
    numFailedTests: stats.unexpected ?? 0,
    numPendingTests: stats.skipped ?? 0,
    testResults: (report.suites ?? []).map((file) => ({ name: file.title, assertionResults: notPassedOf(file) })),
  })
}

/**
 * Tests of what is down start a second platform over the same data; where those are is not known of a platform that
 * the caller brought.
 */
const leftOut = (): readonly string[] => {
  if (process.env.PLATFORM_URL === undefined || process.env.PLATFORM_DATA !== undefined) return []
  process.stdout.write('Left out: the tests of what is down (@outage). They need PLATFORM_DATA, its DATA_DIR.\n')
  return ['--grep-invert', '@outage']
}

const runTests = async (environment: Readonly<Record<string, string>>, folder: string): Promise<number> => {
  const report = join(folder, 'report.json')
  const own = process.argv.slice(2).filter((argument) => !/^--(?:reporter|outputFile)/.test(argument))
  // Two runs at once do not clear away each other's traces; those of a run without a fault are not kept.
  const traces = join(ROOT, 'node_modules/.cache/browser-tests', String(process.pid))
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const child = spawn(
    process.execPath,
    [
      cli,
      'test',
      '--config',
      'tests/browser/playwright.config.ts',
      '--output',
      traces,
      '--reporter',
      'list,json',
      ...leftOut(),
      ...own,
    ],
    { cwd: ROOT, env: { ...process.env, ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, stdio: 'inherit' },
  )
  const [code] = await once(child, 'exit')
  readNumbers(report)
  if (code === 0) rmSync(traces, { recursive: true, force: true })
  return typeof code === 'number' ? code : 1
}

/** The tests receive webhooks on the loopback. */
const WEBHOOKS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' }

const withPlatform = async (
  folder: string,
  test: (environment: Record<string, string>) => Promise<number>,
): Promise<number> => {
  if (process.env.PLATFORM_URL !== undefined) return test({})
  const DATA_DIR = join(folder, 'data')
  process.stdout.write('Starting the platform with its demo fleet …\n')
  const whole = await startPlatform({ DATA_DIR, DEMO: 'true', ...WEBHOOKS })
  try {
    return await test({ PLATFORM_URL: whole.url, PLATFORM_DATA: DATA_DIR })
  } finally {
    await whole.stop()
  }
}

const run = async (): Promise<number> => {
  const chromium = bringChromium()
  if (chromium === undefined) {
    process.stdout.write(
      'Skipped: the tests of the dashboard need Chromium (apt-get install chromium, or CHROMIUM=…).\n',
    )
    writeReport({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] })
    return 0
  }
  for (const tool of ['tools/dashboard.ts', 'tools/reference.ts']) {
    const built = spawnSync(process.execPath, [tool], { cwd: ROOT, stdio: 'inherit' })
    if (built.status !== 0) return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-browser-'))
  try {
    return await withPlatform(folder, (platform) => runTests({ ...platform, CHROMIUM: chromium }, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await run()
