import { chooseInstitution, expect, open, test } from '../fixtures.ts'

test.describe('a list', () => {
  test('begins at its first page, with nothing open, when another institution is chosen', async ({ page }) => {
    await open(page, '/admin?tab=audit&page=2&row=7', 'ADMIN')
    await chooseInstitution(page, 'BOREAL')
    await expect(page).toHaveURL(/institution=BOREAL/)
    await expect(page).not.toHaveURL(/page=|row=/)
    await open(page, '/events?after=2026-11-20', 'ADMIN')
    await chooseInstitution(page, 'BOREAL')
    await expect(page).toHaveURL(/institution=BOREAL/)
    await expect(page).not.toHaveURL(/after=/)
  })

  // Each has a row at least in the demo fleet.
  for (const path of ['/cash', '/availability', '/atms/7', '/incidents', '/tasks', '/atms', '/journals/files'])
    test(`leads from a page after its last one to its first: ${path}`, async ({ page }) => {
      await open(page, `${path}?page=900`, 'ADMIN')
      await expect(page.getByText('There is nothing on this page.')).toBeVisible()
      await page.getByRole('button', { name: 'First page' }).click()
      await expect(page).not.toHaveURL(/page=/)
      await expect(page.getByText('There is nothing on this page.')).toHaveCount(0)
    })
})
