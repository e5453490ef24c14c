import type { Page } from '@playwright/test'
import { type DemoRole, expect, expectAccessible, headersOf, open, settled, test } from './fixtures.ts'

type Gap = { readonly id: number; readonly agentAtmId: string; readonly gapDate: string }
type File = { readonly id: number; readonly agentAtmId: string }
type Transaction = {
  readonly id: number
  readonly agentAtmId: string
  readonly card: string | null
  readonly stan: string | null
  readonly fileId: number
  readonly firstLine: number
  readonly lastLine: number
}

const BASE = '/journal/api/journal'

const read = async <T>(page: Page, path: string, role: DemoRole = 'BCOS_ADMIN'): Promise<T> => {
  const answer = await page.request.get(`${BASE}${path}`, { headers: await headersOf(page, role) })
  return answer.json()
}

const daysBack = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const transactions = async (page: Page): Promise<readonly Transaction[]> => {
  const path = `/transactions?dateFrom=${daysBack(7)}&dateTo=${daysBack(0)}&verdict=APPROVED&size=20`
  const { content } = await read<{ content: Transaction[] }>(page, path)
  return content
}

/** A recycler's journal of a day, with one approved withdrawal at the hour given. */
const journalOf = (day: string, hour: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const short = `${year.slice(2)}/${month}/${date}`
  return [
    `------------${month}/${date}/${year.slice(2)} ${hour}:00:00-------------`,
    '============TRANSACTION START=============',
    `${hour}:00:00 CARD:;412345XXXXXX6789?`,
    `${short} ${short} ${hour}:00 0`,
    '113 7000 011000',
    '412345XXXXXX6789',
    '    100.00  230',
    'SURCHARGE:  0.00',
    '',
    '            000',
    '',
  ].join('\n')
}

/**
 * A recycler's session of a day: a declined request, and then one that was approved with other notes than asked for.
 */
const sessionOf = (day: string, hour: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const short = `${year.slice(2)}/${month}/${date}`
  const request = (minute: string, code: string) => [
    `${hour}:${minute}:10 TNX REQUEST, OPCODE: AAAF   A`,
    `${short} ${short} ${hour}:${minute} 0`,
    `113 80${minute} 011000`,
    '412345XXXXXX6789',
    '    400.00  230',
    'SURCHARGE:  0.00',
    '',
    `            ${code}`,
  ]
  return [
    `------------${month}/${date}/${year.slice(2)} ${hour}:00:00-------------`,
    '============TRANSACTION START=============',
    `${hour}:00:00 CARD:;412345XXXXXX6789?`,
    ...request('01', '105'),
    ...request('02', '000'),
    `${hour}:02:15 DISPENSE`,
    '         ETB200   -001',
    `${hour}:02:16 NOTES PRESENT AT CASH SLOT`,
    `${hour}:02:20 NOTES TAKEN BY CUSTOMER`,
    '',
  ].join('\n')
}

