import type { z } from 'zod'
import { ATM_RETIRED, atmRetiredSchema } from './atm-retired.ts'
import {
  AUDIT_RECORDED,
  AUDIT_RECORDED_TOGETHER,
  auditRecordedSchema,
  auditRecordedTogetherSchema,
  PLATFORM_KEY,
} from './audit-recorded.ts'
import { FILE_PARSED, fileParsedSchema } from './file-parsed.ts'
import { INCIDENT_CHANGES, incidentChangedSchema, incidentTopic } from './incident-changed.ts'
import { PARSE_REQUESTS, parseRequestSchema } from './parse-request.ts'
import { FLEET_KEY, SNAPSHOT_READY, snapshotReadySchema } from './snapshot-ready.ts'

/** A topic, or a family of them whose names begin alike. */
export type EventTopic = {
  readonly name: string
  /** What follows `name` where it is only the beginning. */
  readonly suffix?: string
  readonly about: string
  readonly key: string
  readonly writtenBy: string
  readonly readBy: readonly string[]
  readonly data: z.ZodObject
}

const INCIDENTS = {
  created: 'An incident was opened.',
  updated: 'An open incident changed; older states that wait may be left out.',
  resolved: 'An incident was resolved.',
} as const

/** Every topic of a platform. */
export const listEventTopics = (platformName: string): readonly EventTopic[] => [
  {
    name: PARSE_REQUESTS,
    suffix: '{INSTITUTION}',
    about: "A stored journal file is to be parsed. A topic an institution, so that none waits for another one's files.",
    key: 'agentAtmId',
    writtenBy: 'journal',
    readBy: ['journal.parsers'],
    data: parseRequestSchema,
  },
  {
    name: FILE_PARSED,
    about: "A journal file was parsed. Published when others than the file's reader know something new by it.",
    key: 'agentAtmId',
    writtenBy: 'journal',
    readBy: ['analytics.snapshots'],
    data: fileParsedSchema,
  },
  ...INCIDENT_CHANGES.map((change) => ({
    name: incidentTopic(platformName, change),
    about: `${INCIDENTS[change]} The data is the incident as it stood then.`,
    key: 'agentAtmId',
    writtenBy: 'incident',
    readBy: ['analytics.snapshots', 'incident.webhooks'],
    data: incidentChangedSchema,
  })),
  {
    name: ATM_RETIRED,
    about: 'An ATM was taken out of use, or its entry was merged into another one.',
    key: 'agentAtmId',
    writtenBy: 'incident',
    readBy: ['fleet.retired-atms'],
    data: atmRetiredSchema,
  },
  {
    name: SNAPSHOT_READY,
    about: 'A snapshot was taken. Its institution is in the envelope, null for the whole fleet.',
    key: `institutionKey, \`${FLEET_KEY}\` for the fleet`,
    writtenBy: 'analytics',
    readBy: [],
    data: snapshotReadySchema,
  },
  {
    name: AUDIT_RECORDED,
    about: 'A person changed something.',
    key: `institutionKey, \`${PLATFORM_KEY}\` for none`,
    writtenBy: 'every service that people write to',
    readBy: ['incident.audit'],
    data: auditRecordedSchema,
  },
  {
    name: AUDIT_RECORDED_TOGETHER,
    about: 'A person changed more than a hundred records of an institution at once; several messages, if need be.',
    key: 'institutionKey',
    writtenBy: 'every service that people write to',
    readBy: ['incident.audit-together'],
    data: auditRecordedTogetherSchema,
  },
]
