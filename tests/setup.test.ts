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
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const INSTALL = `
  const fs = require('node:fs')
  fs.appendFileSync('calls', process.argv[2] + '\\n')
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  fs.rmSync('node_modules/.bin/node', { force: true })
  fs.symlinkSync(process.execPath, 'node_modules/.bin/node')
  console.error('npm http fetch GET 200 https://registry.example/a.tgz 5ms')`

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
  expect(calls()).toEqual(['ci'])
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {} } }))
  expect(setUp(INSTALL).status).toBe(0)
  expect(calls()).toEqual(['ci', 'ci'])
})

test('an installation by hand is taken as it is', () => {
  expect(setUp(INSTALL).status).toBe(0)
  rmSync(join(root, 'node_modules/.fleetops-setup'))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')
  expect(setUp(INSTALL)).toMatchObject({ status: 0, stdout: '' })
  expect(calls()).toEqual(['ci'])
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
