const ANYONE = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const
const USERS = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const
const PUBLISHERS = ['MSP_ADMIN', 'BCOS_ADMIN'] as const
const TASK_CREATORS = ['CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const
/** The INTERNAL role comes from a header, never from a token. */
const NO_TOKEN = [] as const

/** Who may use what, as the requirements say it; what they leave open is not in this table. */
export const ROLES_OF = {
  'analytics Query.journalCoverage': ANYONE,
  'analytics Query.fleetHealth': ANYONE,
  'analytics Query.insights': ANYONE,
  'analytics Query.activeInsights': ANYONE,
  'analytics Mutation.publishInsight': PUBLISHERS,
  'analytics Mutation.acknowledgeInsight': ANYONE,
  'analytics Mutation.acknowledgeActiveInsights': ANYONE,
  'journal Query.journalSummary': ANYONE,
  'journal Query.topAtms': ANYONE,
  'journal Query.journalGaps': ANYONE,
  'journal Query.allJournalGaps': ANYONE,
  'journal Query.journalGapCounts': ANYONE,
  'journal Mutation.requestJournalFetch': ANYONE,
  'claims Query.vendors': ANYONE,
  'claims Query.allVendors': ANYONE,
  'claims Mutation.createVendor': ANYONE,
  'fleet Query.myTaskKinds': ANYONE,
  'fleet Mutation.createTask': TASK_CREATORS,
  'incident Query.atmJournalEvents': USERS,
  'incident Query.listAtmJournalEvents': USERS,
  'incident Query.recentAtmJournalEvents': USERS,
  'incident Query.cardReaderEvents': USERS,
  'incident Query.cassetteEvents': USERS,
  'incident Query.atmCassetteInventory': USERS,
  'incident Query.listJournalEventActivity': USERS,
  'incident Query.journalEventActivity': USERS,
  'incident Query.listFleetCassetteInventory': USERS,
  'incident Query.fleetCassetteInventory': USERS,
  'incident Mutation.storeJournalEvent': NO_TOKEN,
  'agent-proxy Mutation.ingestJournalEvent': ANYONE,
  'devices Mutation.mirrorServiceState': NO_TOKEN,
} as const satisfies Readonly<Record<string, readonly (typeof ANYONE)[number][]>>
