import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import attacks from '../../vitest.attacks.config.ts'
import base from '../../vitest.config.ts'
import faults from '../../vitest.faults.config.ts'
import kafka from '../../vitest.kafka.config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fleetops-ci-'))
afterAll(() => rmSync(folder, { recursive: true }))

const suitesSchema = z.object({
  suites: z.record(z.string(), z.object({ atLeast: z.number().int().positive() })),
  leftOut: z.record(z.string(), z.string().min(1)),
})
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const { suites, leftOut } = suitesSchema.parse(readJson('.ci/suites.json'))

type Report = {
  readonly passed: number
  readonly failed?: number
  readonly skipped?: readonly string[]
  /** Names of failed tests, and what each of them reports. */
  readonly failures?: Readonly<Record<string, string>>
}

/** What CI makes of a suite's report: the reasons that it gives, and the numbers that it counts. */
const judge = (report: Report | string | null, { suite = 'test:kafka', exitCode = 0 } = {}) => {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  if (typeof report === 'string') writeFileSync(file, report)
  else if (report !== null) {
    const skipped = (report.skipped ?? []).map((fullName) => ({ status: 'skipped', fullName }))
    const numbers = {
      numPassedTests: report.passed,
      numFailedTests: report.failed ?? 0,
      numPendingTests: skipped.length,
    }
    const failed = Object.entries(report.failures ?? {}).map(([fullName, message]) => ({
      status: 'failed',
      fullName,
      failureMessages: [message],
    }))
    const testResults = [{ name: 'a.test.ts', assertionResults: [...skipped, ...failed] }]
    writeFileSync(file, JSON.stringify({ ...numbers, testResults }))
  }
  const run = spawnSync(process.execPath, ['.ci/judge-suite.mjs', suite, file, String(exitCode)], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const lines = run.stdout.trim().split('\n')
  const [passed, failed] = (lines.pop() ?? '').split(' ').map(Number)
  return { passed, failed, why: lines.join('\n') }
}

const FLOOR = suites['test:kafka']?.atLeast ?? 0

/** What CI takes for the list of suites: the names and the exit code. */
const listSuites = (
  scripts: readonly string[],
  run: readonly string[] | Readonly<Record<string, { readonly beside?: string }>>,
  leftOut: readonly string[] = [],
) => {
  const repository = join(folder, crypto.randomUUID())
  mkdirSync(join(repository, '.ci'), { recursive: true })
  const record = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const write = (file: string, value: unknown) => writeFileSync(join(repository, file), JSON.stringify(value))
  write('package.json', { scripts: record(scripts, 'vitest run') })
  write('.ci/suites.json', {
    suites: Array.isArray(run) ? record(run, { atLeast: 1 }) : run,
    leftOut: record(leftOut, 'takes hours'),
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, '.ci/suites.mjs'), repository], {
    encoding: 'utf8',
  })
  return { status, names: stdout.trim().split('\n'), why: stderr.trim() }
}
const NO_NAMES = ['']

