import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { PublishInsightDocument } from '../../schema/client/operations.gen.ts'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  pauseUpdates,
  test,
  tokenOf,
  usePhone,
} from './fixtures.ts'

// Insights are of the whole platform, and some of these tests acknowledge all of them: one after the other.
test.describe.configure({ mode: 'default' })

/** Longer than what is acknowledged can be taken back. */
const UNDO_MS = 7_000

const newTitle = () => `Found ${randomUUID()}`

/** What a colleague publishes meanwhile. */
const publish = async (page: Page, title: string): Promise<number> => {
  const { graph } = await clientOf(page, 'BCOS_ADMIN')
  const insight = { category: 'TREND' as const, severity: 'WARNING' as const, title, body: 'Of three ATMs.' }
  const { publishInsight } = await graph.request(PublishInsightDocument, { insight })
  if (publishInsight === null) throw new Error('nothing was published')
  return publishInsight.id
}

const unread = async (page: Page): Promise<readonly number[]> => {
  const { rest } = await clientOf(page, 'BCOS_ADMIN')
  return (await dataOf(rest.GET('/analytics/api/analytics/insights/active'))).map(({ id }) => id)
}

const rowOf = (page: Page, title: string) => page.locator('[data-row]', { hasText: title })
const linkOf = (page: Page, title: string) => rowOf(page, title).getByRole('link', { name: title, exact: true })

