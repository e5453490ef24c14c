import type { Page } from '@playwright/test'
import { dataOf } from '../../../schema/client/rest.ts'
import {
  clientOf,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  open,
  registerAtm,
  reportEvent,
  test,
  usePhone,
} from '../fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find an ATM, a page or an action' })

/** Opens the palette by its key and types. */
const ask = async (page: Page, line: string) => {
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(line)
}

const openIncident = async (page: Page) => {
  const atm = await registerAtm(page, 'ACME')
  await reportEvent(page, atm.agentAtmId, 'MIXED_MEDIA_ERROR')
  const { rest } = await clientOf(page, 'ADMIN')
  const { content } = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { atmId: atm.id } } }))
  return { ...atm, incident: content[0]?.id ?? 0 }
}

test.describe('the palette', () => {
  test('says what can be typed, and takes it over', async ({ page }) => {
    await open(page, '/')
    await ask(page, '')
    await expect(page.getByRole('option', { name: /^acknowledge 2238/ })).toHaveAttribute('aria-selected', 'true')
    await expectAccessibleInBothThemes(page, 'dialog')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('reboot ')
    await expect(page.getByRole('status').filter({ hasText: 'Type the id of the ATM' })).toBeVisible()
  })

  test('acknowledges an incident by its number, after saying what will happen', async ({ page }) => {
    const { incident, agentAtmId } = await openIncident(page)
    await open(page, '/vendors', 'CUSTOMER')
    await ask(page, `ack ${incident}`)
    await expect(page.getByRole('option', { name: `Acknowledge ${incident}` })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: `at ${agentAtmId}, open for` })).toContainText(
      'Acknowledges it in your name, at once.',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Incident ${incident} is acknowledged.`)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await ask(page, `acknowledge ${incident}`)
    await expect(page.getByText('It is acknowledged already.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeVisible()
  })

  test('asks for a number that may be the beginning of a card when Enter is pressed', async ({ page }) => {
    const id = `9${String(Date.now()).slice(-10)}`
    await registerAtm(page, 'ACME', id)
    const sent: string[] = []
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (/\d{9}/.exec(body)?.[0] === id.slice(0, 9)) sent.push(body)
    })
    await page.clock.install()
    await open(page, '/', 'CUSTOMER')
    await ask(page, id)
    await page.clock.runFor(500)
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: new RegExp(`^${id}`) })).toBeVisible()
    expect(sent).not.toEqual([])
  })

  test('asks what the page of the incident asks before it resolves one', async ({ page }) => {
    const { incident } = await openIncident(page)
    await open(page, '/vendors', 'CUSTOMER')
    await ask(page, `resolve ${incident}`)
    await expect(page.getByRole('option', { name: `Resolve ${incident}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: `Resolve incident ${incident}?` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('takes an incident, which is given back on another page as well', async ({ page }) => {
    const { incident } = await openIncident(page)
    await open(page, '/vendors', 'CUSTOMER')
    await ask(page, `take ${incident}`)
    await expect(page.getByRole('option', { name: `Take ${incident}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Incident ${incident} is yours.`)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cash')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText(`Incident ${incident} has no owner now.`)).toBeVisible()
  })

  test('reboots an ATM only after its id was typed again', async ({ page }) => {
    const { agentAtmId } = await registerAtm(page, 'ACME')
    await open(page, '/vendors')
    await ask(page, `reboot ${agentAtmId.toLowerCase()}`)
    await expect(page.getByRole('option', { name: `Reboot ${agentAtmId}` })).toBeVisible()
    await expect(page.getByText(`Asks you to type ${agentAtmId} before anything is sent.`)).toBeVisible()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Reboot: ${agentAtmId}` })
    await expect(dialog.getByRole('button', { name: `Reboot ${agentAtmId}` })).toBeDisabled()
    await dialog.getByLabel(`Type ${agentAtmId} to confirm`).fill(agentAtmId)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Reboot is on its way to ${agentAtmId}.`)).toBeVisible()
  })

  test('says why a role may not', async ({ page }) => {
    const { incident, agentAtmId } = await openIncident(page)
    await open(page, '/vendors', 'USER')
    await ask(page, `ack ${incident}`)
    await expect(page.getByText('Your role, user, reads incidents.', { exact: false })).toBeVisible()
    await page.keyboard.press('Enter')
    await field(page).fill(`reboot ${agentAtmId}`)
    await expect(page.getByText('Your role, user, gives no commands.')).toBeVisible()
  })

  test('opens pages that are in no menu by their names, as the role has them', async ({ page }) => {
    await open(page, '/', 'MSP_ADMIN')
    for (const [name, address] of [
      ['Webhooks', /\/admin\?tab=webhooks$/],
      ['Rollouts', /\/tasks\/rollouts$/],
      ['Maintenance windows', /\/availability\/maintenance$/],
      ['Loading list', /\/cash\?.*load=true/],
    ] as const) {
      await ask(page, name.toLowerCase())
      await expect(page.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(address)
    }
    await ask(page, 'dead letters')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await open(page, '/', 'USER')
    await ask(page, 'webhooks')
    await expect(page.getByText('Nothing found.')).toBeVisible()
  })

  test('opens lists by their words', async ({ page }) => {
    await open(page, '/')
    await ask(page, 'missing journals yesterday')
    await expect(page.getByRole('option', { name: /^Missing journals/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/journals\?.*from=\d{4}-\d{2}-\d{2}/)
    await ask(page, 'my critical incidents')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/incidents\?.*owner=me/)
    await expect(page).toHaveURL(/severity=CRITICAL/)
  })

  test('finds ATMs, sites, incidents, and transactions by a card of which only four digits are sent', async ({
    page,
  }) => {
    const { rest } = await clientOf(page, 'BCOS_ADMIN')
    const { content } = await dataOf(
      rest.GET('/journal/api/journal/transactions', {
        params: { query: { dateFrom: '2026-01-01', dateTo: '2030-01-01', size: 50 } },
      }),
    )
    const card = content.map(({ card: masked }) => masked).find((masked) => typeof masked === 'string') ?? ''
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await open(page, '/')
    await ask(page, `411111111111${card.slice(-4)}`)
    await expect(page.getByRole('option', { name: /of card •••• \d{4}, last 30 days/ })).toBeVisible()
    expect(sent.some((body) => body.includes('411111'))).toBe(false)
    await field(page).fill('Merkato')
    await expect(page.getByRole('option', { name: /Merkato.*its ATMs/ }).first()).toBeVisible()
    const incidents = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { size: 1 } } }))
    const id = incidents.content[0]?.id
    await field(page).fill(String(id))
    await page.getByRole('option', { name: new RegExp(`^Incident ${id} `) }).click()
    await expect(page).toHaveURL(new RegExp(`/incidents/${id}$`))
  })

  test('looks for four digits as an incident too, and says where it has none', async ({ page }) => {
    const { rest } = await clientOf(page, 'BCOS_ADMIN')
    const { content } = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { size: 1 } } }))
    const id = content[0]?.id ?? 0
    // A platform that was just filled has no incident of four digits.
    const [known, unknown] = [4242, 9876]
    await page.route('**/graphql', async (route) => {
      const text = route.request().postData() ?? ''
      const isAsked = text.includes('FindIncident') && text.includes(String(known))
      const response = await route.fetch({ postData: isAsked ? text.replace(String(known), String(id)) : text })
      const body = await response.text()
      await route.fulfill({ response, body: isAsked ? body.replace(`"id":${id},`, `"id":${known},`) : body })
    })
    await open(page, '/')
    await ask(page, String(known))
    await expect(page.getByRole('option', { name: new RegExp(`^Incident ${known} `) })).toBeVisible()
    await field(page).fill(String(unknown))
    await expect(page.getByText(`There is no incident ${unknown}, or you may not see it.`)).toBeVisible()
  })

  test('asks once for a word, not for each letter', async ({ page }) => {
    await open(page, '/vendors')
    const asked: string[] = []
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (body.includes('"q":"')) asked.push(body)
    })
    await ask(page, 'ACME-001')
    await expect(page.getByRole('option', { name: /^ACME-001/ })).toBeVisible()
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  test('fits a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/')
    await ask(page, '')
    await field(page).fill('ACME-00')
    await expect(page.getByRole('option', { name: /ACME-001/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page, 'dialog')
  })
})

test.describe('a search in the palette', () => {
  test.use({ refusals: true })

  test('that fails says so, instead of that nothing is found', async ({ page }) => {
    await open(page, '/vendors')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"q":"') === true
        ? route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
        : route.continue(),
    )
    await ask(page, 'reboot ACME-001')
    await expect(page.getByRole('alert').filter({ hasText: 'The search failed' })).toBeVisible()
    await expect(page.getByText('There is no ATM ACME-001')).toHaveCount(0)
    await expect(page.getByText('Nothing found.')).toHaveCount(0)
  })
})
