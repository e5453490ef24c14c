import { describe, expect, it } from 'vitest'
import { createStreamWriter } from './listener.ts'

const open = () => {
  let gone = 0
  const writer = createStreamWriter(100, () => {
    gone += 1
  })
  return { writer, gone: () => gone }
}

const textOf = async ({ chunks }: ReturnType<typeof open>['writer']) =>
  Buffer.concat(await Array.fromAsync(chunks)).toString()

describe('the writer of a stream', () => {
  it('ends after what was queued', async () => {
    const { writer, gone } = open()
    writer.send(Buffer.from('a'))
    expect(writer.isEnded()).toBe(false)
    writer.end()
    writer.send(Buffer.from('b'))
    expect([await textOf(writer), writer.isEnded(), gone()]).toEqual(['a', true, 1])
  })

  it('ends with a last chunk in the place of what was queued', async () => {
    const { writer, gone } = open()
    writer.send(Buffer.from('a'))
    writer.end(Buffer.from('z'))
    writer.end(Buffer.from('y'))
    expect([await textOf(writer), gone()]).toEqual(['z', 1])
  })

  it('gives its last chunk to a reader that waits', async () => {
    const { writer } = open()
    const text = textOf(writer)
    writer.end(Buffer.from('z'))
    expect(await text).toBe('z')
  })
})
