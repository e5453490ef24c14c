import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { catalogs } from './build/catalogs.ts'
import { ownDocuments } from './build/own-documents.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const BEFORE_PAINT = 'app/theme/before-paint.js'

/**
 * Writes the script that sets the colours before the first paint as a file with a hash in its name, and asks for the
 * font and the first page's chunk as early as for the entry.
 */
const firstPaint = (): Plugin => {
  let reference = ''
  return {
    name: 'first-paint',
    buildStart() {
      if (this.environment.mode !== 'build') return
      const source = readFileSync(`${here}${BEFORE_PAINT}`, 'utf8')
      reference = this.emitFile({ type: 'asset', name: 'before-paint.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const script = (src: string): HtmlTagDescriptor => ({ tag: 'script', attrs: { src }, injectTo: 'head-prepend' })
        if (bundle === undefined) return [script(`/${BEFORE_PAINT}`)]
        const files = Object.values(bundle)
        const fileOf = (name: string, end: string) =>
          files.find(({ fileName }) => fileName.includes(name) && fileName.endsWith(end))
        const paint = fileOf('before-paint', '.js')
        const font = fileOf('inter-latin-wght-normal', '.woff2')
        const page = files.find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('pages/fleet/page.tsx'),
        )
        const preload = (href: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '', href: `/${href}` },
          injectTo: 'head',
        })
        return [
          ...(paint === undefined || reference === '' ? [] : [script(`/${paint.fileName}`)]),
          ...(font === undefined ? [] : [preload(font.fileName, { rel: 'preload', as: 'font', type: 'font/woff2' })]),
          ...(page === undefined ? [] : [preload(page.fileName, { rel: 'modulepreload' })]),
        ]
      },
    },
  }
}

/** The prefixes that a page in development asks the platform for. */
const PLATFORM_PATHS =
  '^/(graphql|api|analytics|journal|incident|devices|fleet|claims|agent-proxy|openapi\\.json|actuator)(/|$)'

const BASE = [
  'age',
  'badge',
  'copy-link',
  'format',
  'page-name',
  'shortcuts',
  'skeleton',
  'use-now',
  'widget',
  'words',
  'toast/toast',
]

const isBase = (id: string): boolean =>
  id.includes('/app/theme/') ||
  id.includes('/app/language/') ||
  (id.includes('/app/api/') && !id.endsWith('/stream.ts')) ||
  id.endsWith('/app/shell/nav.ts') ||
  id.endsWith('/app/shell/lazy-part.ts') ||
  id.endsWith('/app/use-page-search.ts') ||
  (id.includes('/@tabler/') && /\/Icon(?:Dots|Search)\./.test(id)) ||
  BASE.some((name) => id.includes(`/app/ui/${name}.`))

/**
 * What every page needs, in few files: small ones are compressed badly, and each is a request of its own. (Whatever is
 * shared by some pages only is divided as the bundler sees fit.)
 */
const FIRST_CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack(?!\/(?:react-)?virtual))\//,
  },
  { name: 'addresses', test: /dashboard\/app\/(?:pages\/\w+\/search|paths|scope|wall|search)\.ts$/ },
  { name: 'base', test: isBase },
  { name: 'list', test: /dashboard\/app\/ui\/list\/(?:calm-list|csv-button|filter-bar|rows|table)\.tsx?$/ },
  {
    name: 'fleet',
    test: /dashboard\/app\/pages\/fleet\/(?:(?:below-usual|lost-sources)\.ts|(?:fleet|rows)\.module\.css)$/,
  },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 3 },
]

export default defineConfig({
  root: here,
  plugins: [ownDocuments(), catalogs(), react(), firstPaint()],
  server: { proxy: { [PLATFORM_PATHS]: { target: process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000' } } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    // The policy for content allows no `data:`.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One file of 24 KiB, compressed, in place of one for each part of a page.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_CHUNKS } } },
  },
})
