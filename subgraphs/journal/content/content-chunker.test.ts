import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter, type Units } from '../formats/text/text.ts'
import { createLiveCount } from '../testing/live-count.testing.ts'
import { utf8Of } from './content.ts'
import { createChunker } from './content-chunker.ts'

const chunksOf = (file: Buffer, pieces: readonly number[], units: Units, chunkBytes: number) => {
  const chunker = createChunker(() => units, chunkBytes)
  const chunks = []
  let from = 0
  for (const length of pieces) {
    chunks.push(...chunker.push(file.subarray(from, from + length)))
    from = Math.min(file.length, from + length)
  }
  chunks.push(...chunker.push(file.subarray(from)), ...chunker.end())
  return chunks
}

/** The number of the line that a byte lies in, by the reader's own splitter. */
const lineAt = (file: Buffer, offset: number, units: Units): number => {
  const splitter = createLineSplitter(units)
  let [number, from] = [1, 0]
  for (const { text, end } of [...splitter.push(file), ...splitter.end()]) {
    const bytes = (text.length + end.length) * (units === 'utf-16le' ? 2 : 1)
    if (offset < from + bytes) return number
    from += bytes
    if (end !== '') number += 1
  }
  return number
}

const line = fc.tuple(
  fc.stringMatching(/^[a-zé€😀 ]{0,40}$/u),
  fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\r\n', '', '\r\n\r'),
)
const file = fc.array(line, { maxLength: 60 }).map((lines) => lines.flat().join(''))
const pieces = fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 40 })

describe('chunks of a content', () => {
  it.each(['utf-8', 'latin1', 'utf-16le'] as const)(
    'of %s are the bytes again, with their lines and texts',
    (encoding) => {
      const units = encoding === 'utf-16le' ? 'utf-16le' : 'bytes'
      fc.assert(
        fc.property(file, pieces, fc.integer({ min: 8, max: 64 }), (text, lengths, half) => {
          const bytes = Buffer.from(text, encoding)
          const chunks = chunksOf(bytes, lengths, units, half * 2)
          expect(Buffer.concat(chunks.map((chunk) => chunk.bytes))).toEqual(bytes)
          let [offset, textFrom] = [0, 0]
          for (const [number, chunk] of chunks.entries()) {
            expect(chunk).toMatchObject({ number, textFrom, firstLine: lineAt(bytes, offset, units) })
            expect(chunk.bytes.length).toBeLessThanOrEqual(Math.max(half * 2 + 1))
            offset += chunk.bytes.length
            textFrom += chunk.textBytes ?? 0
          }
          const served = Buffer.concat(chunks.map((chunk) => utf8Of(chunk.bytes, chunk)))
          expect(served.length).toBe(textFrom)
          if (encoding !== 'latin1') expect(served.toString()).toBe(text)
        }),
      )
    },
  )

  it('of UTF-16BE are the same text in UTF-16LE', () => {
    fc.assert(
      fc.property(file, pieces, fc.integer({ min: 8, max: 64 }), (text, lengths, half) => {
        const little = Buffer.from(`\ufeff${text}`, 'utf16le')
        const big = Buffer.from(little).swap16()
        expect(chunksOf(big, lengths, 'utf-16be', half * 2)).toEqual(chunksOf(little, lengths, 'utf-16le', half * 2))
      }),
    )
    const [chunk] = chunksOf(Buffer.from([0xfe, 0xff, 0, 0x41, 0]), [], 'utf-16be', 64)
    expect(chunk?.bytes).toEqual(Buffer.from([0xff, 0xfe, 0x41, 0, 0]))
  })

  it('end at a line end in their second half, and between two characters where there is none', () => {
    const lines = chunksOf(Buffer.from(`${'x'.repeat(60)}\n`.repeat(4)), [], 'bytes', 100)
    expect(lines.map(({ bytes, firstLine }) => [bytes.length, firstLine])).toEqual([
      [61, 1],
      [61, 2],
      [61, 3],
      [61, 4],
    ])
    const one = chunksOf(Buffer.from(`a${'é'.repeat(120)}`), [], 'bytes', 100)
    expect(one.map(({ bytes, encoding, firstLine }) => [bytes.length, encoding, firstLine])).toEqual([
      [99, 'utf-8', 1],
      [100, 'utf-8', 1],
      [42, 'utf-8', 1],
    ])
  })

  it('are read as Latin-1 only where they are no UTF-8', () => {
    const mixed = Buffer.concat([Buffer.from('é\n'.repeat(30)), Buffer.from('\xe9\n'.repeat(60), 'latin1')])
    const chunks = chunksOf(mixed, [], 'bytes', 90)
    expect(chunks.map(({ encoding }) => encoding)).toEqual(['utf-8', 'latin1', 'latin1'])
    const texts = chunks.map((chunk) => Buffer.from(utf8Of(chunk.bytes, chunk)).toString())
    expect(texts.join('')).toBe('é\n'.repeat(90))
  })
})

describe('what is held of pieces until a chunk is complete', () => {
  it.each([0, 1, 7])('is a bounded number of buffers, however many of %d bytes come', async (length) => {
    const chunker = createChunker(() => 'bytes')
    const live = createLiveCount()
    for (let n = 0; n < 30_000; n += 1) for (const _chunk of chunker.push(live.note(Buffer.alloc(length, 'x')))) break
    expect(await live.count()).toBeLessThan(1_000)
    expect([...chunker.end()].map(({ bytes }) => bytes.length)).toEqual(length === 0 ? [] : [length * 30_000])
  })
})
