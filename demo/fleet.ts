import { choicesOf } from './random.ts'

export type Currency = {
  readonly code: string
  readonly number: string
  readonly notes: readonly [number, number, number]
}

export type DemoInstitution = {
  readonly key: string
  readonly name: string
  readonly currency: Currency
  /** Hours that its branches are ahead of UTC in winter; only moves the daily rhythm. */
  readonly utcOffsetHours: number
  /** First six digits of its cards; made up. */
  readonly cardPrefix: string
  /** First digits of its customers' numbers. */
  readonly customerPrefix: string
}

/** How often things go wrong. */
export type Temper = 'CALM' | 'ORDINARY' | 'TROUBLED'

/** Whether its agent is heard of: as a rule, now and then, or not yet at all. */
export type Reachability = 'STEADY' | 'SELDOM' | 'NEVER'

export type DemoAtm = {
  readonly agentAtmId: string
  readonly institution: DemoInstitution
  readonly name: string
  readonly siteName: string
  /** The company that carries its cash. */
  readonly carrier: string
  readonly region: string
  /** Whose budget it is. */
  readonly costCentre: string
  readonly criticality: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  /** Null where none is told. */
  readonly tags: string[] | null
  readonly vendor: string
  readonly model: string
  readonly serialNumber: string
  readonly latitude: number
  readonly longitude: number
  /** IANA name; null where the ATM keeps the platform's time. */
  readonly timeZone: string | null
  readonly temper: Temper
  readonly reachability: Reachability
  /** The number that its journal prints, ten digits. */
  readonly machineNo: string
  /** False for an old one that prints its journal on paper only. */
  readonly hasElectronicJournal: boolean
}

type Site = readonly [city: string, site: string, latitude: number, longitude: number, timeZone?: string]

const ETB: Currency = { code: 'ETB', number: '230', notes: [200, 100, 50] }
const EUR: Currency = { code: 'EUR', number: '978', notes: [50, 20, 10] }
const KES: Currency = { code: 'KES', number: '404', notes: [1000, 500, 200] }

const ACME: DemoInstitution = {
  key: 'ACME',
  name: 'Acme Commercial Bank',
  currency: ETB,
  utcOffsetHours: 3,
  cardPrefix: '412345',
  customerPrefix: '107',
}
const BOREAL: DemoInstitution = {
  key: 'BOREAL',
  name: 'Boreal Savings Bank',
  currency: EUR,
  utcOffsetHours: 2,
  cardPrefix: '527310',
  customerPrefix: '308',
}
const CORAL: DemoInstitution = {
  key: 'CORAL',
  name: 'Coral Coast Credit Union',
  currency: KES,
  utcOffsetHours: 3,
  cardPrefix: '445566',
  customerPrefix: '509',
}

/** The institutions of the demo fleet, the largest first. */
export const DEMO_INSTITUTIONS: readonly DemoInstitution[] = [ACME, BOREAL, CORAL]

const ADDIS = [9.01, 38.76] as const
const HELSINKI = [60.17, 24.94] as const
const MOMBASA = [-4.05, 39.67] as const

const inCity = (
  city: string,
  [latitude, longitude]: readonly [number, number],
  zone: string,
  sites: readonly string[],
) => sites.map((site): Site => [city, site, latitude, longitude, zone])

