import { describe, expect, it } from 'vitest'
import { atmAttributes, ofEach } from '../../../../../schema/atm-attributes.rules.ts'
import { type Atm, type AtmIncident, nextSteps } from './steps.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const incident = (id: number, kind: string, severity: AtmIncident['severity'], status: AtmIncident['status']) =>
  ({
    id,
    title: `${kind} ${id}`,
    kind,
    severity,
    status,
    openedAt: at(id),
    lastEventAt: at(id),
    acknowledgedAt: null,
    acknowledgedByUserId: null,
    acknowledgedBy: null,
    ownerUserId: null,
    owner: null,
    resolvedAt: null,
    resolution: null,
    occurrenceCount: 1,
    flapping: false,
    version: 1,
  }) satisfies AtmIncident

const atm: Atm = {
  id: 7,
  agentAtmId: 'ACME-007',
  institutionKey: 'ACME',
  ...ofEach(atmAttributes, () => null),
  registeredAt: at(90_000),
  lastHeartbeatAt: at(1),
  connectivity: 'CONNECTED',
  serviceState: 'IN_SERVICE',
  ...{ lifecycle: 'ACTIVE' as const, retiredAt: null, mergedIntoId: null, mergedEntries: [] },
  status: null,
  stateHistory: [],
  openIncidentSummary: { count: 0, worst: null },
  open: [],
  acknowledged: [],
  suppressed: [],
  maintenanceUntil: null,
  resolved: [],
  inventory: null,
}
const titles = (one: Atm, badge: Parameters<typeof nextSteps>[1], since: string | null = at(60)) =>
  nextSteps(one, badge, since, NOW).map(({ title }) => title)

describe('what to do next', () => {
  it('is nothing for an ATM that serves', () => expect(titles(atm, 'IN_SERVICE')).toEqual(['Nothing to do']))

  it('begins with an agent that is silent, and says for how long', () => {
    expect(titles(atm, 'AGENT_OFFLINE')[0]).toBe('Its agent has been silent for 1\u00a0h')
    expect(titles({ ...atm, lastHeartbeatAt: null }, 'AGENT_OFFLINE', null)).toEqual(['Its agent has never reported'])
  })

  it('says once that an agent is silent, with the incident of it', () => {
    const open = [incident(1, 'UNREACHABLE', 'HIGH', 'OPEN'), incident(2, 'CASH', 'MEDIUM', 'OPEN')]
    const steps = nextSteps({ ...atm, open }, 'AGENT_OFFLINE', at(60), NOW)
    expect(steps.map(({ incident: about }) => about?.id)).toEqual([1, 2])
  })

  it('takes the worst incident first, then those that are not acknowledged, then the oldest', () => {
    const open = [incident(1, 'PRINTER', 'LOW', 'OPEN'), incident(2, 'PINPAD', 'CRITICAL', 'OPEN')]
    const acknowledged = [incident(3, 'DISPENSER', 'CRITICAL', 'ACKNOWLEDGED')]
    expect(titles({ ...atm, open, acknowledged }, 'OUT_OF_SERVICE')).toEqual([
      'PINPAD 2',
      'DISPENSER 3: acknowledged',
      'PRINTER 1',
    ])
  })

  it('offers a restart where one may help', () => {
    const open = [incident(1, 'SELF_TEST', 'HIGH', 'OPEN'), incident(2, 'DISPENSER', 'CRITICAL', 'OPEN')]
    expect(nextSteps({ ...atm, open }, 'OUT_OF_SERVICE', null, NOW).map(({ push }) => push)).toEqual([
      undefined,
      'REBOOT',
    ])
  })

  it('orders cash before a cassette is empty, unless an incident says so already', () => {
    const cassette = {
      cassetteNo: '2',
      type: 'DISPENSE',
      currency: 'EUR',
      denomination: 20,
      initialCount: 2000,
      currentCount: 90,
      rejectedCount: 0,
      capacity: 2500,
      status: 'LOW',
      asOf: at(5),
      hoursLeft: 5,
    }
    const low: Atm = { ...atm, inventory: { asOf: at(5), hoursLeft: 5, totals: [], cassettes: [cassette] } }
    expect(titles(low, 'IN_SERVICE')).toEqual(['Cassette 2 will be empty in 5\u00a0h'])
    expect(titles({ ...low, open: [incident(1, 'CASH', 'MEDIUM', 'OPEN')] }, 'IN_SERVICE')).toEqual(['CASH 1'])
  })
})
