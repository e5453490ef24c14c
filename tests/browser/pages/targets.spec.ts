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

/** An institution of its own: targets hold for all of its incidents. Lists of all begin and end with others. */
const newInstitution = (): string => `BT${Date.now().toString(36).toUpperCase()}`

test.describe('targets', () => {
  test('are set by keyboard alone, with business hours, and changed', async ({ page }) => {
    const key = newInstitution()
    await registerAtm(page, key)
    await open(page, '/admin?tab=targets', 'ADMIN')
    await page.getByRole('button', { name: 'Set targets' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Set targets' })
    await expect(form.getByLabel('Institution')).toBeFocused()
    await page.keyboard.type(key)
    await page.keyboard.press('Tab')
    await page.keyboard.type('15')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4 h')
    const high = form.getByRole('group', { name: 'High' })
    await high.getByLabel('Resolve within').focus()
    await page.keyboard.type('1 d')
    await page.keyboard.press('Tab')
    await page.keyboard.press('b')
    const hours = form.getByRole('group', { name: 'Business hours' })
    await hours.getByLabel('Time zone').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Africa/Nairobi')
    await page.keyboard.press('Enter')
    await expect(form).toHaveCount(0)
    await expect(page.getByText(`Targets of ${key} set.`)).toBeVisible()
    const row = page.getByRole('row', { name: new RegExp(`^${key}`) })
    await expect(row).toContainText('15 min / 4 h')
    await expect(row).toContainText('no target / 1 dbusiness hours')
    const { rest } = await clientOf(page, 'ADMIN')
    const { data } = await rest.GET('/incident/api/incident-targets', { params: { query: { size: 200 } } })
    const set = data?.content.find(({ institutionKey }) => institutionKey === key)?.targets
    expect(set).toMatchObject([
      { severity: 'CRITICAL', acknowledgeMinutes: 15, resolveMinutes: 240, businessHours: null },
      { severity: 'HIGH', resolveMinutes: 1_440, businessHours: { timeZone: 'Africa/Nairobi' } },
    ])
    expect(set?.[1]?.businessHours?.days).toHaveLength(5)
    await row.getByRole('button', { name: key }).press('Enter')
    const again = page.getByRole('dialog', { name: `Targets of ${key}` })
    await expect(again.getByRole('group', { name: 'Critical' }).getByLabel('Acknowledge within')).toHaveValue('15 min')
    await again.getByRole('group', { name: 'Critical' }).getByLabel('Acknowledge within').fill('')
    await again.getByRole('group', { name: 'Critical' }).getByLabel('Resolve within').fill('')
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(row).not.toContainText('15 min')
    await expect(row).toContainText('1 d')
  })

  test('begin with what an institution has, so that nothing is lost', async ({ page }) => {
    const key = newInstitution()
    const { rest } = await clientOf(page, 'ADMIN')
    await rest.PUT('/incident/api/incident-targets/{institutionKey}', {
      params: { path: { institutionKey: key } },
      body: { targets: [{ severity: 'LOW', resolveMinutes: 90 }] },
    })
    await open(page, '/admin?tab=targets&add=', 'ADMIN')
    const form = page.getByRole('dialog', { name: 'Set targets' })
    await form.getByLabel('Institution').fill(key)
    await expect(form.getByRole('group', { name: 'Low' }).getByLabel('Resolve within')).toHaveValue('1 h 30 min')
  })

  test('that were typed before those of the institution came are typed over them', async ({ page }) => {
    const key = newInstitution()
    const { rest } = await clientOf(page, 'ADMIN')
    await rest.PUT('/incident/api/incident-targets/{institutionKey}', {
      params: { path: { institutionKey: key } },
      body: { targets: [{ severity: 'LOW', acknowledgeMinutes: 30, resolveMinutes: 90 }] },
    })
    await open(page, '/admin?tab=targets&add=', 'ADMIN')
    let answer = () => {}
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (route.request().headers()['fleet-institution'] === key) await isTyped
      await route.continue()
    })
    const form = page.getByRole('dialog', { name: 'Set targets' })
    await form.getByLabel('Institution').fill(key)
    const critical = form.getByRole('group', { name: 'Critical' })
    const low = form.getByRole('group', { name: 'Low' })
    await critical.getByLabel('Acknowledge within').fill('15')
    await low.getByLabel('Resolve within').fill('2 h')
    answer()
    await expect(low.getByLabel('Acknowledge within')).toHaveValue('30 min')
    await expect(low.getByLabel('Resolve within')).toHaveValue('2 h')
    await expect(critical.getByLabel('Acknowledge within')).toHaveValue('15')
  })

  test('that were typed for one institution are not typed over those of another', async ({ page }) => {
    const key = newInstitution()
    const { rest } = await clientOf(page, 'ADMIN')
    await rest.PUT('/incident/api/incident-targets/{institutionKey}', {
      params: { path: { institutionKey: key } },
      body: { targets: [{ severity: 'LOW', acknowledgeMinutes: 30, resolveMinutes: 90 }] },
    })
    await open(page, '/admin?tab=targets&add=', 'ADMIN')
    const form = page.getByRole('dialog', { name: 'Set targets' })
    const low = form.getByRole('group', { name: 'Low' })
    await form.getByLabel('Institution').fill(`${key}X`)
    await low.getByLabel('Resolve within').fill('5 min')
    await form.getByLabel('Institution').fill(key)
    await expect(low.getByLabel('Acknowledge within')).toHaveValue('30 min')
    await expect(low.getByLabel('Resolve within')).toHaveValue('1 h 30 min')
  })

  test('are refused at the field where they are wrong', async ({ page }) => {
    await open(page, '/admin?tab=targets&add=&institution=ACME', 'MSP_ADMIN')
    const form = page.getByRole('dialog', { name: 'Targets of ACME' })
    const critical = form.getByRole('group', { name: 'Critical' })
    await critical.getByLabel('Acknowledge within').fill('soon')
    await critical.getByLabel('Resolve within').fill('2 h')
    const low = form.getByRole('group', { name: 'Low' })
    await low.getByLabel('Acknowledge within').fill('2 d')
    await low.getByLabel('Resolve within').fill('1 d')
    await low.getByLabel('Counted in').selectOption('Business hours')
    await form.getByLabel('Tuesday: business ends').fill('07:00')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(critical.getByText('Write a duration, such as 30 min, 4 h or 2 d.')).toBeVisible()
    await expect(critical.getByLabel('Acknowledge within')).toHaveAttribute('aria-invalid', 'true')
    await expect(low.getByText('Must not be shorter than the time to acknowledge.')).toBeVisible()
    await expect(form.getByText('Must end later than it begins.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
    await usePhone(page)
    await expectNoSidewaysScroll(page)
  })

  test('are set by administrators only, of their own institutions', async ({ page }) => {
    await open(page, '/admin?tab=targets', 'CUSTOMER')
    await expect(page.getByText(/The administration is for/)).toBeVisible()
    await open(page, '/admin?tab=targets&add=', 'MSP_ADMIN')
    const form = page.getByRole('dialog', { name: 'Set targets' })
    await form.getByLabel('Institution').fill('NOT_THEIRS')
    await form.getByRole('group', { name: 'Low' }).getByLabel('Resolve within').fill('1 d')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('You may set the targets of your own institutions only.')).toBeVisible()
  })

  test('are what an incident says is due, and was missed', async ({ page }) => {
    const key = newInstitution()
    const { rest } = await clientOf(page, 'ADMIN')
    await rest.PUT('/incident/api/incident-targets/{institutionKey}', {
      params: { path: { institutionKey: key } },
      body: {
        targets: (['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const).map((severity) => ({
          severity,
          acknowledgeMinutes: 30,
          resolveMinutes: 240,
        })),
      },
    })
    const { id: atmId, agentAtmId } = await registerAtm(page, key)
    await reportEvent(page, agentAtmId, 'MIXED_MEDIA_ERROR')
    const { data } = await rest.GET('/incident/api/incidents', { params: { query: { atmId } } })
    const id = data?.content[0]?.id ?? 0
    await open(page, `/incidents/${id}`, 'ADMIN')
    const head = page.getByRole('region', { name: `Incident ${id}` })
    await expect(head).toContainText(/Duein (29|30)\smin/)
    await expect(head.getByText(/^acknowledge by /)).toBeVisible()
    await expect(head.getByText(/^resolve by /)).toBeVisible()
    await page.keyboard.press('a')
    await expect(head.getByText('acknowledged in time')).toBeVisible()
    await expect(head).toContainText(/Duein 3\sh \d+\smin|Duein 4\sh/)
    await expectAccessibleInBothThemes(page)
  })
})

