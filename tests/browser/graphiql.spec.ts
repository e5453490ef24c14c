import type { Page } from '@playwright/test'
import { expect, followOutside, test, tokenOf } from './fixtures.ts'

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
