import { expect, expectAccessible, open, settled, test, tokenOf } from './fixtures.ts'

const claims = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64url')
const ENDED = `e30.${claims({ role: 'ADMIN', email: 'late@example.com', exp: 1_600_000_000 })}.x`

test.describe('the token', () => {
  test('is in the session’s storage and nowhere else', async ({ page }) => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
    const token = await tokenOf(page, 'MSP_ADMIN')
    await open(page, '/', 'MSP_ADMIN')
    await page.getByRole('link', { name: 'All incidents: Open incidents' }).click()
    await expect(page).toHaveURL(/\/incidents$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    expect(addresses.filter((address) => address.includes(token))).toEqual([])
    const places: unknown = await page.evaluate(`({
      session: Object.entries(sessionStorage).filter(([, value]) => value.includes('${token}')).map(([key]) => key),
      elsewhere: [...Object.values(localStorage), document.cookie, JSON.stringify(history.state),
        document.documentElement.outerHTML].some((text) => text?.includes('${token}')),
    })`)
    expect(places).toEqual({ session: ['fleetops.token'], elsewhere: false })
  })

  test('may come in a link to a page that is open already', async ({ page }) => {
    await open(page, '/?institution=ACME', 'BCOS_ADMIN')
    await page.evaluate(`location.hash = 'token=${await tokenOf(page, 'CUSTOMER')}'`)
    await expect(page.getByRole('button', { name: /Customer$/ })).toBeVisible()
    await expect(page).toHaveURL(/\?institution=ACME$/)
  })

  for (const [name, given, words] of [
    ['none', '%E0%A4%A', 'This is not a token'],
    ['empty', '', 'This is not a token'],
    ['one that has ended', ENDED, 'This token has ended'],
  ] as const)
    test(`is asked for where the link holds ${name}`, async ({ page }) => {
      await page.goto(`/incidents#token=${given}`)
      await expect(page.getByText(words)).toBeVisible()
      await expect(page).toHaveURL(/\/incidents$/)
      await expect(page.getByRole('button', { name: /^Customer/ })).toBeVisible()
      await expectAccessible(page)
    })

  test('is forgotten with the sign-out', async ({ page }) => {
    await open(page, '/', 'MSP_ADMIN')
    await page.getByRole('button', { name: /MSP admin$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByLabel('Token')).toBeVisible()
    await expect(page.getByText(/of \d+ connected/)).toHaveCount(0)
    expect(await page.evaluate("JSON.stringify(sessionStorage).includes('eyJ')")).toBe(false)
  })

  test('of another caller leaves nothing of the one before on the page', async ({ page }) => {
    await open(page, '/')
    await page.route('**/graphql', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.getByRole('button', { name: /Omar Reyes/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Customer/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/of [5-9]\d connected/)).toHaveCount(0, { timeout: 1 })
    await expect(page.getByText(/of 3\d connected/)).toBeVisible()
    const incidents = page.getByRole('region', { name: 'Open incidents' })
    await expect(incidents.getByText(/BOREAL|CORAL/)).toHaveCount(0)
    await expect(incidents.getByText('Over', { exact: true })).toHaveCount(0)
  })
})

test.describe('an institution in the address', () => {
  test.use({ refusals: true })

  test('that is not the caller’s is named as such, on every page', async ({ page }) => {
    await open(page, '/?institution=BOREAL', 'CUSTOMER')
    await expect(page.getByText('BOREAL is not one of your institutions')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'ATMs', exact: true }).click()
    await expect(page.getByText('BOREAL is not one of your institutions')).toBeVisible()
    await page.getByRole('link', { name: 'Show all of yours' }).click()
    await expect(page).toHaveURL(/\/atms$/)
    await settled(page)
    await expect(page.getByText('ACME-001')).toBeVisible()
  })
})

test('the page lets nothing but its own files and figures in', async ({ page }) => {
  const answer = await page.request.get('/')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|data:|blob:|https?:|\*/)
  const html = await answer.text()
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//)
  expect(await (await page.request.get('/sw.js')).status()).toBe(404)
})