test.describe('lists as CSV', () => {
  for (const [path, name] of [
    ['/incidents?vendor=NCR', /^incidents-/],
    ['/tasks', /^tasks-/],
    ['/journals', /^gaps-/],
  ] as const)
    test(`${path} is saved as it is filtered`, async ({ page }) => {
      await open(page, path)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV' }).press('Enter')
      expect((await saved).suggestedFilename()).toMatch(name)
    })
})

test.describe('the queue, by groups of ATMs', () => {
  test('is limited by keyboard, and says so', async ({ page }) => {
    const region = `R${Date.now().toString(36)}`
    const { id, agentAtmId } = await registerAtm(page, 'ACME')
    const { rest } = await clientOf(page, 'ADMIN')
    await rest.PATCH('/incident/api/atms/{id}', { params: { path: { id } }, body: { region, criticality: 'HIGH' } })
    await reportEvent(page, agentAtmId, 'MIXED_MEDIA_ERROR')
    await open(page, '/incidents', 'CUSTOMER')
    const more = page.getByRole('button', { name: 'More filters' })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await more.press('Enter')
    await page.getByLabel('ATMs by').selectOption('Region')
    await page.getByRole('combobox', { name: 'Region' }).fill(region)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`region=${region}`))
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await expect(page.locator('main [data-row]')).toContainText(agentAtmId)
    await page.getByLabel('ATMs by').selectOption('Criticality')
    await page.getByLabel('Criticality', { exact: true }).selectOption('Low')
    await expect(page.getByText('No incident fits these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Criticality: Low' }).press('Enter')
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page).not.toHaveURL(/region/)
  })
})
