import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { GraphClient } from '../../schema/client/graph.ts'
import {
  AcknowledgeIncidentDocument,
  OpenIncidentDocument,
  ResolveIncidentDocument,
} from '../../schema/client/operations.gen.ts'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  holdAnswers,
  open,
  pauseUpdates,
  registerAtm,
  reportEvent,
  settled,
  test,
  untilFound,
} from './fixtures.ts'

/** A kind of incidents that nothing else opens. */
const newKind = () => `T_${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

/** What a colleague with all rights does meanwhile, not on this page. */
const colleague = async (page: Page): Promise<GraphClient> => (await clientOf(page, 'ADMIN')).graph

const openIncident = async (page: Page, kind: string, agentAtmId = 'ACME-001'): Promise<number> => {
  const incident = { agentAtmId, kind, severity: 'CRITICAL' as const, title: 'A broken screen' }
  const { createIncident } = await (await colleague(page)).request(OpenIncidentDocument, { incident })
  if (createIncident === null) throw new Error('no incident was opened')
  return createIncident.id
}

const rowOf = (page: Page, id: number) =>
  page.locator('tr[data-row]').filter({ has: page.locator(`a[href*="/incidents/${id}"]`) })

test.describe('the list of incidents', () => {
  test('is worked through by keyboard alone', async ({ page }) => {
    const kind = newKind()
    const id = await openIncident(page, kind)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    const row = rowOf(page, id)
    await expect(row.getByText('No owner', { exact: true })).toBeVisible()
    await page.keyboard.press('j')
    await expect(row.getByRole('link', { name: 'A broken screen' })).toBeFocused()
    await page.keyboard.press('a')
    await expect(page.getByText(`Incident ${id} is acknowledged.`)).toBeVisible()
    await expect(row.getByText('Acknowledged', { exact: true })).toBeVisible()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: `Resolve incident ${id}?` })
    await expect(dialog.getByText('It is resolved from now on.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Incident ${id} is resolved.`)).toBeVisible()
    await expect(row.getByText('Resolved by hand')).toBeVisible()
    await expect(row.getByRole('link', { name: 'A broken screen' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/incidents/${id}`))
  })

  test('keeps its rows where they are, and says how many are new', async ({ page }) => {
    const kind = newKind()
    const first = await openIncident(page, kind)
    await open(page, `/incidents?kind=${kind}`)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    const before = await rowOf(page, first).boundingBox()
    const second = await openIncident(page, kind, 'ACME-002')
    const pill = page.getByRole('button', { name: '1 new incident', exact: true })
    await expect(pill).toBeVisible()
    await (await colleague(page)).request(ResolveIncidentDocument, { id: first })
    await expect(rowOf(page, first).getByText('Resolved by hand')).toBeVisible()
    expect(await rowOf(page, first).boundingBox()).toEqual(before)
    await expect(rowOf(page, second)).toHaveCount(0)
    await pill.click()
    await expect(rowOf(page, second)).toBeVisible()
    await expect(rowOf(page, first)).toHaveCount(0)
  })

  test('holds its filters and its order in the address', async ({ page }) => {
    const kind = newKind()
    const id = await openIncident(page, kind)
    await open(page, '/incidents')
    await page.getByRole('button', { name: /^Critical/ }).click()
    await expect(page).toHaveURL(/severity=CRITICAL/)
    await page.getByLabel('ATM, by its number').fill('ACME-001')
    await expect(page).toHaveURL(/atm=\d+/)
    await expect(page.getByRole('button', { name: 'ATM ACME-001' })).toBeVisible()
    await page.getByRole('button', { name: 'Since' }).click()
    await expect(page).toHaveURL(/sort=openedAt/)
    await page.reload()
    await settled(page)
    await expect(rowOf(page, id)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page).not.toHaveURL(/severity|atm=/)
  })

  test('is narrowed to the ATM that was typed, not to one that was found before', async ({ page }) => {
    const first = await registerAtm(page, 'CORAL')
    const second = await registerAtm(page, 'CORAL')
    // Its number is a part of that of another one, which is found first.
    await registerAtm(page, 'CORAL', `A-${second.agentAtmId}`)
    await untilFound(page, second.agentAtmId, 2)
    await open(page, '/incidents', 'ADMIN')
    const field = page.getByLabel('ATM, by its number')
    const offered = (name: string) => page.locator(`datalist option[value="${name}"]`)
    // A part of its number is not yet it.
    await field.fill(first.agentAtmId.slice(0, -1))
    await expect(offered(first.agentAtmId)).toBeAttached()
    const release = await holdAnswers(page, 'atmStatuses')
    await field.fill(second.agentAtmId)
    await field.press('Enter')
    await expect(page).not.toHaveURL(/atm=/)
    await release()
    await expect(offered(second.agentAtmId)).toBeAttached()
    await field.press('Enter')
    await expect(page).toHaveURL(new RegExp(`atm=${second.id}(&|$)`))
  })

  test('is read only for users, with the reason', async ({ page }) => {
    const kind = newKind()
    const id = await openIncident(page, kind)
    await open(page, `/incidents?kind=${kind}&create=true`, 'USER')
    await expect(page.getByText('Your role, user, reads incidents.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(?:Ack \d|Resolve \d|Open an)/ })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await rowOf(page, id).getByRole('link', { name: 'A broken screen' }).click()
    await expect(page.getByRole('button', { name: /^Acknowledge/ })).toBeDisabled()
    await expect(page.getByRole('button', { name: /^Resolve/ })).toBeDisabled()
    await expect(page.getByText('Your role, user, reads incidents.')).toBeVisible()
  })

  test('says that an incident in maintenance is suppressed, not acknowledged', async ({ page }) => {
    const atm = await registerAtm(page, 'ACME')
    const { rest } = await clientOf(page, 'ADMIN')
    const [from, to] = [-60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const body = { atmId: atm.id, from: from ?? '', to: to ?? '', reason: 'New software' }
    expect((await rest.POST('/incident/api/maintenance-windows', { body })).response.status).toBe(201)
    await reportEvent(page, atm.agentAtmId, 'MIXED_MEDIA_ERROR')
    await open(page, `/incidents?atm=${atm.id}&status=SUPPRESSED`, 'CUSTOMER')
    const row = page.locator('tr[data-row]')
    await expect(row.getByText('Suppressed: in maintenance')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect(page.getByText(/^Incident \d+ is in maintenance; it can be acknowledged/)).toBeVisible()
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/incidents')
    await page.getByRole('button', { name: 'Open an incident' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})

test.describe('when another user was faster', () => {
  test.use({ refusals: true })

  test('the incident is shown as it is, and can be resolved as it is', async ({ page }) => {
    const kind = newKind()
    const id = await openIncident(page, kind)
    await open(page, `/incidents?kind=${kind}`, 'CUSTOMER')
    await pauseUpdates(page)
    await (await colleague(page)).request(AcknowledgeIncidentDocument, { id })
    await rowOf(page, id)
      .getByRole('button', { name: /^Resolve/ })
      .click()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Incident ${id} changed meanwhile` })
    await expect(dialog.getByText('It is acknowledged by another person: Ada Lind.')).toBeVisible()
    await expect(dialog.getByText(/^Acknowledged by Ada Lind/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Resolve it as it is' }).click()
    await expect(page.getByText(`Incident ${id} is resolved.`)).toBeVisible()
  })

  test('the conflict is told also where the file that shows it is gone', async ({ page }) => {
    const id = await openIncident(page, newKind())
    await page.route('**/current-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, `/incidents/${id}`, 'CUSTOMER')
    await pauseUpdates(page)
    await (await colleague(page)).request(ResolveIncidentDocument, { id })
    await page.keyboard.press('a')
    const said = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    await expect(said).toHaveText(/changed|version|resolved/i)
    await expect(said).not.toHaveText(/dynamically imported module/)
  })

  test('nothing is left to acknowledge of what is over', async ({ page }) => {
    const kind = newKind()
    const id = await openIncident(page, kind)
    await open(page, `/incidents/${id}`, 'CUSTOMER')
    await pauseUpdates(page)
    await (await colleague(page)).request(ResolveIncidentDocument, { id })
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: `Incident ${id} changed meanwhile` })
    await expect(dialog.getByText('It is resolved by another person.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Understood' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('an incident by hand', () => {
  test.use({ refusals: true })

  test('is opened with what is wrong shown at its fields, and there is one of a kind at a time', async ({ page }) => {
    const kind = newKind()
    await open(page, '/incidents', 'CUSTOMER')
    const fill = async (what: string) => {
      await page.getByRole('button', { name: 'Open an incident' }).click()
      await page.getByLabel('ATM', { exact: true }).fill('ACME-003')
      await page.getByLabel('What is wrong').fill('The door is open')
      await page.getByLabel('Kind').last().fill(what)
      await page.getByRole('button', { name: 'Open it' }).click()
    }
    await fill('1ST')
    await expect(page.getByText(/must be a word in capitals/)).toBeVisible()
    await page.getByRole('dialog').getByLabel('Kind').fill(kind)
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect(page).toHaveURL(/\/incidents\/\d+$/)
    await expect(page.getByRole('heading', { name: 'The door is open' })).toBeVisible()
    await expect(page.getByText('only a person resolves it')).toBeVisible()
    const id = /\d+$/.exec(page.url())?.[0] ?? ''
    await page.getByRole('link', { name: 'All incidents' }).click()
    await fill(kind)
    await expect(page.getByRole('alert').getByText(/has an open incident of kind/)).toBeVisible()
    await page.getByRole('button', { name: `Show incident ${id}` }).click()
    await expect(page).toHaveURL(new RegExp(`/incidents/${id}$`))
  })
})

test.describe('an incident', () => {
  test('says what is wrong, where, since when, what ends it and what happened', async ({ page }) => {
    const { id: atmId, agentAtmId } = await registerAtm(page, 'CORAL')
    await reportEvent(page, agentAtmId, 'DISPENSER_JAM')
    const { rest } = await clientOf(page, 'ADMIN')
    const { content } = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { atmId } } }))
    const { id, title = '' } = content[0] ?? {}
    await open(page, `/incidents/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(/It ends|No rule ends/)).toBeVisible()
    await expect(page.getByText('Opened by the rules')).toBeVisible()
    const where = page.getByRole('region', { name: 'Where' })
    await expect(where.getByRole('link', { name: agentAtmId, exact: true })).toHaveAttribute('href', `/atms/${atmId}`)
    await expect(page.getByRole('region', { name: 'Also open at this ATM' })).toBeVisible()
  })

  test('changes on the page when it changes elsewhere', async ({ page }) => {
    const id = await openIncident(page, newKind())
    await open(page, `/incidents/${id}`)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    await (await colleague(page)).request(AcknowledgeIncidentDocument, { id })
    await expect(page.getByText('Acknowledged by Ada Lind')).toBeVisible()
  })

  test('that does not exist, or is of others, is not there', async ({ page }) => {
    await open(page, '/incidents/999999999', 'CUSTOMER')
    await expect(page.getByText('There is no incident 999999999')).toBeVisible()
    await open(page, '/incidents/none')
    await expect(page.getByText('There is no incident none')).toBeVisible()
  })
})
