import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let count = 0
let of = ''
let ann = ''
let ben = ''
let reader = ''

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

beforeEach(async () => {
  count += 1
  of = `VIEWS${count}`
  ann = await platform.token({ role: 'CUSTOMER', userId: `${of}-ann`, institutions: [of] })
  ben = await platform.token({ role: 'CUSTOMER', userId: `${of}-ben`, institutions: [of] })
  reader = await platform.token({ role: 'USER', userId: `${of}-reader`, institutions: [of] })
})

const VIEW = { page: 'INCIDENTS', name: 'My worst', search: 'owner=me&severity=CRITICAL' }
const create = (given: object = {}, as = ann) =>
  platform.ask('POST', '/incident/api/views', { as, body: { ...VIEW, ...given } })
const change = (id: number, body: object, as = ann) => platform.ask('PATCH', `/incident/api/views/${id}`, { as, body })
const remove = (id: number, as = ann) => platform.ask('DELETE', `/incident/api/views/${id}`, { as })
const idOf = async (given: object = {}, as = ann): Promise<number> => Object((await create(given, as)).body).id
const names = async (as = ann, query = ''): Promise<string[]> => {
  const { body } = await platform.ask('GET', `/incident/api/views${query}`, { as })
  const rows: { name: string; mine: boolean }[] = Array.isArray(body) ? body : []
  return rows.map(({ name, mine }) => `${name}${mine ? '' : ' (shared)'}`)
}

describe('a saved view', () => {
  it('is its user’s own, in the institution that it is of', async () => {
    const { status, body } = await create({ search: '?q=4111111111111111' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      ...{ institutionKey: of, page: 'INCIDENTS', name: 'My worst', search: 'q=411111XXXXXX1111' },
      ...{ shared: false, mine: true, userId: `${of}-ann` },
      ...{
        createdAt: expect.stringMatching(/^2026-11-20T12:00/),
        changedAt: expect.stringMatching(/^2026-11-20T12:00/),
      },
    })
    expect(await names()).toEqual(['My worst'])
    expect(await names(ann, '?page=ATMS')).toEqual([])
    expect(await names(ben)).toEqual([])
    expect((await change(Object(body).id, { name: 'Mine' }, ben)).status).toBe(404)
    expect((await remove(Object(body).id, ben)).status).toBe(404)
  })

  it('is shared with the institution, and changed by its maker only', async () => {
    const id = await idOf({ shared: true })
    await create({ name: 'another', page: 'TASKS', search: '' }, ben)
    expect(await names(ben)).toEqual(['another', 'My worst (shared)'])
    expect((await change(id, { name: 'Ours' }, ben)).status).toBe(403)
    expect((await remove(id, ben)).status).toBe(403)
    expect((await change(id, { name: ' Worst first ' })).body).toMatchObject({ name: 'Worst first', shared: true })
    const other = await platform.token({ role: 'MSP_ADMIN', institutions: ['ELSEWHERE'] })
    expect(await names(other)).toEqual([])
    expect((await change(id, { shared: false })).status).toBe(200)
    expect(await names(ben)).toEqual(['another'])
    await change(id, { shared: true })
    const msp = await platform.token({ role: 'MSP_ADMIN', userId: 'msp', institutions: [of] })
    expect((await remove(id, msp)).status).toBe(204)
    expect(await names()).toEqual([])
  })

  it('has a name that its user gives once a list', async () => {
    expect((await create()).status).toBe(201)
    expect((await create({ name: 'MY WORST' })).status).toBe(409)
    expect((await create({ page: 'ATMS' })).status).toBe(201)
    expect((await create({}, ben)).status).toBe(201)
    const other = await idOf({ name: 'Other' })
    expect((await change(other, { name: 'my worst' })).status).toBe(409)
  })

  it.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(81) }],
    [{ search: 'a b' }],
    [{ search: 'a#b' }],
    [{ search: 'x'.repeat(2_001) }],
    [{ page: 'FLEET' }],
  ])('is refused with %o', async (given) => {
    expect((await create(given)).status).toBe(400)
  })

  it('is shared by no reader, and kept in no other institution', async () => {
    expect((await create({ shared: true }, reader)).status).toBe(403)
    const own = await idOf({}, reader)
    expect((await change(own, { shared: true }, reader)).status).toBe(403)
    expect((await create({ institutionKey: 'ELSEWHERE' })).status).toBe(403)
    const two = await platform.token({ role: 'CUSTOMER', userId: 'two', institutions: [of, `${of}-B`] })
    expect((await create({}, two)).status).toBe(400)
    expect((await create({ institutionKey: `${of}-B` }, two)).status).toBe(201)
    const admin = await platform.token({ role: 'ADMIN', userId: `${of}-admin` })
    expect((await create({ shared: true }, admin)).status).toBe(400)
    expect((await create({}, admin)).body).toMatchObject({ institutionKey: null })
    expect((await create({ institutionKey: of, name: 'From above', shared: true }, admin)).status).toBe(201)
    expect(await names(reader)).toEqual(['My worst', 'From above (shared)'])
  })

  it('is one of 100 of a user, and of 200 that an institution shares', async () => {
    const fill = (userId: string, n: number, shared: boolean) =>
      inspector.rows(`insert into incident.saved_view
          (institution_key, user_id, page, name, search, shared, created_at, changed_at)
        select '${of}', '${userId}', 'ATMS', 'n' || n, '', ${shared}, now(), now() from generate_series(1, ${n}) n`)
    await fill(`${of}-ann`, 100, false)
    expect((await create()).status).toBe(409)
    await fill(`${of}-cid`, 100, true)
    await fill(`${of}-dan`, 100, true)
    expect((await create({ shared: true }, ben)).status).toBe(409)
    const own = await idOf({}, ben)
    expect((await change(own, { shared: true }, ben)).status).toBe(409)
    expect(await names()).toHaveLength(300)
  })
})
