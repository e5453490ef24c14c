import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CreateTaskDocument } from '../../schema/client/operations.gen.ts'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  registerAtm,
  reportEvent,
  test,
  usePhone,
} from './fixtures.ts'

/** The newest incident of an ATM, as the rules opened it. */
const incidentOf = async (page: Page, atmId: number): Promise<number> => {
  const { rest } = await clientOf(page, 'ADMIN')
  const { content } = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { atmId } } }))
  return content[0]?.id ?? 0
}

/** An ATM of nobody else, with an incident of its dispenser. */
const openDispenser = async (page: Page) => {
  const atm = await registerAtm(page, 'ACME')
  await reportEvent(page, atm.agentAtmId, 'MIXED_MEDIA_ERROR')
  return { ...atm, incident: await incidentOf(page, atm.id) }
}

const happened = (page: Page) => page.getByRole('region', { name: 'What happened' })

test.describe('work on an incident', () => {
  test('is done by keyboard, and told in its timeline in the order in which it was done', async ({ page }) => {
    const { incident } = await openDispenser(page)
    await open(page, `/incidents/${incident}`, 'CUSTOMER')
    const press = (key: string) => page.keyboard.press(key)
    await press('a')
    await expect(happened(page).getByText('Acknowledged by you')).toBeVisible()
    await press('m')
    await expect(happened(page).getByText('Taken by you')).toBeVisible()
    await press('n')
    await expect(page.getByRole('dialog').getByLabel('Note')).toBeFocused()
    await page.keyboard.type('Card 4111111111111111 is stuck')
    await press('Control+Enter')
    await expect(happened(page).getByText('Card 411111XXXXXX1111 is stuck')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press('o')
    await page.keyboard.type('nils')
    await expect(page.getByRole('button', { name: 'Assign to Nils Okoro' })).toBeVisible()
    await press('Enter')
    await expect(happened(page).getByText('Given to Nils Okoro by you')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Release' }).press('Enter')
    await expect(happened(page).getByText('Released by you')).toBeVisible()
    await press('r')
    const dialog = page.getByRole('dialog', { name: `Resolve incident ${incident}?` })
    await expect(dialog.getByRole('radio', { name: 'Media' })).toBeVisible()
    await press('ArrowRight')
    await press('Tab')
    await page.keyboard.type('a bent note')
    await press('Control+Enter')
    await expect(happened(page).getByText('Resolved by you: Hardware')).toBeVisible()
    await expect(happened(page).getByText('a bent note')).toBeVisible()
    const steps = ['Resolved by you', 'Released by you', 'Given to', 'You wrote', 'Taken by you', 'Acknowledged by you']
    const told = await happened(page).getByRole('listitem').allTextContents()
    expect(steps.map((step) => told.findIndex((entry) => entry.includes(step)))).toEqual([0, 1, 2, 3, 4, 5])
    await expect(page.getByText('by hand · cause: hardware')).toBeVisible()
    // A note can be added to what is over.
    await press('n')
    await expect(page.getByRole('dialog', { name: `Note on incident ${incident}` })).toBeVisible()
  })

  test('has the commands to its ATM and the moment it became worse beside its events', async ({ page }) => {
    const { incident, agentAtmId } = await openDispenser(page)
    await reportEvent(page, agentAtmId, 'DISPENSER_JAM')
    const { graph } = await clientOf(page, 'ADMIN')
    const task = { agentAtmId, kind: 'REBOOT' as const, reason: 'a restart may help' }
    await graph.request(CreateTaskDocument, { task, idempotencyKey: randomUUID() })
    await open(page, `/incidents/${incident}`)
    await expect(happened(page).getByText('Became worse: critical, after high')).toBeVisible()
    await expect(happened(page).getByRole('link', { name: 'Reboot' })).toBeVisible()
    await expect(happened(page).getByText('a restart may help')).toBeVisible()
    await expect(happened(page).getByText('asked by Ada Lind')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
    await usePhone(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('counts the characters of a note, and takes none that is too long', async ({ page }) => {
    const { incident } = await openDispenser(page)
    await open(page, `/incidents/${incident}`, 'CUSTOMER')
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: `Note on incident ${incident}` })
    await dialog.getByLabel('Note').fill('x'.repeat(4_001))
    await expect(dialog.getByText('4,001 of 4,000 characters: too long')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Add the note' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Note').fill('x'.repeat(4_000))
    await dialog.getByRole('button', { name: 'Add the note' }).click()
    await expect(happened(page).getByText('You wrote')).toBeVisible()
  })
})

test.describe('an ATM that cannot be reached', () => {
  test('is never shown as in service, but as what it was last known to be', async ({ page }) => {
    const { rest } = await clientOf(page, 'ADMIN')
    const query = { badge: 'AGENT_OFFLINE' as const, size: 200 }
    const { content } = await dataOf(rest.GET('/devices/api/atms', { params: { query } }))
    const silent = content.find(({ serviceState }) => serviceState === 'IN_SERVICE')
    if (silent === undefined) throw new Error('no silent ATM of the demo fleet was in service')
    await open(page, `/atms/${silent.id}`)
    const head = page.getByRole('region', { name: `ATM ${silent.agentAtmId}` })
    await expect(head.getByText('Agent offline')).toBeVisible()
    await expect(head.getByText(/last known: in service/)).toBeVisible()
    await expect(head.getByText('In service', { exact: true })).toHaveCount(0)
    await open(page, `/atms?badge=AGENT_OFFLINE&q=${silent.agentAtmId}`)
    const row = page.locator('tr[data-row]').first()
    await expect(row.getByText('last known: in service')).toBeVisible()
    await expect(row.getByText('In service', { exact: true })).toHaveCount(0)
  })
})

test.describe('a mass outage', () => {
  test('is one line of the list, and leads to its parts, on which it acts', async ({ page }) => {
    const institution = `STORM${randomUUID().slice(0, 6).toUpperCase()}`
    const atms = await Promise.all(Array.from({ length: 20 }, () => registerAtm(page, institution)))
    for (const { agentAtmId } of atms) await reportEvent(page, agentAtmId, 'ATM_OUT_OF_SERVICE')
    const { rest } = await clientOf(page, 'ADMIN')
    const query = { kind: 'MASS_OUTAGE', agentAtmId: atms[0]?.agentAtmId ?? '' }
    const countOutages = async () =>
      (await dataOf(rest.GET('/incident/api/incidents', { params: { query } }))).totalElements
    // They are searched for once a minute.
    await expect.poll(countOutages, { timeout: 150_000 }).toBe(1)
    await open(page, `/incidents?institution=${institution}`)
    const parts = page.getByRole('link', { name: /^20 ATMs of mass outage \d+$/ })
    await expect(parts).toBeVisible()
    await expect(page.locator('tr[data-row]')).toHaveCount(1)
    await expectAccessible(page)
    await parts.click()
    await expect(page).toHaveURL(/parent=\d+/)
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    const id = /parent=(\d+)/.exec(page.url())?.[1]
    await page.getByRole('link', { name: 'ATM out of service' }).first().click()
    await page.getByRole('link', { name: `Part of mass outage ${id}` }).click()
    await expect(page.getByRole('region', { name: 'Its ATMs' }).getByText('20 incidents')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('a')
    await expect(happened(page).getByText('Acknowledged by you')).toBeVisible()
    await page.getByRole('link', { name: 'All of them' }).click()
    await expect(page.getByText('Acknowledged', { exact: true }).nth(19)).toBeVisible()
  })
})
