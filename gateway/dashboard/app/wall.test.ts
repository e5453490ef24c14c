import { describe, expect, test } from 'vitest'
import { nextInstitution, nextPage, readWall } from './wall.ts'

describe('the address of a wall', () => {
  test.each([
    [{ wall: '1' }, { wall: 1 }],
    [
      { wall: 1, turn: 'pages', every: '45', sound: '1' },
      { wall: 1, turn: 'pages', every: 45, sound: 1 },
    ],
    [
      { wall: 1, turn: 'institutions', every: 5 },
      { wall: 1, turn: 'institutions' },
    ],
    [{ wall: 1, turn: 'chairs', every: 'x', sound: 'loud' }, { wall: 1 }],
    [{ turn: 'pages', every: 45, sound: 1 }, {}],
  ])('%j says %j', (search, wall) => {
    expect(readWall(search)).toEqual(wall)
  })
})

describe('a wall', () => {
  test('shows its pages in a round, and begins it from any other page', () => {
    const seen = [nextPage('/tasks')]
    for (let n = 0; n < 4; n += 1) seen.push(nextPage(seen.at(-1) ?? ''))
    expect(seen).toEqual(['/', '/incidents', '/journals', '/insights', '/'])
  })

  test('shows the institutions in a round, and none where there is none', () => {
    const keys = ['ACME', 'BETA']
    expect([undefined, 'ACME', 'BETA', 'GONE'].map((now) => nextInstitution(keys, now))).toEqual([
      'ACME',
      'BETA',
      'ACME',
      'ACME',
    ])
    expect(nextInstitution([], 'ACME')).toBeUndefined()
  })
})
