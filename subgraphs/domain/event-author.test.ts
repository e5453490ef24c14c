import { expect, it } from 'vitest'
import { authorHeader, authorOf, readAuthor } from './event-author.rules.ts'

const author = { principal: { userId: 'ànn "1"\n', role: 'CUSTOMER' as const }, traceId: 't' }

it('the author of an event passes through a header, whatever the characters of its id', () => {
  expect(readAuthor(authorHeader(author), 't')).toEqual(author)
  expect(authorHeader(author)).toMatch(/^[!-~]+$/)
  expect(readAuthor(undefined, 't')).toBeNull()
})

it('agents are no authors, and a header that names none is an error', () => {
  expect(authorOf(author)).toEqual(author)
  expect(authorOf({ ...author, principal: { userId: '1', role: 'AGENT' } })).toBeNull()
  for (const header of ['{}', '["1","AGENT"]', '[1,"USER"]'])
    expect(() => readAuthor(encodeURIComponent(header), 't')).toThrow('names no author')
})
