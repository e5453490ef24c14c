import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { SEED } from '../support/seed.ts'
import { useAttackedPlatform } from './attacked-platform.ts'

const KIB = 1_024
const MIB = 1_048_576

/** Parts of what looks like card numbers: digits, what is between and behind them, and what is not visible. */
const PARTS = [
  ...['4111111111111111', '4222222222222', '4111', '1111', '0', '00000000', '7', '5A08', '5711', '57'],
  ...['=', '^', 'D', 'D2912', '=29121011234567890', '^DOE/J^', '%B', ';', '?', 'XXXXXXXXXXXXX', '411111******1111='],
  ...[' ', '   ', '-', '.', '\t', '\u00a0', 'Â\u00a0', '\u001b[1m', '\u001b(1', '\u001b[', '\u001b[00000000000'],
]

const { below } = choicesOf(SEED)
const generatedUnit = (): string =>
  Array.from({ length: 1 + below(12) }, () => PARTS[below(PARTS.length)] ?? '').join('')

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
/** A text whose JSON takes as many bytes. */
const filledJson = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit))))

const UNITS = [
  '4111111111111111=',
  '4111111111111111D2912',
  '4111111111111111^',
  '4111 1111 1111 1111 ',
  '5A084111111111111111',
  '4\u001b[1m',
  '1',
  ' ',
]
const GENERATED = Array.from({ length: 4 }, generatedUnit)

describe('numbers that look like cards', () => {
  process.stdout.write(`masking: TEST_SEED=${SEED}\n`)
  const attacked = useAttackedPlatform()
  const agentAtmId = 'MASK-1'
  const agent = () => attacked.token({ role: 'AGENT', userId: agentAtmId, institutions: ['MASK'], agentAtmId })
  const admin = () => attacked.token({ role: 'ADMIN', institutions: ['MASK'] })

  it.each(UNITS.map((unit) => [unit]))('in a vendor type of 128 KiB of %j', async (unit) => {
    const body = { name: 'A vendor', type: filled(unit, 128 * KIB) }
    const answer = await attacked.ask('POST', '/claims/api/claims/vendors', { as: await admin(), body })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('4111111111111111')
    expect(answer.text.length).toBeLessThan(2 * KIB)
  })

  it('in a hundred thousand wrong values are answered with the first faults only', async () => {
    const body = { name: ['4111111111111111'], type: Array.from({ length: 50_000 }, () => '4111111111111111=') }
    const answer = await attacked.ask('POST', '/claims/api/claims/vendors', { as: await admin(), body })
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(4 * KIB)
  })

  it.each([...UNITS, ...GENERATED].map((unit) => [unit]))('in each field of events of 60 KB of %j', async (unit) => {
    const as = await agent()
    const long = filledJson(unit, 60_000)
    for (const [status, event] of [
      [202, { eventType: long }],
      [201, { eventType: 'CARD_READER_FAIL', message: long }],
      [201, { eventType: 'CARD_READER_FAIL', details: { note: filledJson(unit, 15_000) } }],
      [202, { eventType: 'NEVER_HEARD_OF', cassettes: [{ type: long }] }],
      [202, { eventType: 'NEVER_HEARD_OF', [filledJson(unit, 30_000)]: filledJson(unit, 30_000) }],
    ] as const) {
      const body = { agentAtmId, ...event }
      const answer = await attacked.ask('POST', '/agent-proxy/api/journal-events', { as, body })
      expect(answer.status).toBe(status)
      // Generated text may hold it as a part of a longer number, which is no card number.
      if (UNITS.includes(unit)) expect(answer.text).not.toContain('4111111111111111')
    }
  })

  it('in each key of ten events of a batch', async () => {
    const as = await agent()
    const keys = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`${n} 4111111111111111 x`, n]))
    const body = Array.from({ length: 10 }, () => ({ agentAtmId, eventType: 'NEVER_HEARD_OF', keys }))
    const answer = await attacked.ask('POST', '/agent-proxy/api/journal-events/batch', { as, body })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('"status":413')
  })

  it.each([...UNITS, ...GENERATED].map((unit, n) => [unit, `2026-05-${String(n + 1).padStart(2, '0')}`]))(
    'in a journal of 8 MiB of %j that takes a few KB as gzip',
    async (unit, day) => {
      const bytes = new Uint8Array(gzipSync(Buffer.from(filled(unit, 8 * MIB), 'latin1')))
      expect(bytes.length).toBeLessThan(64 * KIB)
      const answer = await attacked.ask(
        'POST',
        `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${day}`,
        {
          as: await agent(),
          bytes,
          headers: { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' },
        },
      )
      expect(answer.status).toBe(201)
    },
  )
})
