import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  holdAnswers,
  open,
  registerAtm,
  test,
  usePhone,
} from './fixtures.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'ATMs' }).getByRole('table').locator('tbody tr')
/** Where a part of the page begins or ends, in pixels. */
const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN
const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox()
  return box === null ? Number.NaN : box.y + box.height
}
const importFile = (page: Page, csv: string) =>
  page.getByLabel('CSV file').setInputFiles({ name: 'atms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

test.describe('ATMs by what they have in common', () => {
  test('are counted by it, and each count leads to its ATMs', async ({ page }) => {
    await open(page, '/atms')
    await page.getByLabel('Group by').selectOption('VENDOR')
    const groups = page.getByRole('region', { name: 'ATMs by maker' })
    const first = groups.locator('tbody tr').first()
    const maker = await first.getByRole('link').textContent()
    const atms = await first.locator('td').nth(1).textContent()
    await expectAccessibleInBothThemes(page)
    await first.getByRole('link').click()
    await expect(page).toHaveURL(/vendor=/)
    await expect(page.getByText(new RegExp(`^${atms} ATMs?$`))).toBeVisible()
    await page.getByRole('button', { name: `Remove the filter Maker: ${maker}` }).click()
    await expect(page).not.toHaveURL(/vendor=/)
  })

  test('fit a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/atms?by=VENDOR')
    await expect(page.getByRole('region', { name: 'ATMs by maker' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test.describe('an import of ATMs', () => {
  test('shows its faults, then what it changes, and is done', async ({ page }) => {
    const name = `CORAL-I${randomUUID().slice(0, 8)}`
    await open(page, '/atms')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import ATMs' })
    await importFile(page, `agentAtmId,institutionKey,latitude\n${name},CORAL,north\n`)
    await expect(dialog.getByText('Line 2, latitude')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
    await importFile(page, `agentAtmId,institutionKey,region,tags\n${name},CORAL,Harbour,24h;mall\n`)
    await expect(dialog.getByText('region: Harbour')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(page.getByText('1 ATM is registered, 0 are changed.')).toBeVisible()
    await open(page, '/atms?region=Harbour&tag=mall')
    await expect(rows(page).filter({ hasText: name })).toHaveCount(1)
  })
})

test.describe('the life of an ATM', () => {
  test('ends with its retirement and goes on with its reactivation', async ({ page }) => {
    const { id, agentAtmId } = await registerAtm(page, 'CORAL')
    await open(page, `/atms/${id}`)
    await page.getByRole('button', { name: 'Retire' }).click()
    const dialog = page.getByRole('dialog', { name: `Retire ${agentAtmId}` })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Retire' }).click()
    const notice = page.getByText(/^Retired since/)
    await expect(notice).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const bottomOfHead = await bottomOf(page.getByRole('region', { name: `ATM ${agentAtmId}` }))
    const states = page.getByRole('region', { name: 'State and its history' })
    await expect(states.getByText('Unknown', { exact: true })).toBeVisible()
    await expect(states).not.toContainText('so far')
    const [above, below] = [(await topOf(notice)) - bottomOfHead, (await topOf(states)) - (await bottomOf(notice))]
    expect(above).toBeGreaterThan(8)
    expect(Math.abs(above - below)).toBeLessThan(2)
    await open(page, `/atms?q=${agentAtmId}`)
    await expect(page.getByText(/^No ATM has/)).toBeVisible()
    await page.getByLabel('Use').selectOption('RETIRED')
    await expect(rows(page).filter({ hasText: agentAtmId })).toContainText('Retired')
    await open(page, `/atms/${id}`)
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).press('Enter')
    await expect(page.getByText(/^Retired since/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Retire' })).toBeVisible()
  })

  test('is that of another entry where it is merged', async ({ page }) => {
    const entry = await registerAtm(page, 'CORAL')
    const real = await registerAtm(page, 'CORAL')
    await open(page, `/atms/${entry.id}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Agent id of the ATM that it is').fill('no-such-atm')
    await expect(dialog.getByText('There is no such ATM.')).toBeVisible()
    await dialog.getByLabel('Agent id of the ATM that it is').fill(real.agentAtmId)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('link', { name: 'It is another ATM.' }).click()
    await expect(page.getByRole('heading', { name: real.agentAtmId })).toBeVisible()
    await expect(page.getByRole('link', { name: entry.agentAtmId })).toBeVisible()
  })

  test('is merged into the ATM that was typed last, which is shown before', async ({ page }) => {
    const entry = await registerAtm(page, 'CORAL')
    const real = await registerAtm(page, 'CORAL')
    await open(page, `/atms/${entry.id}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Agent id of the ATM that it is')
    await field.fill(real.agentAtmId)
    const found = dialog.getByText(`It is ${real.agentAtmId}, Test bench.`)
    await expect(found).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Merge' })).toBeEnabled()
    // The answer to what is typed next does not come.
    const release = await holdAnswers(page, 'atm')
    await field.pressSequentially('9')
    await expect(found).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
    await release()
    await expect(dialog.getByText('There is no such ATM.')).toBeVisible()
  })

  test('is not changed by those who only act on incidents', async ({ page }) => {
    await open(page, '/atms', 'CUSTOMER')
    await expect(rows(page).first()).toBeVisible()
    for (const name of ['Import', 'Mistyped']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'ACME-001' })).toBeVisible()
    for (const name of ['Retire', 'Merge']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  })
})

/** Has the platform suspect an ATM until it is retired: otherwise it does so a day after the only event of one. */
const suspect = async (page: Page, atm: { readonly id: number; readonly agentAtmId: string }) => {
  let isRetired = false
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    isRetired ||= body.data?.retireAtms !== undefined
    if (body.data?.suspectedAtms !== undefined)
      body.data.suspectedAtms = isRetired
        ? []
        : [{ ...atm, institutionKey: 'CORAL', registeredAt: '2026-01-01T00:00:00.000Z' }]
    await route.fulfill({ response, json: body })
  })
}

test.describe('mistyped ATMs', () => {
  test('are looked for', async ({ page }) => {
    await open(page, '/atms')
    await page.getByRole('button', { name: 'Mistyped' }).click()
    await expect(page.getByRole('dialog', { name: 'Mistyped ATMs' })).toContainText(/No ATM looks mistyped|Retire/)
    await expectAccessibleInBothThemes(page)
  })

  test('are retired together, which the page then says', async ({ page }) => {
    const atm = await registerAtm(page, 'CORAL')
    await suspect(page, atm)
    await open(page, '/atms')
    await page.getByRole('button', { name: 'Mistyped' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mistyped ATMs' })
    await expect(dialog.getByRole('checkbox', { name: atm.agentAtmId })).toBeChecked()
    await dialog.getByRole('button', { name: 'Retire 1' }).click()
    await expect(page.getByText('1 ATM is retired.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test('that are found while the question is open are not retired with the others', async ({ page }) => {
    const atm = await registerAtm(page, 'CORAL')
    const later = await registerAtm(page, 'CORAL')
    const shown = { institutionKey: 'CORAL', registeredAt: '2026-01-01T00:00:00.000Z' }
    let suspected = [{ ...atm, ...shown }]
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      if (body.data?.suspectedAtms !== undefined) body.data.suspectedAtms = suspected
      await route.fulfill({ response, json: body })
    })
    await page.clock.install()
    await open(page, '/atms?open=typos')
    const dialog = page.getByRole('dialog', { name: 'Mistyped ATMs' })
    await expect(dialog.getByRole('button', { name: 'Retire 1' })).toBeVisible()
    suspected = [...suspected, { ...later, ...shown }]
    // The question is asked again every half minute.
    await page.clock.fastForward(31_000)
    const box = dialog.getByRole('checkbox', { name: later.agentAtmId })
    await expect(box).not.toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Retire 1' })).toBeVisible()
  })

  test('that were not retired are named, each with the reason', async ({ page }) => {
    const atm = await registerAtm(page, 'CORAL')
    const { rest } = await clientOf(page, 'ADMIN')
    await suspect(page, atm)
    await open(page, '/atms')
    await page.getByRole('button', { name: 'Mistyped' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mistyped ATMs' })
    await expect(dialog.getByRole('checkbox', { name: atm.agentAtmId })).toBeChecked()
    // Somebody else is faster.
    await dataOf(rest.POST('/incident/api/atms/{id}/retire', { params: { path: { id: atm.id } } }))
    await dialog.getByRole('button', { name: 'Retire 1' }).click()
    await expect(dialog).toContainText('1 was not retired:')
    await expect(dialog.getByRole('list').first().getByRole('listitem')).toHaveText(
      `${atm.agentAtmId} It was retired already.`,
    )
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
  })
})
