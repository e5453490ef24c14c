import { expect, test } from 'vitest'
import { createLink } from './kafka-link.ts'

const recorder = () => {
  const commits: string[] = []
  const gates: (() => void)[] = []
  return {
    commits,
    open: () => gates.shift()?.(),
    member: {
      commitOffsets: (offsets: { topic: string; partition: number; offset: string }[] = []) => {
        commits.push(offsets.map(({ topic, partition, offset }) => `${topic}/${partition}@${offset}`).join(' '))
        return new Promise<void>((resolve) => void gates.push(resolve))
      },
      resume: () => {
        throw new Error('the client has crashed')
      },
    },
  }
}

const place = (topic: string, partition = 0) => ({ topic, partition })

test('what comes while a commit is on its way goes with the next one, the furthest of each partition', async () => {
  const { commits, open, member } = recorder()
  const link = createLink()
  link.retarget(member)
  link.commitSoon(place('a'), 1)
  link.commitSoon(place('a'), 2)
  link.commitSoon(place('b', 3), 7)
  link.commitSoon(place('a'), 3)
  const flushed = link.flush()
  open()
  await expect.poll(() => commits).toEqual(['a/0@1', 'a/0@3 b/3@7'])
  open()
  await flushed
})

test('an offset handled between two memberships is committed by neither', async () => {
  const { commits, member } = recorder()
  const link = createLink()
  link.commitSoon(place('a'), 1)
  await link.flush()
  link.retarget(member)
  link.commitSoon(place('a'), 2)
  expect(commits).toEqual(['a/0@2'])
})

test('a commit that hangs holds up no later membership', async () => {
  const hanging = recorder()
  const next = recorder()
  const link = createLink()
  link.retarget(hanging.member)
  link.commitSoon(place('a'), 1)
  link.commitSoon(place('a'), 2)
  link.retarget(next.member)
  link.commitSoon(place('a'), 3)
  expect([hanging.commits, next.commits]).toEqual([['a/0@1'], ['a/0@3']])
})

test('a client that has crashed harms no other', () => {
  const link = createLink()
  link.resume([place('a')])
  link.retarget(recorder().member)
  link.resume([place('a')])
})
