import type { Page } from '@playwright/test'
import { dataOf } from '../../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  settled,
  test,
  useTheme,
} from '../fixtures.ts'

/** Where a page is, and what its heading says. */
type Visit = { readonly path: string; readonly heading: string | RegExp }

/** Finds a record of the demo fleet to look at. */
type Find = (page: Page) => Promise<Visit>

const at =
  (path: string, heading: string): Find =>
  async () => ({ path, heading })

/** Of any day: shortly after midnight there may be none of today. */
const newestTransaction = async (page: Page) => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const query = { dateFrom: '2026-01-01', dateTo: '2030-01-01', size: 1 }
  const { content } = await dataOf(rest.GET('/journal/api/journal/transactions', { params: { query } }))
  const [newest] = content
  if (newest === undefined) throw new Error('the demo fleet has no transaction')
  return newest
}

const newestIncident = async (page: Page): Promise<number> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const query = { size: 1, resolved: false, kind: 'UNREACHABLE' }
  return (await dataOf(rest.GET('/incident/api/incidents', { params: { query } }))).content[0]?.id ?? 0
}

/** Every page, with what it shows beside what it shows at first. */
const PAGES: Readonly<Record<string, Find>> = {
  Fleet: at('/', 'Fleet'),
  'events of the fleet': at('/events', 'Fleet'),
  ATMs: at('/atms', 'ATMs'),
  'groups of ATMs': at('/atms?by=VENDOR', 'ATMs'),
  'an ATM': at('/atms/1', 'ACME-001'),
  Incidents: at('/incidents', 'Incidents'),
  'incidents of a group': at('/incidents?vendor=NCR&from=2026-01-01', 'Incidents'),
  'an incident': async (page) => {
    const id = await newestIncident(page)
    return { path: `/incidents/${id}`, heading: `Incident ${id}` }
  },
  Journals: at('/journals', 'Journals'),
  'journal files': at('/journals/files', 'Journals'),
  'a journal file': async (page) => ({
    path: `/journals/files/${(await newestTransaction(page)).fileId}`,
    heading: /^Journal of /,
  }),
  transactions: at('/journals/transactions', 'Journals'),
  'a transaction': async (page) => {
    const id = (await newestTransaction(page)).id
    return { path: `/journals/transactions/${id}`, heading: `Transaction ${id}` }
  },
  Cash: at('/cash', 'Cash'),
  Availability: at('/availability', 'Availability'),
  'maintenance windows': at('/availability/maintenance', 'Availability'),
  Insights: at('/insights', 'Insights'),
  Tasks: at('/tasks', 'Tasks'),
  rollouts: at('/tasks/rollouts', 'Tasks'),
  Permissions: at('/permissions', 'Permissions'),
  Vendors: at('/vendors', 'Vendors'),
  ...Object.fromEntries(
    ['events', 'types', 'health', 'targets', 'webhooks', 'audit', 'jobs', 'letters'].map((tab) => [
      `Admin: ${tab}`,
      at(`/admin?tab=${tab}`, 'Admin'),
    ]),
  ),
}

/**
 * What can be operated and cannot be reached with Tab; what has the keys of a grid or a list is left out, and so are
 * the parts of a drawing whose figures are links with words.
 */
const OUT_OF_REACH = `[...document.querySelectorAll('main :is(button, a[href], input, select, textarea, summary)')]
  .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex < 0
    && one.closest('[role=grid], [role=listbox], [role=slider], [aria-hidden]') === null)
  .map((one) => one.outerHTML.slice(0, 120))`

