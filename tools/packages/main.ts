import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { checkAdvisories } from './advisories.ts'
import { licenceFaults, ownPolicy, packagesOf, scriptFaults } from './policy.ts'

// Checks the packages of the lockfile: their licences and install scripts, and with `advisories` what the registry
// knows of them. Exits with 1 for a fault, with 2 where the registry could not be asked.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8')
const print = (line: string) => void process.stdout.write(`${line}\n`)

const AUDIT_TIMEOUT_MS = 120_000

const report = (faults: readonly string[], done: string): void => {
  for (const fault of faults) print(fault)
  print(faults.length === 0 ? done : `${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}

const checkLockfile = (): void => {
  const packages = packagesOf(read('package-lock.json'))
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(read('package.json')))
  const faults = [...licenceFaults(ownPolicy(), packages), ...scriptFaults(allowScripts, packages)]
  report(faults, `${packages.length} packages: licences and install scripts are as policy.json and package.json allow`)
}

const askRegistry = (): void => {
  const { npm_execpath: npm } = process.env
  const args = ['audit', '--json', '--audit-level=none']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const run = spawnSync(command, [...first, ...args], {
    ...{ cwd: ROOT, encoding: 'utf8', timeout: AUDIT_TIMEOUT_MS, maxBuffer: 1 << 28 },
  })
  const check = checkAdvisories(run.stdout ?? '', ownPolicy(), new Date().toISOString().slice(0, 10))
  if (check.kind === 'checked') report(check.faults, 'no advisory that is not accepted')
  else {
    print(`NOT CHECKED: the registry could not be asked for advisories: ${check.reason}`)
    process.exitCode = 2
  }
}

if (process.argv[2] === 'advisories') askRegistry()
else checkLockfile()