test.describe('insights', () => {
  test('show the figures that they were found in, to who may see them', async ({ page }) => {
    const id = await publish(page, newTitle())
    await open(page, `/insights?insight=${id}`)
    const figures = page.getByRole('region', { name: /^Snapshot \d+$/ })
    await expect(figures.getByText(/^The whole fleet on/)).toBeVisible()
    await expect(figures.getByText('Journals read')).toBeVisible()
    await open(page, `/insights?insight=${id}&institution=ACME`)
    await expect(figures.getByText(/choose all institutions to see it/)).toBeVisible()
    await open(page, `/insights?insight=${id}`, 'CUSTOMER')
    await expect(figures.getByText(/you do not see its figures/)).toBeVisible()
  })

  test.describe('of a user who may publish', () => {
    test.use({ refusals: true })

    test('are published with what is wrong shown at the fields, as text and nothing else', async ({ page }) => {
      const title = newTitle()
      await open(page, '/insights?view=history', 'MSP_ADMIN')
      await page.getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog', { name: 'Publish an insight' })
      await dialog.getByLabel('Expires').fill('2020-01-01T00:00')
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(dialog.getByText('must not be blank')).toHaveCount(2)
      await expect(dialog.getByText('must be in the future')).toBeVisible()
      await dialog.getByLabel('Title').fill(title)
      await dialog.getByLabel('Text').fill('See <img src=x> & wait')
      await dialog.getByLabel('Severity').selectOption('CRITICAL')
      await dialog.getByLabel('Expires').fill('2199-01-01T00:00')
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(rowOf(page, title).getByText('See <img src=x> & wait')).toBeVisible()
      await expect(rowOf(page, title).getByText('expires in')).toBeVisible()
      await expect(page.locator('main img')).toHaveCount(0)
    })
  })

  test('are not published by customers, and are the same whatever institution is chosen', async ({ page }) => {
    const title = newTitle()
    await publish(page, title)
    await open(page, '/insights?publish=true&view=history', 'CUSTOMER')
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Insights are of the whole fleet')).toBeVisible()
    await expect(rowOf(page, title)).toBeVisible()
    await open(page, '/insights?view=history&institution=BOREAL', 'MSP_ADMIN')
    await expect(rowOf(page, title)).toBeVisible()
  })

  test('are acknowledged one by one, and nothing is sent while that can be undone', async ({ page }) => {
    const title = newTitle()
    const id = await publish(page, title)
    await page.clock.install()
    await open(page, '/insights?view=history', 'CUSTOMER')
    const acknowledge = rowOf(page, title).getByRole('button', { name: /^Acknowledge/ })
    await expect(acknowledge).toBeVisible()
    // However long it takes to press it here, the time for it does not run out.
    await page.clock.pauseAt(Date.now() + 60_000)
    await acknowledge.click()
    await expect(acknowledge).toBeDisabled()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(acknowledge).toBeEnabled()
    expect(await unread(page)).toContain(id)
    await page.clock.resume()
    await linkOf(page, title).focus()
    await page.keyboard.press('a')
    await expect(rowOf(page, title).getByText(/acknowledged by you/)).toBeVisible()
    await expect.poll(() => unread(page)).not.toContain(id)
  })

  test('are acknowledged all at once, but for those that came after the click', async ({ page }) => {
    const titles = [newTitle(), newTitle()]
    for (const title of titles) await publish(page, title)
    await open(page, '/insights', 'USER')
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await page.getByRole('button', { name: /^Acknowledge all \d+$/ }).click()
    const late = await publish(page, newTitle())
    await expect(page.getByRole('button', { name: '1 new insight', exact: true })).toBeVisible()
    await expect.poll(() => unread(page)).toEqual([late])
    for (const title of titles) await expect(rowOf(page, title).getByText(/acknowledged by you/)).toBeVisible()
  })

  test('are acknowledged when the page is left, but for those that came after the click', async ({ page }) => {
    for (const title of [newTitle(), newTitle()]) await publish(page, title)
    await open(page, '/insights', 'USER')
    await pauseUpdates(page)
    await page.getByRole('button', { name: /^Acknowledge all \d+$/ }).click()
    const late = await publish(page, newTitle())
    await page.goto('about:blank')
    await expect.poll(() => unread(page)).toEqual([late])
  })

  test('are not acknowledged in the name of another person who signs in meanwhile', async ({ page }) => {
    const id = await publish(page, newTitle())
    await page.clock.install()
    await open(page, '/insights', 'USER')
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: /^Acknowledge all \d+$/ }).click()
    await page.evaluate(`location.hash = 'token=${await tokenOf(page, 'CUSTOMER')}'`)
    await page.clock.runFor(UNDO_MS)
    await expect(page.getByText('Not done: another person has signed in.')).toBeVisible()
    await page.clock.resume()
    expect(await unread(page)).toContain(id)
  })

  test.describe('that the platform does not acknowledge', () => {
    test.use({ refusals: true })

    test('are said, and can be acknowledged again', async ({ page }) => {
      const [first, second, done] = [newTitle(), newTitle(), newTitle()]
      const refused = [await publish(page, first), await publish(page, second)]
      await publish(page, done)
      await page.route('**/graphql', (route) => {
        const { id }: { id?: number } = route.request().postDataJSON().variables
        return id !== undefined && refused.includes(id) ? route.fulfill({ status: 503, body: '' }) : route.continue()
      })
      await page.clock.install()
      await open(page, '/insights', 'USER')
      await page.getByRole('button', { name: /^Acknowledge all \d+$/ }).click()
      await page.clock.fastForward(UNDO_MS)
      await expect(page.getByText(/^Not acknowledged: 2 insights\. /)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Acknowledge all 2' })).toBeVisible()
      await expect(rowOf(page, done).getByText(/acknowledged by you/)).toBeVisible()
      await page.unroute('**/graphql')
      await page.getByRole('button', { name: 'Acknowledge all 2' }).click()
      await page.clock.fastForward(UNDO_MS)
      await expect.poll(() => unread(page)).toEqual([])
    })
  })

  test('are filtered in the history, and read in full at an address of their own', async ({ page }) => {
    const title = newTitle()
    const id = await publish(page, title)
    await open(page, '/insights?view=history')
    await page.getByLabel('Category').selectOption('TREND')
    await page.getByLabel('Acknowledged').selectOption('no')
    await expect(page).toHaveURL(/category=TREND&acknowledged=no|acknowledged=no&category=TREND/)
    await linkOf(page, title).click()
    await expect(page).toHaveURL(new RegExp(`insight=${id}`))
    await page.reload()
    await expect(linkOf(page, title)).toHaveAttribute('aria-expanded', 'true')
    await page.getByLabel('Category').selectOption('SUMMARY')
    await expect(rowOf(page, title)).toHaveCount(0)
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await publish(page, newTitle())
    await open(page, '/insights?view=history')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  test('fit a phone', async ({ page }) => {
    await publish(page, newTitle())
    await usePhone(page)
    await open(page, '/insights')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
