import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { decodeChunk } from '../content/content.ts'
import { FAMILIES } from '../formats/families.ts'
import { listFixtures, withCheckDigit } from '../formats/parse.testing.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'

const { below, digits } = choicesOf('2026')
const newCard = (length: number): string => withCheckDigit(`${2 + below(5)}${digits(length - 2)}`)

const groupsOfFour = (card: string, separator: string): string => card.match(/\d{1,4}/g)?.join(separator) ?? ''

/** Ways to print a number; what is behind it on a track is as secret as the number. */
const FORMS: readonly ((card: string, track: string) => string)[] = [
  (card) => card,
  (card) => `000${card}`,
  (card) => `CARD              : ${card}`,
  (card) => `PAN ${groupsOfFour(card, ' ')} OK`,
  (card) => groupsOfFour(card, '-'),
  (card, track) => `TRACK 2 DATA: ;${card}=${track}?`,
  (card, track) => `${card}D${track}F`,
  (card) => card.split('').join('\u001b[1m'),
  (card) => `08:14:05 NOISE ${card.split('').join('\0')} NOISE`,
]

type Plant = { readonly card: string; readonly track: string; readonly text: string }

const newPlants = (): readonly Plant[] =>
  FORMS.map((form, n) => {
    const [card, track] = [newCard(13 + (n % 7)), `2912${digits(13)}`]
    return { card, track, text: form(card, track) }
  })

/** Files with plants between their lines, one of each family; the numbers in them, and how they are encoded. */
const MARKS = FAMILIES.flatMap(({ customerNumberNext }) => customerNumberNext ?? [])
const journals = FAMILIES.map(({ name }, n) => {
  const family = name.toLowerCase()
  const lines = (listFixtures().find((fixture) => fixture.family === family)?.text ?? '').split(/\r?\n/)
  const plants = newPlants()
  // Customers' numbers are another matter, and what follows a mark is taken for one.
  const marked = lines.findLastIndex((line) => MARKS.some((mark) => mark.test(line)))
  const at = Math.max(marked + 14, Math.floor(lines.length / 2))
  const text = [...lines.slice(0, at), ...plants.map((plant) => plant.text), ...lines.slice(at)].join('\r\n')
  const bytes = Buffer.from(text, n === 3 ? 'utf16le' : 'latin1')
  return { agentAtmId: `ATM-${n + 1}`, plants, bytes: n === 1 ? gzipSync(bytes) : bytes, gzip: n === 1 }
})

const SECRETS = journals.flatMap(({ plants }) =>
  plants.flatMap(({ card, track, text }) => (text.includes(track) ? [card, track] : [card])),
)

/** The text without what may be between two digits, as far as they could be put together again. */
const condensed = (text: string): string =>
  text
    .replaceAll(/\\u0000|\0/g, '')
    .replaceAll('\u001b', '\\u001b')
    .replaceAll('\\u001b[1m', '')
    .replaceAll(/[ .-]/g, '')

const secretsIn = (text: string): readonly string[] => {
  const searched = condensed(text)
  return SECRETS.filter((secret) => searched.includes(secret))
}

const logged: string[] = []
let journal: TestJournal
let admin: string
let fileIds: readonly number[]

beforeAll(async () => {
  journal = await openTestJournal(
    journals.map(({ agentAtmId }) => ({ agentAtmId, institutionKey: 'ACME' })),
    { now: '2026-05-20T12:00:00Z', logTo: { write: (line) => void logged.push(line) } },
  )
  admin = await journal.token({ role: 'ADMIN' })
  const ids: number[] = []
  for (const { agentAtmId, bytes, gzip } of journals) {
    const path = `/journal/api/journal/files?agentAtmId=${agentAtmId}&journalDate=2026-05-13`
    const headers: Record<string, string> = gzip ? { 'content-encoding': 'gzip' } : {}
    const { status, body } = await journal.ask('POST', path, { as: admin, body: bytes, headers })
    expect(status).toBe(201)
    ids.push(Number(Object(body).id))
  }
  fileIds = ids
  await vi.waitFor(
    async () => {
      const rows = await query(`select status from journal.journal_file`)
      expect(rows.filter(({ status }) => status !== 'RECEIVED')).toHaveLength(journals.length)
    },
    { timeout: 20_000, interval: 100 },
  )
}, 60_000)
afterAll(() => journal.close())

const query = (statement: string) => runAs(journal.database.urls.superuser, [statement])
const read = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const { status, text } = await journal.ask('GET', `/journal/api/journal${path}`, { as: admin, headers })
  expect({ path, status }).toEqual({ path, status: 200 })
  return text
}

describe('card numbers in an upload', () => {
  it('are such as this test would find', () => {
    const sent = journals.flatMap(({ plants }) => plants.map(({ text }) => text)).join('\n')
    expect(secretsIn(sent)).toEqual(SECRETS)
  })

  it('are in no table of the service, the topics and the queues', async () => {
    const tables = await query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('journal', 'topics', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      for (const { row } of await query(`select row_to_json(t)::text as row from ${name} t`)) {
        expect({ name, found: secretsIn(String(row)) }).toEqual({ name, found: [] })
      }
    }
  })

  it('are not in the bytes that are stored', async () => {
    const chunks = await query(`select codec, data from journal.content_chunk order by content_id, number`)
    expect(chunks.length).toBeGreaterThanOrEqual(journals.length)
    for (const { codec, data } of chunks) {
      const bytes = await decodeChunk({ codec: codec === 'zstd' ? 'zstd' : 'gzip', data: Buffer.from(Object(data)) })
      expect(secretsIn(bytes.toString('latin1'))).toEqual([])
    }
  })

  it('are in no answer', async () => {
    for (const id of fileIds) {
      expect(secretsIn(await read(`/files/${id}`))).toEqual([])
      const content = await read(`/files/${id}/content`)
      expect(content).toContain('******')
      expect(secretsIn(content)).toEqual([])
    }
    const range = 'dateFrom=2020-01-01&dateTo=2026-12-31'
    for (const path of ['/files', `/transactions?${range}&size=100`, `/transactions?${range}&format=csv`]) {
      expect(secretsIn(await read(path))).toEqual([])
    }
    const found: unknown = Object(JSON.parse(await read(`/transactions?${range}&size=100`))).content
    const transactions = Array.isArray(found) ? found : []
    expect(transactions.length).toBeGreaterThan(5)
    for (const { id } of transactions) {
      expect(secretsIn(await read(`/transactions/${id}`))).toEqual([])
      expect(secretsIn(await read(`/transactions/${id}/evidence`))).toEqual([])
      expect(secretsIn(await read(`/transactions/${id}/evidence`, { accept: 'text/html' }))).toEqual([])
    }
  })

  it('are in no line that was logged, whatever is asked and whatever a fault says', async () => {
    for (const { plants } of journals) {
      for (const { text } of plants) {
        const path = `/transactions?dateFrom=2026-05-13&dateTo=2026-05-13&reference=${encodeURIComponent(text)}`
        await journal.ask('GET', `/journal/api/journal${path}`, { as: admin })
        journal.process.log.warn({ reason: `cannot read ${text}`, err: new Error(text) }, 'a fault')
      }
    }
    await journal.runJob('journal.gap-detection')
    expect(logged.length).toBeGreaterThan(0)
    expect(secretsIn(logged.join('\n'))).toEqual([])
  })
})