const ACME_SITES: readonly Site[] = [
  ...inCity('Addis Ababa', ADDIS, 'Africa/Addis_Ababa', [
    'Head Office',
    'Bole Road Branch',
    'Bole Airport, Departures',
    'Bole Airport, Arrivals',
    'Piazza Branch',
    'Merkato Branch, Lobby',
    'Merkato Branch, Street',
    'Mexico Square',
    'Meskel Square',
    'Kazanchis Branch',
    'Sarbet Branch',
    'Megenagna Terminal',
    'CMC Branch',
    'Lideta Court',
    'University Gate 6',
    'Central Station',
  ]),
  ...inCity('Adama', [8.54, 39.27], 'Africa/Addis_Ababa', ['Main Branch', 'Bus Terminal', 'University Campus']),
  ...inCity('Hawassa', [7.06, 38.48], 'Africa/Addis_Ababa', ['Lake Side Branch', 'Industrial Park']),
  ...inCity('Bahir Dar', [11.59, 37.39], 'Africa/Addis_Ababa', ['Main Branch', 'Hotel Lobby']),
  ...inCity('Dire Dawa', [9.6, 41.86], 'Africa/Addis_Ababa', ['Railway Branch', 'Market']),
  ...inCity('Mekelle', [13.49, 39.47], 'Africa/Addis_Ababa', ['Main Branch', 'University Campus']),
  ...inCity('Gondar', [12.6, 37.45], 'Africa/Addis_Ababa', ['Castle Road Branch']),
  ...inCity('Jimma', [7.67, 36.83], 'Africa/Addis_Ababa', ['Main Branch', 'Fuel Station']),
]
const BOREAL_SITES: readonly Site[] = [
  ...inCity('Helsinki', HELSINKI, 'Europe/Helsinki', [
    'Central Station, Hall',
    'Central Station, Metro',
    'Market Square',
    'Kamppi Centre',
    'Kallio Branch',
    'Harbour Terminal 2',
    'Airport, Terminal 2',
  ]),
  ...inCity('Espoo', [60.2, 24.65], 'Europe/Helsinki', ['Shopping Centre', 'Campus']),
  ...inCity('Tampere', [61.5, 23.76], 'Europe/Helsinki', ['Main Street', 'Station', 'Hospital']),
  ...inCity('Turku', [60.45, 22.27], 'Europe/Helsinki', ['Market Square', 'Harbour']),
  ...inCity('Oulu', [65.01, 25.47], 'Europe/Helsinki', ['Main Branch', 'Shopping Centre']),
  ...inCity('Rovaniemi', [66.5, 25.73], 'Europe/Helsinki', ['Main Branch']),
  ...inCity('Mariehamn', [60.1, 19.94], 'Europe/Mariehamn', ['Ferry Terminal']),
  ...inCity('Tallinn', [59.44, 24.75], 'Europe/Tallinn', ['Old Town', 'Harbour Terminal D']),
]
const CORAL_SITES: readonly Site[] = [
  ...inCity('Mombasa', MOMBASA, 'Africa/Nairobi', [
    'Moi Avenue Branch',
    'Nyali Centre',
    'Ferry Landing',
    'Port Gate',
    'Beach Road Fuel Station',
  ]),
  ...inCity('Malindi', [-3.22, 40.12], 'Africa/Nairobi', ['Main Branch']),
  ...inCity('Kilifi', [-3.63, 39.85], 'Africa/Nairobi', ['Market', 'Creek Hospital']),
  // Too small a place for a zone of its own: it keeps the platform's time.
  ['Lamu', 'Old Town', -2.27, 40.9],
  ['Voi', 'Railway Station', -3.4, 38.56],
]

/** Who carries cash, by site. */
const CARRIERS = ['Guardian Cash', 'Route Express', 'Vault Transit'] as const

/** The part of the country that a city is in; others are regions of their own. */
const REGIONS: Readonly<Record<string, string>> = {
  ...{
    Adama: 'Oromia',
    Jimma: 'Oromia',
    Hawassa: 'Sidama',
    'Bahir Dar': 'Amhara',
    Gondar: 'Amhara',
    Mekelle: 'Tigray',
  },
  ...{ Helsinki: 'Uusimaa', Espoo: 'Uusimaa', Tampere: 'Pirkanmaa', Turku: 'Southwest Finland', Oulu: 'North Finland' },
  ...{ Rovaniemi: 'North Finland', Mariehamn: 'Islands', Tallinn: 'Estonia', Mombasa: 'Coast', Malindi: 'Coast' },
  ...{ Kilifi: 'Coast', Lamu: 'Islands', Voi: 'Inland' },
}

/** Words of a site, and what an ATM at such a place is called. */
const TAGS: readonly (readonly [RegExp, string])[] = [
  [/Branch|Head Office|Main/, 'branch'],
  [/Airport|Station|Terminal|Harbour|Ferry|Port/, 'travel'],
  [/Centre|Market|Fuel|Square/, 'retail'],
  [/Campus|University|Hospital/, 'public'],
  [/Airport|Station|Street|Fuel|Hospital/, '24h'],
]

