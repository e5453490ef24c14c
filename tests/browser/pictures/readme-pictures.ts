import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Look, openBrowser, takePicture } from './page-pictures.ts'

// Takes the pictures of the README, of the platform at PLATFORM_URL (http://127.0.0.1:4000): `npm run pictures`.

const FOLDER = fileURLToPath(new URL('../../../gateway/dashboard/screenshots/', import.meta.url))
const base = process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000'

const DESKTOP = { width: 1440, height: 900, role: 'BCOS_ADMIN', full: false } as const
const PHONE = { ...DESKTOP, width: 390, height: 844 } as const

const PICTURES: readonly Look[] = [
  { ...DESKTOP, path: '/', theme: 'light', file: 'fleet.jpg' },
  { ...DESKTOP, path: '/?wall=1', theme: 'dark', file: 'wall.jpg', width: 1920, height: 1080 },
  { ...DESKTOP, path: '/atms', theme: 'dark', file: 'atms.jpg' },
  { ...PHONE, path: '/incidents', theme: 'light', file: 'incidents-phone.jpg' },
]

mkdirSync(FOLDER, { recursive: true })
const browser = await openBrowser()
try {
  for (const look of PICTURES) {
    await takePicture(browser, base, { ...look, file: `${FOLDER}${look.file}` })
    console.log(`gateway/dashboard/screenshots/${look.file}`)
  }
} finally {
  await browser.close()
}
