import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  test,
  tokenOf,
  usePhone,
} from './fixtures.ts'

const grant = async (page: Page, key: string, kinds: readonly string[]): Promise<void> => {
  const answer = await page.request.put(`/fleet/api/fleet/task-permissions/${key}`, {
    headers: { authorization: `Bearer ${await tokenOf(page, 'ADMIN')}` },
    data: kinds,
  })
  expect(answer.status()).toBe(200)
}

const box = (page: Page, kind: string, key: string) =>
  page.getByRole('grid').getByRole('checkbox', { name: new RegExp(`^${kind} for ${key}\\b`) })

const bar = (page: Page) => page.getByRole('region', { name: 'Changes not saved' })

test.describe('the permissions', () => {
  // They write the sets of the same institutions.
  test.describe.configure({ mode: 'default' })

  test('are ticked in the matrix and saved as a whole, and revoked with a warning', async ({ page }) => {
    await grant(page, 'BOREAL', [])
    await open(page, '/permissions?institution=BOREAL', 'MSP_ADMIN')
    await expect(bar(page)).toHaveCount(0)
    await box(page, 'Restart agent', 'BOREAL').check()
    await expect(page.getByText('Will be granted')).toBeVisible()
    await expect(bar(page)).toContainText('1 change in 1 institution')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await expect(bar(page)).toHaveCount(0)
    const row = page.getByRole('row', { name: /^BOREAL/ })
    await expect(row.getByText('Granted', { exact: true })).toHaveCount(1)
    await expect(row.getByText(/^You/)).toBeVisible()
    await box(page, 'Restart agent', 'BOREAL').uncheck()
    await expect(bar(page)).toContainText('BOREAL: revokes all')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await expect(bar(page)).toHaveCount(0)
    await expect(row.getByText('Denied', { exact: true })).toHaveCount(2)
  })

  test('are gone through with the arrows and ticked with the space bar', async ({ page }) => {
    await grant(page, 'ACME', [])
    await grant(page, 'BOREAL', [])
    await open(page, '/permissions')
    await box(page, 'Reboot', 'ACME').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(box(page, 'Restart agent', 'BOREAL')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('3 changes in 2 institutions')
    await page.keyboard.press('Control+Home')
    await expect(box(page, 'Reboot', 'ACME')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveCount(0)
    await expect(box(page, 'Reboot', 'ACME')).not.toBeChecked()
  })

  test('that are not saved are not left by accident', async ({ page }) => {
    await grant(page, 'ACME', [])
    await open(page, '/permissions')
    await box(page, 'Reboot', 'ACME').check()
    await page.getByRole('link', { name: 'Vendors' }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(box(page, 'Reboot', 'ACME')).toBeChecked()
    await page.getByRole('link', { name: 'Vendors' }).first().click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/vendors/)
    await page.goBack()
    await expect(box(page, 'Reboot', 'ACME')).not.toBeChecked()
  })

  test.describe('that another user changes meanwhile', () => {
    test.use({ refusals: true })

    test('are not overwritten: the others are saved, the present set is shown, and the caller decides', async ({
      page,
    }) => {
      for (const key of ['ACME', 'BOREAL', 'CORAL']) await grant(page, key, [])
      await open(page, '/permissions', 'ADMIN')
      for (const key of ['ACME', 'BOREAL', 'CORAL']) await box(page, 'Reboot', key).check()
      await grant(page, 'BOREAL', ['RESTART_AGENT'])
      await grant(page, 'CORAL', ['RESTART_AGENT'])
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await expect(bar(page)).toContainText('BOREAL, CORAL: changed by another person meanwhile')
      await expect(box(page, 'Reboot', 'ACME')).toHaveAccessibleName('Reboot for ACME')
      const theirs = page.getByRole('alert', { name: 'BOREAL was changed meanwhile' })
      await expect(theirs).toContainText('You granted Restart agent')
      await theirs.getByRole('button', { name: 'Take theirs' }).click()
      await expect(box(page, 'Reboot', 'BOREAL')).not.toBeChecked()
      const line = page.getByRole('row', { name: /^BOREAL/ })
      await expect(line.getByRole('checkbox').first()).toBeFocused()
      await page.getByRole('button', { name: 'Keep mine: CORAL' }).click()
      await expect(page.getByText('Will be revoked')).toBeVisible()
      await expect(bar(page)).toContainText('2 changes in 1 institution')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await expect(bar(page)).toHaveCount(0)
      await expect(box(page, 'Reboot', 'CORAL')).toBeChecked()
      await expect(box(page, 'Restart agent', 'CORAL')).not.toBeChecked()
      for (const key of ['ACME', 'BOREAL', 'CORAL']) await grant(page, key, [])
    })
  })

  test('are not a customer’s to see, but its own', async ({ page }) => {
    await open(page, '/permissions', 'CUSTOMER')
    await expect(page.getByText(/Your role may not see or set/)).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: 'Install module' })).toContainText('Never for customers')
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await grant(page, 'ACME', ['REBOOT'])
    await open(page, '/permissions')
    // Left with nothing, an institution's customers are shown in the colours of danger.
    await box(page, 'Reboot', 'ACME').uncheck()
    await expectAccessibleInBothThemes(page)
    await grant(page, 'ACME', [])
  })

  test('fit a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/permissions')
    await box(page, 'Reboot', 'ACME').click()
    await expect(bar(page)).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
