import { expect, open, test, tokenOf } from './fixtures.ts'

/** Sends an event of a type that is not known, as the agent of an ATM. */
const sendUnknown = async (page: Parameters<typeof tokenOf>[0], eventType: string): Promise<void> => {
  const answer = await page.request.post('/agent-proxy/api/journal-events', {
    headers: { authorization: `Bearer ${await tokenOf(page, 'AGENT')}` },
    data: { agentAtmId: 'ACME-001', eventType, message: '<b>as text</b>' },
  })
  expect(answer.status()).toBe(202)
}

test.describe('the administration', () => {
  test('makes a type known, and replays its event exceptions', async ({ page }) => {
    const type = `LID_${Date.now().toString(36).toUpperCase()}`
    await sendUnknown(page, type)
    await open(page, '/admin')
    await page.getByRole('searchbox', { name: 'Type, as it was sent' }).fill(type)
    await expect(page.getByText(`${type} is not a known type`)).toBeVisible()
    const types = page.getByRole('group', { name: 'Types of event exceptions' })
    const chip = types.getByRole('button', { name: `${type} 1` })
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await chip.click()
    await expect(page).not.toHaveURL(/type=/)
    await types.getByRole('button').first().click()
    await expect(page).toHaveURL(/type=/)
    await page.getByRole('searchbox', { name: 'Type, as it was sent' }).fill(type)
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('region', { name: 'Event exceptions' }).getByRole('button', { name: type }).first().click()
    const event = page.getByRole('dialog', { name: type })
    await expect(event.getByText('<b>as text</b>')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Make it known' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it known' }).click()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await expect(page.getByText(/1 stored, 0 still pending/)).toBeVisible()
    await page.getByRole('button', { name: 'Replayed', exact: true }).click()
    await expect(page).toHaveURL(/show=done/)
    await expect(page.getByRole('region', { name: 'Event exceptions' }).getByText('Replayed')).toBeVisible()
  })

  test('shows the jobs with their runs', async ({ page }) => {
    await open(page, '/admin?tab=jobs', 'ADMIN')
    await expect(page.getByText('every day at 06:00 UTC')).toBeVisible()
    await expect(page.locator('main [aria-current=page]')).toHaveText(['Jobs'])
    await page.getByRole('button', { name: /^journal\.gap-detection/ }).click()
    await expect(page).toHaveURL(/row=journal\.gap-detection/)
    await expect(page.getByRole('dialog').getByText('npm run job journal.gap-detection')).toBeVisible()
  })

  test('has for MSP_ADMIN what is MSP_ADMIN’s', async ({ page }) => {
    await open(page, '/admin', 'MSP_ADMIN')
    await expect(page.getByRole('link', { name: 'Event types' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Jobs' })).toHaveCount(0)
    await open(page, '/admin?tab=letters', 'MSP_ADMIN')
    await expect(page.getByText('Dead letters: only for ADMIN and BCOS_ADMIN.')).toBeVisible()
    await open(page, '/admin', 'CUSTOMER')
    await expect(page.getByText(/The administration is for/)).toBeVisible()
  })
})
