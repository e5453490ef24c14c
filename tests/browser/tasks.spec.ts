import { randomUUID } from 'node:crypto'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findTalking,
  headersOf,
  holdAnswers,
  open,
  registerAtm,
  settled,
  test,
  untilFound,
  usePhone,
} from './fixtures.ts'

const ATM = 'ACME-011'

test.describe('the tasks', () => {
  test('are pushed once however often the button is pressed, followed, and found again', async ({ page }) => {
    const { agentAtmId: name } = await findTalking(page, 'ACME')
    const reason = `Card reader hangs ${randomUUID()}`
    await open(page, `/tasks?atm=${name}`, 'MSP_ADMIN')
    await page.getByRole('button', { name: 'Push a task' }).click()
    const form = page.getByRole('dialog', { name: 'Push a task' })
    await form.getByRole('radio', { name: /^Reboot/ }).check()
    const send = form.getByRole('button', { name: `Reboot ${name}` })
    await expect(send).toBeDisabled()
    await form.getByLabel('Reason').fill(reason)
    await form.getByLabel('Delay in seconds').fill('5')
    await form.getByLabel(`Type ${name} to confirm`).fill(name)
    await send.dblclick()
    const task = page.getByRole('dialog', { name: `Reboot of ${name}` })
    await expect(task.getByText(reason)).toBeVisible()
    await expect(page).toHaveURL(/task=[\da-f-]{36}/)
    // The simulator's agents ask every few seconds.
    await expect(task.getByRole('list', { name: 'What happened to it' }).getByText(/Succeeded|Failed/)).toBeVisible({
      timeout: 120_000,
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Tasks', exact: true }).getByText(reason)).toHaveCount(1)
  })

  test('are of the ATM that was typed, not of one that was found before', async ({ page }) => {
    const first = await registerAtm(page, 'CORAL')
    const second = await registerAtm(page, 'CORAL')
    // Its number is a part of that of another one, which is found first.
    await registerAtm(page, 'CORAL', `A-${second.agentAtmId}`)
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
    await untilFound(page, second.agentAtmId, 2)
    await open(page, '/tasks', 'ADMIN')
    const field = page.getByRole('combobox', { name: 'Tasks of one ATM' })
    await field.fill(first.agentAtmId)
    await expect(option(first.agentAtmId)).toBeVisible()
    const release = await holdAnswers(page, 'atmStatuses')
    await field.fill(second.agentAtmId)
    await field.press('Enter')
    await expect(page).not.toHaveURL(/atm=/)
    await release()
    await expect(option(second.agentAtmId)).toBeVisible()
    await field.press('Enter')
    await expect(page).toHaveURL(new RegExp(`atm=${second.agentAtmId}(&|$)`))
  })

  test('say of each field what is wrong with it', async ({ page }) => {
    await open(page, `/tasks?atm=${ATM}&push=true`)
    const form = page.getByRole('dialog', { name: 'Push a task' })
    await form.getByRole('radio', { name: /^Update configuration/ }).check()
    await form.getByLabel('Configuration', { exact: true }).fill('{ not json')
    await form.getByLabel(`Type ${ATM} to confirm`).fill(ATM)
    await form.getByRole('button', { name: `Update configuration ${ATM}` }).click()
    await expect(form.getByText('must be a JSON object')).toBeVisible()
  })

  test('refuse a customer in the given words', async ({ page }) => {
    await open(page, '/tasks?push=true', 'CUSTOMER')
    const form = page.getByRole('dialog', { name: 'Push a task' })
    const [grantable, never] = [
      // A kind that no test grants to ACME, not even for a moment.
      form.getByRole('radio', { name: /^Restart agent/ }),
      form.getByRole('radio', { name: /^Capture/ }),
    ]
    await expect(never).toBeDisabled()
    await expect(form.getByText('PACKET_CAPTURE can never be pushed by a customer.')).toBeVisible()
    await expect(grantable).toBeDisabled()
    await expect(
      form.getByText('Your institution is not permitted to push RESTART_AGENT; ask your service provider.'),
    ).toBeVisible()
  })

  test('are only looked at by a user', async ({ page }) => {
    await open(page, '/tasks', 'USER')
    await expect(page.getByRole('search', { name: 'Filters' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Push a task' })).toHaveCount(0)
  })

  test('are taken back while they wait, and arrive without a reload', async ({ page }) => {
    // Its agent never asks: it is registered by hand only.
    const { agentAtmId } = await registerAtm(page, 'CORAL')
    await open(page, `/tasks?status=QUEUED&atm=${agentAtmId}`, 'ADMIN')
    const answer = await page.request.post('/fleet/api/fleet/tasks', {
      headers: await headersOf(page, 'ADMIN'),
      data: { agentAtmId, kind: 'RESTART_AGENT', reason: 'to be taken back' },
    })
    expect(answer.status()).toBe(201)
    await page.getByRole('link', { name: /to be taken back/ }).click()
    const task = page.getByRole('dialog', { name: /^Restart agent of/ })
    await task.getByRole('button', { name: 'Cancel this task' }).click()
    await expect(task.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(task.getByRole('button', { name: 'Cancel this task' })).toHaveCount(0)
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/tasks')
    await page.getByRole('button', { name: 'Push a task' }).click()
    await page.getByRole('radio', { name: /^Update agent/ }).check()
    await expectAccessibleInBothThemes(page)
  })

  test('fit a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/tasks')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Push a task' }).click()
    await expectNoSidewaysScroll(page)
    await settled(page)
  })
})
