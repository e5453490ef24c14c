import { randomUUID } from 'node:crypto'
import { expect, holdAnswers, open, registerAtm, test } from '../fixtures.ts'

test.describe('an action', () => {
  test.describe('without a network', () => {
    test.use({ refusals: true })

    test('fails at once, and is not sent later', async ({ page, context }) => {
      const { agentAtmId } = await registerAtm(page, 'CORAL')
      await open(page, `/tasks?atm=${agentAtmId}&push=true`, 'ADMIN')
      const form = page.getByRole('dialog', { name: 'Push a task' })
      await form.getByRole('radio', { name: /^Reboot/ }).check()
      await form.getByLabel(`Type ${agentAtmId} to confirm`).fill(agentAtmId)
      await context.setOffline(true)
      await form.getByRole('button', { name: `Reboot ${agentAtmId}` }).click()
      await expect(form.getByText('The platform cannot be reached.')).toBeVisible()
      await context.setOffline(false)
      // What was put off would have been sent before the figures are asked for again.
      await page.keyboard.press('Escape')
      await open(page, `/tasks?atm=${agentAtmId}`, 'ADMIN')
      await expect(page.getByText('No task fits these filters.')).toBeVisible()
    })
  })

  test('is done with its answer, however long the page takes to be read again', async ({ page }) => {
    const name = `Slow Carriers ${randomUUID()}`
    await open(page, '/vendors?create=true', 'MSP_ADMIN')
    const form = page.getByRole('dialog', { name: 'New vendor' })
    await form.getByLabel('Name of the company').fill(name)
    await form.getByLabel('Institution').selectOption('BOREAL')
    const release = await holdAnswers(page, 'vendors')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText(`${name} is listed.`)).toBeVisible()
    await expect(form).toHaveCount(0)
    await release()
    await expect(page.getByRole('region', { name: 'Vendors', exact: true }).getByText(name)).toBeVisible()
  })
})
