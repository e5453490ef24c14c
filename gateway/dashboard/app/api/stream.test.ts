import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToken, signIn, signOut } from './session.ts'
import { followStream } from './stream.ts'

const TOKEN = `e30.${btoa(JSON.stringify({ role: 'USER' }))}.x`

beforeEach(() => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
  signOut()
})

/** A stream whose events the test writes. */
const openStream = () => {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body.readable)))
  const event = (name: string) => writer.write(new TextEncoder().encode(`event: ${name}\ndata: {}\n\n`))
  return { event }
}

it('goes on refreshing a page that nobody looks at, although one of its questions failed', async () => {
  const session = readToken(TOKEN)
  if (session === null) throw new Error('the token is not read')
  signIn(session)
  focusManager.setFocused(false)
  const { event } = openStream()
  const queries = new QueryClient()
  const asked = { good: 0, failing: 0 }
  const shown = (name: keyof typeof asked, answer: () => Promise<number>) =>
    new QueryObserver(queries, {
      queryKey: [name],
      queryFn: () => {
        asked[name] += 1
        return answer()
      },
      networkMode: 'always',
      retry: 2,
      meta: { topics: ['incidents'] },
    }).subscribe(() => undefined)
  const ends = [
    shown('good', () => Promise.resolve(1)),
    shown('failing', () => Promise.reject(new Error('down'))),
    followStream(queries, undefined, () => undefined),
  ]
  await vi.advanceTimersByTimeAsync(100)
  for (let n = 0; n < 3; n += 1) {
    await event('incidents')
    await vi.advanceTimersByTimeAsync(15_000)
  }
  for (const end of ends) end()
  expect(asked.good).toBe(4)
})
