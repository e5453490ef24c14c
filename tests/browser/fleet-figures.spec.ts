import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  registerAtm,
  reportEvent,
  settled,
  test,
  untilInService,
} from './fixtures.ts'

const FLEET = '/?institution=BOREAL'

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The number at the beginning of a text such as `1,442 events`. */
const numberOf = (text: string | null): number =>
  Number((text ?? '').replaceAll(',', '').match(/\d+/)?.[0] ?? Number.NaN)

/** How many rows the filters of a list leave. */
const totalOf = async (page: Page): Promise<number> => {
  await settled(page)
  return numberOf(await page.getByRole('search', { name: 'Filters' }).locator('[aria-live] b').first().textContent())
}

/** A figure of the fleet's page that is a link leads to as many rows; the fleet lives on between two looks. */
const expectSameCount = async (page: Page, find: (page: Page) => Locator, read?: (link: Locator) => Promise<string>) =>
  expect(async () => {
    await page.goto(FLEET)
    await settled(page)
    const link = find(page)
    const shown = numberOf(read === undefined ? await link.textContent() : await read(link))
    await link.click()
    await expect(page).not.toHaveURL(/\/\?/)
    expect(await totalOf(page)).toBe(shown)
  }).toPass({ intervals: [500], timeout: 120_000 })

test.describe('what is not in service', () => {
  test('is listed with state, time, cause and owner, and each leads to its record', async ({ page }) => {
    await open(page, FLEET)
    const card = region(page, 'Not in service now')
    for (const name of ['ATM', 'State', 'Since', 'Cause', 'Owner'])
      await expect(card.getByRole('columnheader', { name, exact: true })).toBeVisible()
    const row = card.locator('tbody tr').first()
    const number = (await row.locator('.id').textContent()) ?? ''
    const since = await row.locator('time').getAttribute('datetime')
    await row.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { name: number, exact: true })).toBeVisible()
    // The ATM's page has the same instant.
    await expect(page.locator(`section[aria-label="ATM ${number}"] time[datetime="${since}"]`).first()).toBeVisible()
    await page.goBack()
    await card.locator('a[href^="/incidents/"]').first().click()
    await expect(page).toHaveURL(/\/incidents\/\d+/)
  })

  test('shows an ATM that goes out of service by itself, the worst first on its list', async ({ page }) => {
    const { agentAtmId } = await registerAtm(page, 'BOREAL')
    await reportEvent(page, agentAtmId, 'ATM_IN_SERVICE')
    // Its state is unknown until its first event is known everywhere. A row that was shown stays until it is taken off.
    await untilInService(page, agentAtmId)
    await open(page, FLEET)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    const card = region(page, 'Not in service now')
    const count = card.getByRole('link', { name: /not in service$/ })
    await expect(card).not.toContainText(agentAtmId)
    const before = numberOf(await count.textContent())
    await reportEvent(page, agentAtmId, 'ATM_OUT_OF_SERVICE')
    await expect.poll(async () => numberOf(await count.textContent())).toBeGreaterThan(before)
    await count.click()
    await expect(page).toHaveURL(/service=NOT_IN_SERVICE&sort=-urgency/)
    const rows = page.getByRole('region', { name: 'ATMs' }).locator('tbody tr')
    await expect(rows.filter({ hasText: agentAtmId })).toContainText('Out of service')
    await expect(rows.first()).toContainText('Out of service')
    await reportEvent(page, agentAtmId, 'ATM_IN_SERVICE')
  })

  test('is gone through by keyboard', async ({ page }) => {
    await open(page, FLEET)
    const card = region(page, 'Not in service now')
    const links = card.locator('tbody tr a[href^="/atms/"]')
    await links.first().focus()
    await page.keyboard.press('j')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/atms\/\d+/)
  })
})

