import type { Page } from '@playwright/test'
import { expect, followOutside, headersOf, registerAtm, test, tokenOf } from '../fixtures.ts'

const useToken = async (page: Page): Promise<void> => {
  await page.getByLabel('Token', { exact: true }).fill(await tokenOf(page, 'ADMIN'))
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.locator('#token-state')).toHaveText('ADMIN')
}

test('GraphiQL runs an example with the token of its field, and loads nothing from elsewhere', async ({ page }) => {
  const outside = followOutside(page)
  await page.goto('/graphql')
  await useToken(page)
  await page.getByLabel('Examples').selectOption({ label: 'OneAtm' })
  await expect(page.locator('.graphiql-query-editor')).toContainText('query OneAtm')
  await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click()
  await expect(page.locator('.result-window')).toContainText('agentAtmId')
  expect(outside).toEqual([])
})

test('GraphiQL explains the graph: its documentation is searched and opened', async ({ page }) => {
  const outside = followOutside(page)
  await page.goto('/graphql')
  await useToken(page)
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const docs = page.locator('.graphiql-plugin')
  await docs.getByRole('combobox').fill('fleetHealth')
  await page
    .getByRole('option', { name: /fleetHealth/ })
    .first()
    .click()
  await expect(docs).toContainText('Connectivity, events of the last 24 hours')
  expect(outside).toEqual([])
})

/** Keeps what the page is sent as events: its window shows the newest change only, and other tests change incidents. */
const KEEP_EVENTS = `
  const sent = window.fetch
  window.events = ''
  window.fetch = async (...request) => {
    const answer = await sent(...request)
    if (answer.headers.get('content-type')?.startsWith('text/event-stream'))
      answer.clone().body.pipeThrough(new TextDecoderStream()).pipeTo(
        new WritableStream({ write: (text) => void (window.events += text) }),
      )
    return answer
  }`

test('GraphiQL shows what a subscription brings, as it happens', async ({ page }) => {
  await page.addInitScript({ content: KEEP_EVENTS })
  await page.goto('/graphql')
  await useToken(page)
  await page.getByLabel('Examples').selectOption({ label: 'IncidentChanges' })
  const subscribed = page.waitForResponse((response) => new URL(response.url()).pathname === '/graphql/stream')
  await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click()
  expect((await subscribed).status()).toBe(200)
  const headers = await headersOf(page, 'ADMIN')
  const { agentAtmId } = await registerAtm(page, 'CORAL')
  for (const [kind, title] of [
    ['FIRST', 'Seen by a person'],
    ['SECOND', 'Seen by another person'],
  ]) {
    const data = { agentAtmId, kind, severity: 'LOW', title }
    expect((await page.request.post('/incident/api/incidents', { headers, data })).status()).toBe(201)
    await expect.poll(() => page.evaluate('window.events')).toContain(`"${title}"`)
  }
  await expect(page.locator('.result-window')).toContainText('"incidentChanged"')
})
