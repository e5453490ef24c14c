import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findTalking,
  holdAnswers,
  open,
  test,
  usePhone,
} from './fixtures.ts'

/** A receiver that answers with a status. */
const startReceiver = async () => {
  const received: IncomingHttpHeaders[] = []
  const answer = { status: 204 }
  const server = createServer((request, response) => {
    received.push(request.headers)
    request.resume().on('end', () => response.writeHead(answer.status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/hook`, received, answer, close }
}

/** Adds a webhook by the page, and closes what shows its secret. */
const add = async (page: Page, url: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('URL').fill(url)
  await form.getByLabel('What it is for').fill(name)
  await form.getByRole('button', { name: 'Critical' }).click()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'Done' }).click()
}

/** Adds a webhook and closes the form before the answer, which `release` lets through. */
const addAndClose = async (page: Page) => {
  const description = `Desk ${Date.now().toString(36)}`
  await open(page, '/admin?tab=webhooks&institution=ACME', 'MSP_ADMIN')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('URL').fill('http://127.0.0.1:9/hook')
  await form.getByLabel('What it is for').fill(description)
  const release = await holdAnswers(page, 'createWebhook')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.keyboard.press('Escape')
  return { description, form, release }
}

test.describe('webhooks', () => {
  // It waits 15 s for a second attempt: first, so that others run beside it to the end.
  test('are a part of the timeline of an incident, by name and host', async ({ page }) => {
    const receiver = await startReceiver()
    receiver.answer.status = 503
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const description = `Desk ${Date.now().toString(36)}`
    const body = { url: `${receiver.url}/hidden`, description, institutionKey: 'ACME', severities: ['LOW' as const] }
    const webhook = await rest.POST('/incident/api/webhooks', { body })
    const { agentAtmId } = await findTalking(page, 'ACME')
    const title = `Graffiti ${Date.now().toString(36)}`
    const by = { agentAtmId, kind: 'VANDALISM' as const, severity: 'LOW' as const, title }
    const opened = await rest.POST('/incident/api/incidents', { body: by })
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    receiver.answer.status = 204
    await open(page, `/incidents/${opened.data?.id}`, 'MSP_ADMIN')
    const name = `Webhook ${description}, ${new URL(receiver.url).host}`
    const timeline = page.getByRole('main')
    await expect(
      timeline.getByText(`${name} could not be notified that it was opened; it is tried again`),
    ).toBeVisible()
    await expect(timeline.getByText('it answered 503')).toBeVisible()
    await expect(timeline.getByText(`${name} was notified that it was opened`)).toBeVisible({ timeout: 40_000 })
    await expect(timeline.getByText('hidden')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    const id = opened.data?.id ?? 0
    await rest.PATCH('/incident/api/incidents/{id}/resolve', { params: { path: { id } }, body: {} })
    await rest.DELETE('/incident/api/webhooks/{id}', { params: { path: { id: webhook.data?.id ?? 0 } } })
    receiver.close()
  })

  test('are added, tested, given a new secret, disabled and deleted', async ({ page }) => {
    const receiver = await startReceiver()
    const name = `Desk ${Date.now().toString(36)}`
    await open(page, '/admin?tab=webhooks&institution=ACME', 'MSP_ADMIN')
    await add(page, receiver.url, name)
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('Opened, Resolved: Critical')
    await expect(row).toContainText('Nothing sent yet')
    await row.getByRole('button', { name }).click()
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByRole('button', { name: 'Send a test' }).click()
    await expect(drawer.getByText('Taken')).toBeVisible()
    expect(receiver.received[0]?.['webhook-signature']).toMatch(/^v1,/)
    await drawer.getByRole('button', { name: 'New secret' }).click()
    await page
      .getByRole('dialog', { name: /new secret/ })
      .getByRole('button', { name: 'New secret' })
      .click()
    await page.getByRole('dialog', { name: 'Secret of the webhook' }).getByRole('button', { name: 'Done' }).click()
    receiver.answer.status = 500
    await drawer.getByRole('button', { name: 'Send a test' }).click()
    await expect(drawer.getByText(/1 attempt · it answered 500/)).toBeVisible()
    await expect(drawer.getByText('Failing: it answered 500')).toBeVisible()
    expect(receiver.received[1]?.['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    await expectAccessibleInBothThemes(page)
    await drawer.getByRole('button', { name: 'Disable' }).click()
    await expect(drawer.getByRole('button', { name: 'Enable' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete the webhook' }).getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    receiver.close()
  })

  test('show their secret also where the form was closed before the answer', async ({ page }) => {
    const { description, form, release } = await addAndClose(page)
    await expect(form).toHaveCount(0)
    await release()
    const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    await secret.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: description }).click()
    await page.getByRole('dialog', { name: description }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete the webhook' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('row', { name: new RegExp(description) })).toHaveCount(0)
  })

  test('say that their secret has to be renewed where the page was left before the answer', async ({ page }) => {
    const { description, release } = await addAndClose(page)
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: /^Incidents/ })
      .click()
    await expect(page).toHaveURL(/\/incidents/)
    await release()
    await expect(page.getByText(/^The webhook is added\. Its secret was not shown/)).toBeVisible()
    await expect(page).toHaveURL(/\/incidents/)
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const { content } = await dataOf(rest.GET('/incident/api/webhooks', { params: { query: { size: 200 } } }))
    const id = content.find((webhook) => webhook.description === description)?.id ?? 0
    await rest.DELETE('/incident/api/webhooks/{id}', { params: { path: { id } } })
  })

  test('say what is wrong with an address, by keyboard alone', async ({ page }) => {
    await open(page, '/admin?tab=webhooks&institution=ACME', 'MSP_ADMIN')
    await page.getByRole('button', { name: 'Add a webhook' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('https://10.0.0.1/hook')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await expect(form.getByText('must lead to a public address')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  test('fit a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/admin?tab=webhooks&add=')
    await expectNoSidewaysScroll(page)
  })
})

test.describe('the audit', () => {
  test('shows what somebody changed, with what it was before', async ({ page }) => {
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const type = `A${Date.now().toString(36).toUpperCase()}`
    const body = { agentAtmId: `ACME-${type}`, institutionKey: 'ACME', siteName: 'First place' }
    const { data } = await rest.POST('/incident/api/atms', { body })
    const id = data?.id ?? 0
    await rest.PATCH('/incident/api/atms/{id}', { params: { path: { id } }, body: { siteName: 'Second place' } })
    await open(page, `/admin?tab=audit&subject=${id}`, 'MSP_ADMIN')
    const list = page.getByRole('region', { name: /^The audit/ })
    await list.getByRole('button', { name: 'Update ATM' }).click()
    const drawer = page.getByRole('dialog', { name: 'Update ATM' })
    await expect(drawer.getByRole('row', { name: 'siteName First place Second place' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('audit.csv')
  })
})
