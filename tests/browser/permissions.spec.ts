import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  test,
  tokenOf,
  usePhone,
  useTheme,
} from './fixtures.ts'

const grant = async (page: Parameters<typeof tokenOf>[0], key: string, kinds: readonly string[]): Promise<void> => {
  const answer = await page.request.put(`/fleet/api/fleet/task-permissions/${key}`, {
    headers: { authorization: `Bearer ${await tokenOf(page, 'ADMIN')}` },
    data: kinds,
  })
  expect(answer.status()).toBe(200)
}

test.describe('the permissions', () => {
  test('are granted as a whole, and revoked with a warning', async ({ page }) => {
    await open(page, '/permissions?institution=BOREAL', 'MSP_ADMIN')
    await grant(page, 'BOREAL', [])
    await page.getByRole('button', { name: 'Edit BOREAL' }).click()
    const editor = page.getByRole('dialog', { name: 'Permissions of BOREAL' })
    await expect(editor.getByRole('button', { name: 'Save the whole set' })).toBeDisabled()
    await editor.getByRole('checkbox', { name: /^Restart agent/ }).check()
    await expect(editor.getByText('will be granted')).toBeVisible()
    await editor.getByRole('button', { name: 'Save the whole set' }).click()
    await expect(editor).toHaveCount(0)
    const row = page.getByRole('row', { name: /^BOREAL/ })
    await expect(row.getByText('Granted', { exact: true })).toHaveCount(1)
    await expect(row.getByText('msp@fleetops.example')).toBeVisible()
    await page.getByRole('button', { name: 'Edit BOREAL' }).click()
    await editor.getByRole('checkbox', { name: /^Restart agent/ }).uncheck()
    await expect(editor.getByText(/An empty set revokes all/)).toBeVisible()
    await editor.getByRole('button', { name: 'Revoke all' }).click()
    await expect(row.getByText('no grants')).toBeVisible()
  })

  test.describe('that somebody else changes meanwhile', () => {
    test.use({ refusals: true })

    test('are not overwritten: what stands is shown, and the caller decides', async ({ page }) => {
      await grant(page, 'CORAL', [])
      await open(page, '/permissions?edit=CORAL', 'ADMIN')
      const editor = page.getByRole('dialog', { name: 'Permissions of CORAL' })
      await editor.getByRole('checkbox', { name: /^Reboot/ }).check()
      await grant(page, 'CORAL', ['RESTART_AGENT'])
      await editor.getByRole('button', { name: 'Save the whole set' }).click()
      await expect(editor.getByText('Somebody else changed it meanwhile.')).toBeVisible()
      const stands = editor.getByRole('alert', { name: 'Changed meanwhile' })
      await expect(stands.getByText(/^RESTART_AGENT/)).toBeVisible()
      await stands.getByRole('button', { name: 'Go on with mine' }).click()
      await expect(editor.getByText('will be revoked')).toBeVisible()
      await editor.getByRole('button', { name: 'Save the whole set' }).click()
      await expect(editor).toHaveCount(0)
      await expect(page.getByRole('row', { name: /^CORAL/ }).getByText('Granted', { exact: true })).toHaveCount(1)
      await grant(page, 'CORAL', [])
    })
  })

  test('are not a customer’s to see', async ({ page }) => {
    await open(page, '/permissions', 'CUSTOMER')
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByText(/may not|not permitted|only|role/i).first()).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`can be used by everybody, ${theme}`, async ({ page }) => {
      await useTheme(page, theme)
      await open(page, '/permissions')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Edit ACME' }).click()
      await expect(page.getByRole('checkbox')).toHaveCount(2)
      await expectAccessible(page)
    })

  test('fit a phone', async ({ page }) => {
    await usePhone(page)
    await open(page, '/permissions')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
