import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToken, signIn, signOut } from '../../api/session.ts'

const said: string[] = []
vi.mock('./toast.tsx', () => ({
  add: () => 1,
  drop: () => undefined,
  sayFailed: (error: Error) => void said.push(error.message),
}))

const { doUnlessUndone } = await import('./undo.ts')

const signInAs = (userId: string) => {
  const session = readToken(`e30.${btoa(JSON.stringify({ role: 'USER', sub: userId, userId }))}.x`)
  if (session === null) throw new Error('no session')
  signIn(session)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  said.length = 0
  signInAs('1')
})
afterEach(() => {
  signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('does what was not taken back, for the caller who asked for it only, and says why else', () => {
  const done = vi.fn()
  const notDone = vi.fn()
  const later = () => doUnlessUndone('Done', done, { forMs: 6_000, onUndo: notDone })
  later()
  vi.runAllTimers()
  expect(done).toHaveBeenCalledTimes(1)
  later()
  signOut()
  vi.runAllTimers()
  signInAs('1')
  later()
  signInAs('2')
  vi.runAllTimers()
  expect([done.mock.calls.length, notDone.mock.calls.length]).toEqual([1, 2])
  expect(said).toEqual(['Not done: you have signed out.', 'Not done: another person has signed in.'])
})
