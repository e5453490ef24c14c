import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { type Client, createClient } from '../../schema/client/client.ts'
import { dataOf } from '../../schema/client/rest.ts'

export { expect } from '@playwright/test'

/** The roles that callers of the demo fleet have. */
export type DemoRole = 'USER' | 'CUSTOMER' | 'MSP_ADMIN' | 'ADMIN' | 'BCOS_ADMIN' | 'AGENT'

/** What a browser says of an answer that the test provokes is no fault of the page. */
const PROVOKED =
  /^TypeError: Failed to fetch dynamically imported module|Failed to load resource: (?:the server responded with a status of (?:4\d\d|503)|net::ERR_)/

/** What each page has asked the graph and has no answer to yet. */
const underWay = new WeakMap<Page, Set<Request>>()

const followQuestions = (page: Page): void => {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Remembers the requests that a page sends to other hosts. */
export const followOutside = (page: Page): readonly string[] => {
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(process.env.PLATFORM_URL ?? '').host)
      outside.push(request.url())
  })
  return outside
}

/** A page whose errors on the console fail the test; `refusals` says that refused requests are part of it. */
export const test = base.extend<{ readonly refusals: boolean; readonly quiet: undefined }>({
  refusals: [false, { option: true }],
  quiet: [
    async ({ page, refusals }, use) => {
      followQuestions(page)
      const said: string[] = []
      page.on('pageerror', (error) => said.push(error.message))
      page.on('console', (message) => {
        if (message.type() !== 'error' || (refusals && PROVOKED.test(message.text()))) return
        said.push(message.text())
      })
      await use(undefined)
      // An answer that the test changes may still be on its way, to a page that is closed now.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(said, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

type Caller = { readonly role: string; readonly token: string }

let callers: Promise<readonly Caller[]> | undefined

const listCallers = async (page: Page): Promise<readonly Caller[]> =>
  (await page.request.get(`${process.env.PLATFORM_URL ?? ''}/api/public/demo-tokens`)).json()

/**
 * The token of the demo fleet's caller of a role: the same one each time, though the platform makes a new one at
 * each request.
 */
export const tokenOf = async (page: Page, role: DemoRole): Promise<string> => {
  callers ??= listCallers(page)
  const caller = (await callers).find((one) => one.role === role)
  if (caller === undefined) throw new Error(`no demo token for ${role}`)
  return caller.token
}

/** The headers of a request that a caller of the demo fleet makes past the page. */
export const headersOf = async (page: Page, role: DemoRole): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await tokenOf(page, role)}`,
})

/** The typed client of a caller of the demo fleet, for what happens past the page. */
export const clientOf = async (page: Page, role: DemoRole): Promise<Client> =>
  createClient({ url: process.env.PLATFORM_URL ?? '', token: await tokenOf(page, role) })

/**
 * Opens an address as a caller of the demo fleet, and waits for its figures. `base` is another gateway than the usual
 * one.
 */
export const open = async (page: Page, path: string, role: DemoRole = 'BCOS_ADMIN', base = ''): Promise<void> => {
  await page.goto(`${base}${path}#token=${await tokenOf(page, role)}`)
  await settled(page)
}

/** Whether the page shows something and nothing of it is under way. */
const IS_SETTLED = `(() => {
  const main = document.querySelector('main')
  const isShown = (part) => {
    const { width, height } = part.getBoundingClientRect()
    return width > 0 && height > 0 && part.checkVisibility({ visibilityProperty: true })
  }
  return main !== null && main.querySelector('[aria-busy=true]') === null && [...main.children].some(isShown)
})()`

/** Waits until nothing of the page is under way. */
export const settled = async (page: Page): Promise<void> => {
  // Expectations of what is on the page look every half second after a while; every test waits for this.
  const message = 'the page shows something, and nothing of it is under way'
  await expect.poll(() => page.evaluate(IS_SETTLED).catch(() => false), { message, intervals: [50] }).toBe(true)
}

/** Chooses the institution that every page shows, by typing. */
export const chooseInstitution = async (page: Page, institution: string): Promise<void> => {
  await page.getByRole('button', { name: /^Institution / }).click()
  await page.getByRole('combobox', { name: 'Find an institution' }).fill(institution)
  await page.keyboard.press('Enter')
}

/** Stops the updates; whatever happens from here on the page has not heard of. */
export const pauseUpdates = async (page: Page): Promise<void> => {
  await page.keyboard.press('p')
  await expect(page.getByText('Updates are paused.')).toBeVisible()
  await expect.poll(() => underWay.get(page)?.size).toBe(0)
}

/** Holds back the page's answers that have a field of the graph, until the function that is returned is called. */
export const holdAnswers = async (page: Page, field: string): Promise<() => Promise<void>> => {
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    if (body.data?.[field] !== undefined) await held.promise
    await route.fulfill({ response, json: body })
  })
  return () => {
    held.resolve()
    return page.unrouteAll({ behavior: 'wait' })
  }
}

