import { type Browser, chromium, type Page } from '@playwright/test'

/** A picture of a page, as its caller sees it. */
export type Look = {
  readonly path: string
  readonly file: string
  readonly theme: 'light' | 'dark'
  readonly width: number
  readonly height: number
  readonly role: string
  /** The whole page and not just the window. */
  readonly full: boolean
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })

const tokenOf = async (base: string, role: string): Promise<string> => {
  const callers: unknown = await (await fetch(`${base}/api/public/demo-tokens`)).json()
  const caller = Array.isArray(callers) ? callers.find((one) => one.role === role) : undefined
  return String(caller?.token ?? '')
}

const tellFaults = (page: Page): void => {
  page.on('pageerror', (error) => console.log(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`${message.type()}: ${message.text()}`)
  })
}

/**
 * Takes a picture of a page of the platform at `base`, when all of its figures are there. Faults of the page are
 * printed.
 */
export const takePicture = async (browser: Browser, base: string, look: Look): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    tellFaults(page)
    await page.goto(`${base}${look.path}#token=${await tokenOf(base, look.role)}`)
    await page.locator('main > *').first().waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.evaluate('document.fonts.ready')
    const jpeg = look.file.endsWith('.jpg')
    await page.screenshot({
      path: look.file,
      fullPage: look.full,
      ...(jpeg ? { type: 'jpeg' as const, quality: 72 } : {}),
    })
  } finally {
    await context.close()
  }
}
