import type { FastifyInstance, FastifyReply } from 'fastify'
import { Kind, parse } from 'graphql'
import { pageFile, preparePage, registerAsset } from './assets.ts'

type Example = { readonly name: string; readonly text: string }

/** The operations of `pages/examples.graphql`, each with the comment above it. */
export const readExamples = (): readonly Example[] => {
  const text = pageFile('examples.graphql')
  let from = 0
  return parse(text).definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.name === undefined || definition.loc === undefined)
      throw new Error('an example is an operation with a name')
    const one = text.slice(from, definition.loc.end).trim()
    from = definition.loc.end
    return { name: definition.name.value, text: `${one}\n` }
  })
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The page with an option for each example. */
const withExamples = (html: string): string => {
  const options = readExamples().map(({ name, text }) => `<option value="${escaped(text)}">${escaped(name)}</option>`)
  return html.replace('<!-- examples -->', () => options.join(''))
}

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
  const defaultQuery = readExamples()[0]?.text ?? ''
  // Operations go to the address of the page: named as `endpoint`, it would be that of subscriptions too. The type does
  // not name where those go, which the page takes all the same.
  const endpoints = { subscriptionsEndpoint: '/graphql/stream' }
  const page = renderGraphiQL({ title: 'FleetOps graph', defaultQuery, ...endpoints })
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
  return preparePage(withExamples(pageFile('graphiql.html')), { editor: true })
}
