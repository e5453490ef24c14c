import { LOCALE } from '../language/language.ts'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** `812 bytes`, `41 KiB`, `2.4 MiB`. */
export const size = (bytes: number): string => {
  if (bytes < 1024) return `${whole.format(bytes)}\u00a0${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < 1024 * 1024) return `${whole.format(bytes / 1024)}\u00a0KiB`
  return `${one.format(bytes / 1024 / 1024)}\u00a0MiB`
}