/** How much depends on an ATM: most on those that travellers have no other than, least on those of many at a place. */
const criticalityOf = (site: string): DemoAtm['criticality'] => {
  if (/Airport|Head Office|Hospital/.test(site)) return 'CRITICAL'
  if (/Station|Terminal|Harbour|Main|Port/.test(site)) return 'HIGH'
  return /Campus|University|Market|Hotel/.test(site) ? 'LOW' : 'MEDIUM'
}

const groupsOf = (institution: DemoInstitution, city: string, site: string) => {
  const region = REGIONS[city] ?? city
  const tags = TAGS.flatMap(([words, tag]) => (words.test(site) ? [tag] : [])).toSorted()
  return {
    region,
    costCentre: `${institution.key.slice(0, 2)}-${choicesOf(`cost centre ${region}`).between(10, 99)}`,
    criticality: criticalityOf(site),
    tags: tags.length === 0 ? null : tags,
  }
}

const MODELS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Hitachi-Omron', 'SR8200'],
  ['Hitachi-Omron', 'SR7500'],
  ['OKI', 'RG8'],
]

/**
 * These stand out, whatever the seed: a demonstration needs some that are bad, some that are silent, some that are
 * new, and some whose journals are of another maker.
 */
const NCR = new Set(['ACME-008', 'ACME-020', 'BOREAL-006', 'CORAL-004'])
const TROUBLED = new Set(['ACME-007', 'ACME-012', 'ACME-024', 'BOREAL-004', 'BOREAL-017', 'CORAL-005', 'CORAL-010'])
const ORDINARY = new Set([
  ...['ACME-003', 'ACME-005', 'ACME-010', 'ACME-016', 'ACME-019', 'ACME-027'],
  ...['BOREAL-002', 'BOREAL-007', 'BOREAL-012', 'BOREAL-014', 'BOREAL-019', 'CORAL-002', 'CORAL-007'],
])
const SELDOM = new Set(['ACME-015', 'ACME-023', 'ACME-030', 'BOREAL-009', 'BOREAL-018', 'CORAL-008', 'CORAL-009'])
const ON_PAPER = new Set(['ACME-013', 'ACME-021', 'BOREAL-011', 'BOREAL-015', 'CORAL-003'])
const NEVER = new Set(['ACME-029', 'BOREAL-020', 'CORAL-006'])

const temperOf = (agentAtmId: string): Temper =>
  TROUBLED.has(agentAtmId) ? 'TROUBLED' : ORDINARY.has(agentAtmId) ? 'ORDINARY' : 'CALM'

const reachabilityOf = (agentAtmId: string): Reachability =>
  NEVER.has(agentAtmId) ? 'NEVER' : SELDOM.has(agentAtmId) ? 'SELDOM' : 'STEADY'

const atmOf = (institution: DemoInstitution, [city, site, latitude, longitude, zone]: Site, index: number): DemoAtm => {
  const agentAtmId = `${institution.key}-${String(index + 1).padStart(3, '0')}`
  const choices = choicesOf(`atm ${agentAtmId}`)
  const made = choices.pick(MODELS)
  const [vendor, model] = NCR.has(agentAtmId) ? (['NCR', 'SelfServ 83'] as const) : made
  const near = () => (choices.fraction() - 0.5) * 0.06
  return {
    agentAtmId,
    institution,
    name: `${city} ${site}`,
    siteName: `${site}, ${city}`,
    vendor,
    model,
    serialNumber: choicesOf(`plate ${agentAtmId}`).digits(8),
    carrier: choicesOf(`carrier ${site}`).pick(CARRIERS),
    ...groupsOf(institution, city, site),
    latitude: Math.round((latitude + near()) * 1e5) / 1e5,
    longitude: Math.round((longitude + near()) * 1e5) / 1e5,
    timeZone: zone ?? null,
    temper: temperOf(agentAtmId),
    reachability: reachabilityOf(agentAtmId),
    machineNo: choices.digits(10),
    hasElectronicJournal: !ON_PAPER.has(agentAtmId),
  }
}

/** The 60 ATMs of the demo: the same ones on every machine. */
export const DEMO_FLEET: readonly DemoAtm[] = [
  ...ACME_SITES.map((site, index) => atmOf(ACME, site, index)),
  ...BOREAL_SITES.map((site, index) => atmOf(BOREAL, site, index)),
  ...CORAL_SITES.map((site, index) => atmOf(CORAL, site, index)),
]
