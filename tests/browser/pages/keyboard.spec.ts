import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, open, test } from '../fixtures.ts'

// What people do with forms, without a mouse and without focus that no key would give. Work on incidents by keyboard
// is in queue.spec.ts and incident-work.spec.ts, the palette in palette.spec.ts.

/** More stops than any form here has. */
const MOST_STOPS = 120

/** Goes on with Tab until something has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Goes to a field with Tab and types. */
const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

const press = async (page: Page, button: Locator): Promise<void> => {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

/** Types a date with its time into the parts of such a field, as an American browser has them. */
const typeMoment = async (page: Page, field: Locator, at: Date): Promise<void> => {
  await tabTo(page, field)
  const two = (n: number) => String(n).padStart(2, '0')
  await page.keyboard.type(`${two(at.getMonth() + 1)}${two(at.getDate())}${at.getFullYear()}`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(`${two(at.getHours() % 12 || 12)}${two(at.getMinutes())}${at.getHours() < 12 ? 'A' : 'P'}`)
}

test.describe('by keyboard alone', () => {
  test('ATMs are imported from a file, after what it changes was read', async ({ page }) => {
    const name = `CORAL-K${randomUUID().slice(0, 8)}`
    await open(page, '/atms')
    // Chromium hands choosers over once it was asked to, which is not awaited: so this comes long before the key.
    const chooser = page.waitForEvent('filechooser')
    await press(page, page.getByRole('button', { name: 'Import' }))
    const dialog = page.getByRole('dialog', { name: 'Import ATMs' })
    await tabTo(page, dialog.getByLabel('CSV file'))
    await page.keyboard.press('Enter')
    const csv = `agentAtmId,institutionKey,region\n${name},CORAL,Keys\n`
    await (await chooser).setFiles({ name: 'atms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(dialog.getByText('region: Keys')).toBeVisible()
    await press(page, dialog.getByRole('button', { name: 'Import' }))
    await expect(page.getByText('1 ATM is registered')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test('a maintenance window is opened and ended', async ({ page }) => {
    const reason = `Keys ${randomUUID().slice(0, 8)}`
    await open(page, '/availability/maintenance', 'MSP_ADMIN')
    await press(page, page.getByRole('button', { name: 'New window' }))
    const form = page.getByRole('dialog', { name: 'New maintenance window' })
    const institution = form.getByLabel('Institution')
    await tabTo(page, institution)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('ACME')
    await typeInto(page, form.getByLabel('Only this site'), 'Nowhere at all')
    const noon = new Date(Date.now() + 24 * 3_600_000)
    noon.setHours(12, 0, 0, 0)
    await typeMoment(page, form.getByLabel('From'), noon)
    await typeMoment(page, form.getByLabel('To', { exact: true }), new Date(noon.getTime() + 3_600_000))
    await typeInto(page, form.getByLabel('Why'), reason)
    await page.keyboard.press('Enter')
    await expect(form).toHaveCount(0)
    await expect(page.getByText(reason)).toBeVisible()
    await press(page, page.getByRole('button', { name: new RegExp(`End window \\d+: ${reason}`) }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'End it' }))
    await expect(page.getByText(reason)).toHaveCount(0)
  })

  test('a rollout is looked at first, begun, and cancelled', async ({ page }) => {
    const reason = `Keys ${randomUUID().slice(0, 8)}`
    await open(page, '/tasks/rollouts', 'MSP_ADMIN')
    await press(page, page.getByRole('button', { name: 'New rollout' }))
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await tabTo(page, form.getByRole('radio').first())
    const restart = form.getByRole('radio', { name: /^Restart agent/ })
    for (let steps = 0; steps < 10 && !(await restart.isChecked()); steps += 1) await page.keyboard.press('ArrowDown')
    await expect(restart).toBeChecked()
    await typeInto(page, form.getByLabel('Institution', { exact: true }), 'ACME')
    await typeInto(page, form.getByLabel('Reason'), reason)
    await press(page, form.getByRole('button', { name: 'Preview' }))
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText(/It commands \d+ ATMs/)
    await press(page, form.getByRole('button', { name: /^Restart agent: \d+ ATMs/ }))
    await expect(page).toHaveURL(/\/tasks\/rollouts\/\d+/)
    await expect(page.getByText(reason)).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Cancel the rollout' }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel the rollout' }))
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  })

  test('a webhook is added, and deleted', async ({ page }) => {
    const name = `Keys ${randomUUID().slice(0, 8)}`
    await open(page, '/admin?tab=webhooks&institution=ACME', 'MSP_ADMIN')
    await press(page, page.getByRole('button', { name: 'Add a webhook' }))
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await typeInto(page, form.getByLabel('URL'), 'http://127.0.0.1:9/hook')
    await typeInto(page, form.getByLabel('What it is for'), name)
    await press(page, form.getByRole('button', { name: 'Add', exact: true }))
    const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
    await press(page, secret.getByRole('button', { name: 'Done' }))
    const row = page.getByRole('row', { name: new RegExp(name) })
    await press(page, row.getByRole('button', { name }))
    await press(page, page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }))
    await press(page, page.getByRole('dialog', { name: 'Delete the webhook' }).getByRole('button', { name: 'Delete' }))
    await expect(row).toHaveCount(0)
  })
})
