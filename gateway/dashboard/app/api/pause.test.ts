import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pause } from './pause.ts'

const LONG_MS = 3_600_000

describe('a pause before the stream is opened again', () => {
  let page = new EventTarget()
  let sheet = new EventTarget()
  beforeEach(() => {
    page = new EventTarget()
    sheet = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('document', Object.assign(sheet, { hidden: false }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const listening = (signal: AbortSignal) => [
    getEventListeners(page, 'online').length,
    getEventListeners(sheet, 'visibilitychange').length,
    getEventListeners(signal, 'abort').length,
  ]

  it('leaves no listener behind, however often it is made', async () => {
    const { signal } = new AbortController()
    for (let i = 0; i < 3; i += 1) await pause(0, signal)
    expect(listening(signal)).toEqual([0, 0, 0])
  })

  it.each<[string, (end: AbortController) => void]>([
    ['the network is back', () => page.dispatchEvent(new Event('online'))],
    ['somebody looks at the page', () => sheet.dispatchEvent(new Event('visibilitychange'))],
    ['the stream is no longer wanted', (end) => end.abort()],
  ])('ends when %s, and leaves no listener behind', async (_when, happen) => {
    const end = new AbortController()
    const over = pause(LONG_MS, end.signal)
    expect(listening(end.signal)).toEqual([1, 1, 1])
    happen(end)
    await over
    expect(listening(end.signal)).toEqual([0, 0, 0])
  })
})
