import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  registerAtm,
  settled,
  test,
  usePhone,
} from '../fixtures.ts'

const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: /Omar Reyes/ }).click()
  // The field is named in the language before.
  await page.getByRole('dialog').locator('select:has(option[lang])').selectOption({ label: name })
  await settled(page)
}

const PAGES = [
  ['/events', 'وقت الحدوث'],
  ['/journals/files', 'سجل يوم'],
  ['/journals/transactions', 'البداية، بتوقيت الصراف'],
  ['/journals', 'أيام بلا سجل'],
] as const

const html = (page: Page) => page.locator('html')

test.describe('a reader', () => {
  test('chooses a language, which stays with the browser', async ({ page }) => {
    await open(page, '/')
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await choose(page, 'Français')
    await expect(html(page)).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parc')
    await page.getByRole('link', { name: /^Incidents/ }).click()
    await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'DAB' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Suspendre les mises à jour' })).toBeVisible()
    await choose(page, 'English')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test('of Arabic has the page from right to left, with times and ids as they are printed', async ({ page }) => {
    await open(page, '/')
    await choose(page, 'العربية')
    await expect(html(page)).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('الأسطول')
    const menu = await page.getByRole('navigation', { name: 'الرئيسية', exact: true }).boundingBox()
    expect(menu?.x ?? 0).toBeGreaterThan(700)
    await expect(page.locator('main .id').first()).toHaveCSS('direction', 'ltr')
    await expect(page.getByRole('banner').locator('time')).toHaveText(/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/)
    await expectAccessibleInBothThemes(page)
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
  })
})

test.describe('a browser that speaks Arabic', () => {
  test.use({ locale: 'ar-MA' })

  test('has the pages of ATMs and journals from right to left, in the forms of its numbers', async ({ page }) => {
    const { agentAtmId } = await registerAtm(page, 'CORAL')
    await open(page, `/atms?q=${agentAtmId}`)
    // One of them is a word alone, without the figure.
    await expect(page.getByText(/^صراف آلي واحد$/)).toBeVisible()
    await page.getByRole('link', { name: agentAtmId }).click()
    await expect(page.getByRole('heading', { name: 'التسلسل الزمني' })).toBeVisible()
    for (const [path, heading] of PAGES) {
      await open(page, path)
      await expect(page.getByText(heading, { exact: true }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await usePhone(page)
    await expectNoSidewaysScroll(page)
  })
})

test.describe('a browser that speaks French', () => {
  test.use({ locale: 'fr-CH' })

  test('is answered in French without a choice', async ({ page }) => {
    await open(page, '/')
    await expect(html(page)).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parc')
  })

  test('has room for its longer words', async ({ page }) => {
    await open(page, '/')
    await usePhone(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, '/incidents')
    await expectNoSidewaysScroll(page)
  })
})
