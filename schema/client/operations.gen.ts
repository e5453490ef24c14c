// Generated from schema/operations by `npm run codegen`; do not edit.
/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What changes of an ATM. */
export type AtmChange = {
  /** The institution to move it to; for administrators only. */
  institutionKey?: string | null | undefined;
  /** Degrees north, -90 to 90. */
  latitude?: number | null | undefined;
  /** Degrees east, -180 to 180. */
  longitude?: number | null | undefined;
  /** The model; 200 characters at most. */
  model?: string | null | undefined;
  /** The name of the ATM; 200 characters at most. */
  name?: string | null | undefined;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  serialNumber?: string | null | undefined;
  /** The place of the ATM; 200 characters at most. */
  siteName?: string | null | undefined;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  timeZone?: string | null | undefined;
  /** The manufacturer; 200 characters at most. */
  vendor?: string | null | undefined;
};

/** Whether the agent of an ATM sends signs of life. */
export type AtmConnectivity =
  /** Its last heartbeat is recent. */
  | 'CONNECTED'
  /** Its last heartbeat is too old. */
  | 'DISCONNECTED'
  /** It has never sent one. */
  | 'NEVER_CONNECTED';

/** An ATM to register. */
export type AtmInput = {
  /** The agent's textual id; unique on the platform, 1 to 128 characters. */
  agentAtmId: string;
  /** The institution that it belongs to; may be left out where the token has exactly one. */
  institutionKey?: string | null | undefined;
  /** Degrees north, -90 to 90. */
  latitude?: number | null | undefined;
  /** Degrees east, -180 to 180. */
  longitude?: number | null | undefined;
  /** The model; 200 characters at most. */
  model?: string | null | undefined;
  /** The name of the ATM; 200 characters at most. */
  name?: string | null | undefined;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  serialNumber?: string | null | undefined;
  /** The place of the ATM; 200 characters at most. */
  siteName?: string | null | undefined;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  timeZone?: string | null | undefined;
  /** The manufacturer; 200 characters at most. */
  vendor?: string | null | undefined;
};

/** The cash outcome of a transaction. */
export type CashOutcome =
  /** Taken by the customer. */
  | 'DISPENSED'
  /** The journal shows that none came out. */
  | 'NONE'
  /** Presented, and neither taken nor taken back as far as is known. */
  | 'NOT_TAKEN'
  /** Fewer notes than asked for were taken. */
  | 'PARTIAL'
  /** Taken back by the machine. */
  | 'RETRACTED'
  /** The journal does not say: it breaks off, a device failed, or it was approved without a word of notes. */
  | 'UNKNOWN';

/** What an incident waits for. A person can end any. */
export type IncidentEnder =
  /** An inventory that shows the cassette in order. */
  | 'CASSETTE_OK'
  /** The incidents of nearly all its ATMs are resolved. */
  | 'CHILDREN'
  /** The next heartbeat or event that the ATM sends. */
  | 'CONTACT'
  /** A person only. */
  | 'HAND'
  /** The ATM serves again. */
  | 'IN_SERVICE'
  /** Time without a further event of it. */
  | 'QUIET'
  /** The ATM serves again after a supervisor visit that came after the last event. */
  | 'SERVICED'
  /** Any later event or heartbeat of the ATM. */
  | 'SIGN_OF_LIFE';

/** An incident to open by hand. The ATM is named by one of its ids. */
export type IncidentInput = {
  /** The agent's textual id of the ATM. */
  agentAtmId?: string | null | undefined;
  /** The numeric id of the ATM. */
  atmId?: number | null | undefined;
  /** What kind of thing is wrong: one of the kinds that the rules open, or a word of your own in capitals, such as `VANDALISM`; 40 characters at most. */
  kind: string;
  /** Its severity. */
  severity: IncidentSeverity;
  /** In a few words; not blank, 200 characters at most. */
  title: string;
};

/** The severity of an incident. */
export type IncidentSeverity =
  /** Critical severity. */
  | 'CRITICAL'
  /** High severity. */
  | 'HIGH'
  /** Low severity. */
  | 'LOW'
  /** Medium severity. */
  | 'MEDIUM';

/** How an incident was opened, or resolved. */
export type IncidentSource =
  /** By the rules, from events. */
  | 'AUTO'
  /** By a person. */
  | 'MANUAL';

/** The status of an incident. */
export type IncidentStatus =
  /** It is acknowledged. */
  | 'ACKNOWLEDGED'
  /** It is not acknowledged yet. */
  | 'OPEN'
  /** It is resolved. */
  | 'RESOLVED'
  /** Its ATM was in a maintenance window when it began: it is not counted, and nobody is told of it. It opens when it lasts longer than the window. */
  | 'SUPPRESSED';

/** What an insight is about. */
export type InsightCategory =
  /** An anomaly. */
  | 'ANOMALY'
  /** A recommended action. */
  | 'RECOMMENDATION'
  /** A summary. */
  | 'SUMMARY'
  /** A change over time. */
  | 'TREND';

/** An insight to publish. */
export type InsightInput = {
  /** In full: not blank, at most 10,000 characters. */
  body: string;
  /** What it is about. */
  category: InsightCategory;
  /** When it stops being active; not in the past. */
  expiresAt?: string | null | undefined;
  /** How much it matters. */
  severity: InsightSeverity;
  /** The snapshot that it refers to; left out: the newest one of the fleet. */
  snapshotId?: number | null | undefined;
  /** In a few words: not blank, at most 200 characters. */
  title: string;
};

/** How much an insight matters. */
export type InsightSeverity =
  /** It needs action. */
  | 'CRITICAL'
  /** Information only. */
  | 'INFO'
  /** It should be observed. */
  | 'WARNING';

/** The status of a journal file. */
export type JournalFileStatus =
  /** Not parsed; `error` says why. It does not count as a journal. */
  | 'FAILED'
  /** Nothing of it is of its `journalDate`: `daysFound` has the days that it is of. Its transactions are not stored, and it does not count as a journal until it is filed under its own day. */
  | 'MISDATED'
  /** Parsed completely. */
  | 'PARSED'
  /** Parsed in part; `error` says why. */
  | 'PARTIAL'
  /** Stored, not yet parsed. */
  | 'RECEIVED';

/** The life of a gap: OPEN, FETCH_REQUESTED (OPEN again after 24 hours without a file), CLOSED. */
export type JournalGapStatus =
  /** The journal was received and parsed. */
  | 'CLOSED'
  /** The agent was asked for it. */
  | 'FETCH_REQUESTED'
  /** The day has no journal. */
  | 'OPEN';

/** Why some of a journal file cannot be trusted. */
export type JournalReason =
  /** Transactions whose receipt prints another card. */
  | 'CARD_MISMATCHES'
  /** Marks of a session's end without a session. */
  | 'ENDS_WITHOUT_START'
  /** Lines, or amounts of transactions, that cannot be true. */
  | 'LINES_UNREADABLE'
  /** Sessions that last for hours. */
  | 'LONG_SESSIONS'
  /** Sessions among whose lines may be those of another one. */
  | 'MIXED_SESSIONS'
  /** Requests to the host in no session. */
  | 'REQUESTS_WITHOUT_SESSION'
  /** Marks of a session's start after which no session was found. */
  | 'STARTS_WITHOUT_SESSION'
  /** Times that step back where no midnight is. */
  | 'TIME_JUMPS'
  /** Transactions beyond the number that a machine can do in a day. */
  | 'TRANSACTIONS_LEFT_OUT';

/** A time in which ATMs are worked on. */
export type MaintenanceWindowInput = {
  /** Only this ATM. */
  atmId?: number | null | undefined;
  /** Only ATMs with `value` as this attribute, such as `siteName`. */
  attribute?: string | null | undefined;
  /** The begin; of a window that recurs, of its first occurrence. */
  from: string;
  /** The institution; may be left out where an ATM is named, or the token has exactly one. */
  institutionKey?: string | null | undefined;
  /** Why. */
  reason: string;
  /** The time zone of `weekdays` and `until`; left out: that of the ATM, else the platform's. */
  timeZone?: string | null | undefined;
  /** The end: at most 31 days later, of a window that recurs a day. */
  to: string;
  /** The last day on which an occurrence begins. */
  until?: string | null | undefined;
  /** The value of the attribute. */
  value?: string | null | undefined;
  /** The days on which it recurs at the same local time. */
  weekdays?: Array<Weekday> | null | undefined;
};

/** Where notes went. */
export type NotesState =
  /** Stored by a deposit. */
  | 'ACCEPTED'
  /** Counted by a deposit. */
  | 'COUNTED'
  /** Counted out for the customer. */
  | 'DISPENSED'
  /** Held by a deposit until it is confirmed. */
  | 'ESCROW'
  /** Given back by a deposit. */
  | 'REFUNDED'
  /** Set aside while counting out, or refused by a deposit. */
  | 'REJECTED'
  /** Taken back by the machine. */
  | 'RETRACTED';

/** What an ATM does for its customers. */
export type ServiceState =
  /** It serves customers. */
  | 'IN_SERVICE'
  /** A supervisor works on it. */
  | 'IN_SUPERVISOR'
  /** It does not serve customers. */
  | 'OUT_OF_SERVICE'
  /** No event has said what it does. */
  | 'UNKNOWN';

/** The one badge that a user interface shows; the first that applies. */
export type StatusBadge =
  /** The agent is not connected. */
  | 'AGENT_OFFLINE'
  /** The ATM serves. */
  | 'IN_SERVICE'
  /** A supervisor works on the ATM. */
  | 'IN_SUPERVISOR'
  /** The ATM does not serve. */
  | 'OUT_OF_SERVICE'
  /** Nothing is known yet. */
  | 'UNKNOWN';

