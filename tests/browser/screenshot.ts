import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'

// Takes a picture of a page of a running platform: `node tests/browser/screenshot.ts /atms atms.png --theme dark --width 390 --height 844`.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000' },
    theme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    role: { type: 'string', default: 'BCOS_ADMIN' },
    full: { type: 'boolean', default: false },
  },
})
const [path = '/', file = 'screenshot.png'] = positionals

const tokenOf = async (role: string): Promise<string> => {
  const callers: unknown = await (await fetch(`${values.base}/api/public/demo-tokens`)).json()
  const caller = Array.isArray(callers) ? callers.find((one) => one.role === role) : undefined
  return String(caller?.token ?? '')
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`error: ${error.message}`))
  await page.goto(`${values.base}${path}#token=${await tokenOf(values.role)}`)
  await page.locator('main').waitFor()
  await page.waitForFunction('document.querySelector("main [aria-busy=true]") === null')
  await page.waitForTimeout(300)
  await page.screenshot({ path: file, fullPage: values.full })
} finally {
  await browser.close()
}
