import type { Page } from '@playwright/test'
import { expect, open, test as ordinary, settled } from './fixtures.ts'
import { type RunningPlatform, startPlatform } from './platform.ts'

/** Of a platform whose journal service does not answer, over the same data as the usual one. */
const SETTINGS = { DATA_DIR: process.env.PLATFORM_DATA ?? '', DEMO: 'false', JOURNAL_URL: 'http://127.0.0.1:9' }

type Lame = { readonly url: string; kill(): Promise<void>; startAgain(): Promise<void> }

const test = ordinary.extend<object, { readonly lame: Lame }>({
  lame: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from it what is needed first
    async ({}, use) => {
      let running: RunningPlatform = await startPlatform(SETTINGS)
      const { url } = running
      await use({
        url,
        kill: () => running.kill(),
        async startAgain() {
          running = await startPlatform(SETTINGS, url)
        },
      })
      await running.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

// One after the other, so that one platform does for all, which the last of them takes away and brings back. This
// file is the first by its name: what it needs starts beside the tests of the others.
test.describe.configure({ mode: 'default' })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('a service that is down', { tag: '@outage' }, () => {
  test('is named, and what it does not answer is no zero', async ({ page, lame }) => {
    await open(page, '/', 'BCOS_ADMIN', lame.url)
    await expect(page.getByText('journal service does not answer')).toBeVisible()
    const coverage = part(page, 'Journal coverage')
    await expect(coverage.getByText(/Partial/)).toBeVisible()
    await expect(coverage.getByText('not known right now').first()).toBeVisible()
    await expect(coverage.getByRole('link', { name: '0', exact: true })).toHaveCount(0)
    await expect(part(page, 'In service').getByText(/of \d+ connected/)).toBeVisible()
  })

  test('leaves the rest of an ATM’s page as it is', async ({ page, lame }) => {
    await open(page, '/atms/1', 'BCOS_ADMIN', lame.url)
    await expect(page.getByRole('heading', { name: 'ACME-001' })).toBeVisible()
    await expect(part(page, 'Journals').getByText('Journals cannot be shown')).toBeVisible()
    await expect(part(page, 'Timeline').locator('summary').first()).toBeVisible()
  })
})

test.describe('a platform that is restarted under an open page', { tag: '@outage' }, () => {
  test.use({ refusals: true })

  test('leaves the figures with their age, and the page goes on by itself', async ({ page, lame }) => {
    await open(page, '/incidents', 'BCOS_ADMIN', lame.url)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    const rows = page.locator('[data-row]')
    const shown = await rows.count()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await lame.kill()
    await expect(page.getByText(/No connection to the platform for .+\. Figures are from \d\d:\d\d:\d\d/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Reconnecting/ })).toBeVisible()
    // Not even what cannot be loaded now takes them away.
    await page.getByRole('link', { name: 'Vendors', exact: true }).click()
    expect(shown).toBeGreaterThan(0)
    await expect(rows).toHaveCount(shown)
    await lame.startAgain()
    await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText(/No connection to the platform/)).toHaveCount(0)
    await settled(page)
    expect(loads).toBe(0)
  })
})
