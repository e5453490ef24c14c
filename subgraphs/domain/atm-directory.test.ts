import { describe, expect, it } from 'vitest'
import type { CallAnswer, CallRequest } from '../kit/calls/calls.ts'
import { createFindAtm } from './atm-directory.ts'

const ATM = {
  ...{ atmId: 7, agentAtmId: 'ATM-7', institutionKey: 'ACME', timeZone: 'Europe/Berlin', retired: false },
  reactivatedAt: null,
}

/** The directory behind an incident service that answers everything alike. */
const answered = (status: number, body: unknown) => {
  const asked: [string, CallRequest][] = []
  const request = async (service: string, call: CallRequest): Promise<CallAnswer> => {
    asked.push([service, call])
    return { status, body, headers: {} }
  }
  return { find: createFindAtm({ request }), asked }
}

const refused = (status: number, body: unknown) => answered(status, body).find('ATM-7', 'ACME')

describe('an ATM', () => {
  it('is asked for at the internal listener of the incident service', async () => {
    const { find, asked } = answered(200, [{ ...ATM, agentAtmId: 'ATM-6', atmId: 6 }, ATM])
    expect(await find('ATM-7', 'ACME')).toEqual(ATM)
    expect(asked).toEqual([
      [
        'incident',
        {
          method: 'POST',
          path: '/api/internal/atms/resolve',
          body: { agentAtmIds: ['ATM-7'], institutionKey: 'ACME', register: true },
          as: { kind: 'internal' },
          timeoutMs: 10_000,
        },
      ],
    ])
  })

  it('is registered for an institution only', async () => {
    const { find, asked } = answered(200, [])
    expect(await find('ATM-7', null)).toBeNull()
    expect(asked[0]?.[1].body).toEqual({ agentAtmIds: ['ATM-7'], institutionKey: null, register: false })
  })

  it('is told to be retired, as only the caller knows who may learn it', async () => {
    const { find } = answered(200, [{ ...ATM, retired: true }])
    expect([await find('ATM-7', null), await find('ATM-7', 'ACME')]).toMatchObject([
      { retired: true },
      { retired: true },
    ])
  })

  it('has no time zone where its own is none', async () => {
    for (const timeZone of [null, 'Mars/Olympus']) {
      const { find } = answered(200, [{ ...ATM, institutionKey: null, timeZone }])
      expect(await find('ATM-7', 'ACME')).toEqual({ ...ATM, institutionKey: null, timeZone: null })
    }
  })
})

describe('a refusal of the directory', () => {
  it('is passed on in its own words where the ATM is of another institution', async () => {
    await expect(refused(403, { detail: 'not yours' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'not yours',
    })
    await expect(refused(403, 'no')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'agentAtmId: this ATM belongs to another institution',
    })
  })

  it('names the one field that the caller has', async () => {
    const errors = [
      { field: 'agentAtmIds[0].x', message: 'is too long' },
      { field: 'institutionKey', message: 'is unknown' },
      { field: 'of.agentAtmIds', message: 'is odd' },
    ]
    await expect(refused(400, { detail: 'x', errors })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [
        { field: 'agentAtmId', message: 'is too long' },
        { field: 'institutionKey', message: 'is unknown' },
        { field: 'of.agentAtmIds', message: 'is odd' },
      ],
    })
  })

  it('is an outage where the directory is away', async () => {
    await expect(refused(503, { detail: 'x' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The ATM cannot be looked up right now; try again.',
      retryAfterSeconds: 2,
    })
  })

  it('of any other kind is a fault of the platform', async () => {
    const faulty = { detail: 'x', errors: [{ field: 'a', message: 'b' }] }
    for (const [status, body] of [
      [500, faulty],
      [400, { detail: 'x' }],
      [400, { detail: 'x', errors: [] }],
      [404, faulty],
    ] as const) {
      const error: unknown = await refused(status, body).catch((thrown: unknown) => thrown)
      expect(String(error)).toBe(`Error: the incident service answered ${status} when asked for an ATM`)
    }
  })
})
