import { parseArgs } from 'node:util'
import { openBrowser, takePicture } from './page-pictures.ts'

// Takes a picture of a page of a running platform: `node tests/browser/pictures/screenshot.ts /atms atms.png
// --theme dark --width 390 --height 844`.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: process.env.PLATFORM_URL ?? 'http://127.0.0.1:4000' },
    theme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    role: { type: 'string', default: 'BCOS_ADMIN' },
    full: { type: 'boolean', default: false },
  },
})
const [path = '/', file = 'screenshot.png'] = positionals
const browser = await openBrowser()
try {
  await takePicture(browser, values.base, {
    path,
    file,
    theme: values.theme === 'dark' ? 'dark' : 'light',
    width: Number(values.width),
    height: Number(values.height),
    role: values.role,
    full: values.full,
  })
} finally {
  await browser.close()
}
