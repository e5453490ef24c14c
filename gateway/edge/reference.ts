import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError, notFound } from '../../subgraphs/kit/common/errors.ts'
import { type Authenticator, callerOf } from '../../subgraphs/kit/service/host.ts'
import { mayIntrospect } from '../federation/introspection-access.ts'
import { pageFile, preparePage, registerAsset } from './assets.ts'

/** The folder of the built reference; `npm run reference` fills it. */
export const REFERENCE = fileURLToPath(new URL('../reference/dist', import.meta.url))

type ReferenceOptions = {
  readonly authenticator: Authenticator
  readonly production: boolean
  /** The folder of the build; that of `npm run reference` when left out. */
  readonly folder?: string
}

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

const ASSETS: Readonly<Record<string, string>> = {
  'graph.js': SCRIPT,
  'graph.css': STYLE,
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui.css': STYLE,
}

/** A built file. @throws DomainError NOT_FOUND while there is no build. */
const readBuilt = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, name), 'utf8').catch(() => {
    throw notFound('The reference, which `npm run reference` builds,')
  })

/**
 * Serves the reference under `/docs`: its pages, open to anyone, and what they show. The graph is described to those
 * who may introspect it, with their token; REST by `/openapi.json`, which is open.
 */
export const registerReference = (app: FastifyInstance, options: ReferenceOptions): void => {
  const { authenticator, production, folder = REFERENCE } = options
  const mayRead = async (request: FastifyRequest): Promise<void> => {
    const { principal } = await callerOf(request, authenticator)
    if (!mayIntrospect(production, principal.role))
      throw new DomainError('FORBIDDEN', 'Reading the schema of the graph needs the role ADMIN.')
  }
  for (const [path, name] of [
    ['/docs', 'docs'],
    ['/docs/graph', 'docs-graph'],
    ['/docs/rest', 'docs-rest'],
  ] as const) {
    const sendPage = preparePage(pageFile(`${name}.html`), { editor: false })
    app.get(path, async (_request, reply) => sendPage(reply))
  }
  for (const name of ['docs-graph.js', 'docs-rest.js'])
    registerAsset(app, `/assets/${name}`, { contentType: SCRIPT, load: async () => pageFile(name) })
  registerAsset(app, '/assets/docs.css', { contentType: STYLE, load: async () => pageFile('docs.css') })
  for (const [name, contentType] of Object.entries(ASSETS))
    registerAsset(app, `/docs/assets/${name}`, { contentType, load: () => readBuilt(folder, name) })
  const load = () => readBuilt(folder, 'graph.html')
  registerAsset(app, '/docs/graph/content', { contentType: HTML, load, admit: mayRead })
}