/** Sends a journal as an administrator, as the ATM's agent would. */
const upload = async (page: Page, { agentAtmId, gapDate }: Omit<Gap, 'id'>, text: string): Promise<File> => {
  const headers = await headersOf(page, 'ADMIN')
  const answer = await page.request.post(`${BASE}/files?agentAtmId=${agentAtmId}&journalDate=${gapDate}`, {
    headers: { ...headers, 'content-type': 'text/plain' },
    data: text,
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/**
 * An ATM of an institution of which journals are missing, and whose agent is silent: it sends none while a test
 * looks.
 */
const findMissing = async (page: Page, institution: string, least: number): Promise<readonly [Gap, ...Gap[]]> => {
  const path = `/devices/api/atms?badge=AGENT_OFFLINE&q=${institution}-0&size=200`
  const atms = await (await page.request.get(path, { headers: await headersOf(page, 'BCOS_ADMIN') })).json()
  const silent: readonly string[] = atms.content.map(({ agentAtmId }: { agentAtmId: string }) => agentAtmId)
  const gaps = await read<Gap[]>(page, '/gaps?status=OPEN')
  const found = silent.map((name) => gaps.filter(({ agentAtmId }) => agentAtmId === name))
  const [first, ...more] = found.find(({ length }) => length >= least) ?? []
  if (first === undefined) throw new Error(`no silent ATM of ${institution} in the demo fleet misses ${least} journals`)
  return [first, ...more]
}

test.describe('missing journals', () => {
  test('are asked for by users who see them, and come by themselves', async ({ page }) => {
    const [gap] = await findMissing(page, 'ACME', 1)
    const { agentAtmId, gapDate } = gap
    await open(page, `/journals?atm=${agentAtmId}&from=${gapDate}&to=${gapDate}`, 'CUSTOMER')
    const row = page.locator('[data-row]').filter({ hasText: agentAtmId })
    await expect(row.getByText('Missing')).toBeVisible()
    await row.getByRole('button', { name: /^Request: / }).click()
    await expect(page.getByText('1 journal asked for.')).toBeVisible()
    await expect(row.getByText('Asked for')).toBeVisible()
    await expect(page.getByText('0 of 1 journal has come')).toBeVisible()
    await expect(page).toHaveURL(/asked=/)
    await upload(page, gap, journalOf(gapDate, '09'))
    await expect(page.getByText('1 of 1 journal has come')).toBeVisible()
  })

  test('are chosen and asked for together, by keyboard', async ({ page }) => {
    const [{ agentAtmId }] = await findMissing(page, 'BOREAL', 2)
    await open(page, `/journals?atm=${agentAtmId}`, 'MSP_ADMIN')
    const rows = page.getByRole('region', { name: 'Missing journals' }).locator('[data-row]')
    await rows.first().getByRole('link').first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Request 2 journals' }).click()
    await expect(page.getByText('2 journals asked for.')).toBeVisible()
    await expect(page.getByText('0 of 2 journals have come')).toBeVisible()
    await expect(rows.nth(1).getByText('Asked for')).toBeVisible()
  })

  test('are sorted by day and by ATM, and the address holds the order', async ({ page }) => {
    await open(page, '/journals?status=ALL')
    const list = page.getByRole('region', { name: 'Missing journals' })
    const days = await read<Gap[]>(page, '/gaps')
    await expect(page.getByText(/oldest day first$/)).toBeVisible()
    await list.getByRole('button', { name: 'Day' }).click()
    await expect(page).toHaveURL(/sort=-gapDate/)
    await expect(page.getByText(/newest day first$/)).toBeVisible()
    const newest =
      days
        .map(({ gapDate }) => gapDate)
        .toSorted()
        .at(-1) ?? ''
    await expect(list.locator('[data-row]').first()).toContainText(String(Number(newest.slice(-2))))
    await list.getByRole('button', { name: 'ATM' }).click()
    const first = days.map(({ agentAtmId }) => agentAtmId).toSorted()[0] ?? ''
    await expect(list.locator('[data-row]').first()).toContainText(first)
    await expect(page).toHaveURL(/sort=agentAtmId/)
  })

  test('are found by a day of the calendar, and the address holds it', async ({ page }) => {
    await open(page, '/journals')
    const day = page
      .getByRole('group', { name: 'Journals by day' })
      .getByRole('button', { name: /without a journal/ })
      .last()
    await day.click()
    await expect(day).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2}).*to=\1/)
    await page.reload()
    await settled(page)
    await expect(page.getByRole('button', { pressed: true, name: /without a journal/ })).toHaveCount(1)
  })
})