describe('continuous integration', () => {
  it('knows of every suite of package.json, and why it leaves one out', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(readJson('package.json'))
    const names = Object.keys(scripts).filter((name) => name === 'test' || name.startsWith('test:'))
    expect([...Object.keys(suites), ...Object.keys(leftOut)].sort()).toEqual(names.sort())
  })

  it('runs every suite of package.json but those that it leaves out', () => {
    expect(listSuites(['pretest', 'test', 'test:a', 'test:b', 'check'], ['test', 'test:a'], ['test:b'])).toEqual({
      status: 0,
      names: ['test', 'test:a'],
      why: '',
    })
  })

  it('runs none where the lists differ, the tests of npm test are missing or a list cannot be read', () => {
    const refused = (why: string) => ({ status: 1, names: NO_NAMES, why: expect.stringContaining(why) })
    expect(listSuites(['test', 'test:a'], ['test'])).toEqual(refused('does not name test:a'))
    expect(listSuites(['test', 'test:a'], ['test:a'])).toEqual(refused('does not name test'))
    expect(listSuites(['test', 'test:a'], ['test:a'], ['test'])).toEqual(refused('does not run npm test'))
    expect(listSuites(['test'], ['test', 'test:a'])).toEqual(refused('no script test:a'))
    expect(listSuites([], [])).toEqual(refused('does not run npm test'))
    const nowhere = spawnSync(process.execPath, ['.ci/suites.mjs', join(folder, 'nowhere')], { cwd: ROOT })
    expect([nowhere.status, String(nowhere.stdout)]).toEqual([1, ''])
  })

  it('runs no suite, and fails, where the list of suites cannot be had', () => {
    const steps = readFileSync(join(ROOT, '.ci/run'), 'utf8')
    const list = steps.slice(steps.indexOf("names=''"))
    const script = (node: string) =>
      ['failed=0', 'step() { "$2" || failed=1; }', 'suite() { echo "ran $1"; }', 'finish() { echo "failed $failed"; }']
        .concat('deployment_pid=0', 'await_started() { true; }', `node() { ${node}; }`, list)
        .join('\n')
    const run = (node: string) =>
      spawnSync('bash', ['-uo', 'pipefail', '-c', script(node)], { encoding: 'utf8' }).stdout
    expect(run('echo test; echo test:a')).toBe('ran test\nran test:a\nfailed 0\n')
    expect(run('echo test; return 1')).toMatch(/failed 1\n$/)
    expect(run('true')).toBe('failed 1\n')
  })

  /** What `suite` of .ci/run prints for these suites, each of which has run as many tests as `node` says. */
  const runSuites = (names: string, node = 'echo "1 0"') => {
    const steps = readFileSync(join(ROOT, '.ci/run'), 'utf8')
    const functions = steps.slice(steps.indexOf('start_suite() {'), steps.indexOf('# Java and Maven'))
    const script = ['failed=0 passed=0 TEST_SEED=1', `report=$(mktemp -d ${folder}/XXXX)`]
      .concat('fail() { failed=$((failed + $2)); }', 'npm() { echo "npm $*"; }', `node() { ${node}; }`, functions)
      .concat(`suite ${names}`, 'echo "$passed passed, $failed failed"')
      .join('\n')
    return spawnSync('bash', ['-uo', 'pipefail', '-c', script], { encoding: 'utf8' }).stdout
  }

  it('runs files and tests of npm test in an order of its own, and those of other suites in the given order', () => {
    const optionsOf = (name: string) => {
      const [, options = ''] = /^npm run \S+ --silent -- (.*)$/m.exec(runSuites(name)) ?? []
      return options.split(' ').filter((option) => option.includes('sequence'))
    }
    expect(optionsOf('test')).toEqual(['--sequence.shuffle'])
    expect(optionsOf('test:kafka')).toEqual([])
  })

  it('runs suites side by side that the list names so, prints and counts each of them', () => {
    const printed = runSuites('test:a test:b', '[ "$2" = test:a ] && echo "5 0" || echo "3 2"')
    expect(printed.match(/^npm run \S+/gm)).toEqual(['npm run test:a', 'npm run test:b'])
    expect(printed).toMatch(/test:a: 5 passed, 0 failed\n.*test:b: 3 passed, 2 failed\n.*8 passed, 2 failed\n$/s)
    const suites = { test: {}, 'test:a': {}, 'test:b': { beside: 'test:a' } }
    expect(listSuites(Object.keys(suites), suites).names).toEqual(['test', 'test:a test:b'])
    expect(listSuites(Object.keys(suites), { ...suites, 'test:a': { beside: 'test:b' } })).toMatchObject({
      status: 1,
      why: expect.stringContaining('test:a cannot run beside test:b'),
    })
  })

  it('leaves each test to one suite', () => {
    const { exclude = [] } = base.test ?? {}
    for (const { test } of [attacks, kafka, faults])
      for (const pattern of test?.include ?? []) expect(exclude).toContain(pattern.replace('/*.test.ts', ''))
  })

  it('counts the tests of a suite that ran whole', () => {
    expect(judge({ passed: FLOOR })).toEqual({ passed: FLOOR, failed: 0, why: '' })
    expect(judge({ passed: FLOOR, failed: 2 }, { exitCode: 1 })).toEqual({ passed: FLOOR, failed: 2, why: '' })
  })

  it('fails a suite that left no report, or one that cannot be read', () => {
    expect(judge(null)).toMatchObject({ passed: 0, failed: 1, why: expect.stringContaining('no report') })
    expect(judge('{')).toMatchObject({ passed: 0, failed: 1, why: expect.stringContaining('no report') })
  })

  it('names each failed test with the first line of its reason, last where the output is long', () => {
    const failures = { 'sums of a day are exact': '\u001b[31mAssertionError: expected 3\u001b[39m\n  at sums.ts' }
    expect(judge({ passed: FLOOR, failed: 1, failures }, { exitCode: 1 })).toEqual({
      passed: FLOOR,
      failed: 1,
      why: 'a.test.ts: sums of a day are exact: AssertionError: expected 3',
    })
  })

  it('fails a suite that ran no test, or fewer than it has', () => {
    expect(judge({ passed: 0 })).toMatchObject({ failed: 2, why: expect.stringContaining('ran no test') })
    expect(judge({ passed: FLOOR - 1 })).toMatchObject({
      passed: FLOOR - 1,
      failed: 1,
      why: expect.stringContaining(`asks for ${FLOOR} at least`),
    })
  })

  it('fails a suite that skipped a test, and names it with its reason', () => {
    expect(judge({ passed: FLOOR, skipped: ['topics of Kafka (skipped: needs Java)'] })).toMatchObject({
      failed: 1,
      why: expect.stringContaining('topics of Kafka (skipped: needs Java)'),
    })
  })

  it('fails a suite that ended with an error which no test shows, and one that it does not know', () => {
    expect(judge({ passed: FLOOR }, { exitCode: 1 })).toMatchObject({
      failed: 1,
      why: expect.stringContaining('code 1'),
    })
    expect(judge({ passed: FLOOR }, { suite: 'test:new' })).toMatchObject({ failed: 1 })
  })
})
