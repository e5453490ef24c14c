import { expect, open, registerAtm, test } from './fixtures.ts'

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
})
