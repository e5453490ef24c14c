// Keeps the developer's token in this tab (sessionStorage) and sends it with every request to the graph, and for its
// reference.
// A block, as names of a plain script are those of the whole page.
{
  const KEY = 'fleetops.token'
  const PATHS = ['/graphql', '/graphql/stream', '/docs/graph/content']
  const field = document.getElementById('token')
  const state = document.getElementById('token-state')
  const demo = document.getElementById('demo')

  /** What a token says of its holder, for the eye only; the platform checks it. */
  const claimsOf = (token) => {
    try {
      const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
      return JSON.parse(atob(payload))
    } catch {
      return null
    }
  }

  const stored = () => sessionStorage.getItem(KEY) ?? ''

  const show = () => {
    const token = stored()
    const claims = claimsOf(token)
    field.value = token
    if (token === '') state.textContent = 'no token yet'
    else if (claims === null) state.textContent = 'this is not a token'
    else state.textContent = [claims.role, claims.institutionKey].flat().filter(Boolean).join(' · ')
  }

  const use = (token) => {
    sessionStorage.setItem(KEY, token.trim().replace(/^bearer\s+/i, ''))
    show()
    // GraphiQL asks for the schema once, when it starts, and when this is pressed; the reference when it is loaded.
    const again = document.querySelector('[aria-label^="Re-fetch GraphQL schema"]')
    if (again === null) location.reload()
    else again.click()
  }

  const isGraph = (resource) => {
    const url = new URL(resource instanceof Request ? resource.url : String(resource), location.href)
    return url.origin === location.origin && PATHS.includes(url.pathname)
  }

  /** An answer in the form that GraphiQL shows well. */
  const refusal = (message) =>
    new Response(JSON.stringify({ errors: [{ message }] }), { headers: { 'content-type': 'application/json' } })

  const plainFetch = window.fetch.bind(window)
  window.fetch = async (resource, options) => {
    if (!isGraph(resource)) return plainFetch(resource, options)
    const token = stored()
    if (token === '') return refusal('No token yet: put one into the field above.')
    const headers = new Headers(options?.headers ?? (resource instanceof Request ? resource.headers : undefined))
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const answer = await plainFetch(resource, { ...options, headers })
    if (!answer.headers.get('content-type')?.includes('problem+json')) return answer
    return refusal((await answer.json()).detail)
  }

  const offerDemo = async () => {
    const answer = await plainFetch('/api/public/demo-tokens')
    if (!answer.ok) return
    for (const { role, institutions, token } of await answer.json()) {
      const name = institutions.length === 0 ? role : `${role} of ${institutions.join(', ')}`
      demo.append(new Option(name, token))
    }
    demo.hidden = false
    document.getElementById('demo-label').hidden = false
  }

  /** GraphiQL looks for the text of the last visit here, and opens an empty tab when it finds none. */
  const reopenTab = () => {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}')
    const query = tabs?.[activeTabIndex]?.query
    if (query && !localStorage.getItem('graphiql:query')) localStorage.setItem('graphiql:query', query)
  }

  document.getElementById('token-bar').addEventListener('submit', (event) => {
    event.preventDefault()
    use(field.value)
  })
  demo.addEventListener('change', () => use(demo.value))
  // GraphiQL opens what the address holds in a tab of its own.
  document.getElementById('example')?.addEventListener('change', ({ target }) => {
    if (target.value !== '') location.assign(`/graphql?query=${encodeURIComponent(target.value)}`)
  })
  show()
  offerDemo().catch(() => {})
  reopenTab()
}