test.describe('transactions', () => {
  test('are found by card, and lead to their lines and their evidence', async ({ page }) => {
    const found = (await transactions(page)).find(({ card }) => /\d{4}$/.test(card ?? ''))
    if (found === undefined) throw new Error('the demo fleet has no transactions of the last days')
    await open(page, `/journals/transactions?atm=${found.agentAtmId}`)
    await page.getByLabel('Card', { exact: true }).fill(found.card ?? '')
    await page.getByLabel('Card', { exact: true }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`card=(%22)?${(found.card ?? '').slice(-4)}`))
    const row = page.locator('[data-row]').filter({ has: page.locator(`a[href$="/transactions/${found.id}"]`) })
    await row.getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: `Transaction ${found.id}` })).toBeVisible()
    await expect(page.getByText('Approved').first()).toBeVisible()
    await expect(page.getByText(/ \(line \d+\)\.$/).first()).toBeVisible()
    await expect(page.getByText('decides the verdict').first()).toBeVisible()
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a document' }).click()
    expect((await saved).suggestedFilename()).toBe(`evidence-${found.id}.html`)
    await page.getByRole('link', { name: 'In the journal' }).click()
    await expect(page).toHaveURL(new RegExp(`/journals/files/${found.fileId}\\?from=${found.firstLine}`))
    await expect(page.locator(`[data-line="${found.firstLine}"][data-marked]`)).toBeInViewport()
    await expect(page.locator('[data-marked]')).toHaveCount(found.lastLine - found.firstLine + 1)
  })

  test('are found by their kind, whole on a tablet', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await open(page, '/journals/transactions?span=30')
    await page.getByLabel('Kind').selectOption({ label: 'Deposit' })
    await expect(page).toHaveURL(/kind=DEPOSIT/)
    await expect(page.locator('[data-row]').filter({ hasText: /Withdrawal|Balance/ })).toHaveCount(0)
    const list = page.getByRole('region', { name: 'List of transactions' })
    await expect(list.locator('[data-row]').first()).toContainText('Deposit')
    expect(await list.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  })

  test('are found by each number of a receipt or the host, and by what contradicts itself', async ({ page }) => {
    const found = (await transactions(page)).find(({ stan }) => stan !== null)
    if (found === undefined) throw new Error('the demo fleet prints no audit numbers')
    await open(page, `/journals/transactions?atm=${found.agentAtmId}`)
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Number', { exact: true }).selectOption({ label: 'Audit number' })
    await page.getByLabel('Audit number', { exact: true }).fill(found.stan ?? '')
    await page.getByLabel('Audit number', { exact: true }).press('Enter')
    await expect(page).toHaveURL(/number=stan/)
    await expect(page.locator(`a[href$="/transactions/${found.id}"]`)).toBeVisible()
    await page.getByLabel('Verdict', { exact: true }).selectOption({ label: 'Reversed' })
    await expect(page.getByText(/^No such transactions/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).first().click()
    await page.getByLabel('Conflict').selectOption({ label: 'Amount and notes differ' })
    await expect(page).toHaveURL(/conflict=AMOUNT_AND_NOTES/)
    await page.getByLabel('Number', { exact: true }).selectOption({ label: 'Host’s date' })
    await page.getByLabel('Host’s date', { exact: true }).fill('31.12.2026')
    await page.getByLabel('Host’s date', { exact: true }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('is left out until then')
  })

  test('of one session are shown together, each beside its lines', async ({ page }) => {
    const day = { agentAtmId: 'BOREAL-001', gapDate: daysBack(5) }
    const file = await upload(page, day, sessionOf(day.gapDate, String(10 + (Date.now() % 9))))
    await expect.poll(async () => (await read<{ status: string }>(page, `/files/${file.id}`)).status).toBe('PARSED')
    const { content } = await read<{ content: Transaction[] }>(
      page,
      `/transactions?dateFrom=${day.gapDate}&dateTo=${day.gapDate}&fileId=${file.id}&conflict=ANY`,
    )
    await open(page, `/journals/transactions/${content[0]?.id}`)
    await expect(page.getByText('attempt 2 of its session')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Attempt 2' })).toContainText('this transaction')
    const first = page.getByRole('region', { name: 'Attempt 1' })
    await expect(first).toContainText('The host’s response code is 105')
    await expect(first.getByRole('row', { name: /TRANSACTION START/ })).toBeVisible()
    await expect(page.getByText('The amount of the receipt is not what the notes are worth.').first()).toBeVisible()
    await expectAccessible(page)
    await first.getByRole('link', { name: 'Attempt 1' }).click()
    await expect(page.getByText('attempt 1 of its session')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Attempt 1' })).toContainText('this transaction')
  })

  test('are saved as a table, all of them', async ({ page }) => {
    await open(page, '/journals/transactions?verdict=DECLINED')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^transactions-.*\.csv$/)
    const lines: string[] = []
    for await (const chunk of await download.createReadStream()) lines.push(...String(chunk).split('\r\n'))
    expect(lines[0]).toContain('id,institutionKey,atmId')
    expect(lines.some((line) => line.includes('APPROVED'))).toBe(false)
  })
})

test.describe('a file', () => {
  test('is searched line by line', async ({ page }) => {
    const [found] = await transactions(page)
    await open(page, `/journals/files/${found?.fileId}`)
    await page.getByLabel('Find in this file').fill('transaction start')
    await expect(page.getByText(/^1 of \d+ lines?$/)).toBeVisible()
    await expect(page.locator('[data-hit] mark')).toBeVisible()
    await page.getByRole('button', { name: 'Next line found' }).click()
    await expect(page.getByText(/^2 of \d+ lines$/)).toBeVisible()
    await expectAccessible(page)
  })

  test.describe('that another one has replaced', () => {
    test.use({ refusals: true })

    test('is not read again, and the platform says why', async ({ page }) => {
      const day = { agentAtmId: 'BOREAL-001', gapDate: daysBack(3) }
      const first = await upload(page, day, journalOf(day.gapDate, String(10 + (Date.now() % 9))))
      await expect.poll(async () => (await read<{ status: string }>(page, `/files/${first.id}`)).status).toBe('PARSED')
      const second = await upload(page, day, `${journalOf(day.gapDate, '08')}NOTE ${Date.now()}\n`)
      await expect.poll(async () => (await read<{ status: string }>(page, `/files/${second.id}`)).status).toBe('PARSED')
      await open(page, `/journals/files/${first.id}`)
      await expect(page.getByText('The standing file of this day is another one')).toBeVisible()
      await page.getByRole('button', { name: 'Read again' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Read again' }).click()
      await expect(dialog.getByRole('alert')).toContainText('has taken the place of this one')
      await expectAccessible(page)
    })
  })

  test('of another day than it was sent for is filed under its own', async ({ page }) => {
    const [gap] = await findMissing(page, 'CORAL', 1)
    const own = daysBack(300)
    const file = await upload(page, gap, journalOf(own, '05'))
    await open(page, `/journals/files/${file.id}`, 'ADMIN')
    await expect(page.getByText(`Nothing in this file is of ${gap.gapDate}`)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Of another day', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'File under its day' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Its day')).toHaveValue(own)
    await dialog.getByRole('button', { name: 'File it' }).click()
    await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible({ timeout: 30_000 })
    const filed = await read<{ journalDate: string }>(page, `/files/${file.id}`, 'ADMIN')
    expect(filed.journalDate).toBe(own)
  })

  test('is not read again by who may not, nor seen by another institution', async ({ page }) => {
    const [found] = await transactions(page)
    const { content } = await read<{ content: File[] }>(page, '/files?size=200')
    const foreign = content.find(({ agentAtmId }) => agentAtmId.startsWith('CORAL'))
    await open(page, `/journals/files/${found?.fileId}`, 'BCOS_ADMIN')
    await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible()
    await open(page, `/journals/files/${foreign?.id}`, 'CUSTOMER')
    await expect(page.getByText('There is no such file, or it is not visible to you.')).toBeVisible()
    await page.goto('/journals/files')
    await settled(page)
    await expect(page.getByRole('button', { name: 'Read again' })).toHaveCount(0)
  })
})

test.describe('the pages of journals', () => {})
