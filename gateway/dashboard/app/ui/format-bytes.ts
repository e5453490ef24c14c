import { LOCALE } from '../language/language.ts'
import { t, tn } from '../language/texts.ts'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** `812 bytes`, `41 KiB`, `2.4 MiB`. */
export const size = (bytes: number): string => {
  if (bytes < 1024) return tn(bytes, '{n}\u00a0byte', '{n}\u00a0bytes')
  if (bytes < 1024 * 1024) return t('{size}\u00a0KiB', { size: whole.format(bytes / 1024) })
  return t('{size}\u00a0MiB', { size: one.format(bytes / 1024 / 1024) })
}
