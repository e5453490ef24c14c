import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const DAY = '2026-05-19'
const HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;\u202e\u061c\u00ad\u{e0041}evil'

let journal: TestJournal
let admin: string

beforeAll(async () => {
  const atms = [
    { agentAtmId: 'ATM-1', institutionKey: 'ACME', timeZone: 'Africa/Addis_Ababa' },
    { agentAtmId: 'ATM-2', institutionKey: 'ACME' },
  ]
  journal = await openTestJournal(atms, { now: '2026-05-20T12:00:00Z' })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

/** Uploads a journal and answers the ids of its transactions, in the order of the file. */
const upload = async (day: string, text: string | Uint8Array, agentAtmId = 'ATM-1'): Promise<number[]> => {
  const file = await journal.uploadParsed(agentAtmId, day, text)
  const rows = await runAs(journal.database.urls.superuser, [
    `select id from journal.transaction_all where file_id = ${file.id} order by first_line`,
  ])
  return rows.map(({ id }) => Number(id))
}

const evidence = async (id: number | undefined, query = '', as = admin) =>
  journal.ask('GET', `/journal/api/journal/transactions/${id}/evidence${query}`, { as })
const page = async (id: number | undefined, as = admin) =>
  journal.ask('GET', `/journal/api/journal/transactions/${id}/evidence`, { as, headers: { accept: 'text/html' } })

const shown = (body: unknown): string[] =>
  Object(body).lines.map((line: { number: number; ofTransaction: boolean; text: string }) => {
    const { number, ofTransaction, text } = line
    return `${number}${ofTransaction ? '*' : ' '} ${text}`
  })

describe('evidence', () => {
  it('shows a transaction, its lines with those around it, and the file that they come from', async () => {
    const text = recyclerDay(DAY, ['000', '105'])
    const [first, second] = await upload(DAY, text)
    const { status, body } = await evidence(second, '?contextLines=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      transaction: { id: second, verdict: 'DECLINED', amount: '200.00', currency: 'ETB', card: '412345******6789' },
      file: { sha256: createHash('sha256').update(text).digest('hex'), journalDate: DAY, format: 'RECYCLER' },
      linesOmitted: 0,
      printedAt: expect.stringContaining('2026-05-20T12:00'),
    })
    const lines = text.split('\n')
    const { firstLine, lastLine } = Object(body).transaction
    const numbers = Object(body).lines.map(({ number }: { number: number }) => number)
    expect(numbers[0]).toBe(firstLine - 2)
    expect(numbers.at(-1)).toBe(Math.min(lastLine + 2, lines.length - 1))
    for (const line of Object(body).lines) {
      expect(line.text).toBe(lines[line.number - 1])
      expect(line.ofTransaction).toBe(line.number >= firstLine && line.number <= lastLine)
    }
    // At the head of the file there is nothing before it.
    expect(shown((await evidence(first, '?contextLines=50')).body)[0]).toMatch(/^1 {2}-+05\/19\/26/)
    expect((await evidence(first, '?contextLines=0')).body).toMatchObject({ transaction: { id: first } })
  })

  it('shows what was printed in UTF-16, without what printers do not print', async () => {
    const text = recyclerDay('2026-05-18', ['000']).replace('SURCHARGE', '\u001b[020tSURCHARGE')
    const [id] = await upload('2026-05-18', Buffer.from(text, 'utf16le'))
    const lines = shown((await evidence(id)).body)
    expect(lines.join('\n')).toMatch(/\* SURCHARGE: {2}0\.00/)
    for (const hidden of ['\0', '\u001b', '\ufeff']) expect(lines.join('')).not.toContain(hidden)
  })

  it('shows the ends of a very long transaction, wherever in the file they lie', async () => {
    const noise = Array.from({ length: 30_000 }, (_, n) => `NOTE ${n} OF A LONG TRANSACTION THAT NEVER ENDS`).join('\n')
    const [start = '', ...rest] = recyclerDay('2026-05-17', ['000']).split('SURCHARGE')
    const [id] = await upload('2026-05-17', `${start}${noise}\nSURCHARGE${rest.join('')}`)
    const { body } = await evidence(id)
    const { firstLine, lastLine } = Object(body).transaction
    expect(lastLine - firstLine).toBeGreaterThan(30_000)
    const own = Object(body).lines.filter(({ ofTransaction }: { ofTransaction: boolean }) => ofTransaction)
    expect(own).toHaveLength(1_000)
    expect(own[499].number).toBe(firstLine + 499)
    expect(own[500].number).toBe(lastLine - 499)
    expect(own[500].text).toMatch(/^NOTE \d{5} OF/)
    expect(Number(own[501].text.split(' ')[1])).toBe(Number(own[500].text.split(' ')[1]) + 1)
    expect(Object(body).linesOmitted).toBe(lastLine - firstLine + 1 - 1_000)
    expect((await page(id)).text).toContain(`${lastLine - firstLine + 1 - 1_000} lines are left out here`)
  })

  it('cuts a line that no machine printed', async () => {
    const text = recyclerDay('2026-05-16', ['000']).replace('SURCHARGE', `${'X '.repeat(300_000)}\nSURCHARGE`)
    const [id] = await upload('2026-05-16', text)
    const { body } = await evidence(id)
    const lines: { number: number; text: string }[] = Object(body).lines
    const long = lines.findIndex((line) => line.text.startsWith('X '))
    expect(lines[long]?.text).toHaveLength(2_001)
    expect(lines[long + 1]).toMatchObject({ number: Number(lines[long]?.number) + 1, text: 'SURCHARGE:  0.00' })
    // Counted as the parser counts them, who saw the code in the last line.
    expect(lines.find(({ number }) => number === Object(body).transaction.lastLine)?.text.trim()).toBe('000')
  })

  it('is there for cold transactions too', async () => {
    const [id] = await upload('2025-06-10', recyclerDay('2025-06-10', ['000']))
    const where = `select count(*)::int as n from journal.transaction_cold where id = ${id}`
    expect(await runAs(journal.database.urls.superuser, [where])).toEqual([{ n: 1 }])
    expect((await evidence(id)).body).toMatchObject({ transaction: { startedAt: '2025-06-10T00:00:00' } })
  })

  it('is only for people who may see the transaction', async () => {
    const [id] = await upload('2026-05-15', recyclerDay('2026-05-15', ['000']))
    const foreign = await journal.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    const own = await journal.token({ role: 'USER', institutions: ['ACME'] })
    const agent = await journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
    for (const ask of [evidence, (of: number | undefined, _query: string, as: string) => page(of, as)]) {
      expect((await ask(id, '', own)).status).toBe(200)
      expect((await ask(id, '', agent)).status).toBe(403)
      expect((await ask(id, '', foreign)).status).toBe(404)
      expect((await ask(999_999, '', admin)).status).toBe(404)
    }
  })

  it('refuses more context than there is to be had', async () => {
    const [id] = await upload('2026-05-14', recyclerDay('2026-05-14', ['000']))
    for (const contextLines of [-1, 51, 'many'])
      expect(await evidence(id, `?contextLines=${contextLines}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'contextLines' }] },
      })
  })

  it('reads only the chunks that hold the lines', async () => {
    const filler = Array.from({ length: 60_000 }, (_, n) => `DEVICE STATUS LINE ${n}`).join('\n')
    const [id] = await upload(
      '2026-05-13',
      `${recyclerDay('2026-05-13', ['000'])}------------05/13/26 20:00:00-------------\n` +
        `**IN-SERVICE   05/13/26 20:00\n${filler}\n`,
    )
    const [content] = await runAs(journal.database.urls.superuser, [
      `select c.content_id as id, count(*)::int as chunks from journal.content_chunk c join journal.journal_file f
        using (content_id)
        where f.journal_date = '2026-05-13' group by 1`,
    ])
    expect(Number(content?.chunks)).toBeGreaterThan(3)
    // What is not read may as well be broken.
    await runAs(journal.database.urls.superuser, [
      `update journal.content_chunk set data = 'broken' where content_id = ${content?.id} and number > 0`,
    ])
    expect((await evidence(id)).status).toBe(200)
  })
})

/** A day whose sessions are made one of as many attempts, each with other columns. */
const uploadSession = async (day: string, columns: readonly string[]): Promise<number[]> => {
  const ids = await upload(
    day,
    recyclerDay(
      day,
      columns.map(() => '000'),
    ),
  )
  await runAs(
    journal.database.urls.superuser,
    columns.map((change, at) => {
      const first = at === 0 ? '' : `first_attempt_id = ${ids[0]},`
      return `update journal.transaction_hot set ${first} attempt_no = ${at + 1}, ${change} where id = ${ids[at]}`
    }),
  )
  return ids
}

describe('a session of several attempts', () => {
  const DECLINED = `verdict = 'DECLINED', decided_by = 'HOST_CODE', decided_line = 8, host_code = '105'`
  const CONTRADICTORY = `verdict = null, decided_by = null, stan = '7001',
    conflict = '{CARD_MISMATCH,AMOUNT_AND_NOTES}',
    notes = '[{"state": "DISPENSED", "denominationMinor": "50000", "currency": "INR", "count": 10},
      {"state": "REJECTED", "denominationMinor": "50000", "currency": "INR", "count": 1},
      {"state": "DISPENSED", "denominationMinor": null, "currency": null, "count": 2}]'`
  const CANCELLED = `verdict = 'CANCELLED', decided_by = 'CANCELLATION', decided_line = 20, cash_outcome = 'UNKNOWN'`

  it('shows all of them, with their lines and what decided each, whichever is asked for', async () => {
    const day = '2026-05-10'
    const ids = await uploadSession(day, [DECLINED, CONTRADICTORY, CANCELLED])
    for (const [at, id] of ids.entries()) {
      const { body } = await evidence(id, '?contextLines=0')
      const { transaction, attempts, explanations, lines, linesOmitted } = Object(body)
      expect(transaction).toEqual(attempts[at])
      expect(attempts.map((attempt: { id: number; attemptNo: number }) => [attempt.id, attempt.attemptNo])).toEqual(
        ids.map((of, n) => [of, n + 1]),
      )
      expect(explanations).toEqual([
        { attemptNo: 1, reason: 'The host’s response code is 105 (line 8).', conflicts: [] },
        {
          ...{ attemptNo: 2, reason: 'The journal contradicts itself.' },
          conflicts: [
            'The receipt prints another card than the session’s.',
            'The amount of the receipt is not what the notes are worth.',
          ],
        },
        { attemptNo: 3, reason: 'It was given up before the host answered (line 20).', conflicts: [] },
      ])
      expect(linesOmitted).toBe(0)
      for (const { number, attemptNo, ofTransaction } of lines) {
        const within = attempts.find(
          ({ firstLine, lastLine }: { firstLine: number; lastLine: number }) =>
            number >= firstLine && number <= lastLine,
        )
        expect([attemptNo, ofTransaction]).toEqual([within?.attemptNo ?? null, within?.id === id])
      }
      expect([lines[0].number, lines.at(-1).number]).toEqual([attempts[0].firstLine, attempts[2].lastLine])
    }
    const { body } = await evidence(ids[1])
    expect(Object(body).transaction).toMatchObject({
      ...{ sessionId: ids[0], attemptNo: 2, verdict: null, decidedBy: null, stan: '7001' },
      conflict: ['CARD_MISMATCH', 'AMOUNT_AND_NOTES'],
      notes: [
        { state: 'DISPENSED', denomination: '500.00', currency: 'INR', count: 10 },
        { state: 'REJECTED', denomination: '500.00', currency: 'INR', count: 1 },
        { state: 'DISPENSED', denomination: null, currency: null, count: 2 },
      ],
    })
    expect(Object(body).attempts[0].decidedBy).toEqual({ rule: 'HOST_CODE', line: 8 })
  })

  it('has each attempt beside its lines on the page, with its notes by denomination', async () => {
    const ids = await uploadSession('2026-05-09', [DECLINED, CONTRADICTORY, CANCELLED])
    const { text } = await page(ids[1])
    expect(text).toContain(`Attempt 2 of the session that begins with transaction ${ids[0]}`)
    const cards = [...text.matchAll(/<h3 id="attempt-(\d)">(.*?)<\/h3>/g)].map(([, no, name]) => `${no} ${name}`)
    expect(cards).toEqual(['1 Attempt 1', '2 Attempt 2 <strong>this transaction</strong>', '3 Attempt 3'])
    for (const part of [
      '<p class="verdict">Declined</p>\n<p>The host’s response code is 105 (line 8).</p>',
      'The amount of the receipt is not what the notes are worth.',
      '<tr><th scope="row">500.00 INR</th><td>10</td><td>1</td></tr>',
      '<tr><th scope="row">Of unknown worth</th><td>2</td><td></td></tr>',
      'Unknown: the journal breaks off before it says',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/<th scope="row">8<\/th><td><span class="decides">decides the verdict<\/span>/)
    expect(text.match(/decides the verdict/g)).toHaveLength(2)
  })

  it('is shown by the lines of one attempt where all of them are too many, and by twenty attempts at most', async () => {
    const ids = await uploadSession(
      '2026-05-08',
      Array.from({ length: 24 }, () => 'verdict = null'),
    )
    const numbers = async (id: number | undefined) =>
      Object((await evidence(id)).body).attempts.map(({ attemptNo }: { attemptNo: number }) => attemptNo)
    expect(await numbers(ids[0])).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(await numbers(ids[23])).toEqual(Array.from({ length: 20 }, (_, n) => n + 5))
    await runAs(journal.database.urls.superuser, [
      `update journal.transaction_hot set last_line = first_line + 5000 where id = ${ids[23]}`,
    ])
    const { body } = await evidence(ids[22], '?contextLines=0')
    const { firstLine, lastLine } = Object(body).transaction
    expect(Object(body).lines.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: lastLine - firstLine + 1 }, (_, n) => firstLine + n),
    )
    expect(Object(body).linesOmitted).toBeGreaterThan(5_000)
  })
})

describe('the page', () => {
  it('says what is known, and lets no markup of the journal through', async () => {
    const text = recyclerDay('2026-05-12', ['000']).replace('SURCHARGE', `${HOSTILE}\nSURCHARGE`)
    const [id] = await upload('2026-05-12', text)
    const { status, text: html, headers } = await page(id)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toContain('no-store')
    expect(String(headers.vary)).toContain('accept')
    expect(html).toContain('<html lang="en">')
    expect(html).toContain(`<title>Transaction ${id} · ATM-1 · 2026-05-12 00:00:00</title>`)
    for (const part of ['Approved', 'No notes presented', '412345******6789', '100.00 ETB', 'Africa/Addis_Ababa'])
      expect(html).toContain(part)
    expect(html).toContain(createHash('sha256').update(text).digest('hex'))
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(2)&quot;&gt;&amp;amp;',
    )
    expect(html).not.toMatch(/<script|<img|onerror="|\p{Cf}/u)
    expect(html).toContain(`&amp;amp;${'\ufffd'.repeat(4)}evil`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })

  it('keeps the verdict and the fate of the notes apart, and guesses neither', async () => {
    const [id] = await upload('2026-05-11', recyclerDay('2026-05-11', [null]))
    const { text } = await page(id)
    expect(text).toContain('<strong>Undecided</strong>Nothing was asked of the host.')
    expect(text).toContain('No notes presented')
    expect(text).toContain('not in the journal')
  })
})
