// Fetches the reference of the graph, with a token, and shows it.
{
  const KEY = 'fleetops.token'
  const state = document.getElementById('state')
  const tokenForm = document.getElementById('token-form')
  const find = document.getElementById('find')

  const ENTRIES = '#nav li:not(:has(ul))'

  const stored = () => sessionStorage.getItem(KEY) ?? ''

  const refusalOf = async (answer) => {
    const problem = await answer.json().catch(() => ({}))
    return problem.detail ?? `The platform answered ${answer.status}.`
  }

  /** The contents with the entries whose names contain the text. */
  const narrow = (text) => {
    const wanted = text.trim().toLowerCase()
    document.getElementById('nav').classList.toggle('is-searched', wanted !== '')
    for (const entry of document.querySelectorAll(ENTRIES))
      entry.hidden = !entry.textContent.toLowerCase().includes(wanted)
    for (const group of document.querySelectorAll('#nav .nav-group, #nav .nav-group-section'))
      group.hidden = ![...group.querySelectorAll(ENTRIES)].some((entry) => !entry.hidden)
  }

  /** The generator's own script waits for the page, which is there already. */
  const start = () => {
    const script = document.createElement('script')
    script.src = '/docs/assets/graph.js'
    script.addEventListener('load', () => {
      window.dispatchEvent(new Event('DOMContentLoaded'))
      document.getElementById(location.hash.slice(1))?.scrollIntoView()
    })
    document.body.append(script)
  }

  const show = (html) => {
    const made = new DOMParser().parseFromString(html, 'text/html')
    document.getElementById('reference').replaceChildren(...made.body.children)
    tokenForm.hidden = true
    find.hidden = false
    state.textContent = ''
    start()
  }

  const load = async () => {
    const token = stored()
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch('/docs/graph/content', { headers })
    if (answer.ok) return show(await answer.text())
    tokenForm.hidden = ![401, 403].includes(answer.status)
    state.textContent = await refusalOf(answer)
  }

  const loadOrSay = () =>
    load().catch(() => {
      state.textContent = 'The platform cannot be reached.'
    })

  tokenForm.addEventListener('submit', (event) => {
    event.preventDefault()
    sessionStorage.setItem(
      KEY,
      document
        .getElementById('token')
        .value.trim()
        .replace(/^bearer\s+/i, ''),
    )
    loadOrSay()
  })
  find.addEventListener('submit', (event) => {
    event.preventDefault()
    document.querySelector(`${ENTRIES}:not([hidden]) a`)?.click()
  })
  find.addEventListener('input', ({ target }) => narrow(target.value))
  loadOrSay()
}