/** An ATM of its own for a test that changes its state: no other test reports for it. */
export const registerAtm = async (
  page: Page,
  institution: string,
  agentAtmId = `${institution}-T${randomUUID().slice(0, 8)}`,
): Promise<{ readonly id: number; readonly agentAtmId: string }> => {
  const { rest } = await clientOf(page, 'ADMIN')
  const body = { agentAtmId, institutionKey: institution, siteName: 'Test bench' }
  return dataOf(rest.POST('/incident/api/atms', { body }))
}

/** The ATM of an institution whose agent was heard of last: it is there to do what it is asked for. */
export const findTalking = async (
  page: Page,
  institution: string,
): Promise<{ readonly id: number; readonly agentAtmId: string }> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const params = { query: { badge: 'IN_SERVICE' as const, q: `${institution}-0`, sort: ['lastHeartbeatAt,desc'] } }
  const { content } = await dataOf(rest.GET('/devices/api/atms', { params }))
  if (content[0] === undefined) throw new Error(`no ATM of ${institution} in the demo fleet is in service`)
  return content[0]
}

/** Reports an event of an ATM that happens now to the platform. */
export const reportEvent = async (page: Page, agentAtmId: string, eventType: string): Promise<void> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const body = { agentAtmId, eventType, eventTime: '', eventId: randomUUID() }
  const { response } = await rest.POST('/agent-proxy/api/journal-events', { body })
  expect(response.status).toBe(201)
}

/** Resolves when lists find so many ATMs for a text: those that were registered are known to every subgraph. */
export const untilFound = async (page: Page, q: string, atms: number): Promise<void> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const found = async () => (await dataOf(rest.GET('/devices/api/atms', { params: { query: { q } } }))).totalElements
  await expect.poll(found).toBe(atms)
}

/** Resolves when an ATM is shown as in service: what was reported of it is known to every subgraph. */
export const untilInService = async (page: Page, agentAtmId: string): Promise<void> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  const params = { query: { badge: 'IN_SERVICE' as const, q: agentAtmId } }
  const found = async () => (await dataOf(rest.GET('/devices/api/atms', { params }))).totalElements
  await expect.poll(found).toBe(1)
}

/** What colours alone decide. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Resolves when nothing moves and no colour is on its way to another one, as after a change of theme. */
const UNTIL_SETTLED = `(async () => {
  for (;;) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect?.getTiming().iterations !== Infinity)
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
})()`

const scan = async (page: Page, part: string, rules: readonly string[] = []): Promise<readonly string[]> => {
  await page.evaluate(UNTIL_SETTLED)
  // Nothing here is framed, and only what is wrong is asked for, which is quicker.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Axe finds nothing on the page as it is, or in a part of it. */
export const expectAccessible = async (page: Page, part = 'html'): Promise<void> =>
  expect(await scan(page, part)).toEqual([])

/**
 * Axe finds nothing in light and nothing in dark; the same page in other colours is gone through for its colours
 * only.
 */
export const expectAccessibleInBothThemes = async (page: Page, part = 'html'): Promise<void> => {
  await useTheme(page, 'light')
  const light = await scan(page, part)
  await useTheme(page, 'dark')
  const dark = await scan(page, part, OF_COLOURS)
  expect({ light, dark }).toEqual({ light: [], dark: [] })
}

/** Chooses light or dark as the system has it. */
export const useTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.emulateMedia({ colorScheme: theme })

/** Makes the window a phone's. */
export const usePhone = (page: Page): Promise<void> => page.setViewportSize({ width: 390, height: 844 })

/** Nothing of the page is wider than the window. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  // Charts take the new width of a window a moment later.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
    .toBe(0)
}
