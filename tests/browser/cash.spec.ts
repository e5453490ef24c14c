import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  settled,
  test,
  usePhone,
} from './fixtures.ts'

test.describe('the cash', () => {
  test('is listed by hours left, and leads to the ATMs', async ({ page }) => {
    await open(page, '/cash', 'MSP_ADMIN')
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader').nth(2)).toHaveText('Left')
    await expect(table.getByRole('row').nth(1)).toContainText(/empty|min|h|d/)
    await table.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/atms\/\d+/)
  })

  test('is narrowed by carrier, and becomes a loading list, with the keyboard alone', async ({ page }) => {
    await open(page, '/cash', 'ADMIN')
    const carrier = page.getByRole('combobox', { name: 'Carrier' })
    await carrier.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/carrier=/)
    await page.getByRole('button', { name: 'Loading list' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/load=true/)
    await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/)
    await page.getByRole('combobox', { name: 'Empty by' }).selectOption('')
    await expect(page.getByRole('heading', { name: /^Loading list of / })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Notes to load' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1_000 })
    for (const name of ['ATM', 'Cassette', 'Notes to load', 'Left', 'Notes', 'Carrier'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('is saved as CSV as it is filtered', async ({ page }) => {
    await open(page, '/cash?q=ACME-00', 'ADMIN')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('cassettes.csv')
  })

  test('says so where nothing matches', async ({ page }) => {
    await open(page, '/cash?q=nothing-has-this', 'USER')
    await expect(page.getByText('No cassette matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).last().click()
    await expect(page.getByRole('table')).toBeVisible()
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/cash?load=true', 'ADMIN')
    await expectAccessibleInBothThemes(page)
  })

  test('fits a phone and a tablet', async ({ page }) => {
    await usePhone(page)
    await open(page, '/cash', 'ADMIN')
    await expectNoSidewaysScroll(page)
    await open(page, '/cash?load=true', 'ADMIN')
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 820, height: 1_100 })
    await expectNoSidewaysScroll(page)
    await settled(page)
  })
})