/** A command to push. */
export type TaskInput = {
  /** The agent's textual id of the ATM. */
  agentAtmId: string;
  /** How long it may wait for the agent, in seconds; 60 to 86400. */
  expiresInSeconds?: number | null | undefined;
  /** The kind of the task. */
  kind: TaskKind;
  /**
   * How, each field optional; others are refused. REBOOT: `delaySeconds` (up to 86400). RESTART_AGENT: none. CONFIG_UPDATE: `config`
   * (an object, up to 16 KiB). INSTALL_MODULE: `module`, `version`. UPDATE_AGENT: `version`. PACKET_CAPTURE: `seconds` (1 to 600).
   */
  params?: unknown;
  /** Why; 500 characters at most, card numbers are masked. */
  reason?: string | null | undefined;
};

/** A command that can be pushed to an ATM. */
export type TaskKind =
  /** Sends a new configuration; never by a customer. */
  | 'CONFIG_UPDATE'
  /** Installs a module; never by a customer. */
  | 'INSTALL_MODULE'
  /** Captures network packets; never by a customer. */
  | 'PACKET_CAPTURE'
  /** Restarts the ATM; grantable to customers. */
  | 'REBOOT'
  /** Restarts the agent; grantable to customers. */
  | 'RESTART_AGENT'
  /** Updates the agent; never by a customer. */
  | 'UPDATE_AGENT';

/** The status of a task. */
export type TaskStatus =
  /** The agent has acknowledged it. It stays ACKED until the agent reports the outcome. */
  | 'ACKED'
  /** It was cancelled before it was sent. */
  | 'CANCELLED'
  /** The agent did not poll in time; it is never sent. */
  | 'EXPIRED'
  /** It failed. */
  | 'FAILED'
  /** It waits for the next poll of the agent. */
  | 'QUEUED'
  /** It was delivered to the agent. It stays SENT until the agent reports: the outcome is never guessed, and a report may come late. */
  | 'SENT'
  /** It succeeded. */
  | 'SUCCEEDED';

/** Whether a transaction is complete in the journal. */
export type TransactionCompleteness =
  /** It is complete. */
  | 'COMPLETE'
  /** Its end mark is missing. */
  | 'TRUNCATED';

/** Where the evidence of an attempt contradicts itself. */
export type TransactionConflict =
  /** The amount of the receipt is not what the notes are worth. */
  | 'AMOUNT_AND_NOTES'
  /** Two answers of the host to one request differ, or it approves under the title of a cancelled transaction. */
  | 'APPROVED_AND_DECLINED'
  /** The receipt prints another card than the session's; card, verdict and numbers are left out. */
  | 'CARD_MISMATCH'
  /** It was declined, and notes were taken; under an authorisation code there is no verdict. */
  | 'DECLINED_WITH_CASH'
  /** Lines of another session may be among its own; card, verdict and numbers are left out. */
  | 'MIXED_LINES'
  /** A deposit was approved, and its notes were given back or retracted. */
  | 'NOTES_RETURNED'
  /** The host did not answer in time, and the transaction was reversed. */
  | 'TIMEOUT_REVERSED';

/** Conflicts that transactions are searched for. */
export type TransactionConflictFilter =
  /** The amount of the receipt is not what the notes are worth. */
  | 'AMOUNT_AND_NOTES'
  /** Any conflict. */
  | 'ANY'
  /** Two answers of the host to one request differ, or it approves under the title of a cancelled transaction. */
  | 'APPROVED_AND_DECLINED'
  /** The receipt prints another card than the session's; card, verdict and numbers are left out. */
  | 'CARD_MISMATCH'
  /** It was declined, and notes were taken; under an authorisation code there is no verdict. */
  | 'DECLINED_WITH_CASH'
  /** Lines of another session may be among its own. */
  | 'MIXED_LINES'
  /** A deposit was approved, and its notes were given back or retracted. */
  | 'NOTES_RETURNED'
  /** The host did not answer in time, and the transaction was reversed. */
  | 'TIMEOUT_REVERSED';

/** What a customer asked for, as far as the journal says so. */
export type TransactionKind =
  /** A balance was asked for. */
  | 'BALANCE'
  /** Cash was put in. */
  | 'DEPOSIT'
  /** Anything else, or not known. */
  | 'OTHER'
  /** Money was moved between accounts. */
  | 'TRANSFER'
  /** Cash was asked for. */
  | 'WITHDRAWAL';

/** How an attempt ended, as the journal shows it. */
export type TransactionVerdict =
  /** Approved: by the host, else by what the family of the journal names, such as notes that were taken. */
  | 'APPROVED'
  /** Given up before the host answered, or cancelled by its receipt. */
  | 'CANCELLED'
  /** Declined: by the host, else by the card's own check. */
  | 'DECLINED'
  /** Approved, and taken back by the host. */
  | 'REVERSED';

/** A vendor to create. */
export type VendorInput = {
  /** E-mail address of the contact; not checked here. */
  contactEmail?: string | null | undefined;
  /** The contact person. */
  contactName?: string | null | undefined;
  /** Phone number of the contact. */
  contactPhone?: string | null | undefined;
  /** For a caller of several institutions: which one the vendor belongs to. */
  institutionKey?: string | null | undefined;
  /** The name of the company; not blank. */
  name: string;
  /** What it does. */
  type: VendorType;
};

/** What a vendor does. */
export type VendorType =
  /** Cash in transit. */
  | 'CIT'
  /** Service provider. */
  | 'SP';

/** A day of the week. */
export type Weekday =
  /** Friday. */
  | 'FRIDAY'
  /** Monday. */
  | 'MONDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday. */
  | 'SUNDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY';

export type EventExceptionsQueryVariables = Exact<{
  page: number;
  size: number;
  eventType?: string | null | undefined;
  agentAtmId?: string | null | undefined;
  replayed?: boolean | null | undefined;
}>;


export type EventExceptionsQuery = { eventExceptions: { totalElements: number, content: Array<{ id: number, receivedAt: string, institutionKey: string | null, atmId: number, agentAtmId: string, eventType: string | null, eventId: string | null, body: unknown, replayedAt: string | null }> } | null, eventExceptionTypes: Array<{ eventType: string | null, waiting: number, oldestReceivedAt: string }> | null, eventTypes: Array<{ eventType: string }> | null };

export type EventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type EventTypesQuery = { eventTypes: Array<{ eventType: string, category: string, group: string | null }> | null };

export type DeadLettersQueryVariables = Exact<{
  page: number;
  size: number;
  topic?: string | null | undefined;
  replayed?: boolean | null | undefined;
}>;


export type DeadLettersQuery = { journalDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null, analyticsDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null };

export type AddEventTypeMutationVariables = Exact<{
  eventType: string;
}>;


export type AddEventTypeMutation = { addEventType: { eventType: string, category: string } | null };

export type ReplayEventExceptionsMutationVariables = Exact<{
  eventType: string;
}>;


export type ReplayEventExceptionsMutation = { replayEventExceptions: { eventType: string, replayed: number, failed: number, remaining: number } | null };

export type ReplayJournalDeadLetterMutationVariables = Exact<{
  id: string;
}>;


export type ReplayJournalDeadLetterMutation = { replayJournalDeadLetter: { id: string } | null };

export type ReplayAnalyticsDeadLetterMutationVariables = Exact<{
  id: string;
}>;


export type ReplayAnalyticsDeadLetterMutation = { replayAnalyticsDeadLetter: { id: string } | null };

export type AtmAttributesFragment = { name: string | null, siteName: string | null, latitude: number | null, longitude: number | null, timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null };

export type AtmMachineFragment = { vendor: string | null, model: string | null, serialNumber: string | null };

export type AtmQueryVariables = Exact<{
  id: number;
  from: string;
  to: string;
}>;


export type AtmQuery = { myTaskKinds: Array<TaskKind> | null, atm: { id: number, agentAtmId: string, institutionKey: string | null, registeredAt: string, lastHeartbeatAt: string | null, maintenanceUntil: string | null, connectivity: AtmConnectivity, serviceState: ServiceState, name: string | null, siteName: string | null, latitude: number | null, longitude: number | null, timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null, status: { badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, supervisorSince: string | null, lastHeartbeatAt: string | null } | null, stateHistory: Array<{ from: ServiceState, to: ServiceState, at: string, eventId: number | null, eventType: string | null }>, openIncidentSummary: { count: number, worst: IncidentSeverity | null }, open: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, acknowledged: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, suppressed: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, resolved: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, inventory: { asOf: string | null, hoursLeft: number | null, totals: Array<{ currency: string, amount: string }>, cassettes: Array<{ cassetteNo: string, type: string | null, currency: string | null, denomination: number | null, initialCount: number | null, currentCount: number | null, rejectedCount: number | null, capacity: number | null, status: string | null, asOf: string, hoursLeft: number | null }> } | null } | null, journalDays: Array<{ date: string, files: number, fileStatus: JournalFileStatus | null, transactions: number, successful: number, failed: number, gapId: number | null, gapStatus: JournalGapStatus | null }> | null };

export type AtmIncidentFragment = { id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number };

export type AtmTimelineQueryVariables = Exact<{
  atmId: number;
  hoursBack: number;
  eventTypes?: Array<string> | string | null | undefined;
  page: number;
  size: number;
}>;


