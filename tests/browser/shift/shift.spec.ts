import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
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

/** An incident of an ATM of nobody else. */
const openIncident = async (page: Page, institution = 'ACME') => {
  const atm = await registerAtm(page, institution)
  await reportEvent(page, atm.agentAtmId, 'MIXED_MEDIA_ERROR')
  const { rest } = await clientOf(page, 'ADMIN')
  const { content } = await dataOf(rest.GET('/incident/api/incidents', { params: { query: { atmId: atm.id } } }))
  return { ...atm, incident: content[0]?.id ?? 0 }
}

/** Types a line into the palette. */
const ask = async (page: Page, line: string) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find an ATM, a page or an action' })).toBeFocused()
  await page.keyboard.type(line)
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Follows a link to a list; gives the figure that it shows. */
const total = async (link: Locator): Promise<number> => {
  const n = Number(/^[\d,]+/.exec((await link.textContent()) ?? '')?.[0].replaceAll(',', ''))
  await link.click()
  return n
}

const incidents = (n: number): string => (n === 1 ? '1 incident' : `${n.toLocaleString('en')} incidents`)

test.describe('the shift', () => {
  test('shows what was opened and resolved, by whom', async ({ page }) => {
    const { incident } = await openIncident(page)
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const path = { params: { path: { id: incident } } }
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/acknowledge', { ...path, body: {} }))
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/resolve', { ...path, body: {} }))
    await open(page, '/shift?last=8', 'CUSTOMER')
    await expect(region(page, 'Resolved').getByText('by Mia Sato').first()).toBeVisible()
    await expect(region(page, 'By whom').getByRole('row', { name: /Mia Sato/ })).toBeVisible()
    await expect(region(page, 'At a glance').getByText('opened')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const links = region(page, 'Opened').getByRole('link')
    await page.keyboard.press('j')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/incidents\/\d+$/)
  })

  test('leads from incidents that were opened or late to lists as long as the figures say', async ({ page }) => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    // Past, so that nothing is opened between the figure and its list.
    const shift = `/shift?from=${daysAgo(7)}&to=${daysAgo(0.1)}`
    await open(page, shift, 'CUSTOMER')
    const opened = await total(region(page, 'At a glance').getByRole('link', { name: /opened/ }))
    await expect(page).toHaveURL(/\/incidents\?.*since=/)
    await expect(page.getByRole('button', { name: /^Opened .* to / })).toBeVisible()
    await expect(page.getByText(incidents(opened), { exact: true })).toBeVisible()
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await page.goto(shift)
    const late = await total(region(page, 'At a glance').getByRole('link', { name: /missed a target/ }))
    await expect(page).toHaveURL(/\/incidents\?.*missedSince=/)
    await expect(page.getByRole('button', { name: /^Target missed .* to / })).toBeVisible()
    await expect(page.getByText(incidents(late), { exact: true })).toBeVisible()
  })

  test('leads from what was resolved, by whom, and from tasks to lists as long as the figures say', async ({
    page,
  }) => {
    const { incident } = await openIncident(page)
    const { rest } = await clientOf(page, 'MSP_ADMIN')
    const path = { params: { path: { id: incident } } }
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/acknowledge', { ...path, body: {} }))
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/resolve', { ...path, body: {} }))
    const shift = '/shift?last=8'
    await open(page, shift, 'CUSTOMER')
    const resolved = await total(region(page, 'At a glance').getByRole('link', { name: /^[\d,]+\s*resolved/ }))
    await expect(page.getByRole('button', { name: /^Resolved .* to / })).toBeVisible()
    await expect(page.getByText(incidents(resolved), { exact: true })).toBeVisible()
    await page.goto(shift)
    const byMia = region(page, 'By whom')
      .getByRole('row', { name: /Mia Sato/ })
      .getByRole('cell')
    const acknowledged = await total(byMia.nth(1).getByRole('link'))
    await expect(page.getByRole('button', { name: 'Acknowledged by Mia Sato' })).toBeVisible()
    await expect(page.getByText(incidents(acknowledged), { exact: true })).toBeVisible()
    await page.goto(shift)
    const own = await total(byMia.nth(2).getByRole('link'))
    await expect(page.getByRole('button', { name: 'Resolved by Mia Sato' })).toBeVisible()
    await expect(page.getByText(incidents(own), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Resolved by Mia Sato' }).press('Enter')
    await expect(page).not.toHaveURL(/resolvedBy/)
    await page.goto(shift)
    const ended = await total(region(page, 'At a glance').getByRole('link', { name: /tasks ended/ }))
    await expect(page).toHaveURL(/\/tasks\?.*endedSince=/)
    await expect(page.getByRole('button', { name: /^Ended .* to / })).toBeVisible()
    await expect(page.getByText(`${ended} ${ended === 1 ? 'task' : 'tasks'}`, { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  test('is of any period, which its address holds, since one left by default', async ({ page }) => {
    await open(page, '/', 'CUSTOMER')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/shift$/)
    await expect(page.getByRole('button', { name: 'Since you left' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Last 12 h' }).press('Enter')
    await expect(page).toHaveURL(/last=12/)
    await expect(page.getByText(/· 12\sh$/)).toBeVisible()
    await page.getByLabel('From').fill('2026-01-01T06:00')
    await page.getByLabel('to', { exact: true }).fill('2026-01-01T14:00')
    await expect(page.getByText('1 Jan 06:00 to 1 Jan 14:00')).toBeVisible()
    await expect(region(page, 'Opened').getByText('No incident was opened.')).toBeVisible()
  })

  test('is handed over by keyboard, with a note that the incident keeps', async ({ page }) => {
    const { incident } = await openIncident(page)
    const { rest } = await clientOf(page, 'CUSTOMER')
    const path = { params: { path: { id: incident } } }
    await dataOf(rest.PATCH('/incident/api/incidents/{id}/assign', { ...path, body: {} }))
    await open(page, '/shift', 'CUSTOMER')
    await page.getByRole('button', { name: 'Hand over' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Hand over your queue' })
    await expect(dialog).toBeVisible()
    await page.keyboard.type('nils')
    await expect(dialog.getByRole('button', { name: 'Hand over to Nils Okoro' })).toBeEnabled()
    await dialog.getByLabel('Note').fill(`The key is at the desk ${incident}`)
    await expectAccessibleInBothThemes(page, 'dialog')
    await dialog.getByRole('button', { name: 'Hand over to Nils Okoro' }).press('Enter')
    await expect(page.getByText(/handed over to Nils Okoro\./)).toBeVisible()
    await page.goto('/shift?last=8')
    await expect(region(page, 'Handed over').getByText(`The key is at the desk ${incident}`)).toBeVisible()
    await open(page, `/incidents/${incident}`, 'CUSTOMER')
    await expect(page.getByText('Handed over to Nils Okoro by you')).toBeVisible()
  })

  test('is read by a user, who hands nothing over', async ({ page }) => {
    await open(page, '/shift?last=24', 'USER')
    await expect(region(page, 'At a glance')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hand over' })).toHaveCount(0)
  })

  test('fits a phone and a tablet', async ({ page }) => {
    await usePhone(page)
    await open(page, '/shift?last=24')
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 820, height: 1_100 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
  })
})

/** Answers the documents of the report with parts that failed. */
const withoutParts = (page: Page, parts: Readonly<Record<string, string>>) =>
  page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.data?.shiftReport === undefined) return route.fulfill({ response: answer, json: body })
    const errors = Object.entries(parts).map(([path, code]) => ({
      message: code === 'FORBIDDEN' ? 'Your role, user, reads no tasks.' : 'The service cannot be reached right now.',
      path: [path],
      extensions: { code },
    }))
    const missing = Object.fromEntries(Object.keys(parts).map((part) => [part, null]))
    return route.fulfill({ response: answer, json: { data: { ...body.data, ...missing }, errors } })
  })

test.describe('a shift of which parts are missing', () => {
  test('shows the others, says of each what is wrong, and asks again', async ({ page }) => {
    await withoutParts(page, { journalDays: 'UNAVAILABLE', tasks: 'FORBIDDEN', openIncidentCount: 'UNAVAILABLE' })
    await open(page, '/shift?last=24', 'CUSTOMER')
    await expect(region(page, 'At a glance').getByText('opened')).toBeVisible()
    await expect(region(page, 'At a glance').getByText('incident service did not answer')).toBeVisible()
    await expect(region(page, 'At a glance').getByText('not known right now')).toHaveCount(2)
    await expect(region(page, 'Opened').getByRole('listitem').first()).toBeVisible()
    await expect(region(page, 'Tasks').getByText('Your role, user, reads no tasks.')).toBeVisible()
    await expect(region(page, 'Missing journals').getByRole('alert')).toContainText('cannot be shown')
    await expectAccessibleInBothThemes(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await region(page, 'Missing journals').getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('does not say that a reader is here for the first time where the platform does not know', async ({ page }) => {
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (body.data?.lastVisit === undefined) return route.fulfill({ response: answer, json: body })
      const errors = [{ message: 'No answer.', path: ['lastVisit'], extensions: { code: 'UNAVAILABLE' } }]
      return route.fulfill({ response: answer, json: { data: { lastVisit: null }, errors } })
    })
    await open(page, '/shift', 'CUSTOMER')
    await expect(page.getByText(/^It is not known right now when you left:/)).toBeVisible()
    await expect(page.getByText(/for the first time/)).toHaveCount(0)
  })

  test('shows tasks and journals where the report is missing', async ({ page }) => {
    await withoutParts(page, { shiftReport: 'UNAVAILABLE' })
    await open(page, '/shift?last=24', 'CUSTOMER')
    for (const part of ['At a glance', 'Opened', 'Resolved', 'Missed a target', 'By whom', 'Handed over'])
      await expect(region(page, part).getByRole('alert')).toContainText(`${part} cannot be shown`)
    await expect(region(page, 'Missing journals').locator('li, p').first()).toBeVisible()
    await expect(region(page, 'Missing journals').getByRole('alert')).toHaveCount(0)
  })
})

test.describe('views', () => {
  test('are kept, found by the palette, renamed, shared and removed by keyboard', async ({ page }) => {
    const name = `Worst ${randomUUID().slice(0, 8)}`
    await open(page, '/incidents?severity=HIGH', 'CUSTOMER')
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Views of this list' })
    await dialog.getByLabel('Keep the present filter as').fill(name)
    await expectAccessibleInBothThemes(page, 'dialog')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`The view “${name}” is kept.`)).toBeVisible()
    await page.goto('/vendors')
    await expect(page.locator('main')).toBeVisible()
    await ask(page, name.slice(0, 9))
    await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/incidents\?severity=HIGH/)
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    await dialog.getByRole('button', { name: `Share: ${name}` }).press('Enter')
    await expect(dialog.getByRole('button', { name: `Stop sharing: ${name}` })).toBeVisible()
    await dialog.getByRole('button', { name: `Rename: ${name}` }).press('Enter')
    await expect(dialog.getByLabel(`New name of “${name}”`)).toBeFocused()
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: `Remove: ${name}!` })).toBeEnabled()
    await dialog.getByRole('button', { name: `Remove: ${name}!` }).press('Enter')
    await expect(page.getByText(`The view “${name}!” is removed.`)).toBeVisible()
    await expect(dialog.getByRole('button', { name: new RegExp(name) })).toHaveCount(0)
  })

  test('of a name that is taken are kept only after a question, by keyboard', async ({ page }) => {
    const { rest } = await clientOf(page, 'CUSTOMER')
    const name = `Taken ${randomUUID().slice(0, 8)}`
    const body = { page: 'TASKS' as const, name, search: 'status=FAILED', shared: true }
    const { id } = await dataOf(rest.POST('/incident/api/views', { body }))
    const searchOf = async () =>
      (await dataOf(rest.GET('/incident/api/views', {}))).find((view) => view.id === id)?.search
    await open(page, '/tasks?status=SUCCEEDED', 'CUSTOMER')
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Views of this list' })
    await dialog.getByLabel('Keep the present filter as').fill(name.toUpperCase())
    await expect(dialog.getByRole('button', { name: 'Keep' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(`You share a view “${name}” already.`)
    await expect(dialog.getByRole('button', { name: 'Replace it' })).toBeFocused()
    await expectAccessibleInBothThemes(page, 'dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    expect(await searchOf()).toBe('status=FAILED')
    await dialog.getByRole('button', { name: 'Keep' }).press('Enter')
    await dialog.getByLabel('Share it with the institution').press(' ')
    await dialog.getByRole('button', { name: 'Keep' }).press('Enter')
    await dialog.getByRole('button', { name: 'Replace it' }).press('Enter')
    await expect(page.getByText(`The view “${name.toUpperCase()}” is kept.`)).toBeVisible()
    expect(await searchOf()).toBe('status=SUCCEEDED')
    await rest.DELETE('/incident/api/views/{id}', { params: { path: { id } } })
  })

  test('that are shared are there for colleagues', async ({ page }) => {
    const { rest } = await clientOf(page, 'CUSTOMER')
    const name = `Shared ${randomUUID().slice(0, 8)}`
    const body = { page: 'TASKS' as const, name, search: 'status=FAILED', shared: true }
    const view = await dataOf(rest.POST('/incident/api/views', { body }))
    await open(page, '/tasks', 'USER')
    await page.getByRole('button', { name: 'Views' }).click()
    const dialog = page.getByRole('dialog')
    const shown = dialog.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(shown).toContainText('by Cora Bell · shared · ACME')
    await expect(dialog.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(0)
    await shown.click()
    await expect(page).toHaveURL(/\/tasks\?status=FAILED/)
    await rest.DELETE('/incident/api/views/{id}', { params: { path: { id: view.id } } })
  })
})

/** Puts a browser's notifications in the place of those that a test could not see. */
const fakeNotifications = (page: Page, permission: string) =>
  page.addInitScript((given) => {
    const shown: unknown[] = []
    class Notification {
      static permission = given
      static requestPermission = async () => {
        Notification.permission = given === 'default' ? 'granted' : given
        return Notification.permission
      }
      onclick: (() => void) | null = null
      constructor(title: string, options: object) {
        shown.push({ title, ...options, click: () => this.onclick?.() })
      }
      close() {}
    }
    Object.assign(globalThis, { Notification, shown })
  }, permission)

const openAccount = async (page: Page) => {
  await ask(page, 'account')
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'Account' })
}

test.describe('desktop notifications', () => {
  test('are off until somebody asks for them, and lead to the incident', async ({ page }) => {
    await fakeNotifications(page, 'default')
    await open(page, '/vendors', 'CUSTOMER')
    const account = await openAccount(page)
    await expect(account.getByLabel('Desktop notifications')).toHaveValue('')
    await account.getByLabel('Desktop notifications').selectOption('Medium incidents and worse')
    await expect(
      account.getByText('Shown by this browser while the dashboard is open.', { exact: false }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Live')).toBeVisible()
    const { incident, agentAtmId } = await openIncident(page)
    const tag = `fleetops-incident-${incident}`
    const told = () =>
      page.evaluate(
        (of) => Reflect.get(globalThis, 'shown').filter((one: { tag: string }) => one.tag === of).length,
        tag,
      )
    await expect.poll(told, { timeout: 20_000 }).toBe(1)
    await reportEvent(page, agentAtmId, 'MIXED_MEDIA_ERROR')
    await page.evaluate(
      (of) =>
        Reflect.get(globalThis, 'shown')
          .find((one: { tag: string }) => one.tag === of)
          .click(),
      tag,
    )
    await expect(page).toHaveURL(new RegExp(`/incidents/${incident}$`))
    expect(await told()).toBe(1)
  })

  test('that the browser does not allow are explained', async ({ page }) => {
    await fakeNotifications(page, 'denied')
    await open(page, '/vendors', 'CUSTOMER')
    const account = await openAccount(page)
    await account.getByLabel('Desktop notifications').selectOption('Critical incidents')
    await expect(
      account.getByText('This browser does not allow this page to notify you.', { exact: false }),
    ).toBeVisible()
    await expect(account.getByLabel('Desktop notifications')).toHaveValue('')
  })
})
