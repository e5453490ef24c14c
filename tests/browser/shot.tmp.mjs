import { chromium } from '@playwright/test'
const [base, lang, out, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args:['--no-sandbox'] })
const c = await b.newContext({ viewport: { width: 1440, height: 900 }, locale: lang })
const tokens = await (await fetch(base + '/api/public/demo-tokens')).json()
const token = tokens.find(t => t.role === 'BCOS_ADMIN').token
const p = await c.newPage(); p.on('pageerror', e => console.log('ERR', e.message))
for (const path of paths) { await p.goto(base + path + (path.includes('#')?'':'#token='+token)); await p.waitForTimeout(3500); await p.screenshot({ path: `${out}-${path.replace(/\W+/g,'_')}.png` }) }
await b.close()
