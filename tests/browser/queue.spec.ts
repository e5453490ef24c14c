import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { OpenIncidentDocument, ResolveIncidentDocument } from '../../schema/client/operations.gen.ts'
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
  usePhone,
} from './fixtures.ts'

/** A kind of incidents that nothing else opens. */
const newKind = () => `Q_${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

const ATMS = ['ACME-001', 'ACME-002', 'ACME-003', 'ACME-004'] as const

/** Opens an incident of the kind at each of some ATMs; in the order of a list, the newest first. */
const openSome = async (page: Page, kind: string, howMany: number = ATMS.length): Promise<readonly number[]> => {
  const { graph } = await clientOf(page, 'ADMIN')
  const ids: number[] = []
  for (const agentAtmId of ATMS.slice(0, howMany)) {
    const incident = { agentAtmId, kind, severity: 'CRITICAL' as const, title: `Broken at ${agentAtmId}` }
    const { createIncident } = await graph.request(OpenIncidentDocument, { incident })
    if (createIncident === null) throw new Error('no incident was opened')
    ids.unshift(createIncident.id)
  }
  return ids
}

const readIncident = async (page: Page, id: number) => {
  const { rest } = await clientOf(page, 'ADMIN')
  return dataOf(rest.GET('/incident/api/incidents/{id}', { params: { path: { id } } }))
}

const rowOf = (page: Page, id: number) =>
  page.locator('tr[data-row]').filter({ has: page.locator(`a[href*="/incidents/${id}"]`) })
const boxOf = (page: Page, id: number) => rowOf(page, id).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen incidents' })

test.describe('the queue', () => {
  test('is worked through by keyboard alone: chosen, acknowledged, taken, noted and resolved', async ({ page }) => {
    const kind = newKind()
    const [first = 0, second = 0, third = 0, last = 0] = await openSome(page, kind)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    const press = (key: string) => page.keyboard.press(key)
    await press('j')
    await press('x')
    await press('Shift+J')
    await press('Shift+J')
    await expect(bar(page).getByText('3 chosen')).toBeVisible()
    await expect(boxOf(page, last)).not.toBeChecked()
    await press('a')
    await expect(page.getByText('3 incidents acknowledged in a moment.')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByText('3 incidents acknowledged.', { exact: true })).toBeVisible()
    for (const id of [first, second, third])
      await expect(rowOf(page, id).getByText('Acknowledged', { exact: true })).toBeVisible()
    // The row that has the focus, as nothing is chosen.
    await press('m')
    await expect(page.getByText(`Incident ${third} is yours.`)).toBeVisible()
    await expect(rowOf(page, third).getByText('You', { exact: true })).toBeVisible()
    await press('n')
    const note = page.getByRole('dialog', { name: `Note on incident ${third}` })
    await expect(note.getByLabel('Note')).toBeFocused()
    await page.keyboard.type('The branch is called')
    await expect(note.getByText('20 of 4,000 characters')).toBeVisible()
    await press('Control+Enter')
    await expect(page.getByText(`The note is with incident ${third}.`)).toBeVisible()
    await press('o')
    const owner = page.getByRole('dialog', { name: `Who works on incident ${third}?` })
    await page.keyboard.type('nils')
    await expect(owner.getByRole('button', { name: 'Assign to Nils Okoro' })).toBeVisible()
    await press('Enter')
    await expect(owner).toHaveCount(0)
    await expect(rowOf(page, third).getByText('Nils Okoro', { exact: true })).toBeVisible()
    await press('r')
    const resolve = page.getByRole('dialog', { name: `Resolve incident ${third}?` })
    await expect(resolve.getByRole('radio', { name: 'Not said' })).toBeFocused()
    await expect(resolve.getByRole('radio', { name: 'Cash' })).toBeVisible()
    await press('ArrowRight')
    await press('Enter')
    await expect(page.getByText(`Incident ${third} is resolved.`)).toBeVisible()
    expect(await readIncident(page, third)).toMatchObject({ status: 'RESOLVED', cause: 'CASH', ownerUserId: '6' })
  })

  test('takes back what was done to many for five seconds, and gives one incident back', async ({ page }) => {
    const kind = newKind()
    const [first = 0, second = 0] = await openSome(page, kind, 2)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await bar(page).getByRole('button', { name: /^Take/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(bar(page).getByText('2 chosen')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await rowOf(page, first).getByRole('link').first().focus()
    await page.keyboard.press('m')
    await expect(rowOf(page, first).getByText('You', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`Incident ${first} has no owner now.`)).toBeVisible()
    for (const id of [first, second]) expect(await readIncident(page, id)).toMatchObject({ ownerUserId: null })
  })

  test('is offered to people who see all that was chosen', async ({ page }) => {
    const kind = newKind()
    await openSome(page, kind, 2)
    await open(page, `/incidents?kind=${kind}`, 'ADMIN')
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await page.keyboard.press('o')
    const owner = page.getByRole('dialog', { name: 'Who works on 2 incidents?' })
    await expect(owner.getByRole('radio', { name: 'Nils Okoro' })).toBeVisible()
    await owner.getByRole('searchbox').fill('Rosa')
    await expect(owner.getByText('No user of this name is known.')).toBeVisible()
  })

  test('sends what waits as soon as the page is left', async ({ page }) => {
    const kind = newKind()
    const [id = 0] = await openSome(page, kind, 1)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await boxOf(page, id).check()
    await bar(page)
      .getByRole('button', { name: /^Acknowledge/ })
      .click()
    await page.goto('about:blank')
    await expect.poll(async () => (await readIncident(page, id)).status).toBe('ACKNOWLEDGED')
  })

  test('asks before the page is left where a browser would not send all of it', async ({ page }) => {
    await openSome(page, newKind(), 1)
    const many = 4_200
    await page.route('**/graphql', async (route) => {
      const { page: at, size }: { page?: number; size?: number } = route.request().postDataJSON().variables
      const answer = await route.fetch()
      const body = await answer.json()
      if (body.data?.incidents?.content !== undefined) body.data.incidents.totalElements = many
      if (body.data?.incidents?.content !== undefined && size === 200)
        body.data.incidents.content = Array.from({ length: Math.min(size, many - (at ?? 0) * size) }, (_, n) => ({
          id: 900_000_000_000_000 + (at ?? 0) * 200 + n,
          kind: 'CASH',
          institutionKey: 'ACME',
        }))
      await route.fulfill({ response: answer, json: body })
    })
    await open(page, '/incidents', 'CUSTOMER')
    await page.clock.install()
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await bar(page).getByRole('button', { name: 'Choose all 4,200 that match' }).click()
    await expect(bar(page).getByText('4,200 chosen')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await bar(page)
      .getByRole('button', { name: /^Release/ })
      .click()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(bar(page).getByText('4,200 chosen')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })

  test('chooses a range by Shift and a click, and all that match with their number first', async ({ page }) => {
    const kind = newKind()
    const ids = await openSome(page, kind)
    const [first = 0, , third = 0, last = 0] = ids
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await boxOf(page, first).click()
    await boxOf(page, third).click({ modifiers: ['Shift'] })
    await expect(bar(page).getByText('3 chosen')).toBeVisible()
    await boxOf(page, last).check()
    await expect(bar(page).getByText('4 chosen')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: /that match/ })).toHaveCount(0)
    await open(page, '/incidents?status=ALL', 'ADMIN')
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    const all = bar(page).getByRole('button', { name: /^Choose all [\d,]+ that match$/ })
    await expect(all).toBeVisible()
    const number = /[\d,]+/.exec((await all.textContent()) ?? '')?.[0] ?? ''
    await all.click()
    // The demo fleet opens others meanwhile.
    const chosen = bar(page).getByText(/^[\d,]+ chosen$/)
    const numberOf = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''))
    await expect.poll(async () => numberOf(await chosen.textContent())).toBeGreaterThanOrEqual(numberOf(number))
  })

  test('says of each incident why something was not done', async ({ page }) => {
    const kind = newKind()
    const [first = 0, second = 0] = await openSome(page, kind, 2)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await pauseUpdates(page)
    const { graph } = await clientOf(page, 'ADMIN')
    await graph.request(ResolveIncidentDocument, { id: first })
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await bar(page)
      .getByRole('button', { name: /^Acknowledge/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Not done: 1 incident' })
    await expect(dialog.getByRole('list').first().getByRole('listitem')).toContainText(
      `${first}The incident is resolved`,
    )
    await expectAccessible(page)
    expect(await readIncident(page, second)).toMatchObject({ status: 'ACKNOWLEDGED' })
    await dialog.getByRole('button', { name: 'Understood' }).click()
  })

  test('is limited to an owner and to days, by its address', async ({ page }) => {
    const kind = newKind()
    const [first = 0, second = 0] = await openSome(page, kind, 2)
    const { rest } = await clientOf(page, 'CUSTOMER')
    await rest.PATCH('/incident/api/incidents/{id}/assign', { params: { path: { id: first } }, body: {} })
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await page.getByLabel('Owner').selectOption('Me')
    await expect(page).toHaveURL(/owner=me/)
    await expect(rowOf(page, first)).toBeVisible()
    await expect(rowOf(page, second)).toHaveCount(0)
    await page.getByLabel('Owner').selectOption('No owner')
    await expect(rowOf(page, second)).toBeVisible()
    await expect(rowOf(page, first)).toHaveCount(0)
    await page.getByLabel('Owner').selectOption('Nils Okoro')
    await expect(page.getByText('No incident fits these filters.')).toBeVisible()
    await page.getByLabel('Owner').selectOption('Any owner')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('From day').fill('2030-01-01')
    await expect(page).toHaveURL(/from=2030-01-01/)
    await expect(page.getByText('No incident fits these filters.')).toBeVisible()
    await page.getByLabel('From day').fill('')
    await page.getByLabel('To day').fill('2030-01-01')
    await expect(rowOf(page, first)).toBeVisible()
  })

  test('is accessible with something chosen and in its dialogs, in light and dark, and fits', async ({ page }) => {
    const kind = newKind()
    await openSome(page, kind, 2)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await expectAccessibleInBothThemes(page)
    for (const key of ['o', 'n', 'r']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
    }
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
    await usePhone(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