export type AtmTimelineQuery = { atmJournalEvents: { totalElements: number, content: Array<{ id: number, eventType: string, category: string, eventTime: string, eventTimeDefaulted: boolean, occurredAt: string, receivedAt: string, component: string | null, cassetteNo: string | null, errorCode: string | null, message: string | null, details: unknown, incidentId: number | null }> } | null, atmEventCounts: Array<{ eventType: string, eventCount: number }> | null };

export type EventGroupsQueryVariables = Exact<{ [key: string]: never; }>;


export type EventGroupsQuery = { eventTypes: Array<{ eventType: string, group: string | null }> | null };

export type AtmTasksQueryVariables = Exact<{
  atmId: number;
  size: number;
}>;


export type AtmTasksQuery = { tasks: { totalElements: number, content: Array<{ id: string, kind: TaskKind, params: unknown, reason: string | null, status: TaskStatus, requestedBy: string, requestedAt: string, expiresAt: string, sentAt: string | null, finishedAt: string | null, result: unknown, error: string | null, history: Array<{ at: string, actor: string, from: TaskStatus | null, to: TaskStatus }> }> } | null };

export type AtmDayQueryVariables = Exact<{
  agentAtmId: string;
  day: string;
  atmId: number;
}>;


export type AtmDayQuery = { journalFiles: { content: Array<{ id: number, status: JournalFileStatus, transactions: number, successful: number, failed: number, error: string | null, receivedAt: string, supersededByFileId: number | null }> } | null, journalGaps: Array<{ id: number, status: JournalGapStatus, detectedAt: string, fetchRequestedAt: string | null, fetchRequestedBy: string | null, fetchAttempts: number, closedAt: string | null }> | null };

export type FetchJournalOfDayMutationVariables = Exact<{
  id: number;
}>;


export type FetchJournalOfDayMutation = { requestJournalFetch: { id: number, status: JournalGapStatus, fetchRequestedAt: string | null } | null };

export type UpdateAtmMutationVariables = Exact<{
  id: number;
  atm: AtmChange;
}>;


export type UpdateAtmMutation = { updateAtm: { id: number } | null };

export type AtmsQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  badge?: StatusBadge | null | undefined;
  q?: string | null | undefined;
}>;


export type AtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, institutionKey: string | null, name: string | null, siteName: string | null, badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null, atm: { timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null };

export type CreateAtmMutationVariables = Exact<{
  atm: AtmInput;
}>;


export type CreateAtmMutation = { createAtm: { id: number, agentAtmId: string } | null };

export type AvailabilityQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  group?: string | null | undefined;
}>;


export type AvailabilityQuery = { availability: { totalElements: number, from: string, to: string, total: { atms: number, availabilityPct: number | null, inServiceSeconds: number, inSupervisorSeconds: number, outOfServiceSeconds: number, unreachableSeconds: number, unknownSeconds: number, maintenanceSeconds: number }, content: Array<{ atmId: number | null, agentAtmId: string | null, institutionKey: string | null, group: string | null, atms: number, availabilityPct: number | null, inServiceSeconds: number, inSupervisorSeconds: number, outOfServiceSeconds: number, unreachableSeconds: number, unknownSeconds: number, maintenanceSeconds: number }> } | null, incidentFigures: { incidentCount: number, mttaSeconds: number | null, mttrSeconds: number | null, causes: Array<{ kind: string, cause: string | null, incidentCount: number, mttaSeconds: number | null, mttrSeconds: number | null }> } | null };

export type AvailabilityMonthsQueryVariables = Exact<{ [key: string]: never; }>;


export type AvailabilityMonthsQuery = { availabilityMonths: Array<{ month: string, from: string, to: string, atms: number, availabilityPct: number | null, outOfServiceSeconds: number, unreachableSeconds: number, maintenanceSeconds: number, incidentCount: number, mttaSeconds: number | null, mttrSeconds: number | null }> | null };

export type EvidenceQueryVariables = Exact<{
  id: number;
  contextLines: number;
}>;


export type EvidenceQuery = { journalEvidence: { linesOmitted: number, printedAt: string, transaction: { id: number, sessionId: number, attemptNo: number, institutionKey: string, atmId: number, agentAtmId: string, startedAt: string, endedAt: string | null, kind: TransactionKind, verdict: TransactionVerdict | null, hostCode: string | null, amount: string | null, currency: string | null, card: string | null, reference: string | null, rrn: string | null, stan: string | null, authorisationCode: string | null, serial: string | null, terminalId: string | null, hostDate: string | null, accountTail: string | null, cashOutcome: CashOutcome, completeness: TransactionCompleteness, firstLine: number, lastLine: number, notes: Array<{ state: NotesState, denomination: string | null, currency: string | null, count: number }>, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }, attempts: Array<{ id: number, attemptNo: number, startedAt: string, kind: TransactionKind, verdict: TransactionVerdict | null, amount: string | null, currency: string | null, cashOutcome: CashOutcome, decidedBy: { line: number } | null, notes: Array<{ state: NotesState, denomination: string | null, currency: string | null, count: number }> }>, explanations: Array<{ attemptNo: number, reason: string, conflicts: Array<string> }>, file: { id: number, sha256: string, journalDate: string, receivedAt: string, format: string | null }, lines: Array<{ number: number, text: string, ofTransaction: boolean, attemptNo: number | null }> } | null };

export type FileQueryVariables = Exact<{
  id: number;
}>;


export type FileQuery = { journalFile: { id: number, institutionKey: string, atmId: number, agentAtmId: string, journalDate: string, sha256: string, sizeBytes: number, format: string | null, status: JournalFileStatus, transactions: number, successful: number, failed: number, undecided: number, error: string | null, receivedAt: string, parsedAt: string | null, supersededByFileId: number | null, profileVersion: number | null, duplicates: number, reasons: Array<{ reason: JournalReason, count: number }>, daysFound: Array<{ date: string, lines: number, transactions: number }>, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null } | null };

export type FileTextQueryVariables = Exact<{
  id: number;
}>;


export type FileTextQuery = { journalFileText: { sizeBytes: number | null, parts: Array<{ firstLine: number, from: number, bytes: number }> } | null };

export type FileTransactionsQueryVariables = Exact<{
  fileId: number;
  atmId: number;
  from: string;
  to: string;
  page: number;
  size: number;
}>;


export type FileTransactionsQuery = { journalTransactions: { totalElements: number, content: Array<{ id: number, attemptNo: number, startedAt: string, kind: TransactionKind, verdict: TransactionVerdict | null, conflict: Array<TransactionConflict>, amount: string | null, currency: string | null, cashOutcome: CashOutcome, firstLine: number, lastLine: number }> } | null };

export type FilesQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  agentAtmId?: string | null | undefined;
  status?: JournalFileStatus | null | undefined;
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
}>;


