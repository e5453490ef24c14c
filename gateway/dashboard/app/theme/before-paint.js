// Runs before the first paint. A file of its own, as the policy for content allows no inline script.
;(() => {
  let chosen = null
  let language = null
  try {
    chosen = localStorage.getItem('fleetops.theme')
    language = localStorage.getItem('fleetops.language')
  } catch {
    // A browser may refuse its storage; then the system's colours and languages apply.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light')
  // The same languages as in app/language/language.ts.
  const spoken = [language, ...navigator.languages].map((one) => String(one).slice(0, 2))
  document.documentElement.lang = spoken.find((one) => ['en', 'fr', 'ar'].includes(one)) ?? 'en'
  document.documentElement.dir = document.documentElement.lang === 'ar' ? 'rtl' : 'ltr'
  // A token handed over in the address leaves it before anything else is loaded or reads it.
  const given = /^#token=(.*)$/s.exec(location.hash)
  if (given === null) return
  try {
    sessionStorage.setItem('fleetops.given', given[1])
    history.replaceState(null, '', location.pathname + location.search)
  } catch {
    // Without storage the page takes it from the address itself.
  }
})()
