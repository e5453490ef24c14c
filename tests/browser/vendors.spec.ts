import { chooseInstitution, expect, expectAccessibleInBothThemes, open, test } from './fixtures.ts'

test.describe('the vendors', () => {
  test.describe('with something wrong in the form', () => {
    test.use({ refusals: true })

    test('are created for an institution, and listed by type', async ({ page }) => {
      const name = `Coin Carriers ${Date.now().toString(36)}`
      await open(page, '/vendors', 'MSP_ADMIN')
      await expect(page.getByText(/Vendors of ACME and BOREAL, as your token says/)).toBeVisible()
      await page.getByRole('button', { name: 'New vendor' }).click()
      const form = page.getByRole('dialog', { name: 'New vendor' })
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(form.getByText('must not be blank')).toBeVisible()
      await form.getByLabel('Name of the company').fill(name)
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(form.getByText(/is required, as your token has several institutions/)).toBeVisible()
      await form.getByLabel('Institution').selectOption('BOREAL')
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(form).toHaveCount(0)
      const list = page.getByRole('region', { name: 'Vendors', exact: true })
      await expect(list.getByText(name)).toBeVisible()
      await page.getByRole('button', { name: 'Service provider', exact: true }).click()
      await expect(page).toHaveURL(/type=SP/)
      await expect(page.getByText(name)).toHaveCount(0)
    })
  })

  test('have an address that mail can be sent to', async ({ page }) => {
    await open(page, '/vendors?create=true', 'MSP_ADMIN')
    const form = page.getByRole('dialog', { name: 'New vendor' })
    const mail = form.getByLabel('Where to write')
    await form.getByLabel('Name of the company').fill(`Coin Carriers ${Date.now().toString(36)}`)
    await form.getByLabel('Institution').selectOption('BOREAL')
    await mail.fill('nobody at example.com')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('must be an e-mail address')).toBeVisible()
    await expect(mail).toHaveAttribute('aria-invalid', 'true')
    await mail.fill('nobody@example.com')
    await expect(form.getByText('must be an e-mail address')).toHaveCount(0)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toHaveCount(0)
  })

  test('of a token without an institution are those of none', async ({ page }) => {
    await open(page, '/vendors', 'BCOS_ADMIN')
    await expect(page.getByText(/the vendors that belong to none/)).toBeVisible()
    await chooseInstitution(page, 'ACME')
    await expect(page.getByText(/ACME is not an institution of your token/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'New vendor' })).toHaveCount(0)
  })

  test('is accessible, in light and dark', async ({ page }) => {
    await open(page, '/vendors?create=true', 'MSP_ADMIN')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
