import type { Page } from '@playwright/test'
import { expect, followOutside, headersOf, test, tokenOf } from './fixtures.ts'

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

test('GraphiQL shows what a subscription brings, as it happens', async ({ page }) => {
  await page.goto('/graphql')
  await useToken(page)
  await page.getByLabel('Examples').selectOption({ label: 'IncidentChanges' })
  const subscribed = page.waitForRequest((request) => new URL(request.url()).pathname === '/graphql/stream')
  await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click()
  await subscribed
  const headers = await headersOf(page, 'ADMIN')
  for (const [agentAtmId, title] of [
    ['ACME-028', 'Seen by a person'],
    ['ACME-029', 'Seen by another person'],
  ]) {
    const data = { agentAtmId, kind: 'OTHER', severity: 'LOW', title }
    expect((await page.request.post('/incident/api/incidents', { headers, data })).status()).toBe(201)
    await expect(page.locator('.result-window')).toContainText(`"${title}"`)
  }
})
