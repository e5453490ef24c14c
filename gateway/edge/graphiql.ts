import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageFile, preparePage, registerAsset } from './assets.ts'

const DEFAULT_QUERY = `# Put a token into the field above first.
query FleetHealth {
  fleetHealth {
    connectivity {
      total
      connected
      connectivityPct
    }
    openIncidents
    atmsWithGaps
  }
}
`

const between = (text: string, start: string, end: string): string => {
  const from = text.indexOf(start)
  const to = text.lastIndexOf(end)
  if (from < 0 || to < from) throw new Error(`the page of GraphiQL has no ${start}…${end}`)
  return text.slice(from + start.length, to)
}

/** The package's page in parts, as the content security policy allows no inline script. */
const renderParts = async (): Promise<{ script: string; style: string }> => {
  // 9 MB that only a developer's browser requests.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({ title: 'FleetOps graph', endpoint: '/graphql', defaultQuery: DEFAULT_QUERY })
  const body = page.slice(page.indexOf('<body'))
  return {
    script: between(body, '<script>', '</script>'),
    style: between(page.slice(0, page.indexOf('<body')), '<style>', '</style>'),
  }
}

/**
 * Serves the files of GraphiQL from the package, never from another host. The returned function sends the page.
 */
export const registerGraphiQL = (app: FastifyInstance): ((reply: FastifyReply) => FastifyReply) => {
  let parts: ReturnType<typeof renderParts> | null = null
  const part = async (name: 'script' | 'style') => {
    parts ??= renderParts()
    return (await parts)[name]
  }
  const script = 'text/javascript; charset=utf-8'
  const style = 'text/css; charset=utf-8'
  registerAsset(app, '/assets/graphiql.js', { contentType: script, load: () => part('script') })
  registerAsset(app, '/assets/graphiql.css', { contentType: style, load: () => part('style') })
  registerAsset(app, '/assets/token.js', { contentType: script, load: async () => pageFile('token.js') })
  registerAsset(app, '/assets/token.css', { contentType: style, load: async () => pageFile('token.css') })
  return preparePage(pageFile('graphiql.html'), { editor: true })
}