export type FilesQuery = { journalFiles: { totalElements: number, content: Array<{ id: number, institutionKey: string, atmId: number, agentAtmId: string, journalDate: string, sizeBytes: number, format: string | null, status: JournalFileStatus, transactions: number, successful: number, failed: number, undecided: number, error: string | null, receivedAt: string, supersededByFileId: number | null, duplicates: number, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> } | null };

export type RefileFileMutationVariables = Exact<{
  id: number;
  journalDate: string;
}>;


export type RefileFileMutation = { refileJournalFile: { id: number, status: JournalFileStatus, journalDate: string } | null };

export type ReparseFileMutationVariables = Exact<{
  id: number;
}>;


export type ReparseFileMutation = { reparseJournalFile: { id: number, status: JournalFileStatus } | null };

export type FleetQueryVariables = Exact<{ [key: string]: never; }>;


export type FleetQuery = { fleetHealth: { generatedAt: string, openIncidents: number, atmsWithGaps: number, degradedSources: Array<string>, connectivity: { total: number, connected: number, disconnected: number, neverConnected: number, connectivityPct: number }, topProblematicAtms: Array<{ atmId: number, agentAtmId: string | null, eventCount: number, atm: { name: string | null, siteName: string | null, status: { badge: StatusBadge, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null } | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null, fleetHistory: { from: string, bucketMinutes: number, buckets: Array<{ at: string, total: number | null, connected: number | null, usualTotal: number | null, usualConnected: number | null }> } | null, journalEventSeries: { from: string, bucketMinutes: number, categories: Array<{ category: string, total: number, counts: Array<number>, usual: Array<number | null> }> } | null, openIncidentsBySeverity: { total: number, unacknowledged: number, atms: number, severities: Array<{ severity: IncidentSeverity, count: number, unacknowledged: number, oldestOpenedAt: string | null }> } | null, incidents: { totalElements: number, content: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, agentAtmId: string, occurrenceCount: number, flapping: boolean, acknowledgedByUserId: string | null, version: number, atm: { name: string | null, siteName: string | null } | null }> } | null, journalCoverage: { openGapsTotal: number, parseSuccessRateToday: number, degradedSources: Array<string>, dailyVolume: Array<{ date: string, total: number, successful: number, failed: number }>, atmsWithGaps: Array<{ atmId: number, agentAtmId: string | null, gapCount: number, atm: { name: string | null, siteName: string | null } | null }>, topAtmsByVolume: Array<{ atmId: number, agentAtmId: string | null, transactionCount: number, atm: { name: string | null, siteName: string | null } | null }> } | null, activeInsights: Array<{ id: number, category: InsightCategory, severity: InsightSeverity, title: string, publishedAt: string, expiresAt: string | null }> | null };

export type IncidentQueryVariables = Exact<{
  id: number;
  events: number;
}>;


export type IncidentQuery = { incident: { id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, version: number, where: { id: number, vendor: string | null, model: string | null, connectivity: AtmConnectivity, lastHeartbeatAt: string | null, status: { badge: StatusBadge, serviceStateChangedAt: string | null } | null, open: Array<{ id: number, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string }>, acknowledged: Array<{ id: number, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string }> } | null, events: Array<{ id: number, eventType: string, category: string, eventTimeDefaulted: boolean, occurredAt: string, receivedAt: string, component: string | null, cassetteNo: string | null, errorCode: string | null, message: string | null, details: unknown }>, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null } | null };

export type OtherIncidentFragment = { id: number, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string };

export type IncidentsQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  status?: IncidentStatus | null | undefined;
  resolved?: boolean | null | undefined;
  kind?: string | null | undefined;
  severity?: IncidentSeverity | null | undefined;
  atmId?: number | null | undefined;
  ofAtm: boolean;
}>;


export type IncidentsQuery = { incidents: { totalElements: number, content: Array<{ id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, version: number, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> } | null, openIncidentsBySeverity: { total: number, unacknowledged: number, severities: Array<{ severity: IncidentSeverity, count: number }> } | null, atm?: { id: number, agentAtmId: string } | null };

export type IncidentRowFragment = { id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, version: number, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null };

export type IncidentNowQueryVariables = Exact<{
  id: number;
}>;


export type IncidentNowQuery = { incident: { id: number, status: IncidentStatus, severity: IncidentSeverity, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, version: number } | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { id: number, status: IncidentStatus, acknowledgedAt: string | null, acknowledgedByUserId: string | null, version: number } | null };

export type ResolveIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
}>;


export type ResolveIncidentMutation = { resolveIncident: { id: number, status: IncidentStatus, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, version: number } | null };

export type OpenIncidentMutationVariables = Exact<{
  incident: IncidentInput;
}>;


export type OpenIncidentMutation = { createIncident: { id: number, agentAtmId: string } | null };

export type InsightsQueryVariables = Exact<{
  category?: InsightCategory | null | undefined;
  severity?: InsightSeverity | null | undefined;
  acknowledged?: boolean | null | undefined;
  page: number;
  size: number;
  history: boolean;
}>;


export type InsightsQuery = { activeInsights: Array<{ id: number, category: InsightCategory, severity: InsightSeverity, title: string, body: string, snapshotId: number | null, publishedAt: string, expiresAt: string | null, acknowledged: boolean, acknowledgedAt: string | null, acknowledgedByUserId: string | null }> | null, insights?: { totalElements: number, content: Array<{ id: number, category: InsightCategory, severity: InsightSeverity, title: string, body: string, snapshotId: number | null, publishedAt: string, expiresAt: string | null, acknowledged: boolean, acknowledgedAt: string | null, acknowledgedByUserId: string | null }> } | null };

export type InsightRowFragment = { id: number, category: InsightCategory, severity: InsightSeverity, title: string, body: string, snapshotId: number | null, publishedAt: string, expiresAt: string | null, acknowledged: boolean, acknowledgedAt: string | null, acknowledgedByUserId: string | null };

export type InsightSnapshotQueryVariables = Exact<{
  id: number;
}>;


export type InsightSnapshotQuery = { snapshot: { id: number, institutionKey: string | null, takenAt: string, day: string, filesParsed: number, transactions: number, successful: number, failed: number, incidentsCreated: number, incidentsResolved: number, openIncidents: number } | null };

export type SnapshotsToLinkQueryVariables = Exact<{ [key: string]: never; }>;


export type SnapshotsToLinkQuery = { snapshots: { content: Array<{ id: number, institutionKey: string | null, takenAt: string, transactions: number, openIncidents: number }> } | null };

export type PublishInsightMutationVariables = Exact<{
  insight: InsightInput;
}>;


export type PublishInsightMutation = { publishInsight: { id: number, title: string } | null };

export type AcknowledgeInsightMutationVariables = Exact<{
  id: number;
}>;


export type AcknowledgeInsightMutation = { acknowledgeInsight: { id: number, acknowledgedByUserId: string | null } | null };

export type AcknowledgeAllInsightsMutationVariables = Exact<{ [key: string]: never; }>;


export type AcknowledgeAllInsightsMutation = { acknowledgeActiveInsights: { acknowledged: number } | null };

export type JournalsQueryVariables = Exact<{
  from: string;
  to: string;
  since: string;
}>;


export type JournalsQuery = { journalDays: Array<{ date: string, atmsWithJournal: number, atmsWithGap: number, atmsRequested: number, transactions: number, successful: number, failed: number }> | null, open: { open: number, atms: number, top: Array<{ atmId: number, agentAtmId: string, gapCount: number, atm: { name: string | null, siteName: string | null } | null }> } | null, requested: { open: number } | null, journalFetchProgress: { asked: number, waiting: number, closed: number, reopened: number } | null, journalSummary: { total: number, successful: number, failed: number } | null, journalParseQueue: Array<{ institutionKey: string, waiting: number, oldestReceivedAt: string | null }> | null };

export type JournalGapsQueryVariables = Exact<{
  status?: JournalGapStatus | null | undefined;
  agentAtmId?: string | null | undefined;
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  sort?: Array<string> | string | null | undefined;
  limit: number;
  after?: number | null | undefined;
}>;


export type JournalGapsQuery = { journalGaps: Array<{ id: number, institutionKey: string, atmId: number, agentAtmId: string, gapDate: string, status: JournalGapStatus, detectedAt: string, fetchRequestedAt: string | null, fetchRequestedBy: string | null, fetchAttempts: number, closedAt: string | null, closedByFileId: number | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> | null };

export type JournalGapIdsQueryVariables = Exact<{
  agentAtmId?: string | null | undefined;
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  limit: number;
  after?: number | null | undefined;
}>;


export type JournalGapIdsQuery = { journalGaps: Array<{ id: number }> | null };

export type FetchProgressQueryVariables = Exact<{
  since: string;
}>;


export type FetchProgressQuery = { journalFetchProgress: { asked: number, waiting: number, closed: number, reopened: number } | null };

export type RequestJournalsMutationVariables = Exact<{
  ids: Array<number> | number;
}>;


export type RequestJournalsMutation = { requestJournalFetches: Array<{ id: number, status: number, message: string | null, gap: { id: number, status: JournalGapStatus, fetchRequestedAt: string | null, fetchRequestedBy: string | null, fetchAttempts: number } | null }> | null };

export type MaintenanceWindowsQueryVariables = Exact<{
  page: number;
  size: number;
  over?: boolean | null | undefined;
}>;


export type MaintenanceWindowsQuery = { maintenanceWindows: { totalElements: number, content: Array<{ id: number, institutionKey: string, atmId: number | null, agentAtmId: string | null, attribute: string | null, value: string | null, from: string, to: string, weekdays: Array<Weekday> | null, until: string | null, timeZone: string, reason: string, createdBy: string, endedAt: string | null, endedBy: string | null, nextAt: string | null }> } | null };

export type CreateMaintenanceWindowMutationVariables = Exact<{
  window: MaintenanceWindowInput;
}>;


export type CreateMaintenanceWindowMutation = { createMaintenanceWindow: { id: number } | null };

export type DeleteMaintenanceWindowMutationVariables = Exact<{
  id: number;
}>;


export type DeleteMaintenanceWindowMutation = { deleteMaintenanceWindow: boolean | null };

export type PermissionMatrixQueryVariables = Exact<{ [key: string]: never; }>;


export type PermissionMatrixQuery = { taskPermissionSets: Array<{ institutionKey: string, tag: string, kinds: Array<TaskKind>, writtenBy: string | null, writtenAt: string | null }> | null, institutions: Array<{ key: string, atms: number }> | null };

export type OwnPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnPermissionsQuery = { myTaskKinds: Array<TaskKind> | null };

export type SavePermissionsMutationVariables = Exact<{
  key: string | number;
  kinds: Array<TaskKind> | TaskKind;
  ifMatch: string;
}>;


export type SavePermissionsMutation = { setTaskPermissions: Array<{ taskKind: TaskKind }> | null };

export type InstitutionsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstitutionsQuery = { institutions: Array<{ key: string, atms: number }> | null };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { openIncidentCount: { count: number } | null, urgent: { totalElements: number } | null, activeInsights: Array<{ id: number }> | null };

export type FindAtmsQueryVariables = Exact<{
  q: string;
}>;


export type FindAtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, name: string | null, siteName: string | null, badge: StatusBadge }> } | null };

export type TasksQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  status?: TaskStatus | null | undefined;
  kind?: TaskKind | null | undefined;
  agentAtmId?: string | null | undefined;
}>;


export type TasksQuery = { myTaskKinds: Array<TaskKind> | null, tasks: { totalElements: number, content: Array<{ id: string, atmId: number, agentAtmId: string, institutionKey: string | null, kind: TaskKind, params: unknown, reason: string | null, status: TaskStatus, requestedBy: string, requestedAt: string, expiresAt: string, sentAt: string | null, finishedAt: string | null, error: string | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> } | null };

export type TaskQueryVariables = Exact<{
  id: string;
}>;


export type TaskQuery = { task: { id: string, atmId: number, agentAtmId: string, institutionKey: string | null, kind: TaskKind, params: unknown, reason: string | null, status: TaskStatus, requestedBy: string, requestedAt: string, expiresAt: string, sentAt: string | null, finishedAt: string | null, result: unknown, error: string | null, history: Array<{ at: string, actor: string, from: TaskStatus | null, to: TaskStatus }>, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null } | null };

export type TaskAtmsQueryVariables = Exact<{
  q: string;
}>;


export type TaskAtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, institutionKey: string | null, name: string | null, siteName: string | null, badge: StatusBadge }> } | null };

