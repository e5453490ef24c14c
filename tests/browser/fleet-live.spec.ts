import type { Page, Route } from '@playwright/test'
import { chooseInstitution, expect, headersOf, open, settled, test, tokenOf } from './fixtures.ts'

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

  test('asks for the figures, the charts, the menu and the institutions, at once and once', async ({ page }) => {
    await page.route('**/api/stream*', () => {})
    const questions = countQuestions(page)
    const held: Route[] = []
    let isHolding = true
    await page.route('**/graphql', (route) => (isHolding ? void held.push(route) : route.continue()))
    await page.goto(`/#token=${await tokenOf(page, 'BCOS_ADMIN')}`)
    // All are under way before the first is answered.
    await expect.poll(() => held.length).toBe(4)
    isHolding = false
    for (const route of held) await route.continue()
    // One round trip is enough for all of the figures: nothing else was requested when they are shown.
    await expect(page.getByText(/of \d+ connected/)).toBeVisible()
    expect([questions.documents(), questions.all()]).toEqual([4, 4])
    await settled(page)
  })

  test('asks for nothing again because the stream opens, which begins with what changed just before', async ({
    page,
  }) => {
    const opened: string[] = []
    await page.route('**/api/stream*', async (route) => {
      opened.push(new URL(route.request().url()).search)
      await streamOf(': open\n\nid: 1\n\n')(route)
    })
    await page.clock.install()
    const questions = countQuestions(page)
    await open(page, '/')
    await expect.poll(() => opened.length).toBeGreaterThan(0)
    await page.clock.fastForward(5_000)
    expect([questions.documents(), questions.all()]).toEqual([4, 4])
    expect(opened[0]).toContain('recent=10')
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
    await expect.poll(() => questions.all()).toBeGreaterThan(4)
  })

  test('says when the sign-in has ended, and keeps the page', async ({ page }) => {
    await open(page, '/')
    await page.route('**/api/stream*', streamOf('event: expired\ndata: {}\n\n'))
    await chooseInstitution(page, 'ACME')
    const dialog = page.getByRole('dialog', { name: 'Your sign-in has ended' })
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('region', { name: 'In service', exact: true })).toBeAttached()
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

/** Counts the tones that a page plays; a sound has two. */
const COUNT_TONES = `tones = 0
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply(target, context, given) {
    tones += 1
    return Reflect.apply(target, context, given)
  },
})`

test.describe('a wall', () => {
  test('is left by a touch, or by its key', async ({ page }) => {
    await open(page, '/?wall=1')
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
    const leave = page.getByRole('button', { name: 'Leave wall mode' })
    await expect(leave).toHaveCount(0)
    await page.mouse.move(300, 300)
    await leave.click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
    await page.goto('/?wall=1&turn=pages')
    await expect(page.getByRole('region', { name: 'In service', exact: true })).toBeVisible()
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/\/$/)
  })

  for (const path of ['/', '/incidents', '/journals', '/insights'])
    test(`has nothing to press on ${path}`, async ({ page }) => {
      await open(page, `${path}?wall=1`)
      await expect(page.getByText(/^Live/)).toBeVisible()
      const controls = page.locator(':is(button, input, select, textarea, summary, [role="button"]):visible')
      await expect(controls).toHaveCount(0)
      await expect(page.locator('main header a:visible')).toHaveCount(0)
    })

  test('is set up with the keyboard, and shows one page after the other', async ({ page }) => {
    await open(page, '/')
    await page.clock.install()
    await page.keyboard.press('w')
    const dialog = page.getByRole('dialog', { name: 'Wall mode' })
    await dialog.getByLabel('Show one after the other').selectOption('pages')
    await dialog.getByLabel('Seconds for each').fill('20')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/wall=1&turn=pages&every=20/)
    for (const path of ['/incidents', '/journals', '/insights', '/']) {
      await page.clock.fastForward(21_000)
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    }
    await expect(page).toHaveURL(/wall=1/)
  })

  test('shows one institution after the other', async ({ page }) => {
    await page.clock.install()
    await open(page, '/?wall=1&turn=institutions&every=15')
    const shown = async () => new URL(page.url()).searchParams.get('institution')
    const seen: (string | null)[] = []
    for (let n = 0; n < 3; n += 1) {
      const before = await shown()
      await page.clock.fastForward(16_000)
      await expect.poll(shown).not.toBe(before)
      seen.push(await shown())
    }
    expect(new Set(seen).size).toBeGreaterThan(1)
  })

  test('sounds for what is new in any institution, and for nothing else', async ({ page }) => {
    const urgent = new Map<string, number[]>([['BOREAL', [11, 12]]])
    const institutions: string[] = []
    await page.addInitScript(COUNT_TONES)
    await page.route('**/graphql', async (route) => {
      const institution = route.request().headers()['fleet-institution'] ?? ''
      const ids = urgent.get(institution) ?? []
      const answer = await route.fetch()
      const body = await answer.json()
      const isUrgent = body.data?.urgent?.content !== undefined
      if (isUrgent) body.data.urgent.content = ids.map((id) => ({ id }))
      if (body.data?.urgent?.totalElements !== undefined) body.data.urgent.totalElements = ids.length
      await route.fulfill({ response: answer, json: body })
      if (isUrgent) institutions.push(institution)
    })
    await page.clock.install()
    await open(page, '/?wall=1&turn=institutions&every=15&sound=1')
    const goRound = async () => {
      const seen = new Set<string>()
      for (;;) {
        const before = page.url()
        institutions.length = 0
        await page.clock.fastForward(16_000)
        await expect.poll(() => page.url()).not.toBe(before)
        const shown = new URL(page.url()).searchParams.get('institution') ?? ''
        if (seen.has(shown)) return
        seen.add(shown)
        await expect.poll(() => institutions).toContain(shown)
        // The answer is drawn: what it sounds for has sounded, and it is what the next one is compared with.
        await settled(page)
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      }
    }
    const tones = () => page.evaluate('tones')
    await goRound()
    await goRound()
    expect(await tones()).toBe(0)
    // One is acknowledged and another opened, and one is opened where there was none.
    urgent.set('BOREAL', [14, 12])
    urgent.set('CORAL', [13])
    await goRound()
    await expect.poll(tones).toBe(4)
  })

  test('shows what is new by itself', async ({ page }) => {
    await open(page, '/incidents?wall=1')
    const headers = await headersOf(page, 'BCOS_ADMIN')
    const title = `Wall ${Date.now()}`
    const data = { agentAtmId: 'ACME-003', kind: `WALL_${Date.now() % 1_000_000}`, severity: 'CRITICAL', title }
    const { id } = await (await page.request.post('/incident/api/incidents', { headers, data })).json()
    await expect(page.getByText(title).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /new incident/ })).toHaveCount(0)
    await page.request.patch(`/incident/api/incidents/${id}/resolve`, { headers, data: {} })
  })

  test.describe('whose platform is gone', () => {
    test.use({ refusals: true })

    test('turns red when its figures are older than a minute', async ({ page }) => {
      await page.clock.install()
      await open(page, '/?wall=1')
      await expect(page.getByText(/of \d+ connected/)).toBeVisible()
      await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }))
      await page.route('**/api/stream*', () => {})
      await page.clock.fastForward(62_000)
      await expect(page.getByRole('alert').getByText(/These figures are .+ old/)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-old')
      await page.unroute('**/graphql')
      await page.clock.fastForward(20_000)
      await expect(page.locator('html')).not.toHaveAttribute('data-old')
    })
  })
})

test.describe('a platform that does not answer', () => {
  test.use({ refusals: true })

  test('is not called live, although its stream is still open', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }))
    await page.clock.fastForward(45_000)
    await expect(page.getByRole('button', { name: /^(Old|Reconnecting)/ })).toBeVisible()
    // What is older than a minute and a half has a word of its own.
    await page.clock.fastForward(60_000)
    await expect(page.getByText(/Figures are from/)).toBeVisible({ timeout: 20_000 })
  })

  test('leaves words in every panel of the first page', async ({ page }) => {
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(`/#token=${await tokenOf(page, 'BCOS_ADMIN')}`)
    await expect(page.getByText('In service cannot be shown')).toBeVisible({ timeout: 30_000 })
    for (const card of await page.locator('main section').all()) await expect(card).not.toBeEmpty()
    for (const panel of await page.locator('main > *').all()) expect((await panel.textContent())?.trim()).not.toBe('')
  })
})
