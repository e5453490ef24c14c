import { afterAll, beforeAll, expect } from 'vitest'
import {
  type BothCalls,
  checkRows,
  each,
  openRequirements,
  pick,
  type RequirementsPlatform,
  type Row,
  refused,
} from './table.ts'

let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: '2026-11-20T10:00:00Z', start: false })
})
afterAll(() => platform.close())

const VENDORS = '/claims/api/claims/vendors'
const FIELDS = ['uuid', 'name', 'type', 'contactName', 'contactEmail', 'contactPhone', 'createdAt'] as const
const CREATE = `mutation ($vendor: VendorInput!) { createVendor(vendor: $vendor) { ${FIELDS.join(' ')} } }`
const UUID = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)

const create = (vendor: Record<string, unknown>): BothCalls => ({
  rest: { call: `POST ${VENDORS}`, body: vendor, status: 201 },
  graph: { query: CREATE, variables: { vendor } },
})
const list = (field: string, type?: string): BothCalls => ({
  rest: { call: `GET ${VENDORS}${type === undefined ? '' : `?type=${type}`}`, value: each(field) },
  graph: {
    query: `query ($type: VendorType) { vendors(type: $type) { ${field} } }`,
    variables: { type },
    value: (data) => each(field)(Object(data).vendors),
  },
})

let keys = 0
/** An institution of its own with these vendors, created at these minutes after ten, in this order. */
const institutionWith = (vendors: readonly (readonly [name: string, type: string, minute: number])[]) => async () => {
  keys += 1
  const key = `VENDORS-${keys}`
  for (const [name, type, minute] of vendors) {
    platform.clock.set(`2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`)
    await platform.prepare({ institutions: [key] }, { call: `POST ${VENDORS}`, body: { name, type }, status: 201 })
  }
  platform.clock.set('2026-11-20T10:00:00Z')
  return { key }
}
const ofIt = ({ key = '' }: Readonly<Record<string, string>>) => ({ institutions: [key] })

checkRows('Claims service: vendors', () => platform, [
  {
    requirement:
      'Vendor: uuid and createdAt are assigned; the contact fields are optional; the institution is not shown',
    as: { institutions: ['CREATE'] },
    ...create({ name: 'Brinks', type: 'CIT' }),
    expected: {
      uuid: UUID,
      name: 'Brinks',
      type: 'CIT',
      contactName: null,
      contactEmail: null,
      contactPhone: null,
      createdAt: '2026-11-20T10:00:00.000Z',
    },
  },
  {
    requirement: 'Vendor: contactEmail is validated by the client only',
    as: { institutions: ['CREATE'] },
    ...create({ name: 'B', type: 'SP', contactName: 'Ann', contactEmail: 'no e-mail', contactPhone: '+251 11' }),
    expected: {
      uuid: UUID,
      name: 'B',
      type: 'SP',
      contactName: 'Ann',
      contactEmail: 'no e-mail',
      contactPhone: '+251 11',
      createdAt: '2026-11-20T10:00:00.000Z',
    },
  },
  ...(['CIT', 'SP'] as const).map((type) => ({
    requirement: `Vendor: type is CIT or SP; ${type} is taken`,
    as: { institutions: ['TYPES'] },
    rest: { call: `POST ${VENDORS}`, body: { name: 'T', type }, status: 201, value: pick('type') },
    graph: {
      query: CREATE,
      variables: { vendor: { name: 'T', type } },
      value: (data: unknown) => pick('type')(Object(data).createVendor),
    },
    expected: { type },
  })),
  ...[
    { name: 'X', type: 'BANK' },
    { name: 'X', type: 'cit' },
    { name: 'X' },
    { type: 'CIT' },
    { name: '', type: 'CIT' },
    { name: ' \t', type: 'CIT' },
    { name: null, type: 'CIT' },
  ].map((vendor) => ({
    requirement: `Vendor: name is required and not blank, type is required; ${JSON.stringify(vendor)} is refused`,
    as: { institutions: ['REFUSED'] },
    ...create(vendor),
    expected: refused(400),
  })),
  {
    requirement: 'GET vendors without type: all vendors of the institution, by createdAt',
    as: ofIt,
    given: institutionWith([
      ['third', 'CIT', 3],
      ['first', 'SP', 1],
      ['fourth', 'SP', 4],
      ['second', 'CIT', 2],
    ]),
    ...list('name'),
    expected: ['first', 'second', 'third', 'fourth'],
  },
  {
    requirement: 'GET vendors: those of one moment by uuid',
    as: ofIt,
    given: institutionWith(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, 'CIT', 5])),
    rest: { call: `GET ${VENDORS}`, value: isSorted('uuid') },
    graph: { query: '{ vendors { uuid } }', value: (data) => isSorted('uuid')(Object(data).vendors) },
    expected: { rows: 8, sorted: true },
  },
  ...[
    ['CIT', ['one', 'three']],
    ['SP', ['two']],
  ].map(([type, expected]) => ({
    requirement: `GET vendors?type=${type}: only these`,
    as: ofIt,
    given: institutionWith([
      ['one', 'CIT', 1],
      ['two', 'SP', 2],
      ['three', 'CIT', 3],
    ]),
    ...list('name', String(type)),
    expected,
  })),
  {
    requirement: 'GET vendors: the query parameter type is CIT or SP',
    as: { institutions: ['LIST'] },
    ...list('name', 'BANK'),
    expected: refused(400),
  },
  {
    requirement: 'Rules: the same name may be posted twice and creates two records',
    as: ofIt,
    given: institutionWith([
      ['Same', 'CIT', 1],
      ['Same', 'CIT', 2],
    ]),
    ...list('name'),
    expected: ['Same', 'Same'],
  },
  {
    requirement: 'Rules: every query is limited to the institution key of the token',
    as: { institutions: ['ANOTHER'] },
    given: institutionWith([['hidden', 'CIT', 1]]),
    ...list('name'),
    expected: [],
  },
  {
    requirement: 'Rules: limited to the key of the token for administrators of the platform too',
    as: { role: 'BCOS_ADMIN', institutions: ['ANOTHER'] },
    given: institutionWith([['hidden', 'CIT', 1]]),
    ...list('name'),
    expected: [],
  },
])

