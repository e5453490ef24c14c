import type { Page, Route } from '@playwright/test'
import { expect, headersOf, open, settled, test, tokenOf } from './fixtures.ts'

/** How many documents a page has asked for, and how often in all. */
const countQuestions = (page: Page) => {
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const { documentId }: { documentId: string } = request.postDataJSON()
    asked.set(documentId, (asked.get(documentId) ?? 0) + 1)
  })
  return { documents: () => asked.size, all: () => [...asked.values()].reduce((sum, n) => sum + n, 0) }
}

/** A stream that sends this and ends. */
const streamOf = (text: string) => (route: Route) =>
  route.fulfill({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: text })

test.describe('the first load', () => {
  test.use({ refusals: true })

  test('asks for one document of the page, one of the menu and the institutions, at once', async ({ page }) => {
    // A stream that answers, and be it with a refusal, may have everything asked for again.
    await page.route('**/api/stream*', () => {})
    const questions = countQuestions(page)
    const held: Route[] = []
    let isHolding = true
    await page.route('**/graphql', (route) => (isHolding ? void held.push(route) : route.continue()))
    await page.goto(`/#token=${await tokenOf(page, 'BCOS_ADMIN')}`)
    // All are under way before the first is answered.
    await expect.poll(() => held.length).toBe(3)
    isHolding = false
    for (const route of held) await route.continue()
    // One round trip is enough for all of the figures: nothing else was requested when they are shown.
    await expect(page.getByText(/of \d+ connected/)).toBeVisible()
    expect([questions.documents(), questions.all()]).toEqual([3, 3])
    await settled(page)
  })
})

/** An answer without figures, as a service that is away for a moment leaves it. */
const SILENCE = {
  data: {},
  errors: [{ message: 'The journal service cannot be reached.', path: [], extensions: { code: 'UNAVAILABLE' } }],
}

test('what a service does not bring is asked for again by itself, also where nothing else changes', async ({
  page,
}) => {
  const [dateFrom] = new Date(Date.now() - 7 * 86_400_000).toISOString().split('T')
  const path = `/journal/api/journal/transactions?verdict=APPROVED&size=1&dateFrom=${dateFrom}`
  const headers = await headersOf(page, 'BCOS_ADMIN')
  const findId = async () => (await (await page.request.get(path, { headers })).json()).content[0]?.id
  // The journals of the demo are still being read when the platform has just been started.
  await expect.poll(findId, { timeout: 240_000 }).toBeDefined()
  const id = await findId()
  await page.clock.install()
  await page.route('**/api/stream*', () => {})
  const asked = new Set<string>()
  await page.route('**/graphql', (route) => {
    const { documentId }: { documentId: string } = route.request().postDataJSON()
    if (asked.has(documentId)) return route.continue()
    asked.add(documentId)
    return route.fulfill({ json: SILENCE })
  })
  await open(page, `/journals/transactions/${id}`)
  await expect(page.getByText(/cannot be shown/)).toBeVisible()
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: `Transaction ${id}` })).toBeVisible()
})

test.describe('the live stream', () => {
  test.use({ refusals: true })

  test('has everything asked for anew when something was missed', async ({ page }) => {
    const questions = countQuestions(page)
    await page.route('**/api/stream*', streamOf('id: 1\n\nevent: reset\ndata: {"topics":["incidents"]}\n\n'), {
      times: 1,
    })
    await open(page, '/')
    await expect.poll(() => questions.all()).toBeGreaterThan(3)
  })

  test('says when the sign-in has ended, and keeps the page', async ({ page }) => {
    await open(page, '/')
    await page.route('**/api/stream*', streamOf('event: expired\ndata: {}\n\n'))
    await page.getByLabel('Institution').selectOption('ACME')
    const dialog = page.getByRole('dialog', { name: 'Your sign-in has ended' })
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('region', { name: 'Connectivity' })).toBeAttached()
    await page.unroute('**/api/stream*')
    await dialog.getByRole('button', { name: /^BCOS admin/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/institution=ACME/)
    await expect(page.getByText(/of 3\d connected/)).toBeVisible()
  })

  test('that was paused is caught up with when it is resumed', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await page.keyboard.press('p')
    const age = (await page.getByText(/Updates are paused\. Figures are from/).textContent()) ?? ''
    // The stream goes on meanwhile, and the figures get no younger by it.
    await expect(page.getByText(age)).toBeVisible()
    const answer = page.waitForResponse('**/graphql')
    await page.keyboard.press('p')
    expect((await answer).status()).toBe(200)
    await expect(page.getByText('Updates are paused.')).toHaveCount(0)
  })
})

test('a wall is left by a touch', async ({ page }) => {
  await open(page, '/?wall=1')
  await page.getByRole('button', { name: 'Leave wall mode' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
})
