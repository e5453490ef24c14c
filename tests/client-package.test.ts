import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const CLIENT = join(ROOT, 'schema/client')
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc')

let platform: WholePlatform
/** A project that knows nothing of the repository. */
let project: string

const npm = (args: readonly string[], cwd: string) =>
  run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, timeout: 60_000 })

/** The packages that the client depends on, from the installation: no registry is asked. */
const installed = (): Record<string, string> => {
  const found = new Map<string, string>()
  const add = (name: string) => {
    const folder = join(ROOT, 'node_modules', name)
    if (found.has(name)) return
    found.set(name, `file:${realpathSync(folder)}`)
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    Object.keys(dependencies).forEach(add)
  }
  const { dependencies } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'))
  Object.keys(dependencies).forEach(add)
  return Object.fromEntries(found)
}

beforeAll(async () => {
  platform = await openWholePlatform({ start: false })
  project = realpathSync(mkdtempSync(join(tmpdir(), 'fleetops-client-')))
  await npm(['pack', '--pack-destination', project], CLIENT)
  const [archive = ''] = readdirSync(project)
  const packages = installed()
  const manifest = {
    name: 'empty',
    type: 'module',
    private: true,
    dependencies: { ...packages, '@fleetops/client': `file:./${archive}` },
    overrides: Object.fromEntries(Object.keys(packages).map((name) => [name, `$${name}`])),
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  await npm(['install', '--install-links'], project)
})
afterAll(async () => {
  await platform?.close()
  if (project !== undefined) rmSync(project, { recursive: true, force: true })
})

const PROGRAM = `
import { createClient } from '@fleetops/client'
import { ApiError } from '@fleetops/client/errors'
import { CreateVendorDocument, VendorsDocument } from '@fleetops/client/operations'
import { dataOf } from '@fleetops/client/rest'

const client = createClient({ url: process.env.PLATFORM_URL, token: async () => process.env.TOKEN })
const created = await dataOf(
  client.rest.POST('/claims/api/claims/vendors', { body: { name: 'Over REST', type: 'CIT' } }),
)
const other = await client.graph.request(CreateVendorDocument, { vendor: { name: 'Over the graph', type: 'SP' } })
const { vendors } = await client.graph.request(VendorsDocument, {})
const listed = await dataOf(client.rest.GET('/claims/api/claims/vendors', { params: { query: { type: 'SP' } } }))
const refused = await dataOf(
  client.rest.POST('/claims/api/claims/vendors', { body: { name: ' ', type: 'CIT' } }),
).catch((error) => error)
const unknown = await client.graph.request(CreateVendorDocument, { vendor: { name: ' ', type: 'SP' } })
  .catch((error) => error)
const failed = ({ status, code, errors }) => ({ status, code, fields: errors.map(({ field }) => field) })
console.log(JSON.stringify({
  created: created.name,
  other: other.createVendor.name,
  vendors: vendors.map(({ name }) => name).sort(),
  listed: listed.map(({ name }) => name),
  areErrors: [refused, unknown].every((error) => error instanceof ApiError),
  refused: failed(refused),
  unknown: failed(unknown),
}))
`

test('the packed client installs in an empty project and calls the platform over REST and the graph', async () => {
  writeFileSync(join(project, 'program.js'), PROGRAM)
  const token = await platform.token({ role: 'USER', institutions: ['PACKED'] })
  const { stdout } = await run(process.execPath, ['program.js'], {
    cwd: project,
    env: { PATH: process.env.PATH, PLATFORM_URL: platform.url, TOKEN: token },
  })
  expect(JSON.parse(stdout)).toEqual({
    created: 'Over REST',
    other: 'Over the graph',
    vendors: ['Over REST', 'Over the graph'],
    listed: ['Over the graph'],
    areErrors: true,
    refused: { status: 400, code: 'BAD_USER_INPUT', fields: ['name'] },
    unknown: { status: 200, code: 'BAD_USER_INPUT', fields: ['name'] },
  })
})

const CONSUMER = `
import { createClient } from '@fleetops/client'
import { AtmsDocument, VendorsDocument } from '@fleetops/client/operations'
import { dataOf, type Records } from '@fleetops/client/rest'

const client = createClient({ url: 'http://localhost:4000', token: 'abc', timeoutMs: 1_000, retries: 1 })
const { vendors } = await client.graph.request(VendorsDocument, { type: 'CIT' })
export const names: string[] = (vendors ?? []).map(({ name }) => name)
const summary = await dataOf(client.rest.GET('/incident/api/atms/summary'))
export const total: number = summary.total
export type Vendor = Records['claims.Vendor']
export const page = client.graph.request(AtmsDocument, { page: 0, size: 20 })
`

/** What is wrong, and the line that the compiler has to name. */
const WRONG = `import { createClient } from '@fleetops/client'
import { VendorsDocument } from '@fleetops/client/operations'
import { dataOf } from '@fleetops/client/rest'
const client = createClient({ url: 'http://localhost:4000' })
await client.graph.request(VendorsDocument, { type: 'BANK' })
const { vendors } = await client.graph.request(VendorsDocument, {})
export const phone = vendors?.[0]?.phone
await dataOf(client.rest.GET('/claims/api/claims/vendor'))
await dataOf(client.rest.POST('/claims/api/claims/vendors', { body: { name: 'Brinks' } }))
`

const typeCheck = (file: string) =>
  run(
    process.execPath,
    [TYPESCRIPT, '--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'].concat([
      '--module',
      'nodenext',
      '--types',
      '',
      file,
    ]),
    { cwd: project },
  ).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  )

test('the packed client has types: correct calls compile, wrong ones do not', async () => {
  mkdirSync(join(project, 'types'))
  writeFileSync(join(project, 'types/right.ts'), CONSUMER)
  writeFileSync(join(project, 'types/wrong.ts'), WRONG)
  expect(await typeCheck('types/right.ts')).toBe('')
  const faulty = [...(await typeCheck('types/wrong.ts')).matchAll(/^types\/wrong\.ts\((\d+),/gm)].map(
    ([, line]) => line,
  )
  expect(faulty).toEqual(['5', '7', '8', '9'])
})
