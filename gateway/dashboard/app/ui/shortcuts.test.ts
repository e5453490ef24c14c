import { expect, it } from 'vitest'
import { latinKey } from './shortcuts.ts'

it.each([
  ['k', 'KeyK', 'k'],
  ['J', 'KeyJ', 'J'],
  // A French keyboard has its own places for letters and signs.
  ['a', 'KeyQ', 'a'],
  [',', 'KeyM', ','],
  ['é', 'Digit2', 'é'],
  ['ArrowDown', 'ArrowDown', 'ArrowDown'],
  // Arabic, one key of which writes two characters, and Russian.
  ['ن', 'KeyK', 'k'],
  ['لا', 'KeyB', 'b'],
  ['ظ', 'Slash', '/'],
  ['؟', 'Slash', '?'],
  ['л', 'KeyK', 'k'],
])('takes what %s at %s stands for as %s', (key, code, is) => {
  expect(latinKey({ key, code })).toBe(is)
})
