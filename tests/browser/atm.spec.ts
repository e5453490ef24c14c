import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dataOf } from '../../schema/client/rest.ts'
import {
  clientOf,
  type DemoRole,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  findTalking,
  headersOf,
  holdAnswers,
  open,
  pauseUpdates,
  registerAtm,
  reportEvent,
  settled,
  test,
} from './fixtures.ts'

type Atm = { readonly id: number; readonly agentAtmId: string; readonly lastHeartbeatAt: string | null }

/** What the platform answers to a caller. */
const ask = async (page: Page, path: string, role: DemoRole = 'BCOS_ADMIN') => {
  const answer = await page.request.get(path, { headers: await headersOf(page, role) })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** The ATM of an institution that has been silent for the longest, of those that were heard of once. */
const findSilent = async (page: Page, institution: string): Promise<Atm> => {
  const { content } = await ask(
    page,
    `/devices/api/atms?badge=AGENT_OFFLINE&q=${institution}-0&sort=lastHeartbeatAt,asc`,
  )
  const atm = content.find(({ lastHeartbeatAt }: Atm) => lastHeartbeatAt !== null)
  if (atm === undefined) throw new Error(`no ATM of ${institution} in the demo fleet is silent`)
  return atm
}

/** The ATM with the most events of the last week, of those whose time zone is known. */
const findBusiest = async (page: Page): Promise<number> => {
  const { topAtms } = await ask(page, '/incident/api/journal-events/activity?view=counts&hoursBack=168')
  for (const { atmId } of topAtms) {
    const { timeZone } = await ask(page, `/incident/api/atms/${atmId}`)
    if (timeZone !== null) return atmId
  }
  throw new Error('the demo fleet has no busy ATM with a time zone')
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('the page of an ATM', () => {
  test('says what is wrong, since when, and what to do next', async ({ page }) => {
    const atm = await findSilent(page, 'BOREAL')
    await open(page, `/atms/${atm.id}`)
    const head = part(page, `ATM ${atm.agentAtmId}`)
    await expect(head.getByText('Agent offline')).toBeVisible()
    await expect(head.getByText(/^for .+, since \d+ \w+ \d\d:\d\d UTC\+\d$/)).toBeVisible()
    await expect(part(page, 'What to do next').getByText(/Its agent has been silent for/)).toBeVisible()
    await expect(part(page, 'Timeline').getByText(/No data since .+: the agent is offline/)).toBeVisible()
    for (const name of ['State and its history', 'Incidents', 'Cassettes', 'Journals', 'Tasks'])
      await expect(part(page, name)).toBeVisible()
  })

  test('loads older events by the page', async ({ page }) => {
    await open(page, `/atms/${await findBusiest(page)}?hours=8784`)
    const timeline = part(page, 'Timeline')
    await expect(timeline.getByText(/^1–50 of/)).toBeVisible()
    await timeline.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(timeline.getByText(/^51–/)).toBeVisible()
  })

  test('draws a day or a week of its states', async ({ page }) => {
    await open(page, '/atms/1')
    const states = part(page, 'State and its history')
    await states.getByRole('button', { name: '7 days' }).click()
    await expect(page).toHaveURL(/span=7d/)
    await expect(states.getByRole('img', { name: /^States over time: In service/ })).toBeVisible()
    // A label at the end is before its tick: it has one line, on that side.
    const last = states.locator('[data-end]').last()
    await expect(last).toHaveCSS('border-left-width', '0px')
    await expect(last).toHaveCSS('border-right-width', '1px')
  })

  test('pushes a command, and follows it to its end', async ({ page }) => {
    const atm = await findTalking(page, 'BOREAL')
    await open(page, `/atms/${atm.id}`, 'MSP_ADMIN')
    await page.getByRole('button', { name: 'Restart agent', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Restart agent: ${atm.agentAtmId}` })
    await expect(dialog.getByText('the ATM goes on serving')).toBeVisible()
    const reason = `test ${randomUUID()}`
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: `Restart agent ${atm.agentAtmId}` }).click()
    await expect(page.getByText(`Restart agent is on its way to ${atm.agentAtmId}.`)).toBeVisible()
    const task = part(page, 'Tasks').locator('[data-row]').first()
    // The demo's agents ask every few seconds, and now and then one of them fails at what it is given.
    await expect(task.getByText(/^(?:Succeeded|Failed)$/)).toBeVisible({ timeout: 120_000 })
    await task.getByRole('button', { name: /^Restart agent/ }).click()
    await expect(task.getByText(`Reason: ${reason}`)).toBeVisible()
  })

  test('asks for the ATM’s id before a reboot', async ({ page }) => {
    await open(page, '/atms/1')
    await page.getByRole('button', { name: 'Reboot', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Reboot: ACME-001' })
    const go = dialog.getByRole('button', { name: 'Reboot ACME-001' })
    await expect(go).toBeDisabled()
    await dialog.getByLabel('Type ACME-001 to confirm').fill('ACME-002')
    await expect(go).toBeDisabled()
    await dialog.getByLabel('Type ACME-001 to confirm').fill('ACME-001')
    await expect(go).toBeEnabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('explains a refusal to a customer in the platform’s words', async ({ page }) => {
    await open(page, '/atms/1?open=INSTALL_MODULE', 'CUSTOMER')
    const dialog = page.getByRole('dialog', { name: 'Install module: ACME-001' })
    await dialog.getByLabel('Type ACME-001 to confirm').fill('ACME-001')
    await dialog.getByRole('button', { name: 'Install module ACME-001' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('INSTALL_MODULE can never be pushed by a customer.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'All commands' }).click()
    const all = page.getByRole('dialog', { name: 'Commands for ACME-001' })
    await expect(all.getByText('UPDATE_AGENT can never be pushed by a customer.')).toBeVisible()
    await expect(all.getByRole('button', { name: /^Update agent/ })).toBeDisabled()
  })

  test('lets a reader look, and no more', async ({ page }) => {
    await open(page, '/atms/1?open=REBOOT', 'USER')
    await expect(page.getByRole('heading', { name: 'ACME-001' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const name of [/Reboot/, /commands/, /^Edit/, /^Ack/])
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
  })

  test('changes what describes the ATM', async ({ page }) => {
    const atm = await registerAtm(page, 'BOREAL')
    await open(page, `/atms/${atm.id}`, 'MSP_ADMIN')
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: `Edit ${atm.agentAtmId}` })
    await expect(form.getByLabel('Institution')).toHaveCount(0)
    await form.getByLabel('Place').fill('Somewhere else')
    await form.getByLabel('Longitude').fill('181')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('must be a number from -180 to 180')).toBeVisible()
    await form.getByLabel('Longitude').fill('25')
    await form.getByLabel('Serial number').fill('SN 34-00017')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(part(page, `ATM ${atm.agentAtmId}`).getByText('Somewhere else')).toBeVisible()
    await expect(part(page, `ATM ${atm.agentAtmId}`).getByText('no. SN 34-00017')).toBeVisible()
  })

  test('changes only what was changed in the form, whatever others changed meanwhile', async ({ page }) => {
    const atm = await registerAtm(page, 'BOREAL')
    const { rest } = await clientOf(page, 'ADMIN')
    const path = { params: { path: { id: atm.id } } }
    await open(page, `/atms/${atm.id}`, 'ADMIN')
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: `Edit ${atm.agentAtmId}` })
    await form.getByLabel('Serial number').fill('SN 7')
    // The page shows what somebody else has changed; the form keeps what it was opened with.
    await rest.PATCH('/incident/api/atms/{id}', {
      ...path,
      body: { siteName: 'Moved hall', institutionKey: 'CORAL' },
    })
    await expect(page.getByText('Moved hall')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    const after = await dataOf(rest.GET('/incident/api/atms/{id}', path))
    expect(after).toMatchObject({ siteName: 'Moved hall', institutionKey: 'CORAL', serialNumber: 'SN 7' })
  })

  test('shows nothing of another ATM while its own is under way', async ({ page }) => {
    const first = await registerAtm(page, 'CORAL')
    const second = await registerAtm(page, 'CORAL')
    await open(page, `/atms/${first.id}`)
    await expect(page.getByRole('heading', { name: first.agentAtmId })).toBeVisible()
    const release = await holdAnswers(page, 'atm')
    await page.evaluate(`history.pushState(null, '', '/atms/${second.id}')`)
    await expect(page.getByRole('heading', { name: first.agentAtmId })).toHaveCount(0)
    await release()
    await expect(page.getByRole('heading', { name: second.agentAtmId })).toBeVisible()
  })

  test('asks the agent for a journal that is missing', async ({ page }) => {
    const gaps = await ask(page, '/journal/api/journal/gaps?status=OPEN')
    const connected: readonly Atm[] = (await ask(page, '/devices/api/atms?badge=IN_SERVICE&size=200')).content
    const names = new Set(connected.map(({ agentAtmId }) => agentAtmId))
    const gap = gaps.find(({ agentAtmId }: { agentAtmId: string }) => names.has(agentAtmId))
    const journals = part(page, 'Journals')
    await open(page, `/atms/${gap.atmId}?day=${gap.gapDate}`)
    await journals.getByRole('button', { name: 'Request fetch' }).click()
    await expect(page.getByText('The agent is asked for this journal.')).toBeVisible()
    await expect(journals.getByText(/Asked for|File \d+/).first()).toBeVisible()
  })

  test('counts the days whose journal could not be read', async ({ page }) => {
    // Not any ATM: of one that has sent no journal no days are known.
    const { content } = await ask(page, '/journal/api/journal/files?status=PARSED')
    const { atmId } = content.find((file: { atmId: number | null }) => file.atmId !== null)
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const days: readonly object[] | null = body.data?.journalDays ?? null
      if (days !== null)
        body.data.journalDays = days.map((day, n) => ({
          ...day,
          ...{ files: 1, fileStatus: n === 0 ? 'FAILED' : 'PARSED', gapId: null, gapStatus: null },
        }))
      await route.fulfill({ response: answer, json: body })
    })
    await open(page, `/atms/${atmId}`)
    await expect(page.getByText('1 day with an unusable journal')).toBeVisible()
    await expect(page.getByText('Every day has its journal.')).toHaveCount(0)
  })

  test('shows a change of state without a reload', async ({ page }) => {
    const atm = await registerAtm(page, 'CORAL')
    await open(page, `/atms/${atm.id}`)
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
    const head = part(page, `ATM ${atm.agentAtmId}`)
    await reportEvent(page, atm.agentAtmId, 'SUPERVISOR_ENTER')
    await expect(head.getByText('In supervisor')).toBeVisible()
    await expect(part(page, 'What to do next').getByText('In supervisor mode')).toBeVisible()
    await reportEvent(page, atm.agentAtmId, 'SUPERVISOR_EXIT')
    await expect(head.getByText('In supervisor')).toHaveCount(0)
  })

  test('says that there is none, or none of the caller’s', async ({ page }) => {
    await open(page, '/atms/999999')
    await expect(page.getByText(/There is no ATM 999999/)).toBeVisible()
    const foreign = await findTalking(page, 'BOREAL')
    await open(page, `/atms/${foreign.id}`, 'CUSTOMER')
    await expect(page.getByText(new RegExp(`There is no ATM ${foreign.id}`))).toBeVisible()
    await page.getByRole('link', { name: 'All ATMs' }).click()
    await expect(page).toHaveURL(/\/atms$/)
  })

  test('says of one that was moved away until when it was here, and leads to what it did', async ({ page }) => {
    const { id, agentAtmId } = await registerAtm(page, 'ACME')
    const { rest } = await clientOf(page, 'ADMIN')
    await dataOf(
      rest.PATCH('/incident/api/atms/{id}', { params: { path: { id } }, body: { institutionKey: 'BOREAL' } }),
    )
    await open(page, `/atms/${id}`, 'CUSTOMER')
    await expect(page.getByText(new RegExp(`${agentAtmId} was moved to another institution`))).toBeVisible()
    await expect(page.getByText(/Of ACME from .+ to .+/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Its incidents' }).click()
    await expect(page).toHaveURL(new RegExp(`atm=${id}`))
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/atms/1?span=7d&open=actions')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})

test.describe('the page of an ATM in another time zone than the reader’s', () => {
  // Which ATM is the busiest depends on the hour; none is in this zone.
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('filters its timeline by groups, and shows nothing outside of them', async ({ page }) => {
    await open(page, `/atms/${await findBusiest(page)}?hours=720`)
    const timeline = part(page, 'Timeline')
    const chip = timeline.getByRole('button', { name: /^Card reader/ })
    await chip.click()
    await expect(page).toHaveURL(/groups=/)
    await settled(page)
    await pauseUpdates(page)
    await settled(page)
    const shown = Number((await chip.locator('small').textContent()) ?? '0')
    await expect(timeline.getByText(new RegExp(`^${shown} events?, in the time of the ATM, UTC`))).toBeVisible()
    const names = await timeline.locator('summary b').allTextContents()
    expect(names.length).toBe(Math.min(50, shown))
    expect(names.filter((name) => name !== 'Card reader fail' && name !== 'Application error card')).toEqual([])
    await page.reload()
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await timeline.getByRole('button', { name: 'Clear all filters' }).first().click()
    await expect(page).not.toHaveURL(/groups=/)
  })
})
