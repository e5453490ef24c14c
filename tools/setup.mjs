// Installs what is missing, before `npm start` and `npm test`. It runs on any Node from 20 on and needs no package;
// the scripts after it run on the Node that this project brings along (node_modules/.bin is first on their PATH).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFile = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.fleetops-setup')
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** What npm's codes mean to the person at the keyboard. */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|network/i,
    'npm cannot reach its registry: check the network (or the registry in ~/.npmrc) and start again.',
  ],
  [/EACCES|EPERM|EROFS/, `npm may not write to ${root}: start as the user who owns the folder.`],
  [/ENOSPC/, 'the disk is full: the packages need about 1 GB.'],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json do not fit together: run npm install and commit the lockfile.',
  ],
  [/EINTEGRITY/, 'a downloaded package is not the one the lockfile names: run npm cache verify and start again.'],
]

class SetupError extends Error {}

/** The lockfile's text and the machine decide what has to be there. */
function wantedStamp() {
  return createHash('sha256').update(readFileSync(lockFile)).update(`${process.platform}-${process.arch}`).digest('hex')
}

function isInstalled(stamp) {
  if (existsSync(stampFile)) return existsSync(ownNode) && readFileSync(stampFile, 'utf8') === stamp
  // After npm ci by hand: npm writes this file when it is done.
  const npmsOwn = join(modules, '.package-lock.json')
  if (!existsSync(npmsOwn) || statSync(npmsOwn).mtimeMs < statSync(lockFile).mtimeMs || !ownNodeRuns()) return false
  writeFileSync(stampFile, stamp)
  return true
}

function ownNodeRuns() {
  return existsSync(ownNode) && spawnSync(ownNode, ['--version'], { shell: process.platform === 'win32' }).status === 0
}

/** npm as it was started, else the one on PATH. Its Node must not be ours, which the installation replaces. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script !== undefined && /npm-cli\.c?js$/.test(script))
    return { command: node ?? process.execPath, first: [script] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] }
}

/** Shows what goes on: one line that changes on a terminal, a line every 5 s elsewhere. */
function startProgress(total) {
  const startedAt = Date.now()
  const tty = process.stdout.isTTY === true
  let phase = () => ''
  let saidAt = startedAt
  const text = () => `Installing ${total} packages: ${phase()} (${Math.round((Date.now() - startedAt) / 1000)} s)`
  const show = () => {
    if (tty) process.stdout.write(`\r\x1b[2K${text()}`)
    else if (Date.now() - saidAt >= 5000) {
      saidAt = Date.now()
      console.log(text())
    }
  }
  if (!tty) console.log(`Installing ${total} packages (a minute or so, about 1 GB) …`)
  const timer = setInterval(show, 250)
  return {
    follow(next) {
      phase = next
    },
    stop() {
      clearInterval(timer)
      if (tty) process.stdout.write('\r\x1b[2K')
      return Math.round((Date.now() - startedAt) / 1000)
    },
  }
}

function countPackages() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const fits = (list, value) => list === undefined || list.includes(value)
  return Object.entries(packages).filter(
    ([path, entry]) =>
      path.includes('node_modules/') &&
      !entry.link &&
      fits(entry.os, process.platform) &&
      fits(entry.cpu, process.arch),
  ).length
}

/**
 * The packages with an install script that package.json allows: their folders. Older versions of npm know nothing of
 * `allowScripts`, so npm is to run no script by itself.
 */
function allowedScripts() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const scripted = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript)
  const named = scripted.map(([path, entry]) => {
    const folder = path.slice(path.lastIndexOf('node_modules/') + 13)
    // Installed under another name, a package has its own one in the lockfile.
    return { path, folder, name: entry.name ?? folder }
  })
  const unknown = named.find(({ name }) => allowScripts[name] === undefined)
  if (unknown !== undefined)
    throw new SetupError(
      `the package ${unknown.name} has an install script that package.json neither allows nor denies: ` +
        'read it, and add it to allowScripts there.',
    )
  return named.filter(({ name }) => allowScripts[name])
}

