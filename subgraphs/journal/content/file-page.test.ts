import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const DAY = '2026-05-13'
const LINES = Array.from({ length: 30_000 }, (_, at) => `line ${at + 1} ${'é'.repeat(at % 20)}`)

let journal: TestJournal
let acme: string

const graph = async (query: string, as = acme): Promise<Record<string, unknown>> => {
  const principal = await journal.process.authenticator.authenticate(`Bearer ${as}`)
  const answer = await journal.process.hosted.get('journal')?.execute({ query }, { principal, token: as, traceId: '0' })
  return Object(Object(answer).data)
}

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-20T12:00:00Z' })
  acme = await journal.token({ role: 'USER', institutions: ['ACME'] })
})
afterAll(() => journal.close())

describe('a file on a page', () => {
  it('says where its lines are, so that a part of them is read alone', async () => {
    const { body } = await journal.upload('ATM-1', DAY, `${LINES.join('\n')}\n`)
    const id = Number(Object(body).id)
    const query = `{ journalFileText(id: ${id}) { sizeBytes parts { firstLine from bytes } } }`
    const text = Object((await graph(query)).journalFileText)
    expect(text.parts.length).toBeGreaterThan(2)
    expect(text.sizeBytes).toBe(Buffer.byteLength(`${LINES.join('\n')}\n`))
    for (const { firstLine, from, bytes } of text.parts) {
      const answer = await journal.ask('GET', `/journal/api/journal/files/${id}/content`, {
        as: acme,
        headers: { range: `bytes=${from}-${from + bytes - 1}` },
      })
      const lines = answer.text.trimEnd().split('\n')
      expect(lines).toEqual(LINES.slice(firstLine - 1, firstLine - 1 + lines.length))
    }
    const stranger = await journal.token({ role: 'USER', institutions: ['BETA'] })
    expect((await graph(query, stranger)).journalFileText).toBeNull()
    expect((await graph('{ journalFileText(id: 999999) { sizeBytes } }')).journalFileText).toBeNull()
  })

  it('has its own transactions, apart from those of other files of these days', async () => {
    const first = await journal.uploadParsed('ATM-1', '2026-05-10', recyclerDay('2026-05-10', ['000', '000']))
    await journal.uploadParsed('ATM-1', '2026-05-11', recyclerDay('2026-05-11', ['000']))
    const days = 'dateFrom: "2026-05-09", dateTo: "2026-05-12"'
    const of = async (more: string) =>
      Object(
        (await graph(`{ journalTransactions(${days} ${more}) { totalElements content { fileId } } }`))
          .journalTransactions,
      )
    expect((await of('')).totalElements).toBe(3)
    expect(await of(`fileId: ${Number(first.id)}`)).toEqual({
      totalElements: 2,
      content: [{ fileId: first.id }, { fileId: first.id }],
    })
  })
})
