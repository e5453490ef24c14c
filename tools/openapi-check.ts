import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserFacingError } from '../db/errors.ts'
import { cutText } from '../subgraphs/kit/common/texts.rules.ts'
import { type Exception, type Finding, findingsOf, judge } from './openapi/findings.ts'
import { type CheckOptions, readOptions } from './openapi/options.ts'

const EXCEPTIONS = new URL('./openapi/exceptions.json', import.meta.url)
const TOKENS = fileURLToPath(new URL('./token.ts', import.meta.url))
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'schemathesis'

/** Of a made-up request as much is shown as helps to find it. */
const MAX_SHOWN_CHARS = 500

/** Texts with NUL are refused wherever they are, which no schema says. */
const SETTINGS = '[generation]\nallow-x00 = false\n'

type Run = { readonly token: readonly string[]; readonly paths: readonly string[] }

/** Each run is of what its role may call: the other operations would all be refused alike. */
const RUNS: readonly Run[] = [
  {
    token: ['--role', 'ADMIN'],
    paths: ['--exclude-path-regex', '/api/agent/|/api/heartbeats|/batch$|/api/stream'],
  },
  {
    token: ['--role', 'AGENT', '--institution', 'ACME'],
    paths: ['--include-path-regex', '^/agent-proxy/', '--exclude-path-regex', '/agent/work'],
  },
  {
    token: ['--role', 'MSP_ADMIN', '--institution', 'ACME'],
    paths: ['--include-path-regex', '/insights|/vendors|/task|/profiles|/api/atms'],
  },
]

const isThere = async (command: string): Promise<boolean> => {
  const child = spawn(command, ['--version'], { stdio: 'ignore' })
  try {
    const [code] = await once(child, 'close')
    return code === 0
  } catch {
    return false
  }
}

/** Runs Schemathesis for one role, and reads its report. */
const runFor = async ({ token, paths }: Run, options: CheckOptions): Promise<Finding[]> => {
  const bearer = execFileSync(process.execPath, [TOKENS, ...token, '--ttl', '8h'], { encoding: 'utf8' }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-openapi-'))
  const report = join(folder, 'report.ndjson')
  const { url, examples, seed } = options
  writeFileSync(join(folder, 'schemathesis.toml'), SETTINGS)
  try {
    const phases = examples === 0 ? 'examples,coverage' : 'examples,coverage,fuzzing'
    const child = spawn(
      SCHEMATHESIS,
      [
        ...['run', `${url}/openapi.json`, '-H', `Authorization: Bearer ${bearer}`, '--checks', 'all'],
        ...['--phases', phases, '--max-examples', String(Math.max(examples, 1)), '--seed', String(seed)],
        ...['--continue-on-failure', '--request-timeout', '30', '--workers', '2'],
        ...['--report', 'ndjson', '--report-ndjson-path', report, ...paths],
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    const [code] = await once(child, 'close')
    // 1 is what it ends with where it found something; the report says what.
    if (code !== 0 && code !== 1)
      throw new UserFacingError(`Schemathesis ended with ${code}:\n${printed.slice(-4_000)}`)
    console.log(`${token[1]}: ${/\d+ generated[^\n]*/.exec(printed)?.[0] ?? 'nothing was generated'}`)
    return findingsOf(readFileSync(report, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints what was found and no exception covers; returns the exit code. */
const report = (findings: readonly Finding[]): number => {
  const exceptions: readonly Exception[] = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'))
  const { open, met } = judge(findings, exceptions)
  for (const [exception, times] of met)
    console.log(`accepted ${times} times: ${exception.code} ${exception.words} (${exception.reason})`)
  for (const { code, operation, fault, request } of open)
    console.log(`${code} ${operation}: ${cutText(fault, MAX_SHOWN_CHARS)}\n    ${cutText(request, MAX_SHOWN_CHARS)}`)
  console.log(open.length === 0 ? 'the platform answers as its OpenAPI document says' : `${open.length} findings`)
  return open.length === 0 ? 0 : 1
}

const run = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args)
  if (typeof options === 'string') {
    console.log(options)
    return 0
  }
  if (!(await isThere(SCHEMATHESIS)))
    throw new UserFacingError(
      'Schemathesis is missing: "pip install schemathesis", or name its program in SCHEMATHESIS. Nothing was checked.',
    )
  const findings: Finding[] = []
  for (const one of RUNS) findings.push(...(await runFor(one, options)))
  return report(findings)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UserFacingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
