import type { Locator, Page } from '@playwright/test'
import { expect, open, test } from '../fixtures.ts'

/** Types a day into a field of days or of instants, as people in the United States write it: month, day, year. */
const typeDay = async (field: Locator, day: string) => {
  await field.focus()
  await field.pressSequentially(day, { delay: 20 })
}

const searchOf = (page: Page, ...names: readonly string[]) => {
  const { searchParams } = new URL(page.url())
  return names.map((name) => searchParams.get(name))
}

/** Longer than the pause after which what is typed applies. */
const pause = (page: Page) => page.clock.runFor(1_000)

test.describe('days typed by keyboard', () => {
  for (const [name, leave] of [
    ['leaving the field', 'Tab'],
    ['Enter', 'Enter'],
  ] as const)
    test(`are cleared part by part, which applies with ${name}`, async ({ page }) => {
      await open(page, '/journals/files?from=2026-11-10&to=2026-11-20')
      const from = page.getByLabel('From day')
      await from.focus()
      for (const key of ['Delete', 'ArrowRight', 'Delete', 'ArrowRight', 'Delete']) await page.keyboard.press(key)
      expect(searchOf(page, 'from', 'to')).toEqual(['2026-11-10', '2026-11-20'])
      for (const key of leave === 'Tab' ? ['Tab', 'Tab'] : [leave]) await page.keyboard.press(key)
      await expect.poll(() => searchOf(page, 'from', 'to')).toEqual([null, '2026-11-20'])
      await expect(from).not.toHaveAttribute('aria-invalid')
    })

  test('leave the other end of a period as it is, and apply when both are in order', async ({ page }) => {
    await page.clock.install()
    await open(page, '/journals/files?from=2026-11-10&to=2026-11-20')
    const [from, to] = [page.getByLabel('From day'), page.getByLabel('To day')]
    await typeDay(to, '11252026')
    await expect.poll(() => searchOf(page, 'from', 'to')).toEqual(['2026-11-10', '2026-11-25'])
    await typeDay(from, '12012026')
    await expect(from).toHaveValue('2026-12-01')
    for (const field of [from, to]) await expect(field).toHaveAttribute('aria-invalid', 'true')
    await pause(page)
    expect(searchOf(page, 'from', 'to')).toEqual(['2026-11-10', '2026-11-25'])
    await typeDay(to, '12052026')
    await expect.poll(() => searchOf(page, 'from', 'to')).toEqual(['2026-12-01', '2026-12-05'])
    for (const field of [from, to]) await expect(field).not.toHaveAttribute('aria-invalid')
    await from.fill('')
    await expect.poll(() => searchOf(page, 'from', 'to')).toEqual([null, '2026-12-05'])
    // The bar's; a list without files offers the same below it.
    await page.getByRole('button', { name: 'Clear all filters' }).first().click()
    await expect(to).toHaveValue('')
  })

  test('of a shift leave its other end as it is, and say where they are no period', async ({ page }) => {
    const [since, until] = ['2026-11-10T06:00:00.000Z', '2026-11-10T14:00:00.000Z']
    await page.clock.install()
    await open(page, `/shift?from=${since}&to=${until}`)
    const [from, to] = [page.getByLabel('From'), page.getByLabel('to', { exact: true })]
    await typeDay(to, '11112026')
    await expect.poll(() => searchOf(page, 'from', 'to')).toEqual([since, '2026-11-11T14:00:00.000Z'])
    await typeDay(from, '11122026')
    await expect(page.getByRole('alert').getByText(/A period ends after it begins/)).toBeVisible()
    await expect(from).toHaveAttribute('aria-invalid', 'true')
    await pause(page)
    expect(searchOf(page, 'from', 'to')).toEqual([since, '2026-11-11T14:00:00.000Z'])
    await typeDay(to, '11132026')
    await expect
      .poll(() => searchOf(page, 'from', 'to'))
      .toEqual(['2026-11-12T06:00:00.000Z', '2026-11-13T14:00:00.000Z'])
    await expect(page.getByText(/A period ends after it begins/)).toHaveCount(0)
    await typeDay(to, '11092026')
    await page.getByRole('button', { name: 'Last 8 h' }).click()
    await expect(page.getByText(/A period ends after it begins/)).toHaveCount(0)
  })
})

test.describe('what is typed into a filter', () => {
  test('stays where it is too short to be looked for', async ({ page }) => {
    await open(page, '/incidents')
    const words = page.getByRole('searchbox', { name: 'Number, ATM, site, note' })
    await words.pressSequentially('ac')
    await expect(page).toHaveURL(/q=ac/)
    await words.press('Backspace')
    await expect(page).not.toHaveURL(/q=ac/)
    await expect(words).toHaveValue('a')
    await expect(page.locator('main [data-row]').first()).toBeVisible()
  })

  test('stays where it is no amount, and is said to be left out', async ({ page }) => {
    await open(page, '/journals/transactions')
    await page.getByRole('button', { name: 'More filters' }).click()
    const least = page.getByLabel('Amount from')
    await least.pressSequentially('1,200.50')
    await page.getByLabel('Host’s code').focus()
    await expect(least).toHaveValue('1,200.50')
    await expect(least).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert').getByText(/“1,200\.50” is left out until then/)).toBeVisible()
    await least.fill('1200,5')
    await least.press('Enter')
    await expect(least).toHaveValue('1200.5')
    await expect(least).not.toHaveAttribute('aria-invalid')
    await expect(page).toHaveURL(/least=1200\.5|least=%221200\.5/)
  })
})