/** How many rows there are, and whether they are in the order of a field. */
function isSorted(field: string) {
  return (rows: unknown) => {
    const values = Array.isArray(rows) ? rows.map((row) => String(row[field])) : []
    return { rows: values.length, sorted: values.join() === values.toSorted().join() }
  }
}

const ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const

checkRows('Claims service: access', () => platform, [
  ...ROLES.flatMap((role): Row[] => [
    {
      requirement: `Rules: any authenticated caller may list; ${role}`,
      as: { role, institutions: ['NOBODYS'] },
      ...list('name'),
      expected: [],
    },
    {
      requirement: `Rules: any authenticated caller may create; ${role}`,
      as: { role, institutions: ['ROLES'] },
      rest: { call: `POST ${VENDORS}`, body: { name: role, type: 'SP' }, status: 201, value: pick('name') },
      graph: {
        query: 'mutation ($vendor: VendorInput!) { createVendor(vendor: $vendor) { name } }',
        variables: { vendor: { name: role, type: 'SP' } },
      },
      expected: { name: role },
    },
    {
      requirement: `Vendor: those of tokens with a blank key are pooled under a null key; ${role} of one sees them`,
      as: { role, institutions: [' '] },
      given: async () => {
        const pooled = { call: `POST ${VENDORS}`, body: { name: 'Pooled', type: 'CIT' }, status: 201 }
        await platform.prepare({ role: 'USER', institutions: [] }, pooled)
        return {}
      },
      rest: { call: `GET ${VENDORS}`, value: (body) => new Set(Object(each('name')(body))) },
      graph: { query: '{ vendors { name } }', value: (data) => new Set(Object(each('name')(Object(data).vendors))) },
      expected: new Set(['Pooled']),
    },
  ]),
  {
    requirement: 'Errors: missing token on any service 401; vendors never answer 403 by role',
    as: null,
    ...list('name'),
    expected: refused(401),
  },
  {
    requirement: 'Errors: missing token, create',
    as: null,
    ...create({ name: 'X', type: 'SP' }),
    expected: refused(401),
  },
  ...['PUT', 'PATCH', 'DELETE'].map((method) => ({
    requirement: `Rules: there is no update and no delete endpoint; ${method}`,
    as: { role: 'ADMIN' as const, institutions: ['ACME'] },
    rest: { call: `${method} ${VENDORS}/11111111-1111-4111-8111-111111111111`, body: { name: 'X', type: 'SP' } },
    expected: refused(404),
  })),
])
