import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, registerAtm, reportEvent, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('region', { name: 'ATMs' }).getByRole('table')
const rows = (page: Page) => list(page).locator('tbody tr')
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name: new RegExp(`^${name}`) })

test.describe('the list of ATMs', () => {
  test('is filtered by state and text, and its address shows a colleague the same', async ({ page }) => {
    await open(page, '/atms')
    await chip(page, 'Agent offline').click()
    await expect(page).toHaveURL(/badge=AGENT_OFFLINE/)
    // Other tests open incidents, whose mark is beside the state, and change states of ATMs, whose rows then say that
    // they left the list.
    const states = async () => {
      const texts = await rows(page).locator('td:nth-child(2)').allTextContents()
      const listed = texts.filter((text) => !text.startsWith('No longer in this list'))
      return new Set(listed.map((text) => text.replace(/Open incident:.*$/, '')))
    }
    await expect.poll(states).toEqual(new Set(['Agent offline']))
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByRole('searchbox', { name: 'Number, name, place or serial' }).fill('acme-01')
    await expect(page).toHaveURL(/q=acme-01/)
    await expect(rows(page)).toHaveCount(10)
    const colleague = await page.context().newPage()
    await open(colleague, `/atms${new URL(page.url()).search}`)
    await expect(rows(colleague)).toHaveCount(10)
    await rows(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/atms\/\d+/)
    await expect(page.getByRole('heading', { name: 'ACME-010' })).toBeVisible()
  })

  test('is saved as a table, as it is filtered', async ({ page }) => {
    await open(page, '/atms?q=acme-01&institution=ACME')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^atms-.*\.csv$/)
    let text = ''
    for await (const chunk of await download.createReadStream()) text += String(chunk)
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toContain('id,agentAtmId,institutionKey')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 10 }, (_, place) => `ACME-01${place}`),
    )
  })

  test('is saved as a table only while it is listed, and counts the filters of links', async ({ page }) => {
    await open(page, '/atms?service=NOT_IN_SERVICE&connectivity=CONNECTED')
    await expect(page.getByRole('button', { name: 'CSV' })).toBeVisible()
    await page.getByLabel('Group by').selectOption('VENDOR')
    await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
    await page.setViewportSize({ width: 720, height: 900 })
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  })

  test('names each column once, in the words that its width has room for', async ({ page }) => {
    await open(page, '/atms')
    await expect(page.getByRole('columnheader', { name: 'Last heartbeat', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 820, height: 1_100 })
    await expect(page.getByRole('columnheader', { name: 'Heard of', exact: true })).toBeVisible()
  })

  test('is sorted by the server, up and down', async ({ page }) => {
    await open(page, '/atms')
    const header = page.getByRole('columnheader', { name: /^ATM/ })
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.getByRole('button').click()
    await expect(page).toHaveURL(/sort=-agentAtmId/)
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(page).first()).toContainText('CORAL')
  })

  test('says that nothing fits, and how to see everything again', async ({ page }) => {
    await open(page, '/atms?q=no-such-atm')
    await expect(page.getByText('No ATM has “no-such-atm” in its number, name, place or serial number.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).last().click()
    await expect(rows(page).first()).toBeVisible()
  })

  test('is walked through by keyboard', async ({ page }) => {
    await open(page, '/atms?q=acme-00')
    await expect(rows(page)).toHaveCount(9)
    await page.getByRole('region', { name: 'ATMs' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'ACME-002' })).toBeVisible()
  })

  test('shows a change of state without a reload, and no row moves', async ({ page }) => {
    const both = `CORAL-T${randomUUID().slice(0, 8)}`
    for (const name of [`${both}-A`, `${both}-B`]) await registerAtm(page, 'CORAL', name)
    await open(page, `/atms?q=${both}`)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    const at = rows(page).filter({ hasText: `${both}-B` })
    const before = await at.boundingBox()
    await reportEvent(page, `${both}-B`, 'SUPERVISOR_ENTER')
    await expect(at.getByText('In supervisor')).toBeVisible()
    expect((await at.boundingBox())?.y).toBe(before?.y)
    await reportEvent(page, `${both}-B`, 'SUPERVISOR_EXIT')
    await expect(at.getByText('In supervisor')).toHaveCount(0)
  })

  test('takes a new ATM, and says beside each field what is wrong with it', async ({ page }) => {
    await open(page, '/atms')
    await page.getByRole('button', { name: 'Register an ATM' }).click()
    const form = page.getByRole('dialog', { name: 'Register an ATM' })
    const name = `CORAL-NEW-${randomUUID().slice(0, 8)}`
    await form.getByLabel('Agent id').fill(name)
    await form.getByLabel('Institution').fill('CORAL')
    await form.getByLabel('Place').fill('Lighthouse')
    await form.getByLabel('Time zone').fill('Mars/Base')
    await form.getByLabel('Latitude').fill('200')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(form.getByText(/must be the name of an IANA time zone/)).toBeVisible()
    await expect(form.getByText('must be a number from -90 to 90')).toBeVisible()
    await form.getByLabel('Time zone').fill('Europe/Helsinki')
    await form.getByLabel('Latitude').fill('60.1')
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('Its agent has never reported')).toBeVisible()
  })

  test('shows who may not register ATMs no way to', async ({ page }) => {
    await open(page, '/atms?register=true', 'CUSTOMER')
    await expect(rows(page).first()).toContainText('ACME-001')
    await expect(page.getByRole('button', { name: 'Register an ATM' })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
