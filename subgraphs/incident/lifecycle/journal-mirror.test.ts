import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { CallRequest } from '../../kit/calls/calls.ts'
import { openTestService, type TestService } from '../testing/service.testing.ts'

const CREATE = 'mutation ($atm: AtmInput!) { createAtm(atm: $atm) { id } }'
const UPDATE = 'mutation ($id: SafeInt!, $atm: AtmChange!) { updateAtm(id: $id, atm: $atm) { vendor } }'

let database: TestDatabase
let service: TestService
/** What the journal service was asked, and answers to none of it before `answer`. */
let asked: CallRequest[]
const answer = Promise.withResolvers<void>()

beforeAll(async () => {
  database = await cloneDatabase()
  asked = []
  service = await openTestService(database.urls, () => new Date('2026-11-20T12:00:00Z'), {
    async request(_service, request) {
      asked.push(request)
      await answer.promise
      return { status: 204, body: null, headers: {} }
    },
  })
})
afterAll(async () => {
  await database.drop()
})

it('A change of an ATM waits for no answer of the journal service, which is told before the service ends', async () => {
  const as = { role: 'MSP_ADMIN' as const }
  const { data: created } = await service.execute(CREATE, { atm: { agentAtmId: 'KEPT-1' } }, as)
  const id = Object(created).createAtm.id
  const { data: edited } = await service.execute(UPDATE, { id, atm: { vendor: 'NCR' } }, as)
  expect(edited).toEqual({ updateAtm: { vendor: 'NCR' } })
  const closed = service.close().then(() => 'closed')
  expect(await Promise.race([closed, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  answer.resolve()
  await closed
  expect(asked.map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/internal/atms', [{ atmId: id, agentAtmId: 'KEPT-1', vendor: null }]],
    ['/api/internal/atms', [{ atmId: id, vendor: 'NCR' }]],
  ])
})
