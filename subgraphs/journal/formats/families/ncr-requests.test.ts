import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'

describe('the amount of a request', () => {
  it('is taken from its digits only where a receipt of the file shows their units, before it or after', async () => {
    const request = (number: number, ...receipt: string[]) =>
      [`*${number}*06/18/2025*05:${number}*`, '*TRANSACTION START*', 'REQUEST SENT [AMOUNT=00001000]', ...receipt].join(
        '\n',
      )
    const amounts = async (...sessions: string[]) =>
      (await parseText(sessions.join('\n'))).transactions.map(({ amountMinor }) => amountMinor)
    expect(await amounts(request(10), request(11, 'WITHDRAWAL 1000.00'), request(12))).toEqual([
      100_000n,
      100_000n,
      100_000n,
    ])
    expect(await amounts(request(10), request(11))).toEqual([null, null])
    expect(await amounts(request(10, 'WITHDRAWAL 10.00'), request(11))).toEqual([1_000n, 1_000n])
    const both = [request(10, 'WITHDRAWAL 10.00'), request(11, 'WITHDRAWAL 1000.00'), request(12)]
    expect(await amounts(...both)).toEqual([1_000n, 100_000n, null])
    expect(await amounts(request(10, 'WITHDRAWAL 77.00'), request(11))).toEqual([7_700n, null])
  })

  it('is in the units of its own operation: withdrawals ask in whole units, deposits in hundredths', async () => {
    const ask = (number: number, opcode: string, amount: string, ...receipt: string[]) => [
      ...[`*${number}*06/18/2025*05:${number}*`, '*TRANSACTION START*', `05:${number}:01 OPCODE = ${opcode}`],
      ...[`REQUEST SENT [AMOUNT=${amount}]`, ...receipt, `05:${number}:09 TRANSACTION END`],
    ]
    const day = [
      ...[ask(10, 'BBC', '00001000', 'WITHDRAWAL 1000.00'), ask(11, 'BBD', '00125000', 'CASH DEPOSIT')],
      ...[ask(12, 'BBD', '00125000', 'CASH DEPOSIT 1250.00'), ask(13, 'BBD', '00070000'), ask(14, 'BBC', '00000300')],
    ]
    const { transactions } = await parseText(day.flat().join('\n'))
    expect(transactions.map(({ amountMinor }) => amountMinor)).toEqual([100_000n, 125_000n, 125_000n, 70_000n, 30_000n])
  })
})

describe('the kind of a request', () => {
  it('is what its own receipt says, whatever other requests of its operation were', async () => {
    const ask = (number: number, ...receipt: string[]) => [
      ...[`*${number}*06/18/2025*05:${number}*`, '*TRANSACTION START*', `05:${number}:01 OPCODE = PBC`],
      ...['REQUEST SENT [AMOUNT=00000000]', ...receipt, `05:${number}:09 TRANSACTION END`],
    ]
    const { transactions } = await parseText([...ask(10, 'WITHDRAWAL'), ...ask(11, 'PIN CHANGE'), ''].join('\n'))
    expect(transactions.map(({ kind }) => kind)).toEqual(['WITHDRAWAL', 'OTHER'])
  })
})
