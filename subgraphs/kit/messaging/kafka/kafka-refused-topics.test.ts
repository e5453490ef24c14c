import { expect, test } from 'vitest'
import { recordingLog } from '../../../../tests/support/hosted-service.ts'
import { createRefusedTopics } from './kafka-refused-topics.ts'

const open = () => {
  const { log, lines } = recordingLog()
  const clock = { ms: 0 }
  const refused = createRefusedTopics(log, () => clock.ms)
  const logged = () => lines.splice(0).map((line) => JSON.parse(line))
  return { ...refused, clock, logged }
}

test('a topic is not tried again for five seconds, and stays refused until its messages are taken', () => {
  const { refuse, accept, has, heldOf, listHeld, listReasons, count, clock, logged } = open()
  refuse(new Map([['a', 'no quota']]))
  clock.ms = 4_999
  expect([listHeld(), [...heldOf(['a', 'b'])]]).toEqual([['a'], [['a', 'no quota']]])
  clock.ms = 5_000
  expect([listHeld(), [...heldOf(['a'])], has('a'), count()]).toEqual([[], [], true, 1])
  refuse(new Map([['a', 'no quota']]))
  expect([listHeld(), listReasons([]), listReasons(['a'])]).toEqual([['a'], ['no quota'], []])
  expect(logged()).toMatchObject([
    { reasons: ['no quota'], topics: 1, msg: 'Kafka refuses topics; their messages wait' },
  ])
  accept(['a', 'b'])
  expect([has('a'), count(), listReasons([])]).toEqual([false, 0, []])
  expect(logged()).toMatchObject([{ topics: ['a'], msg: 'Kafka takes the messages of these topics again' }])
})

test('those tried longest ago come first, before them those that were never tried', () => {
  const { refuse, inTurn } = open()
  refuse(
    new Map([
      ['a', 'no'],
      ['b', 'no'],
      ['c', null],
    ]),
  )
  refuse(new Map([['a', 'no']]))
  refuse(new Map([['b', null]]))
  expect(inTurn(['a', 'b', 'c'])).toEqual(['c', 'b', 'a'])
})

test('one that was put off without an attempt is neither logged nor named', () => {
  const { refuse, accept, listHeld, listReasons, logged } = open()
  refuse(new Map([['a', null]]))
  expect([listHeld(), listReasons([])]).toEqual([['a'], []])
  accept(['a'])
  expect(logged()).toEqual([])
})

test('a log and the health name five, and one that nobody asks for is forgotten', () => {
  const { refuse, listReasons, count, clock, logged } = open()
  refuse(new Map(Array.from({ length: 9 }, (_, n) => [`t${n}`, `no ${n}`] as const)))
  const some = ['no 0', 'no 1', 'no 2', 'no 3', 'no 4', 'and 4 more']
  expect(listReasons([])).toEqual(some)
  expect(logged()).toMatchObject([{ reasons: some, topics: 9 }])
  clock.ms = 60_001
  expect([count(), listReasons([])]).toEqual([0, []])
})