/** Runs the install scripts that are allowed, of the packages that are installed on this machine. */
function runInstallScripts(allowed) {
  const folders = new Set(allowed.filter(({ path }) => existsSync(join(root, path))).map(({ folder }) => folder))
  if (folders.size === 0) return
  const { command, first } = npmCommand()
  // A machine's own configuration may switch scripts off.
  const options = ['--ignore-scripts=false', '--foreground-scripts']
  const result = spawnSync(command, [...first, 'rebuild', ...options, ...folders], {
    ...{ cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  })
  if (result.status !== 0)
    throw new SetupError(`install scripts failed. ${explain((result.stderr ?? '').split('\n').map(withoutNpm))}`)
}

const withoutNpm = (line) => line.replace(/^npm (error|ERR!)\s*/, '')

/** Runs `npm ci` without scripts; rejects with a SetupError that gives the reason in one sentence. */
function runNpmCi() {
  const total = countPackages()
  const progress = startProgress(total)
  const { command, first } = npmCommand()
  const child = spawn(
    command,
    [...first, 'ci', '--ignore-scripts', '--loglevel=http', '--no-progress', '--fetch-retry-mintimeout=1000'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    },
  )
  let fetched = 0
  let fetchedAt = 0
  progress.follow(() => {
    if (fetched === 0) return 'reading the lockfile'
    return Date.now() - fetchedAt < 3000 ? `fetching, ${fetched} so far` : 'unpacking'
  })
  const errors = []
  const onLine = (line) => {
    if (/^npm http (fetch|cache) .*\.tgz/.test(line)) {
      fetched += 1
      fetchedAt = Date.now()
    } else if (/^npm (error|ERR!)/.test(line)) errors.push(withoutNpm(line))
  }
  eachLine(child.stderr, onLine)
  eachLine(child.stdout, () => {})
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      progress.stop()
      const reason =
        error.code === 'ENOENT' ? 'npm was not found: install Node.js with npm, version 20 or later.' : error.message
      reject(new SetupError(reason))
    })
    child.once('close', (code) => {
      const seconds = progress.stop()
      if (code !== 0) return reject(new SetupError(explain(errors)))
      console.log(`Installed ${total} packages in ${seconds} s.`)
      resolve()
    })
  })
}

function eachLine(stream, use) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop()
    for (const line of lines) use(line)
  })
}

function explain(errors) {
  const text = errors.join('\n')
  const known = REASONS.find(([pattern]) => pattern.test(text))
  return (
    known?.[1] ??
    `npm ci failed: ${errors.find((line) => line !== '' && !line.startsWith('code')) ?? 'no reason given'}`
  )
}

/** Where its install script did not run, the package `node` has not fetched its program yet. */
function ensureOwnNode() {
  if (ownNodeRuns()) return
  console.log('Fetching Node.js 24 …')
  const folder = join(modules, 'node')
  const result = spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, encoding: 'utf8' })
  if (result.status !== 0 || !ownNodeRuns())
    throw new SetupError(`Node.js 24 could not be fetched. ${explain(result.stderr?.split('\n') ?? [])}`)
}

/**
 * The dashboard and the reference are built by our own Node, which the installation has brought. Without them the
 * platform still starts.
 */
function buildPages() {
  for (const tool of ['dashboard.ts', 'reference.ts'])
    spawnSync(ownNode, [join(root, 'tools', tool)], { stdio: 'inherit', shell: process.platform === 'win32' })
}

async function setUp() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new SetupError(
      `this is Node.js ${process.versions.node}; version 20 or later is needed to start (it then brings its own 24).`,
    )
  const stamp = wantedStamp()
  if (isInstalled(stamp)) return
  const allowed = allowedScripts()
  await runNpmCi()
  // Packages whose install scripts fail below do not pass as an installation by hand.
  writeFileSync(stampFile, 'install scripts have not run')
  runInstallScripts(allowed)
  ensureOwnNode()
  writeFileSync(stampFile, stamp)
}

try {
  await setUp()
  if (process.argv.includes('--pages')) buildPages()
} catch (error) {
  console.error(`Set-up failed: ${error instanceof SetupError ? error.message : error.stack}`)
  process.exitCode = 1
}
