import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { DASHBOARD, DIST, sourceStamp } from './assets.ts'

/** The content of `dist`: what it was made of, and which assets each of the last two builds has. */
type BuildRecord = { readonly stamp: string; readonly assets: readonly string[]; readonly previous: readonly string[] }

const NOTHING: BuildRecord = { stamp: '', assets: [], previous: [] }
const recordFile = join(DIST, 'build.json')

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

const readRecord = (): BuildRecord => {
  if (!existsSync(recordFile) || !existsSync(join(DIST, 'index.html'))) return NOTHING
  const { stamp, assets, previous }: Record<string, unknown> = JSON.parse(readFileSync(recordFile, 'utf8'))
  return { stamp: String(stamp), assets: names(assets), previous: names(previous) }
}

/** Whether the built files are those of the sources as they are now. */
export const isBuilt = (): boolean => readRecord().stamp === sourceStamp()

const COMPRESSED = /\.(?:js|css|svg|json)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a file's compressed forms beside it, so that no request waits for them. */
const compress = async (file: string): Promise<void> => {
  if (!COMPRESSED.test(file)) return
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [smaller, small] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
  writeFileSync(`${file}.br`, smaller)
  writeFileSync(`${file}.gz`, small)
}

/**
 * Puts a new build in place of the last one: assets first, the page that names them last. The assets of the build
 * before stay.
 */
const install = async (fresh: string, stamp: string): Promise<void> => {
  const before = readRecord()
  const assets = readdirSync(join(fresh, 'assets'))
  mkdirSync(join(DIST, 'assets'), { recursive: true })
  mkdirSync(join(DIST, '.vite'), { recursive: true })
  for (const name of assets) copyFileSync(join(fresh, 'assets', name), join(DIST, 'assets', name))
  await Promise.all(assets.map((name) => compress(join(DIST, 'assets', name))))
  copyFileSync(join(fresh, '.vite/manifest.json'), join(DIST, '.vite/manifest.json'))
  renameSync(join(fresh, 'index.html'), join(DIST, 'index.html'))
  const sameAssets = assets.every((name) => before.assets.includes(name))
  const previous = sameAssets ? before.previous : before.assets
  writeFileSync(recordFile, `${JSON.stringify({ stamp, assets, previous }, null, 2)}\n`)
  const kept = new Set([...assets, ...previous])
  for (const name of readdirSync(join(DIST, 'assets')))
    if (!kept.has(name.replace(/\.(?:br|gz)$/, ''))) rmSync(join(DIST, 'assets', name))
}

/**
 * Builds the dashboard into `dist`, whatever is there. Several at once do not disturb one another.
 * @throws Error with the place of the fault, where the sources do not build.
 */
export const buildDashboard = async (): Promise<void> => {
  const stamp = sourceStamp()
  const fresh = join(DASHBOARD, 'dist', `.next-${process.pid}`)
  try {
    await build({
      root: DASHBOARD,
      configFile: join(DASHBOARD, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
    await install(fresh, stamp)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
