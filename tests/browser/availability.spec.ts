import type { Weekday } from '../../schema/client/operations.gen.ts'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  registerAtm,
  test,
  usePhone,
} from './fixtures.ts'

test.describe('availability', () => {
  test('is reported for a month, by ATM or group, and as CSV', async ({ page }) => {
    await open(page, '/availability', 'MSP_ADMIN')
    const report = page.getByRole('region', { name: 'Availability of ATMs' })
    await expect(report.getByText('in service and reachable, of the time without maintenance windows')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Month over month' })).toBeVisible()
    await page.getByRole('button', { name: 'Institution', exact: true }).click()
    await expect(page).toHaveURL(/group=institution/)
    await expect(page.getByRole('columnheader', { name: 'Institution' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^availability-\d{4}-\d\d-\d\d(-to-\d{4}-\d\d-\d\d)?\.csv$/)
  })

  test('says so where the month of its address has no report', async ({ page }) => {
    await open(page, '/availability?month=2001-01', 'MSP_ADMIN')
    await expect(page.getByText('There is no report of January 2001. Choose a month from')).toBeVisible()
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue('2001-01')
    await expect(page.getByText('in service and reachable')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await page.getByLabel('Month', { exact: true }).selectOption('This month')
    await expect(page.getByText('in service and reachable')).toBeVisible()
  })

  test('says so where the months cannot be read', async ({ page }) => {
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      if (body.data?.availabilityMonths === undefined) return route.fulfill({ response, json: body })
      const error = { message: 'No answer.', path: ['availabilityMonths'], extensions: { code: 'UNAVAILABLE' } }
      return route.fulfill({ response, json: { data: { availabilityMonths: null }, errors: [error] } })
    })
    await open(page, '/availability?month=2026-01', 'MSP_ADMIN')
    await expect(page.getByRole('alert').filter({ hasText: 'Availability cannot be shown' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('says on paper which rows of a long list it has', async ({ page }) => {
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replaceAll(/"totalElements":\d+/g, '"totalElements":3000') })
    })
    await open(page, '/availability', 'MSP_ADMIN')
    const rows = page.getByText('Rows 1–100 of 3,000; the CSV file has all of them.')
    await expect(rows).toBeAttached()
    await expect(rows).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(rows).toBeVisible()
  })

  test('has its period and all columns on paper', async ({ page }) => {
    await open(page, '/availability', 'MSP_ADMIN')
    const months = page.getByRole('region', { name: 'Month over month' })
    await expect(months.getByRole('table')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1_000 })
    await expect(page.getByRole('region', { name: 'Availability', exact: true })).toContainText(/ to \d.* UTC/)
    await expect(page.getByText(/ to \d{1,2} \w+ \d\d:\d\d UTC/)).toBeVisible()
    const list = page.getByRole('table').first()
    for (const name of ['Institution', 'Out of service', 'Unreachable', 'Supervisor', 'Unknown', 'Maintenance'])
      await expect(list.getByRole('columnheader', { name })).toBeVisible()
    for (const name of ['ATMs', 'Available', 'Incidents', 'To acknowledge', 'To resolve'])
      await expect(months.getByRole('columnheader', { name })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/availability', 'MSP_ADMIN')
    await expect(page.getByRole('heading', { name: 'Month over month' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  test('fits a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/availability', 'MSP_ADMIN')
    await expect(page.getByRole('heading', { name: 'Month over month' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test.describe('maintenance windows', () => {
  test('are opened, listed and ended', async ({ page }) => {
    const reason = `New software ${Date.now().toString(36)}`
    await open(page, '/availability/maintenance', 'MSP_ADMIN')
    await page.getByRole('button', { name: 'New window' }).click()
    const form = page.getByRole('dialog', { name: 'New maintenance window' })
    await expectAccessibleInBothThemes(page)
    await form.getByLabel('Institution').fill('ACME')
    await form.getByLabel('Only this site').fill('Nowhere at all')
    await form.getByLabel('Why').fill(reason)
    const soon = new Date(Date.now() + 3_600_000)
    const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    const later = new Date(soon.getTime() + 3_600_000 - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await form.getByLabel('From').fill(local)
    await form.getByLabel('To', { exact: true }).fill(later)
    await form.getByRole('button', { name: 'Open it' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText(reason)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: new RegExp(`End window \\d+: ${reason}`) }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await expect(page.getByText(reason)).toHaveCount(0)
    await page.getByRole('button', { name: 'Over', exact: true }).click()
    await expect(page.getByText(reason)).toBeVisible()
  })

  test('are of the ATM that is named, however many have its number in theirs, in any case', async ({ page }) => {
    // Behind all others of an institution that no test counts, and behind the nine in a list by number.
    const number = `ZT${Date.now().toString(36).toUpperCase()}`
    for (let n = 1; n <= 9; n += 1) await registerAtm(page, 'CORAL', `Y${n}-${number}`)
    await registerAtm(page, 'CORAL', number)
    await open(page, '/availability/maintenance', 'BCOS_ADMIN')
    await page.getByRole('button', { name: 'New window' }).click()
    const form = page.getByRole('dialog', { name: 'New maintenance window' })
    const isUnknown = form.getByText('No ATM has this number.')
    for (const [typed, unknown] of [
      [number, 0],
      [`${number}-9`, 1],
      [`y9-${number.toLowerCase()}`, 0],
    ] as const) {
      await form.getByLabel('Only this ATM').fill(typed)
      await expect(isUnknown).toHaveCount(unknown)
    }
  })

  test('that recur are there while their last occurrence goes on, in the time zone in which they recur', async ({
    page,
  }) => {
    const { id } = await registerAtm(page, 'ACME')
    const reason = `Nightly batch ${Date.now().toString(36)}`
    // Since yesterday at the same time, for the last time today.
    const from = new Date(Date.now() - 24 * 3_600_000 - 60_000)
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const body = {
      atmId: id,
      from: from.toISOString(),
      to: new Date(from.getTime() + 3_600_000).toISOString(),
      weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] satisfies Weekday[],
      until: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
      timeZone: 'Asia/Kolkata',
      reason,
    }
    expect((await rest.POST('/incident/api/maintenance-windows', { body })).response.status).toBe(201)
    await expect
      .poll(async () => {
        const { content } = await dataOf(
          rest.GET('/incident/api/maintenance-windows', { params: { query: { atmId: id } } }),
        )
        return content.map(({ nextAt }) => nextAt)
      })
      .toEqual([null])
    await open(page, '/availability/maintenance', 'MSP_ADMIN')
    const row = page.getByRole('row').filter({ hasText: reason })
    await expect(row).toContainText(/Now, until (\d+ \w+ )?\d\d:\d\d/)
    await expect(row).toContainText(/\d\d:\d\d to (\d+ \w+ )?\d\d:\d\d UTC\+5:30 ?Daily until/)
    for (const width of [1_440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      const end = row.getByRole('button', { name: /^End window/ })
      expect(await end.evaluate((button) => innerWidth - button.getBoundingClientRect().right)).toBeGreaterThan(0)
    }
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1_000 })
    await expectNoSidewaysScroll(page)
  })

  test('fit a phone, and are read by users who may open none', async ({ page }) => {
    await usePhone(page)
    await open(page, '/availability/maintenance', 'USER')
    await expect(page.getByRole('button', { name: 'New window' })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })
})
