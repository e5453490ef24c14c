import type { Page } from '@playwright/test'
import { dataOf } from '../../../schema/client/rest.ts'
import { clientOf, expect, open, test } from '../fixtures.ts'

// What the page does where the browser or the platform refuses something, and what its dialogs do with an answer that
// nobody meant.

/** Both storages throw, as where a policy or a setting of the browser blocks them. */
const REFUSE_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError') } })`

/** What is on the webhooks that these tests add; an institution has a few dozen at most. */
const PURPOSE = `Faults ${process.pid}`

test.afterEach(async ({ page }) => {
  const { rest } = await clientOf(page, 'MSP_ADMIN')
  const { content } = await dataOf(rest.GET('/incident/api/webhooks', { params: { query: { size: 200 } } }))
  for (const { id, description } of content)
    if (description === PURPOSE) await rest.DELETE('/incident/api/webhooks/{id}', { params: { path: { id } } })
})

const addWebhook = async (page: Page) => {
  await open(page, '/admin?tab=webhooks&institution=ACME', 'MSP_ADMIN')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('URL').fill('http://127.0.0.1:9/hook')
  await form.getByLabel('What it is for').fill(PURPOSE)
  await form.getByRole('button', { name: 'Critical' }).click()
  return form
}

test.describe('a browser that refuses its storage', () => {
  test('shows the page, and its colours can be changed', async ({ page }) => {
    await page.addInitScript(REFUSE_STORAGE)
    await open(page, '/', 'USER')
    const colours = () => page.evaluate("document.documentElement.getAttribute('data-theme')")
    const before = await colours()
    await page.keyboard.press('t')
    await page.keyboard.press('t')
    await expect.poll(colours).not.toBe(before)
  })
})

test.describe('a dialog', () => {
  test('stays where text is marked beyond its edge, and goes with a click beside it', async ({ page }) => {
    const form = await addWebhook(page)
    const field = await form.getByLabel('URL').boundingBox()
    await page.mouse.move((field?.x ?? 0) + 60, (field?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(10, 300, { steps: 4 })
    await page.mouse.up()
    await expect(form.getByLabel('URL')).toHaveValue('http://127.0.0.1:9/hook')
    await page.mouse.click(10, 300)
    await expect(form).toHaveCount(0)
  })

  test('that has to be answered outlasts Escape', async ({ page }) => {
    const form = await addWebhook(page)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape')
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(secret).toHaveCount(0)
  })
})

test.describe('a page over plain HTTP, which has no clipboard', () => {
  test('says that it may not copy', async ({ page }) => {
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await open(page, '/', 'USER')
    await page.getByRole('button', { name: 'Copy a link to this view' }).click()
    await expect(page.getByText('The browser does not let the page copy')).toBeVisible()
  })
})

test.describe('what cannot be had', () => {
  test.use({ refusals: true })

  test('is said in the dialog that asked for it, where it can be read and dismissed', async ({ page }) => {
    const form = await addWebhook(page)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('row')
      .getByRole('button', { name: new RegExp(PURPOSE) })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: new RegExp(PURPOSE) })
    const test = drawer.getByRole('button', { name: 'Send a test' })
    await expect(test).toBeVisible()
    await page.route('**/graphql', (route) => route.abort())
    await test.click()
    const said = drawer.getByRole('listitem').filter({ hasText: 'The platform cannot be reached.' })
    await expect(said).toBeVisible()
    await said.getByRole('button', { name: 'Dismiss' }).click()
    await expect(said).toHaveCount(0)
  })

  test('is asked for again where it is the institutions', async ({ page }) => {
    // What takes no variables, as often as it is tried at once.
    const refused = new Map<string, number>()
    await page.route('**/graphql', async (route) => {
      const { variables = {}, documentId } = route.request().postDataJSON()
      const times = refused.get(documentId) ?? 0
      if (Object.keys(variables).length > 0 || times > 3) return route.continue()
      refused.set(documentId, times + 1)
      return route.fulfill({ status: 400, json: { errors: [{ message: 'no' }] } })
    })
    await page.clock.install()
    await open(page, '/incidents')
    const choice = page.getByRole('button', { name: /^Institution / })
    // What is missing is asked for every ten seconds.
    const isThereLater = async () => {
      await page.clock.fastForward(10_000)
      return choice.isVisible()
    }
    await expect.poll(isThereLater).toBe(true)
  })
})