test('the page of the fleet is accessible and fits a tablet, with a day of the past as well', async ({ page }) => {
  await open(page, `${FLEET}&range=yesterday`)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.describe('each figure leads to the rows behind it, as many as it says:', () => {
  for (const badge of ['In service', 'Agent offline', 'In supervisor', 'Out of service', 'Unknown'])
    test(`ATMs by badge, ${badge}`, ({ page }) =>
      expectSameCount(
        page,
        () => region(page, 'In service').getByRole('listitem').getByRole('link', { name: badge }),
        async (link) => (await link.locator('span').nth(1).textContent()) ?? '',
      ))

  test('ATMs not in service', async ({ page }) => {
    await expectSameCount(page, () => region(page, 'Not in service now').getByRole('link', { name: /not in service$/ }))
    await expectSameCount(page, () => region(page, 'In service').getByRole('link', { name: /not in service,/ }))
  })

  test('ATMs by their agents', async ({ page }) => {
    const link = (words: RegExp) => () => region(page, 'In service').getByRole('link', { name: words })
    await expectSameCount(page, link(/connected$/))
    await expectSameCount(page, link(/^\d+ not$/))
    await expectSameCount(page, link(/^\d+ never$/))
  })

  test('open incidents by severity', async ({ page }) => {
    for (const severity of ['Critical', 'High', 'Medium', 'Low'])
      await expectSameCount(page, () =>
        region(page, 'Open incidents').getByRole('link', { name: new RegExp(`^\\d+ ?${severity}$`) }),
      )
  })

  test('events by category, all of them and those of one bar', async ({ page }) => {
    for (const row of ['All events', 'System', 'Cash'])
      await expectSameCount(page, () =>
        region(page, 'Events by category').getByRole('link', { name: new RegExp(`^${row}: \\d`) }),
      )
    await page.goto(`${FLEET}&range=yesterday`)
    await settled(page)
    await region(page, 'Events by category').getByRole('slider').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('PageUp')
    const value = await region(page, 'Events by category').getByRole('slider').getAttribute('aria-valuetext')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/events\?.*from=.*to=/)
    expect(await totalOf(page)).toBe(numberOf((value ?? '').split(': ')[1] ?? ''))
  })

  test('events and incidents of the ATMs with the most events', async ({ page }) => {
    const card = () => region(page, 'ATMs with the most events').locator('tbody tr').first()
    await expectSameCount(page, () => card().locator('a[href^="/events"]'))
    await expectSameCount(page, () => card().locator('a[href^="/incidents"]'))
  })

  test('declined and approved transactions of today', async ({ page }) => {
    const card = () => region(page, 'Journal coverage')
    await expectSameCount(page, () => card().getByRole('link', { name: /declined$/ }))
    // The platform's day, whichever day it is where the reader is.
    await expect(page).toHaveURL(/[?&]from=(.{10})&to=\1&/)
    // After midnight there are none yet, and no share of them.
    const readApproved = async (link: Locator) => ((await link.textContent()) ?? '').replace('—', '0')
    await expectSameCount(page, () => card().locator('a[href*="APPROVED"]').first(), readApproved)
  })
})

test.describe('the time of the charts', () => {
  test('is chosen once for all of them, with the keyboard too, and the address keeps it', async ({ page }) => {
    await open(page, FLEET)
    const times = page.getByRole('navigation', { name: 'Time of the charts' })
    await expect(times.getByRole('link', { name: '24 h' })).toHaveAttribute('aria-current', 'page')
    const chart = region(page, 'In service').getByRole('img')
    for (const [name, range, words] of [
      ['1 h', '1h', 'last hour'],
      ['6 h', '6h', 'last 6 h'],
      ['7 d', '7d', 'last 7 days'],
      ['30 d', '30d', 'last 30 days'],
      ['Yesterday', 'yesterday', 'yesterday'],
      ['Same day last week', 'lastweek', 'the same day last week'],
    ] as const) {
      await times.getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`range=${range}`))
      await expect(chart).toHaveAttribute('aria-label', new RegExp(`ATMs in service, ${words}`))
      await expect(region(page, 'Events by category').getByText(`${words}, per`)).toBeVisible()
      await expect(times.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    }
    await page.reload()
    await settled(page)
    await expect(chart).toHaveAttribute('aria-label', /the same day last week/)
    await times.getByRole('link', { name: '24 h' }).click()
    for (const key of ['target 98 %', 'usual', 'last week'])
      await expect(region(page, 'In service').getByText(key, { exact: true })).toBeVisible()
  })
})

test.describe('the list of events', () => {
  test('is read page by page, and filtered', async ({ page }) => {
    await open(page, '/events')
    const rows = page.getByRole('region', { name: 'Events' }).locator('tbody tr')
    await expect(rows).toHaveCount(100)
    const first = await rows.first().textContent()
    await page.getByRole('button', { name: 'Older' }).click()
    await expect(page).toHaveURL(/after=/)
    await expect(rows.first()).not.toHaveText(first ?? '')
    await page.getByRole('button', { name: 'From the newest' }).click()
    await page.getByLabel('Category').selectOption('CASH')
    await expect(page).toHaveURL(/category=CASH/)
    await page.getByRole('textbox', { name: 'ATM' }).fill('ACME-012')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/atm=ACME-012/)
    await expect(rows.locator('.id').filter({ hasNotText: 'ACME-012' })).toHaveCount(0)
    // Where nothing is found, the list offers it as well.
    const filters = page.getByRole('search', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL(/\/events$/)
  })
})

test.describe('a fleet without ATMs', () => {
  test('offers to register and to import them', async ({ page }) => {
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch()
      const body: { data?: { atmBadges?: object } } = await answer.json()
      if (body.data?.atmBadges) {
        const none = { agentOffline: 0, inSupervisor: 0, outOfService: 0, inService: 0, unknown: 0 }
        body.data.atmBadges = { total: 0, ...none }
      }
      await route.fulfill({ response: answer, json: body })
    })
    await open(page, '/')
    await expect(page.getByRole('region', { name: 'No ATMs yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Import ATMs' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Register an ATM' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
