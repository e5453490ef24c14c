import { expect, test } from 'vitest'
import { prefersOverJson } from './media.rules.ts'

test.each([
  ['text/html', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['Text/HTML; charset=utf-8', true],
  ['*/*', false],
  ['application/json', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html, application/json', false],
  ['text/*, application/json;q=0.1', true],
  ['text/html;q=0', false],
  ['text/html;q=1, application/json;q=0.9', true],
  ['text/html;q=0.1', true],
  ['text/html;q=0.2;q=0.9, application/json;q=0.5', false],
  ['text/html;q=2', false],
  ['text/html;q=1.5', false],
  ['text/html;q=0.5, application/json;q=-1', true],
  ['text/html;q=x, */*;q=0.1', false],
  ['text/html;q=0.4, */*;q=0.5', false],
  ['text/html;q=0.5, */*;q=0.4', true],
  ['text/html;q=0.2, text/html;q=0.9, application/json;q=0.5', false],
  ['', false],
  [';;,,q=', false],
  [undefined, false],
])('of a caller that accepts %s it is %s that a page is wanted rather than JSON', (accept, wanted) => {
  expect(prefersOverJson(accept, 'text/html')).toBe(wanted)
})