/** What has the focus, by its place in the document; nothing for what cannot be seen. */
const FOCUSED = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return null
  const { width, height } = one.getBoundingClientRect()
  return width > 0 && height > 0 ? [...document.querySelectorAll('*')].indexOf(one) : -1
})()`

/** Goes through the page with Tab: each stop is another one, and can be seen. */
const expectReachable = async (page: Page): Promise<void> => {
  expect(await page.evaluate(OUT_OF_REACH)).toEqual([])
  await page.locator('#main').focus()
  const stops: unknown[] = []
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(FOCUSED))
  }
  const reached = stops.slice(0, stops.indexOf(null) === -1 ? stops.length : stops.indexOf(null))
  expect(reached).not.toContain(-1)
  // The parts of a date are stops of their own in one field.
  const others = reached.filter((one, n) => one !== reached[n - 1])
  expect(new Set(others).size).toBe(others.length)
}

for (const [name, find] of Object.entries(PAGES))
  test.describe(name, () => {
    test('is accessible in both themes, fits three widths, and is reached by keyboard', async ({ page }) => {
      const { path, heading } = await find(page)
      await open(page, path)
      const head = page.getByRole('heading', { level: 1 })
      await expect(head).toHaveText(heading)
      await expect(page).toHaveTitle(
        new RegExp(`^(\\(\\d+\\) )?${typeof heading === 'string' ? heading : ''}.* · FleetOps$`),
      )
      await expectAccessibleInBothThemes(page)
      await expectReachable(page)
      await useTheme(page, 'light')
      for (const width of [1440, 1024, 720, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
      }
      await settled(page)
      await expectAccessible(page)
    })
  })

test.describe('every list', () => {
  for (const path of [
    '/atms',
    '/incidents',
    '/journals',
    '/journals/transactions',
    '/journals/files',
    '/availability',
    '/admin?tab=types',
    '/atms/1',
    '/cash',
  ])
    test(`${path} is entered with J, without a click before`, async ({ page }) => {
      await open(page, path)
      await expect(page.locator('main [data-row]').first()).toBeVisible()
      await page.keyboard.press('j')
      await expect(page.locator('main [data-row]').first().locator(':focus')).toHaveCount(1)
    })

  test('with many pages is entered at any of them', async ({ page }) => {
    await open(page, '/journals/transactions?span=90')
    const jump = page.getByRole('spinbutton', { name: 'Page number' })
    await jump.fill('3')
    await jump.press('Enter')
    await expect(page).toHaveURL(/page=3/)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('201–300 of')
    await jump.fill('99999')
    await jump.press('Enter')
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  test('of transactions is filtered while somebody types', async ({ page }) => {
    await open(page, '/journals/transactions?span=90')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Amount from').pressSequentially('100000', { delay: 20 })
    await expect(page).toHaveURL(/least=/)
    await expect(page.getByLabel('Amount from')).toBeFocused()
    await page.getByLabel('Card').pressSequentially('12')
    await page.getByLabel('Amount from').clear()
    await expect(page).not.toHaveURL(/least=/)
  })

  test('folds its filters away at 200 % zoom', async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 450 })
    await open(page, '/incidents?severity=HIGH')
    const filters = page.getByRole('button', { name: 'Filters (1)' })
    await expect(page.getByRole('group', { name: 'Severity' })).toBeHidden()
    await filters.press('Enter')
    await expect(page.getByRole('group', { name: 'Severity' })).toBeVisible()
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
  })
})

test.describe('what a page asks the graph for', () => {
  test('is answered compressed', async ({ page }) => {
    const answers: [bytes: number, encoding: string | undefined][] = []
    page.on('response', async (answer) => {
      if (!answer.url().endsWith('/graphql')) return
      answers.push([(await answer.body()).length, (await answer.allHeaders())['content-encoding']])
    })
    await open(page, '/incidents')
    await expect.poll(() => answers.filter(([bytes]) => bytes >= 1_024).length).toBeGreaterThan(0)
    for (const [bytes, encoding] of answers) if (bytes >= 1_024) expect(encoding).toMatch(/^(br|gzip)$/)
  })

  test('takes 40 requests at most on the first page, with its charts and its live stream', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const stream = page.waitForRequest(/\/api\/stream/)
    await open(page, '/')
    await stream
    await expect(page.getByRole('region', { name: 'In service' }).locator('svg').first()).toBeVisible()
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(40)
  })
})

test.describe('a reader who goes to another page', () => {
  test('is on its heading, which names the record', async ({ page }) => {
    await open(page, '/atms?institution=ACME')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const head = page.getByRole('heading', { level: 1 })
    await expect(head).toHaveText(/^ACME-/)
    await expect(head).toBeFocused()
    await expect(page).toHaveTitle(/ACME-.+ · FleetOps$/)
    await page.keyboard.press('g')
    await page.keyboard.press('v')
    await expect(head).toHaveText('Vendors')
    await expect(head).toBeFocused()
  })
})

test.describe('an ATM’s page', () => {
  test('names each open incident once', async ({ page }) => {
    const { rest } = await clientOf(page, 'BCOS_ADMIN')
    const id = await newestIncident(page)
    const incident = await dataOf(rest.GET('/incident/api/incidents/{id}', { params: { path: { id } } }))
    await open(page, `/atms/${incident.atmId}`)
    await expect(page.locator(`main a[href^="/incidents/${id}"]`)).toHaveCount(1)
  })
})

test.describe('the choice of an institution', () => {
  const MANY = Array.from({ length: 800 }, (_, n) => ({ key: `BANK-${String(n).padStart(3, '0')}`, atms: n }))

  test('finds one of 800 by typing, and draws the rows in sight only', async ({ page }) => {
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (body.data?.institutions === undefined) return route.fulfill({ response: answer, json: body })
      return route.fulfill({ response: answer, json: { data: { institutions: MANY } } })
    })
    await open(page, '/vendors')
    await page.getByRole('button', { name: 'Institution All' }).press('Enter')
    const field = page.getByRole('combobox', { name: 'Find an institution' })
    await expect(field).toBeFocused()
    const options = page.getByRole('option')
    await expect(options.first()).toHaveText(/All institutions/)
    expect(await options.count()).toBeLessThan(40)
    await expect(options.first()).toHaveAttribute('aria-setsize', '801')
    await expectAccessibleInBothThemes(page)
    await page.keyboard.type('bank-79')
    await expect(options).toHaveCount(10)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(/BANK-791/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/institution=BANK-791/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Institution BANK-791' }).press('Enter')
    await expect(page.getByRole('option', { selected: true })).toHaveText(/BANK-791/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
