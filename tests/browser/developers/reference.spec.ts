import type { Page } from '@playwright/test'
import { expect, followOutside, test, tokenOf } from '../fixtures.ts'

const useToken = async (page: Page): Promise<void> => {
  await page.getByLabel('Token', { exact: true }).fill(await tokenOf(page, 'USER'))
  await page.getByRole('button', { name: 'Use', exact: true }).click()
}

test('the reference leads to the graph and to REST', async ({ page }) => {
  const outside = followOutside(page)
  await page.goto('/docs')
  await page.getByRole('link', { name: /The graph/ }).click()
  await expect(page.getByText('No token yet: put one into')).toBeVisible()
  await useToken(page)
  await expect(page.getByRole('heading', { name: 'Queries', exact: true, level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: /^REST/ }).click()
  await expect(page.getByText('claims', { exact: true })).toBeVisible()
  expect(outside).toEqual([])
})

test('the reference of the graph finds an operation by a part of its name, and shows it', async ({ page }) => {
  const outside = followOutside(page)
  await page.goto('/docs/graph')
  await useToken(page)
  const contents = page.getByRole('navigation')
  await page.getByLabel('Find').fill('fleethealth')
  await expect(contents.getByRole('link', { name: 'vendors' })).toBeHidden()
  await contents.getByRole('link', { name: 'fleetHealth', exact: true }).click()
  const operation = page.locator('#query-fleetHealth')
  await expect(operation).toBeInViewport()
  await expect(operation).toContainText('Connectivity, events of the last 24 hours')
  await page.getByLabel('Find').fill('transactionpage')
  await expect(contents.getByRole('link')).toHaveText(['JournalTransactionPage'])
  expect(outside).toEqual([])
})

test('the reference of REST sends a request with a token, and shows the answer', async ({ page }) => {
  const outside = followOutside(page)
  await page.goto('/docs/rest')
  await page.getByPlaceholder('Filter by tag').fill('claims')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.getByLabel('auth-bearer-value').fill(await tokenOf(page, 'ADMIN'))
  await page.getByRole('button', { name: 'Apply credentials' }).first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('claims', { exact: true }).click()
  const operation = page.locator('.opblock-get').filter({ hasText: '/claims/api/claims/vendors' })
  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toContainText('200')
  expect(outside).toEqual([])
})
