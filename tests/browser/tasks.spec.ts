import {
  type DemoRole,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  settled,
  test,
  tokenOf,
  usePhone,
  useTheme,
} from './fixtures.ts'

const ATM = 'ACME-011'

test.describe('the tasks', () => {
  test('are pushed once however often the button is pressed, followed, and found again', async ({ page }) => {
    test.setTimeout(90_000)
    await open(page, `/tasks?atm=${ATM}`, 'MSP_ADMIN')
    await page.getByRole('button', { name: 'Push a task' }).click()
    const form = page.getByRole('dialog', { name: 'Push a task' })
    await form.getByRole('radio', { name: /^Reboot/ }).check()
    const send = form.getByRole('button', { name: `Reboot ${ATM}` })
    await expect(send).toBeDisabled()
    await form.getByLabel('Reason').fill('Card reader hangs')
    await form.getByLabel('Delay in seconds').fill('5')
    await form.getByLabel(`Type ${ATM} to confirm`).fill(ATM)
    await send.dblclick()
    const task = page.getByRole('dialog', { name: `Reboot of ${ATM}` })
    await expect(task.getByText('Card reader hangs')).toBeVisible()
    await expect(page).toHaveURL(/task=[\da-f-]{36}/)
    // The simulator's agents ask every few seconds.
    await expect(task.getByRole('list', { name: 'What happened to it' }).getByText(/Succeeded|Failed/)).toBeVisible({
      timeout: 60_000,
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Tasks', exact: true }).getByText('Card reader hangs')).toHaveCount(1)
  })

  test('tell of each field what is wrong with it', async ({ page }) => {
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
      form.getByRole('radio', { name: /^Reboot/ }),
      form.getByRole('radio', { name: /^Capture/ }),
    ]
    await expect(never).toBeDisabled()
    await expect(form.getByText('PACKET_CAPTURE can never be pushed by a customer.')).toBeVisible()
    await expect(grantable).toBeDisabled()
    await expect(
      form.getByText('Your institution is not permitted to push REBOOT; ask your service provider.'),
    ).toBeVisible()
  })

  test('are only looked at by a user', async ({ page }) => {
    await open(page, '/tasks', 'USER')
    await expect(page.getByRole('search', { name: 'Filters' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Push a task' })).toHaveCount(0)
  })

  test('are taken back while they wait, and arrive without a reload', async ({ page }) => {
    await open(page, '/tasks?status=QUEUED', 'ADMIN')
    const answer = await page.request.post('/fleet/api/fleet/tasks', {
      headers: { authorization: `Bearer ${await tokenOf(page, 'ADMIN')}` },
      // An ATM whose agent never asks: it is registered by hand only.
      data: { agentAtmId: await silentAtm(page), kind: 'RESTART_AGENT', reason: 'to be taken back' },
    })
    expect(answer.status()).toBe(201)
    const arrived = page.getByRole('link', { name: /to be taken back/ })
    const waiting = page.getByRole('button', { name: /new tasks?$/ })
    await expect(arrived.or(waiting)).toBeVisible({ timeout: 20_000 })
    if (await waiting.isVisible()) await waiting.click()
    await arrived.click()
    const task = page.getByRole('dialog', { name: /^Restart agent of/ })
    await task.getByRole('button', { name: 'Cancel this task' }).click()
    await expect(task.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(task.getByRole('button', { name: 'Cancel this task' })).toHaveCount(0)
  })

  for (const theme of ['light', 'dark'] as const)
    test(`can be used by everybody, ${theme}`, async ({ page }) => {
      await useTheme(page, theme)
      await open(page, '/tasks')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Push a task' }).click()
      await page.getByRole('radio', { name: /^Update agent/ }).check()
      await expectAccessible(page)
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

/** Registers an ATM that no agent speaks for. */
const silentAtm = async (page: Parameters<typeof tokenOf>[0], role: DemoRole = 'ADMIN'): Promise<string> => {
  const agentAtmId = `SILENT-${Date.now().toString(36)}`
  const answer = await page.request.post('/incident/api/atms', {
    headers: { authorization: `Bearer ${await tokenOf(page, role)}` },
    data: { agentAtmId, institutionKey: 'ACME' },
  })
  expect(answer.status()).toBe(201)
  return agentAtmId
}
