import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  headersOf,
  holdAnswers,
  open,
  registerAtm,
  settled,
  test,
  usePhone,
} from './fixtures.ts'

const ROLLOUTS = '/fleet/api/fleet/rollouts'

/** A rollout to ATMs whose agents never ask: they are registered by hand only. */
const beginQuiet = async (page: Page, part: object = {}): Promise<{ id: number; atms: string[] }> => {
  const atms = [await registerAtm(page, 'CORAL'), await registerAtm(page, 'CORAL')].map(({ agentAtmId }) => agentAtmId)
  const answer = await page.request.post(ROLLOUTS, {
    headers: await headersOf(page, 'ADMIN'),
    data: { kind: 'RESTART_AGENT', agentAtmIds: [...atms, 'NOBODY'], stages: [50, 100], reason: 'quiet', ...part },
  })
  expect(answer.status()).toBe(201)
  const { id } = await answer.json()
  await expect
    .poll(async () => {
      const shown = await page.request.get(`${ROLLOUTS}/${id}`, { headers: await headersOf(page, 'ADMIN') })
      return (await shown.json()).counts.QUEUED
    })
    .toBeGreaterThan(0)
  return { id, atms }
}

test.describe('rollouts', () => {
  test('are looked at first, begun once, and followed through their stages', async ({ page }) => {
    const reason = `Certificates ${randomUUID()}`
    await open(page, '/tasks', 'MSP_ADMIN')
    await page.getByRole('link', { name: 'Rollouts' }).click()
    await page.getByRole('button', { name: 'New rollout' }).click()
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await form.getByRole('radio', { name: /^Restart agent/ }).check()
    await form.getByLabel('Institution', { exact: true }).fill('ACME')
    await form.getByLabel('Stages in %').fill('10, 100')
    await form.getByLabel('Pause over % failed').fill('100')
    await form.getByLabel('Reason').fill(reason)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText(/It commands \d+ ATMs/)
    await form.getByRole('button', { name: /^Restart agent: \d+ ATMs/ }).dblclick()
    await expect(page).toHaveURL(/\/tasks\/rollouts\/\d+/)
    await expect(page.getByText(reason)).toBeVisible()
    const stages = page.getByRole('list', { name: 'Stages' })
    // The simulator's agents ask every few seconds; nobody reloads.
    // One of the first stage may say nothing for an hour: the demo fleet has such ATMs.
    await expect(stages.getByRole('listitem').first()).toContainText(/\d+ succeeded/, { timeout: 120_000 })
    await page.getByRole('link', { name: 'All rollouts' }).click()
    await expect(page.getByRole('table').getByText(reason)).toHaveCount(1)
  })

  test('of what takes ATMs out of service are confirmed by their number', async ({ page }) => {
    const { agentAtmId } = await registerAtm(page, 'CORAL')
    await open(page, '/tasks/rollouts?create=true', 'ADMIN')
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await form.getByRole('radio', { name: /^Reboot/ }).check()
    await form.getByRole('radio', { name: /^A list/ }).check()
    await form.getByLabel('ATMs', { exact: true }).fill(`${agentAtmId}\nNOBODY`)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('1 is skipped: it is not found')
    const send = form.getByRole('button', { name: 'Reboot: 1 ATM' })
    await expect(send).toBeDisabled()
    await form.getByLabel('Type 1 to confirm').fill('1')
    await expect(send).toBeEnabled()
    // What is changed after the look is looked at again.
    await form.getByLabel('Stages in %').fill('100')
    await expect(form.getByRole('button', { name: 'Preview' })).toBeVisible()
  })

  test('are begun for what was looked at, not for what is filled in while the answer is under way', async ({
    page,
  }) => {
    const { agentAtmId } = await registerAtm(page, 'CORAL')
    await open(page, '/tasks/rollouts?create=true', 'ADMIN')
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await form.getByRole('radio', { name: /^Restart agent/ }).check()
    await form.getByLabel('Text', { exact: true }).fill(agentAtmId)
    const release = await holdAnswers(page, 'rolloutPreview')
    await form.getByRole('button', { name: 'Preview' }).click()
    await form.getByLabel('Text', { exact: true }).fill('')
    await release()
    await expect(form.getByRole('button', { name: 'Preview' })).toBeEnabled()
    await expect(form.getByRole('region', { name: 'Preview' })).toHaveCount(0)
    await form.getByLabel('Text', { exact: true }).fill(agentAtmId)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('It commands 1 ATM.')
    await expect(form.getByRole('button', { name: 'Restart agent: 1 ATM' })).toBeEnabled()
  })

  test('say of each field what is wrong with it', async ({ page }) => {
    await open(page, '/tasks/rollouts?create=true', 'ADMIN')
    const form = page.getByRole('dialog', { name: 'New rollout' })
    await form.getByRole('radio', { name: /^Restart agent/ }).check()
    await form.getByLabel('Stages in %').fill('50, 20')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByText(/rising whole numbers/)).toBeVisible()
  })

  test('are paused, resumed and cancelled with the keyboard alone', async ({ page }) => {
    const { id } = await beginQuiet(page)
    await open(page, `/tasks/rollouts/${id}`, 'ADMIN')
    const press = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true })
      // What is shown of the last action can come before its answer.
      await expect(button).toBeEnabled()
      await button.focus()
      await page.keyboard.press('Enter')
    }
    const head = page.getByRole('region', { name: `Rollout ${id}` })
    await press('Pause')
    await expect(head.getByText('Paused', { exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Stages' })).not.toContainText('under way')
    await press('Resume')
    await expect(page.getByRole('dialog', { name: 'Resume the rollout' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(head.getByText('Running', { exact: true })).toBeVisible()
    await press('Cancel the rollout')
    const asked = page.getByRole('dialog', { name: 'Cancel the rollout' })
    await asked.getByRole('button', { name: 'Cancel the rollout' }).focus()
    await page.keyboard.press('Enter')
    await expect(head.getByText('Cancelled', { exact: true })).toBeVisible()
    const stages = page.getByRole('list', { name: 'Stages' })
    await expect(stages).toContainText('1 cancelled')
    await expect(stages).toContainText('not sent')
    await expect(stages).not.toContainText('waiting')
    await expect(head.getByRole('button')).toHaveCount(0)
  })

  test('list what was skipped and why, and lead to the ATMs', async ({ page }) => {
    const { id } = await beginQuiet(page)
    await open(page, `/tasks/rollouts/${id}`, 'ADMIN')
    await expect(page.getByText('No task of it has failed.')).toBeVisible()
    await page.getByRole('button', { name: /^Skipped/ }).click()
    await expect(page.getByRole('row', { name: /NOBODY/ })).toContainText('not found')
    await expect(page).toHaveURL(/outcome=SKIPPED/)
  })

  test('are only looked at by a user, and not found by another institution', async ({ page }) => {
    const { id } = await beginQuiet(page)
    await open(page, '/tasks/rollouts', 'USER')
    await expect(page.getByRole('search', { name: 'Filters' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New rollout' })).toHaveCount(0)
    await open(page, `/tasks/rollouts/${id}`, 'USER')
    await expect(page.getByText(`There is no rollout ${id}`)).toBeVisible()
  })

  test('are accessible, in light and dark', async ({ page }) => {
    const { id } = await beginQuiet(page)
    await open(page, '/tasks/rollouts', 'ADMIN')
    await page.getByRole('button', { name: 'New rollout' }).click()
    await page.getByRole('radio', { name: /^Update agent/ }).check()
    await expectAccessibleInBothThemes(page)
    await open(page, `/tasks/rollouts/${id}?outcome=SKIPPED`, 'ADMIN')
    await expectAccessibleInBothThemes(page)
  })

  test('name each ATM that failed on a phone', async ({ page }) => {
    const { id } = await beginQuiet(page)
    const task = { atmId: 1, taskId: randomUUID(), taskStatus: 'EXPIRED', skipped: null, error: null, sentAt: null }
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      if (body.data?.rolloutAtms)
        body.data.rolloutAtms = { totalElements: 1, content: [{ ...task, agentAtmId: 'ACME-007', stage: 1 }] }
      await route.fulfill({ response, json: body })
    })
    await usePhone(page)
    await open(page, `/tasks/rollouts/${id}`, 'ADMIN')
    const name = page.getByRole('row', { name: /ACME-007/ }).getByText('ACME-007', { exact: true })
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expectNoSidewaysScroll(page)
  })

  test('fit a phone and a tablet', async ({ page }) => {
    const { id } = await beginQuiet(page)
    await usePhone(page)
    for (const path of ['/tasks/rollouts', '/tasks/rollouts?create=true', `/tasks/rollouts/${id}?outcome=SKIPPED`]) {
      await open(page, path, 'ADMIN')
      await expectNoSidewaysScroll(page)
    }
    await page.setViewportSize({ width: 820, height: 1_100 })
    await expectNoSidewaysScroll(page)
    await settled(page)
  })
})
