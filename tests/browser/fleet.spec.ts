import { dataOf } from '../../schema/client/rest.ts'
import {
  chooseInstitution,
  clientOf,
  expect,
  expectAccessible,
  open,
  registerAtm,
  settled,
  test,
  usePhone,
} from './fixtures.ts'

test.describe('the fleet', () => {
  test('is what a newcomer sees first, without a form', async ({ page }) => {
    await page.goto('/')
    await settled(page)
    await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeVisible()
    await expect(page.getByText(/of \d+ connected/)).toBeVisible()
    for (const panel of [
      'Not in service now',
      'In service',
      'Open incidents',
      'Events by category',
      'Journal coverage',
      'Active insights',
    ])
      await expect(page.getByRole('region', { name: panel, exact: true })).toBeVisible()
  })

  test('shows the figures of the platform, and each leads to its rows', async ({ page }) => {
    await open(page, '/')
    const offline = page.getByRole('link', { name: /^Agent offline \d/ })
    await expect(offline).toHaveAttribute('href', /\/atms\?badge=AGENT_OFFLINE/)
    await expect(page.getByRole('link', { name: 'All incidents: Open incidents' })).toHaveAttribute(
      'href',
      '/incidents',
    )
    await offline.click()
    await expect(page).toHaveURL(/\/atms\?badge=AGENT_OFFLINE/)
  })

  test('keeps the token out of the address, and the institution in it', async ({ page }) => {
    await open(page, '/', 'MSP_ADMIN')
    expect(page.url()).not.toContain('token')
    await chooseInstitution(page, 'BOREAL')
    await expect(page).toHaveURL(/institution=BOREAL/)
    await expect(page.getByText(/of 2\d connected/)).toBeVisible()
    await page.getByRole('link', { name: 'All ATMs: In service' }).click()
    await expect(page).toHaveURL(/\/atms\?institution=BOREAL/)
  })

  test('has its other pages under More on a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/')
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Vendors' })).toBeVisible()
  })
})

test.describe('the page around every page', () => {
  test('is run by keyboard', async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard and signs' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('v')
    await expect(page).toHaveURL(/\/vendors$/)
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Find an ATM, a page or an action' }).fill('ACME-00')
    await expect(page.getByRole('option', { name: /ACME-001/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/atms\/\d+$/)
  })

  test('asks for a token where there is none, and refuses what is none', async ({ page }) => {
    await page.route('**/api/public/demo-tokens', (route) => route.fulfill({ status: 200, json: [] }))
    await page.goto('/incidents')
    await page.getByLabel('Token').fill('not a token')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('This is not a token')).toBeVisible()
    await expectAccessible(page)
  })

  test('changes the role of a newcomer to the demo', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: /Omar Reyes/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Customer/ })
      .click()
    await expect(page.getByText(/of 3\d connected/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  })

  test('says that updates are paused, with the age of the figures', async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('p')
    await expect(page.getByText(/Updates are paused\. Figures are from \d\d:\d\d:\d\d/)).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByText('Updates are paused.')).toHaveCount(0)
  })

  test.describe('after a deployment', () => {
    test.use({ refusals: true })

    test('loads itself anew, once, when a file of its build is gone', async ({ page }) => {
      await open(page, '/')
      let loads = 0
      // The request for the page comes before those for its files; its load event may come after them.
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
      })
      await page.route('**/assets/page-*.js', (route) =>
        loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
      )
      await page.keyboard.press('g')
      await page.keyboard.press('v')
      await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
      await expect.poll(() => loads).toBe(1)
      await settled(page)
      await expect(page.getByText('cannot be shown')).toHaveCount(0)
    })
  })

  test('makes every overlay accessible', async ({ page }) => {
    await open(page, '/')
    for (const [key, name] of [
      ['?', 'Keyboard and signs'],
      ['/', 'Find'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessible(page, 'dialog')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: /Omar Reyes/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'dialog')
    await page.getByRole('button', { name: 'About, for developers' }).click()
    await expect(page.getByRole('dialog', { name: /^FleetOps/ })).toBeVisible()
    await expectAccessible(page, 'dialog')
  })

  test('has an address for everything but what does not exist', async ({ page }) => {
    await open(page, '/?wall=1')
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
    expect((await page.request.get('/nowhere')).status()).toBe(404)
  })
})

test.describe('what happens elsewhere', () => {
  test('arrives by itself, and no row moves', async ({ page }) => {
    const { agentAtmId } = await registerAtm(page, 'CORAL')
    const { rest } = await clientOf(page, 'ADMIN')
    const body = { agentAtmId, kind: 'BROKEN_SCREEN', severity: 'CRITICAL' as const, title: 'A broken screen' }
    const { id } = await dataOf(rest.POST('/incident/api/incidents', { body }))
    await open(page, '/')
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    const incidents = page.getByRole('region', { name: 'Open incidents' })
    const at = incidents.locator('[data-row]').filter({ has: page.locator(`a[href*="/incidents/${id}"]`) })
    // What is above the list may change meanwhile, as other tests run.
    const placeInList = async () =>
      ((await at.boundingBox())?.y ?? Number.NaN) - ((await incidents.boundingBox())?.y ?? Number.NaN)
    await expect(at.getByRole('button', { name: /^Ack/ })).toBeVisible()
    const before = await placeInList()
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/acknowledge', { params: { path: { id } } }))
    await expect(at.getByText('Acknowledged')).toBeVisible()
    expect(await placeInList()).toBe(before)
  })

  test.describe('without a connection', () => {
    test.use({ refusals: true })

    test('is shown with the age of the figures, which stay', async ({ page, context }) => {
      await open(page, '/')
      await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
      await context.setOffline(true)
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await expect(page.getByText(/No connection to the platform for .+ Figures are from/)).toBeVisible()
      await expect(page.getByText(/of \d+ connected/)).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByText(/No connection to the platform/)).toHaveCount(0)
    })
  })
})
