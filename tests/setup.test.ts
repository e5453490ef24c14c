import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

// A project with the script and a lockfile only; npm is faked, being outside of the platform.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fleetops-setup-'))
  mkdirSync(join(root, 'tools'))
  cpSync(fileURLToPath(new URL('../tools/setup.mjs', import.meta.url)), join(root, 'tools/setup.mjs'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, 'node_modules/a': {} } }))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ allowScripts: { allowed: true, denied: false } }))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const INSTALL = `
  const fs = require('node:fs')
  fs.appendFileSync('calls', process.argv.slice(2).filter((a) => !/^--(loglevel|no-p|fetch)/.test(a)).join(' ') + '\\n')
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  fs.rmSync('node_modules/.bin/node', { force: true })
  fs.symlinkSync(process.execPath, 'node_modules/.bin/node')
  console.error('npm http fetch GET 200 https://registry.example/a.tgz 5ms')`

const CI = 'ci --ignore-scripts'
const REBUILD = 'rebuild --ignore-scripts=false --foreground-scripts'

const failWith = (code: string) => `console.error('npm error code ${code}\\nnpm error something'); process.exit(1)`

function setUp(npm: string | undefined): { status: number | null; stdout: string; stderr: string } {
  const script = join(root, 'npm-cli.js')
  if (npm !== undefined) writeFileSync(script, npm)
  const env = npm === undefined ? { PATH: '/nonexistent' } : { PATH: '/nonexistent', npm_execpath: script }
  return spawnSync(process.execPath, [join(root, 'tools/setup.mjs')], { cwd: root, env, encoding: 'utf8' })
}

const calls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []

test('what is missing is installed once, and again when the lockfile changes', () => {
  const first = setUp(INSTALL)
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toMatch(/^Installing 1 packages[\s\S]*Installed 1 packages in \d+ s\.\n$/)
  expect(setUp(INSTALL)).toMatchObject({ status: 0, stdout: '' })
  expect(calls()).toEqual([CI])
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {} } }))
  expect(setUp(INSTALL).status).toBe(0)
  expect(calls()).toEqual([CI, CI])
})

test('an installation by hand is taken as it is', () => {
  expect(setUp(INSTALL).status).toBe(0)
  rmSync(join(root, 'node_modules/.fleetops-setup'))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')
  expect(setUp(INSTALL)).toMatchObject({ status: 0, stdout: '' })
  expect(calls()).toEqual([CI])
})

test.each([
  ['ENOTFOUND', 'npm cannot reach its registry: check the network'],
  ['EUSAGE', 'package.json and package-lock.json do not fit together'],
  ['ENOSPC', 'the disk is full'],
  ['EWEIRD', 'npm ci failed: something'],
])('npm failing with %s is reported in one sentence, and nothing counts as installed', (code, sentence) => {
  const { status, stderr } = setUp(failWith(code))
  expect(status).toBe(1)
  expect(stderr).toContain(`Set-up failed: ${sentence}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(setUp(INSTALL).status).toBe(0)
})

test('a machine without npm gets the reason', () => {
  expect(setUp(undefined)).toMatchObject({ status: 1, stderr: expect.stringContaining('npm was not found') })
})

const lock = (packages: Readonly<Record<string, object>>) =>
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))

test('of install scripts, those that package.json allows are run, where their package is installed', () => {
  const scripted = { hasInstallScript: true }
  lock({
    'node_modules/allowed': scripted,
    'node_modules/b/node_modules/allowed': scripted,
    'node_modules/denied': scripted,
    'node_modules/plain': {},
  })
  for (const folder of ['allowed', 'denied']) mkdirSync(join(root, 'node_modules', folder), { recursive: true })
  expect(setUp(INSTALL)).toMatchObject({ status: 0, stderr: '' })
  expect(calls()).toEqual([CI, `${REBUILD} allowed`])
})

test('a package under another name is allowed by its own one', () => {
  lock({ 'node_modules/alias': { name: 'allowed', hasInstallScript: true } })
  mkdirSync(join(root, 'node_modules/alias'), { recursive: true })
  expect(setUp(INSTALL)).toMatchObject({ status: 0, stderr: '' })
  expect(calls()).toEqual([CI, `${REBUILD} alias`])
})

test('where an install script fails, nothing counts as installed', () => {
  lock({ 'node_modules/allowed': { hasInstallScript: true } })
  mkdirSync(join(root, 'node_modules/allowed'), { recursive: true })
  const marksItsEnd = `${INSTALL}
    if (process.argv[2] === 'ci') fs.writeFileSync('node_modules/.package-lock.json', '{}')
    else if (fs.existsSync('fails')) { console.error('npm error code 1'); process.exit(1) }`
  writeFileSync(join(root, 'fails'), '')
  expect(setUp(marksItsEnd)).toMatchObject({ status: 1, stderr: expect.stringContaining('install scripts failed') })
  rmSync(join(root, 'fails'))
  expect(setUp(marksItsEnd)).toMatchObject({ status: 0, stderr: '' })
  expect(calls()).toEqual([CI, `${REBUILD} allowed`, CI, `${REBUILD} allowed`])
})

test('an install script that package.json does not name is refused before anything is installed', () => {
  lock({ 'node_modules/a/node_modules/@new/one': { hasInstallScript: true } })
  const { status, stderr } = setUp(INSTALL)
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^Set-up failed: the package @new\/one has an install script that package\.json neither allows/,
  )
  expect(calls()).toEqual([])
})
