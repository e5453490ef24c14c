// Fetches the reference of the graph, with the token of the bar above it (token.js), and shows it.
{
  const state = document.getElementById('state')
  const find = document.getElementById('find')

  const ENTRIES = '#nav li:not(:has(ul))'

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
    find.hidden = false
    state.textContent = ''
    start()
  }

  const load = async () => {
    const answer = await fetch('/docs/graph/content')
    if (answer.headers.get('content-type')?.includes('html')) show(await answer.text())
    else state.textContent = (await answer.json()).errors[0].message
  }

  find.addEventListener('submit', (event) => {
    event.preventDefault()
    document.querySelector(`${ENTRIES}:not([hidden]) a`)?.click()
  })
  find.addEventListener('input', ({ target }) => narrow(target.value))
  load().catch(() => {
    state.textContent = 'The platform cannot be reached.'
  })
}