export type CreateTaskMutationVariables = Exact<{
  task: TaskInput;
  idempotencyKey: string;
}>;


export type CreateTaskMutation = { createTask: { id: string, agentAtmId: string, kind: TaskKind, expiresAt: string } | null };

export type CancelTaskMutationVariables = Exact<{
  id: string;
}>;


export type CancelTaskMutation = { cancelTask: { id: string, status: TaskStatus } | null };

export type TransactionsQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  agentAtmId?: string | null | undefined;
  dateFrom: string;
  dateTo: string;
  kind?: TransactionKind | null | undefined;
  verdict?: TransactionVerdict | null | undefined;
  cashOutcome?: CashOutcome | null | undefined;
  card?: string | null | undefined;
  reference?: string | null | undefined;
  rrn?: string | null | undefined;
  stan?: string | null | undefined;
  authorisationCode?: string | null | undefined;
  serial?: string | null | undefined;
  terminalId?: string | null | undefined;
  hostDate?: string | null | undefined;
  accountTail?: string | null | undefined;
  conflict?: TransactionConflictFilter | null | undefined;
  hostCode?: string | null | undefined;
  amountFrom?: string | null | undefined;
  amountTo?: string | null | undefined;
}>;


export type TransactionsQuery = { journalTransactions: { totalElements: number, content: Array<{ id: number, institutionKey: string, atmId: number, agentAtmId: string, startedAt: string, kind: TransactionKind, attemptNo: number, verdict: TransactionVerdict | null, conflict: Array<TransactionConflict>, hostCode: string | null, amount: string | null, currency: string | null, card: string | null, reference: string | null, cashOutcome: CashOutcome, completeness: TransactionCompleteness, fileId: number, firstLine: number, lastLine: number, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> } | null };

export type VendorsQueryVariables = Exact<{
  type?: VendorType | null | undefined;
}>;


export type VendorsQuery = { vendors: Array<{ uuid: string, name: string, type: VendorType, contactName: string | null, contactEmail: string | null, contactPhone: string | null, createdAt: string }> | null };

export type CreateVendorMutationVariables = Exact<{
  vendor: VendorInput;
}>;


export type CreateVendorMutation = { createVendor: { uuid: string, name: string } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AtmMachineFragmentDoc = new TypedDocumentString(`
    fragment AtmMachine on Atm {
  vendor
  model
  serialNumber
}
    `, {"fragmentName":"AtmMachine"}) as unknown as TypedDocumentString<AtmMachineFragment, unknown>;
export const AtmAttributesFragmentDoc = new TypedDocumentString(`
    fragment AtmAttributes on Atm {
  ...AtmMachine
  name
  siteName
  latitude
  longitude
  timeZone
}
    fragment AtmMachine on Atm {
  vendor
  model
  serialNumber
}`, {"fragmentName":"AtmAttributes"}) as unknown as TypedDocumentString<AtmAttributesFragment, unknown>;
export const AtmIncidentFragmentDoc = new TypedDocumentString(`
    fragment AtmIncident on Incident {
  id
  title
  kind
  severity
  status
  openedAt
  lastEventAt
  acknowledgedAt
  acknowledgedByUserId
  resolvedAt
  resolution
  occurrenceCount
  flapping
  version
}
    `, {"fragmentName":"AtmIncident"}) as unknown as TypedDocumentString<AtmIncidentFragment, unknown>;
export const OtherIncidentFragmentDoc = new TypedDocumentString(`
    fragment OtherIncident on Incident {
  id
  title
  severity
  status
  openedAt
}
    `, {"fragmentName":"OtherIncident"}) as unknown as TypedDocumentString<OtherIncidentFragment, unknown>;
export const IncidentRowFragmentDoc = new TypedDocumentString(`
    fragment IncidentRow on Incident {
  id
  institutionKey
  atmId
  agentAtmId
  kind
  severity
  status
  title
  source
  component
  occurrenceCount
  flapping
  openedAt
  firstEventAt
  lastEventAt
  acknowledgedAt
  acknowledgedByUserId
  resolvedAt
  resolution
  version
  ending {
    by
    at
  }
  atm {
    name
    siteName
    timeZone
  }
}
    `, {"fragmentName":"IncidentRow"}) as unknown as TypedDocumentString<IncidentRowFragment, unknown>;
export const InsightRowFragmentDoc = new TypedDocumentString(`
    fragment InsightRow on Insight {
  id
  category
  severity
  title
  body
  snapshotId
  publishedAt
  expiresAt
  acknowledged
  acknowledgedAt
  acknowledgedByUserId
}
    `, {"fragmentName":"InsightRow"}) as unknown as TypedDocumentString<InsightRowFragment, unknown>;
export const EventExceptionsDocument = new TypedDocumentString(`
    query EventExceptions($page: Int!, $size: Int!, $eventType: String, $agentAtmId: String, $replayed: Boolean) {
  eventExceptions(
    page: $page
    size: $size
    eventType: $eventType
    agentAtmId: $agentAtmId
    replayed: $replayed
  ) {
    totalElements
    content {
      id
      receivedAt
      institutionKey
      atmId
      agentAtmId
      eventType
      eventId
      body
      replayedAt
    }
  }
  eventExceptionTypes {
    eventType
    waiting
    oldestReceivedAt
  }
  eventTypes {
    eventType
  }
}
    `) as unknown as TypedDocumentString<EventExceptionsQuery, EventExceptionsQueryVariables>;
export const EventTypesDocument = new TypedDocumentString(`
    query EventTypes {
  eventTypes {
    eventType
    category
    group
  }
}
    `) as unknown as TypedDocumentString<EventTypesQuery, EventTypesQueryVariables>;
export const DeadLettersDocument = new TypedDocumentString(`
    query DeadLetters($page: Int!, $size: Int!, $topic: String, $replayed: Boolean) {
  journalDeadLetters(page: $page, size: $size, topic: $topic, replayed: $replayed) {
    totalElements
    content {
      id
      topic
      consumerGroup
      key
      messageId
      institutionKey
      message
      error
      attempts
      firstAttemptAt
      lastAttemptAt
      replayedAt
      replayedBy
    }
  }
  analyticsDeadLetters(
    page: $page
    size: $size
    topic: $topic
    replayed: $replayed
  ) {
    totalElements
    content {
      id
      topic
      consumerGroup
      key
      messageId
      institutionKey
      message
      error
      attempts
      firstAttemptAt
      lastAttemptAt
      replayedAt
      replayedBy
    }
  }
}
    `) as unknown as TypedDocumentString<DeadLettersQuery, DeadLettersQueryVariables>;
export const AddEventTypeDocument = new TypedDocumentString(`
    mutation AddEventType($eventType: String!) {
  addEventType(eventType: {eventType: $eventType}) {
    eventType
    category
  }
}
    `) as unknown as TypedDocumentString<AddEventTypeMutation, AddEventTypeMutationVariables>;
export const ReplayEventExceptionsDocument = new TypedDocumentString(`
    mutation ReplayEventExceptions($eventType: String!) {
  replayEventExceptions(eventType: $eventType) {
    eventType
    replayed
    failed
    remaining
  }
}
    `) as unknown as TypedDocumentString<ReplayEventExceptionsMutation, ReplayEventExceptionsMutationVariables>;
export const ReplayJournalDeadLetterDocument = new TypedDocumentString(`
    mutation ReplayJournalDeadLetter($id: UUID!) {
  replayJournalDeadLetter(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReplayJournalDeadLetterMutation, ReplayJournalDeadLetterMutationVariables>;
export const ReplayAnalyticsDeadLetterDocument = new TypedDocumentString(`
    mutation ReplayAnalyticsDeadLetter($id: UUID!) {
  replayAnalyticsDeadLetter(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReplayAnalyticsDeadLetterMutation, ReplayAnalyticsDeadLetterMutationVariables>;
export const AtmDocument = new TypedDocumentString(`
    query Atm($id: SafeInt!, $from: Date!, $to: Date!) {
  atm(id: $id) {
    id
    agentAtmId
    institutionKey
    ...AtmAttributes
    registeredAt
    lastHeartbeatAt
    maintenanceUntil
    connectivity
    serviceState
    status {
      badge
      serviceState
      serviceStateChangedAt
      supervisorSince
      lastHeartbeatAt
    }
    stateHistory(hoursBack: 168, first: 200) {
      from
      to
      at
      eventId
      eventType
    }
    openIncidentSummary {
      count
      worst
    }
    open: incidents(first: 50, status: OPEN) {
      ...AtmIncident
    }
    acknowledged: incidents(first: 50, status: ACKNOWLEDGED) {
      ...AtmIncident
    }
    suppressed: incidents(first: 50, status: SUPPRESSED) {
      ...AtmIncident
    }
    resolved: incidents(first: 5, status: RESOLVED) {
      ...AtmIncident
    }
    inventory {
      asOf
      hoursLeft
      totals {
        currency
        amount
      }
      cassettes {
        cassetteNo
        type
        currency
        denomination
        initialCount
        currentCount
        rejectedCount
        capacity
        status
        asOf
        hoursLeft
      }
    }
  }
  journalDays: atmJournalDays(from: $from, to: $to, atmId: $id) {
    date
    files
    fileStatus
    transactions
    successful
    failed
    gapId
    gapStatus
  }
  myTaskKinds
}
    fragment AtmAttributes on Atm {
  ...AtmMachine
  name
  siteName
  latitude
  longitude
  timeZone
}
fragment AtmMachine on Atm {
  vendor
  model
  serialNumber
}
fragment AtmIncident on Incident {
  id
  title
  kind
  severity
  status
  openedAt
  lastEventAt
  acknowledgedAt
  acknowledgedByUserId
  resolvedAt
  resolution
  occurrenceCount
  flapping
  version
}`) as unknown as TypedDocumentString<AtmQuery, AtmQueryVariables>;
export const AtmTimelineDocument = new TypedDocumentString(`
    query AtmTimeline($atmId: SafeInt!, $hoursBack: Int!, $eventTypes: [String!], $page: Int!, $size: Int!) {
  atmJournalEvents(
    atmId: $atmId
    hoursBack: $hoursBack
    eventTypes: $eventTypes
    page: $page
    size: $size
    sort: ["occurredAt,desc"]
  ) {
    totalElements
    content {
      id
      eventType
      category
      eventTime
      eventTimeDefaulted
      occurredAt
      receivedAt
      component
      cassetteNo
      errorCode
      message
      details
      incidentId
    }
  }
  atmEventCounts(atmId: $atmId, hoursBack: $hoursBack) {
    eventType
    eventCount
  }
}
    `) as unknown as TypedDocumentString<AtmTimelineQuery, AtmTimelineQueryVariables>;
export const EventGroupsDocument = new TypedDocumentString(`
    query EventGroups {
  eventTypes {
    eventType
    group
  }
}
    `) as unknown as TypedDocumentString<EventGroupsQuery, EventGroupsQueryVariables>;
export const AtmTasksDocument = new TypedDocumentString(`
    query AtmTasks($atmId: SafeInt!, $size: Int!) {
  tasks(atmId: $atmId, size: $size) {
    totalElements
    content {
      id
      kind
      params
      reason
      status
      requestedBy
      requestedAt
      expiresAt
      sentAt
      finishedAt
      result
      error
      history {
        at
        actor
        from
        to
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AtmTasksQuery, AtmTasksQueryVariables>;
export const AtmDayDocument = new TypedDocumentString(`
    query AtmDay($agentAtmId: String!, $day: Date!, $atmId: SafeInt!) {
  journalFiles(atmId: $atmId, dateFrom: $day, dateTo: $day, size: 10) {
    content {
      id
      status
      transactions
      successful
      failed
      error
      receivedAt
      supersededByFileId
    }
  }
  journalGaps(agentAtmId: $agentAtmId, dateFrom: $day, dateTo: $day, limit: 1) {
    id
    status
    detectedAt
    fetchRequestedAt
    fetchRequestedBy
    fetchAttempts
    closedAt
  }
}
    `) as unknown as TypedDocumentString<AtmDayQuery, AtmDayQueryVariables>;
export const FetchJournalOfDayDocument = new TypedDocumentString(`
    mutation FetchJournalOfDay($id: SafeInt!) {
  requestJournalFetch(id: $id) {
    id
    status
    fetchRequestedAt
  }
}
    `) as unknown as TypedDocumentString<FetchJournalOfDayMutation, FetchJournalOfDayMutationVariables>;
export const UpdateAtmDocument = new TypedDocumentString(`
    mutation UpdateAtm($id: SafeInt!, $atm: AtmChange!) {
  updateAtm(id: $id, atm: $atm) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateAtmMutation, UpdateAtmMutationVariables>;
export const AtmsDocument = new TypedDocumentString(`
    query Atms($page: Int!, $size: Int!, $sort: [String!], $badge: StatusBadge, $q: String) {
  atmStatuses(page: $page, size: $size, sort: $sort, badge: $badge, q: $q) {
    totalElements
    content {
      id
      agentAtmId
      institutionKey
      name
      siteName
      badge
      serviceState
      serviceStateChangedAt
      lastHeartbeatAt
      atm {
        ...AtmMachine
        timeZone
        openIncidentSummary {
          count
          worst
        }
      }
    }
  }
  atmBadges {
    total
    agentOffline
    inSupervisor
    outOfService
    inService
    unknown
  }
}
    fragment AtmMachine on Atm {
  vendor
  model
  serialNumber
}`) as unknown as TypedDocumentString<AtmsQuery, AtmsQueryVariables>;
export const CreateAtmDocument = new TypedDocumentString(`
    mutation CreateAtm($atm: AtmInput!) {
  createAtm(atm: $atm) {
    id
    agentAtmId
  }
}
    `) as unknown as TypedDocumentString<CreateAtmMutation, CreateAtmMutationVariables>;
export const AvailabilityDocument = new TypedDocumentString(`
    query Availability($page: Int!, $size: Int!, $sort: [String!], $from: DateTime, $to: DateTime, $group: String) {
  availability(
    page: $page
    size: $size
    sort: $sort
    from: $from
    to: $to
    group: $group
  ) {
    totalElements
    from
    to
    total {
      atms
      availabilityPct
      inServiceSeconds
      inSupervisorSeconds
      outOfServiceSeconds
      unreachableSeconds
      unknownSeconds
      maintenanceSeconds
    }
    content {
      atmId
      agentAtmId
      institutionKey
      group
      atms
      availabilityPct
      inServiceSeconds
      inSupervisorSeconds
      outOfServiceSeconds
      unreachableSeconds
      unknownSeconds
      maintenanceSeconds
    }
  }
  incidentFigures(from: $from, to: $to) {
    incidentCount
    mttaSeconds
    mttrSeconds
    causes {
      kind
      cause
      incidentCount
      mttaSeconds
      mttrSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<AvailabilityQuery, AvailabilityQueryVariables>;
export const AvailabilityMonthsDocument = new TypedDocumentString(`
    query AvailabilityMonths {
  availabilityMonths(months: 13) {
    month
    from
    to
    atms
    availabilityPct
    outOfServiceSeconds
    unreachableSeconds
    maintenanceSeconds
    incidentCount
    mttaSeconds
    mttrSeconds
  }
}
    `) as unknown as TypedDocumentString<AvailabilityMonthsQuery, AvailabilityMonthsQueryVariables>;
export const EvidenceDocument = new TypedDocumentString(`
    query Evidence($id: SafeInt!, $contextLines: Int!) {
  journalEvidence(id: $id, contextLines: $contextLines) {
    transaction {
      id
      sessionId
      attemptNo
      institutionKey
      atmId
      agentAtmId
      startedAt
      endedAt
      kind
      verdict
      hostCode
      amount
      currency
      card
      reference
      rrn
      stan
      authorisationCode
      serial
      terminalId
      hostDate
      accountTail
      cashOutcome
      notes {
        state
        denomination
        currency
        count
      }
      completeness
      firstLine
      lastLine
      atm {
        name
        siteName
        timeZone
      }
    }
    attempts {
      id
      attemptNo
      startedAt
      kind
      verdict
      decidedBy {
        line
      }
      amount
      currency
      cashOutcome
      notes {
        state
        denomination
        currency
        count
      }
    }
    explanations {
      attemptNo
      reason
      conflicts
    }
    file {
      id
      sha256
      journalDate
      receivedAt
      format
    }
    lines {
      number
      text
      ofTransaction
      attemptNo
    }
    linesOmitted
    printedAt
  }
}
    `) as unknown as TypedDocumentString<EvidenceQuery, EvidenceQueryVariables>;
export const FileDocument = new TypedDocumentString(`
    query File($id: SafeInt!) {
  journalFile(id: $id) {
    id
    institutionKey
    atmId
    agentAtmId
    journalDate
    sha256
    sizeBytes
    format
    status
    transactions
    successful
    failed
    undecided
    error
    receivedAt
    parsedAt
    supersededByFileId
    profileVersion
    duplicates
    reasons {
      reason
      count
    }
    daysFound {
      date
      lines
      transactions
    }
    atm {
      name
      siteName
      timeZone
    }
  }
}
    `) as unknown as TypedDocumentString<FileQuery, FileQueryVariables>;
export const FileTextDocument = new TypedDocumentString(`
    query FileText($id: SafeInt!) {
  journalFileText(id: $id) {
    sizeBytes
    parts {
      firstLine
      from
      bytes
    }
  }
}
    `) as unknown as TypedDocumentString<FileTextQuery, FileTextQueryVariables>;
export const FileTransactionsDocument = new TypedDocumentString(`
    query FileTransactions($fileId: SafeInt!, $atmId: SafeInt!, $from: Date!, $to: Date!, $page: Int!, $size: Int!) {
  journalTransactions(
    fileId: $fileId
    atmId: $atmId
    dateFrom: $from
    dateTo: $to
    page: $page
    size: $size
    sort: ["startedAt,asc"]
  ) {
    totalElements
    content {
      id
      attemptNo
      startedAt
      kind
      verdict
      conflict
      amount
      currency
      cashOutcome
      firstLine
      lastLine
    }
  }
}
    `) as unknown as TypedDocumentString<FileTransactionsQuery, FileTransactionsQueryVariables>;
export const FilesDocument = new TypedDocumentString(`
    query Files($page: Int!, $size: Int!, $sort: [String!], $agentAtmId: String, $status: JournalFileStatus, $dateFrom: Date, $dateTo: Date) {
  journalFiles(
    page: $page
    size: $size
    sort: $sort
    agentAtmId: $agentAtmId
    status: $status
    dateFrom: $dateFrom
    dateTo: $dateTo
  ) {
    totalElements
    content {
      id
      institutionKey
      atmId
      agentAtmId
      journalDate
      sizeBytes
      format
      status
      transactions
      successful
      failed
      undecided
      error
      receivedAt
      supersededByFileId
      duplicates
      atm {
        name
        siteName
        timeZone
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FilesQuery, FilesQueryVariables>;
export const RefileFileDocument = new TypedDocumentString(`
    mutation RefileFile($id: SafeInt!, $journalDate: Date!) {
  refileJournalFile(id: $id, journalDate: $journalDate) {
    id
    status
    journalDate
  }
}
    `) as unknown as TypedDocumentString<RefileFileMutation, RefileFileMutationVariables>;
export const ReparseFileDocument = new TypedDocumentString(`
    mutation ReparseFile($id: SafeInt!) {
  reparseJournalFile(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<ReparseFileMutation, ReparseFileMutationVariables>;
export const FleetDocument = new TypedDocumentString(`
    query Fleet {
  fleetHealth {
    generatedAt
    connectivity {
      total
      connected
      disconnected
      neverConnected
      connectivityPct
    }
    topProblematicAtms {
      atmId
      agentAtmId
      eventCount
      atm {
        name
        siteName
        status {
          badge
          serviceStateChangedAt
          lastHeartbeatAt
        }
        openIncidentSummary {
          count
          worst
        }
      }
    }
    openIncidents
    atmsWithGaps
    degradedSources
  }
  atmBadges {
    total
    agentOffline
    inSupervisor
    outOfService
    inService
    unknown
  }
  fleetHistory(hoursBack: 24) {
    from
    bucketMinutes
    buckets {
      at
      total
      connected
      usualTotal
      usualConnected
    }
  }
  journalEventSeries(hoursBack: 24, bucketMinutes: 30) {
    from
    bucketMinutes
    categories {
      category
      total
      counts
      usual
    }
  }
  openIncidentsBySeverity {
    total
    unacknowledged
    atms
    severities {
      severity
      count
      unacknowledged
      oldestOpenedAt
    }
  }
  incidents(
    resolved: false
    size: 100
    sort: ["severity,desc", "status,asc", "openedAt,desc"]
  ) {
    totalElements
    content {
      id
      title
      kind
      severity
      status
      openedAt
      agentAtmId
      occurrenceCount
      flapping
      acknowledgedByUserId
      version
      atm {
        name
        siteName
      }
    }
  }
  journalCoverage {
    dailyVolume {
      date
      total
      successful
      failed
    }
    openGapsTotal
    parseSuccessRateToday
    atmsWithGaps {
      atmId
      agentAtmId
      gapCount
      atm {
        name
        siteName
      }
    }
    topAtmsByVolume {
      atmId
      agentAtmId
      transactionCount
      atm {
        name
        siteName
      }
    }
    degradedSources
  }
  activeInsights {
    id
    category
    severity
    title
    publishedAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const IncidentDocument = new TypedDocumentString(`
    query Incident($id: SafeInt!, $events: Int!) {
  incident(id: $id) {
    ...IncidentRow
    where: atm {
      id
      vendor
      model
      connectivity
      lastHeartbeatAt
      status {
        badge
        serviceStateChangedAt
      }
      open: incidents(first: 20, status: OPEN) {
        ...OtherIncident
      }
      acknowledged: incidents(first: 20, status: ACKNOWLEDGED) {
        ...OtherIncident
      }
    }
    events(first: $events) {
      id
      eventType
      category
      eventTimeDefaulted
      occurredAt
      receivedAt
      component
      cassetteNo
      errorCode
      message
      details
    }
  }
}
    fragment OtherIncident on Incident {
  id
  title
  severity
  status
  openedAt
}
fragment IncidentRow on Incident {
  id
  institutionKey
  atmId
  agentAtmId
  kind
  severity
  status
  title
  source
  component
  occurrenceCount
  flapping
  openedAt
  firstEventAt
  lastEventAt
  acknowledgedAt
  acknowledgedByUserId
  resolvedAt
  resolution
  version
  ending {
    by
    at
  }
  atm {
    name
    siteName
    timeZone
  }
}`) as unknown as TypedDocumentString<IncidentQuery, IncidentQueryVariables>;
export const IncidentsDocument = new TypedDocumentString(`
    query Incidents($page: Int!, $size: Int!, $sort: [String!], $status: IncidentStatus, $resolved: Boolean, $kind: String, $severity: IncidentSeverity, $atmId: SafeInt, $ofAtm: Boolean!) {
  incidents(
    page: $page
    size: $size
    sort: $sort
    status: $status
    resolved: $resolved
    kind: $kind
    severity: $severity
    atmId: $atmId
  ) {
    totalElements
    content {
      ...IncidentRow
    }
  }
  openIncidentsBySeverity {
    total
    unacknowledged
    severities {
      severity
      count
    }
  }
  atm(id: $atmId) @include(if: $ofAtm) {
    id
    agentAtmId
  }
}
    fragment IncidentRow on Incident {
  id
  institutionKey
  atmId
  agentAtmId
  kind
  severity
  status
  title
  source
  component
  occurrenceCount
  flapping
  openedAt
  firstEventAt
  lastEventAt
  acknowledgedAt
  acknowledgedByUserId
  resolvedAt
  resolution
  version
  ending {
    by
    at
  }
  atm {
    name
    siteName
    timeZone
  }
}`) as unknown as TypedDocumentString<IncidentsQuery, IncidentsQueryVariables>;
export const IncidentNowDocument = new TypedDocumentString(`
    query IncidentNow($id: SafeInt!) {
  incident(id: $id) {
    id
    status
    severity
    acknowledgedAt
    acknowledgedByUserId
    resolvedAt
    resolution
    occurrenceCount
    version
  }
}
    `) as unknown as TypedDocumentString<IncidentNowQuery, IncidentNowQueryVariables>;
export const AcknowledgeIncidentDocument = new TypedDocumentString(`
    mutation AcknowledgeIncident($id: SafeInt!, $version: Int) {
  acknowledgeIncident(id: $id, version: $version) {
    id
    status
    acknowledgedAt
    acknowledgedByUserId
    version
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const ResolveIncidentDocument = new TypedDocumentString(`
    mutation ResolveIncident($id: SafeInt!, $version: Int) {
  resolveIncident(id: $id, version: $version) {
    id
    status
    acknowledgedAt
    acknowledgedByUserId
    resolvedAt
    resolution
    version
  }
}
    `) as unknown as TypedDocumentString<ResolveIncidentMutation, ResolveIncidentMutationVariables>;
export const OpenIncidentDocument = new TypedDocumentString(`
    mutation OpenIncident($incident: IncidentInput!) {
  createIncident(incident: $incident) {
    id
    agentAtmId
  }
}
    `) as unknown as TypedDocumentString<OpenIncidentMutation, OpenIncidentMutationVariables>;
export const InsightsDocument = new TypedDocumentString(`
    query Insights($category: InsightCategory, $severity: InsightSeverity, $acknowledged: Boolean, $page: Int!, $size: Int!, $history: Boolean!) {
  activeInsights {
    ...InsightRow
  }
  insights(
    category: $category
    severity: $severity
    acknowledged: $acknowledged
    page: $page
    size: $size
    sort: ["publishedAt,desc"]
  ) @include(if: $history) {
    totalElements
    content {
      ...InsightRow
    }
  }
}
    fragment InsightRow on Insight {
  id
  category
  severity
  title
  body
  snapshotId
  publishedAt
  expiresAt
  acknowledged
  acknowledgedAt
  acknowledgedByUserId
}`) as unknown as TypedDocumentString<InsightsQuery, InsightsQueryVariables>;
export const InsightSnapshotDocument = new TypedDocumentString(`
    query InsightSnapshot($id: SafeInt!) {
  snapshot(id: $id) {
    id
    institutionKey
    takenAt
    day
    filesParsed
    transactions
    successful
    failed
    incidentsCreated
    incidentsResolved
    openIncidents
  }
}
    `) as unknown as TypedDocumentString<InsightSnapshotQuery, InsightSnapshotQueryVariables>;
export const SnapshotsToLinkDocument = new TypedDocumentString(`
    query SnapshotsToLink {
  snapshots(size: 20, sort: ["takenAt,desc"]) {
    content {
      id
      institutionKey
      takenAt
      transactions
      openIncidents
    }
  }
}
    `) as unknown as TypedDocumentString<SnapshotsToLinkQuery, SnapshotsToLinkQueryVariables>;
export const PublishInsightDocument = new TypedDocumentString(`
    mutation PublishInsight($insight: InsightInput!) {
  publishInsight(insight: $insight) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<PublishInsightMutation, PublishInsightMutationVariables>;
export const AcknowledgeInsightDocument = new TypedDocumentString(`
    mutation AcknowledgeInsight($id: SafeInt!) {
  acknowledgeInsight(id: $id) {
    id
    acknowledgedByUserId
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeInsightMutation, AcknowledgeInsightMutationVariables>;
export const AcknowledgeAllInsightsDocument = new TypedDocumentString(`
    mutation AcknowledgeAllInsights {
  acknowledgeActiveInsights {
    acknowledged
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeAllInsightsMutation, AcknowledgeAllInsightsMutationVariables>;
export const JournalsDocument = new TypedDocumentString(`
    query Journals($from: Date!, $to: Date!, $since: DateTime!) {
  journalDays(from: $from, to: $to) {
    date
    atmsWithJournal
    atmsWithGap
    atmsRequested
    transactions
    successful
    failed
  }
  open: journalGapCounts(status: OPEN) {
    open
    atms
    top {
      atmId
      agentAtmId
      gapCount
      atm {
        name
        siteName
      }
    }
  }
  requested: journalGapCounts(status: FETCH_REQUESTED) {
    open
  }
  journalFetchProgress(since: $since) {
    asked
    waiting
    closed
    reopened
  }
  journalSummary {
    total
    successful
    failed
  }
  journalParseQueue {
    institutionKey
    waiting
    oldestReceivedAt
  }
}
    `) as unknown as TypedDocumentString<JournalsQuery, JournalsQueryVariables>;
export const JournalGapsDocument = new TypedDocumentString(`
    query JournalGaps($status: JournalGapStatus, $agentAtmId: String, $dateFrom: Date, $dateTo: Date, $sort: [String!], $limit: Int!, $after: SafeInt) {
  journalGaps(
    status: $status
    agentAtmId: $agentAtmId
    dateFrom: $dateFrom
    dateTo: $dateTo
    sort: $sort
    limit: $limit
    after: $after
  ) {
    id
    institutionKey
    atmId
    agentAtmId
    gapDate
    status
    detectedAt
    fetchRequestedAt
    fetchRequestedBy
    fetchAttempts
    closedAt
    closedByFileId
    atm {
      name
      siteName
      timeZone
    }
  }
}
    `) as unknown as TypedDocumentString<JournalGapsQuery, JournalGapsQueryVariables>;
export const JournalGapIdsDocument = new TypedDocumentString(`
    query JournalGapIds($agentAtmId: String, $dateFrom: Date, $dateTo: Date, $limit: Int!, $after: SafeInt) {
  journalGaps(
    status: OPEN
    agentAtmId: $agentAtmId
    dateFrom: $dateFrom
    dateTo: $dateTo
    limit: $limit
    after: $after
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<JournalGapIdsQuery, JournalGapIdsQueryVariables>;
export const FetchProgressDocument = new TypedDocumentString(`
    query FetchProgress($since: DateTime!) {
  journalFetchProgress(since: $since, mine: true) {
    asked
    waiting
    closed
    reopened
  }
}
    `) as unknown as TypedDocumentString<FetchProgressQuery, FetchProgressQueryVariables>;
export const RequestJournalsDocument = new TypedDocumentString(`
    mutation RequestJournals($ids: [SafeInt!]!) {
  requestJournalFetches(ids: $ids) {
    id
    status
    message
    gap {
      id
      status
      fetchRequestedAt
      fetchRequestedBy
      fetchAttempts
    }
  }
}
    `) as unknown as TypedDocumentString<RequestJournalsMutation, RequestJournalsMutationVariables>;
export const MaintenanceWindowsDocument = new TypedDocumentString(`
    query MaintenanceWindows($page: Int!, $size: Int!, $over: Boolean) {
  maintenanceWindows(page: $page, size: $size, over: $over) {
    totalElements
    content {
      id
      institutionKey
      atmId
      agentAtmId
      attribute
      value
      from
      to
      weekdays
      until
      timeZone
      reason
      createdBy
      endedAt
      endedBy
      nextAt
    }
  }
}
    `) as unknown as TypedDocumentString<MaintenanceWindowsQuery, MaintenanceWindowsQueryVariables>;
export const CreateMaintenanceWindowDocument = new TypedDocumentString(`
    mutation CreateMaintenanceWindow($window: MaintenanceWindowInput!) {
  createMaintenanceWindow(window: $window) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateMaintenanceWindowMutation, CreateMaintenanceWindowMutationVariables>;
export const DeleteMaintenanceWindowDocument = new TypedDocumentString(`
    mutation DeleteMaintenanceWindow($id: SafeInt!) {
  deleteMaintenanceWindow(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteMaintenanceWindowMutation, DeleteMaintenanceWindowMutationVariables>;
export const PermissionMatrixDocument = new TypedDocumentString(`
    query PermissionMatrix {
  taskPermissionSets {
    institutionKey
    tag
    kinds
    writtenBy
    writtenAt
  }
  institutions {
    key
    atms
  }
}
    `) as unknown as TypedDocumentString<PermissionMatrixQuery, PermissionMatrixQueryVariables>;
export const OwnPermissionsDocument = new TypedDocumentString(`
    query OwnPermissions {
  myTaskKinds
}
    `) as unknown as TypedDocumentString<OwnPermissionsQuery, OwnPermissionsQueryVariables>;
export const SavePermissionsDocument = new TypedDocumentString(`
    mutation SavePermissions($key: ID!, $kinds: [TaskKind!]!, $ifMatch: String!) {
  setTaskPermissions(key: $key, kinds: $kinds, ifMatch: $ifMatch) {
    taskKind
  }
}
    `) as unknown as TypedDocumentString<SavePermissionsMutation, SavePermissionsMutationVariables>;
export const InstitutionsDocument = new TypedDocumentString(`
    query Institutions {
  institutions {
    key
    atms
  }
}
    `) as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const ShellDocument = new TypedDocumentString(`
    query Shell {
  openIncidentCount {
    count
  }
  urgent: incidents(status: OPEN, severity: CRITICAL, size: 1) {
    totalElements
  }
  activeInsights {
    id
  }
}
    `) as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const FindAtmsDocument = new TypedDocumentString(`
    query FindAtms($q: String!) {
  atmStatuses(q: $q, size: 8, sort: ["agentAtmId,asc"]) {
    totalElements
    content {
      id
      agentAtmId
      name
      siteName
      badge
    }
  }
}
    `) as unknown as TypedDocumentString<FindAtmsQuery, FindAtmsQueryVariables>;
export const TasksDocument = new TypedDocumentString(`
    query Tasks($page: Int!, $size: Int!, $sort: [String!], $status: TaskStatus, $kind: TaskKind, $agentAtmId: String) {
  tasks(
    page: $page
    size: $size
    sort: $sort
    status: $status
    kind: $kind
    agentAtmId: $agentAtmId
  ) {
    totalElements
    content {
      id
      atmId
      agentAtmId
      institutionKey
      kind
      params
      reason
      status
      requestedBy
      requestedAt
      expiresAt
      sentAt
      finishedAt
      error
      atm {
        name
        siteName
        timeZone
      }
    }
  }
  myTaskKinds
}
    `) as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const TaskDocument = new TypedDocumentString(`
    query Task($id: UUID!) {
  task(id: $id) {
    id
    atmId
    agentAtmId
    institutionKey
    kind
    params
    reason
    status
    requestedBy
    requestedAt
    expiresAt
    sentAt
    finishedAt
    result
    error
    history {
      at
      actor
      from
      to
    }
    atm {
      name
      siteName
      timeZone
    }
  }
}
    `) as unknown as TypedDocumentString<TaskQuery, TaskQueryVariables>;
export const TaskAtmsDocument = new TypedDocumentString(`
    query TaskAtms($q: String!) {
  atmStatuses(q: $q, size: 8, sort: ["agentAtmId,asc"]) {
    totalElements
    content {
      id
      agentAtmId
      institutionKey
      name
      siteName
      badge
    }
  }
}
    `) as unknown as TypedDocumentString<TaskAtmsQuery, TaskAtmsQueryVariables>;
export const CreateTaskDocument = new TypedDocumentString(`
    mutation CreateTask($task: TaskInput!, $idempotencyKey: String!) {
  createTask(task: $task, idempotencyKey: $idempotencyKey) {
    id
    agentAtmId
    kind
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<CreateTaskMutation, CreateTaskMutationVariables>;
export const CancelTaskDocument = new TypedDocumentString(`
    mutation CancelTask($id: UUID!) {
  cancelTask(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<CancelTaskMutation, CancelTaskMutationVariables>;
export const TransactionsDocument = new TypedDocumentString(`
    query Transactions($page: Int!, $size: Int!, $sort: [String!], $agentAtmId: String, $dateFrom: Date!, $dateTo: Date!, $kind: TransactionKind, $verdict: TransactionVerdict, $cashOutcome: CashOutcome, $card: String, $reference: String, $rrn: String, $stan: String, $authorisationCode: String, $serial: String, $terminalId: String, $hostDate: Date, $accountTail: String, $conflict: TransactionConflictFilter, $hostCode: String, $amountFrom: String, $amountTo: String) {
  journalTransactions(
    page: $page
    size: $size
    sort: $sort
    agentAtmId: $agentAtmId
    dateFrom: $dateFrom
    dateTo: $dateTo
    kind: $kind
    verdict: $verdict
    cashOutcome: $cashOutcome
    card: $card
    reference: $reference
    rrn: $rrn
    stan: $stan
    authorisationCode: $authorisationCode
    serial: $serial
    terminalId: $terminalId
    hostDate: $hostDate
    accountTail: $accountTail
    conflict: $conflict
    hostCode: $hostCode
    amountFrom: $amountFrom
    amountTo: $amountTo
  ) {
    totalElements
    content {
      id
      institutionKey
      atmId
      agentAtmId
      startedAt
      kind
      attemptNo
      verdict
      conflict
      hostCode
      amount
      currency
      card
      reference
      cashOutcome
      completeness
      fileId
      firstLine
      lastLine
      atm {
        name
        siteName
        timeZone
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TransactionsQuery, TransactionsQueryVariables>;
export const VendorsDocument = new TypedDocumentString(`
    query Vendors($type: VendorType) {
  vendors(type: $type) {
    uuid
    name
    type
    contactName
    contactEmail
    contactPhone
    createdAt
  }
}
    `) as unknown as TypedDocumentString<VendorsQuery, VendorsQueryVariables>;
export const CreateVendorDocument = new TypedDocumentString(`
    mutation CreateVendor($vendor: VendorInput!) {
  createVendor(vendor: $vendor) {
    uuid
    name
  }
}
    `) as unknown as TypedDocumentString<CreateVendorMutation, CreateVendorMutationVariables>;