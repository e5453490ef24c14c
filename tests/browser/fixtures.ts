import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

/** The roles that callers of the demo fleet have. */
export type DemoRole = 'USER' | 'CUSTOMER' | 'MSP_ADMIN' | 'ADMIN' | 'BCOS_ADMIN' | 'AGENT'

/** What a browser says of an answer that the test provokes is no fault of the page. */
const PROVOKED = /Failed to load resource: (?:the server responded with a status of (?:4\d\d|503)|net::ERR_)/

/** A page whose errors on the console fail the test; `refusals` says that refused requests are part of it. */
export const test = base.extend<{ readonly refusals: boolean; readonly quiet: undefined }>({
  refusals: [false, { option: true }],
  quiet: [
    async ({ page, refusals }, use) => {
      const said: string[] = []
      page.on('pageerror', (error) => said.push(error.message))
      page.on('console', (message) => {
        if (message.type() !== 'error' || (refusals && PROVOKED.test(message.text()))) return
        said.push(message.text())
      })
      await use(undefined)
      expect(said, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

/** The token of the demo fleet's caller of a role. */
export const tokenOf = async (page: Page, role: DemoRole): Promise<string> => {
  const answer = await page.request.get(`${process.env.PLATFORM_URL ?? ''}/api/public/demo-tokens`)
  const callers: unknown = await answer.json()
  const caller: unknown = Array.isArray(callers) ? callers.find((one) => one.role === role) : undefined
  if (typeof caller !== 'object' || caller === null || !('token' in caller))
    throw new Error(`no demo token for ${role}`)
  return String(caller.token)
}

/** Opens an address as a caller of the demo fleet, and waits for its figures. `base` is another gateway than the usual one. */
export const open = async (page: Page, path: string, role: DemoRole = 'BCOS_ADMIN', base = ''): Promise<void> => {
  await page.goto(`${base}${path}#token=${await tokenOf(page, role)}`)
  await settled(page)
}

/** Waits until nothing of the page is under way. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('main > *').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Axe finds nothing on the page as it is, or in a part of it. */
export const expectAccessible = async (page: Page, part = 'html'): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found).toEqual([])
}

/** Chooses light or dark as the system has it. */
export const useTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.emulateMedia({ colorScheme: theme })

/** Makes the window a phone's. */
export const usePhone = (page: Page): Promise<void> => page.setViewportSize({ width: 390, height: 844 })

/** Nothing of the page is wider than the window. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const wider: unknown = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(wider).toBe(0)
}
