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
export const EventExceptionsDocument = {"__meta__":{"hash":"sha256:61bdfc7b09a3198cb3c3c9a36061cbcbbd224268d4dfa5f17977adffc3c347fe"}} as unknown as TypedDocumentString<EventExceptionsQuery, EventExceptionsQueryVariables>;
export const EventTypesDocument = {"__meta__":{"hash":"sha256:3e023c888159cbd4241c4fa1a19f134a315150127166200ea796109c111c84c3"}} as unknown as TypedDocumentString<EventTypesQuery, EventTypesQueryVariables>;
export const DeadLettersDocument = {"__meta__":{"hash":"sha256:37319e821b88e8802e43f7dc981268895bec96fa4c001d83ffaf12c4a9db6c76"}} as unknown as TypedDocumentString<DeadLettersQuery, DeadLettersQueryVariables>;
export const AddEventTypeDocument = {"__meta__":{"hash":"sha256:a98bcba33d37f2489a90dffd87dfa11d39ed0968bc6cf65e09e66cfa9e5b1f3b"}} as unknown as TypedDocumentString<AddEventTypeMutation, AddEventTypeMutationVariables>;
export const ReplayEventExceptionsDocument = {"__meta__":{"hash":"sha256:bf9a636123cd021112fd40295205721c6127fb586e1a687b1b153ec5dfd1d1ac"}} as unknown as TypedDocumentString<ReplayEventExceptionsMutation, ReplayEventExceptionsMutationVariables>;
export const ReplayJournalDeadLetterDocument = {"__meta__":{"hash":"sha256:8b62b7b84610138d2ccfe5bb1e7fc7cbfd5bd245e5b8402f1f719c5a77fbbd17"}} as unknown as TypedDocumentString<ReplayJournalDeadLetterMutation, ReplayJournalDeadLetterMutationVariables>;
export const ReplayAnalyticsDeadLetterDocument = {"__meta__":{"hash":"sha256:5be7840c6c37c3fdd278adf94a23a93ba922c82cd474b3fef8098b264bc44340"}} as unknown as TypedDocumentString<ReplayAnalyticsDeadLetterMutation, ReplayAnalyticsDeadLetterMutationVariables>;
export const AtmDocument = {"__meta__":{"hash":"sha256:e8a7529100e43bdfbae063406ee436d01cbeb69ee5d8956f10eadba1590e09fa"}} as unknown as TypedDocumentString<AtmQuery, AtmQueryVariables>;
export const AtmTimelineDocument = {"__meta__":{"hash":"sha256:5714f22d986fc64451cf245d8235140769128ca5751f78bb7bd3aacb14d90e54"}} as unknown as TypedDocumentString<AtmTimelineQuery, AtmTimelineQueryVariables>;
export const EventGroupsDocument = {"__meta__":{"hash":"sha256:46473ed74b0b8aa3b185f0a35a9b3a2fccbb287a6c5e7a1d2aa352f5b160a5d3"}} as unknown as TypedDocumentString<EventGroupsQuery, EventGroupsQueryVariables>;
export const AtmTasksDocument = {"__meta__":{"hash":"sha256:f0acf2ff91d76eaa33339cea5c76c5a7722a5b6cbacc45e70fddb764fb2d4926"}} as unknown as TypedDocumentString<AtmTasksQuery, AtmTasksQueryVariables>;
export const AtmDayDocument = {"__meta__":{"hash":"sha256:664fcb7380f05e30d7afe7b7aec7870287904e5014a86f60725114dcf0614b07"}} as unknown as TypedDocumentString<AtmDayQuery, AtmDayQueryVariables>;
export const FetchJournalOfDayDocument = {"__meta__":{"hash":"sha256:62dbf71c5538f069a703b56fdfdc74f522604eb84a9cf5edfdd08c761aee57e8"}} as unknown as TypedDocumentString<FetchJournalOfDayMutation, FetchJournalOfDayMutationVariables>;
export const UpdateAtmDocument = {"__meta__":{"hash":"sha256:716db644c674a99f04ddab25e40ea643d06445f1d3afc2dfec1d54f4aa961ff2"}} as unknown as TypedDocumentString<UpdateAtmMutation, UpdateAtmMutationVariables>;
export const AtmsDocument = {"__meta__":{"hash":"sha256:5ebaf4a23b3d8a8a78ba7a3e02b8f9711b60396c081d7ee08c891b6cb44ab163"}} as unknown as TypedDocumentString<AtmsQuery, AtmsQueryVariables>;
export const CreateAtmDocument = {"__meta__":{"hash":"sha256:11bea5f39c9ee3a129aacc7949b5828cdc1776383440ff72fe89b02fc9d7717a"}} as unknown as TypedDocumentString<CreateAtmMutation, CreateAtmMutationVariables>;
export const AvailabilityDocument = {"__meta__":{"hash":"sha256:25b7797e0ee34248665784de2400e3bbd0b6b2fe69b2d569542e10b28b214dc5"}} as unknown as TypedDocumentString<AvailabilityQuery, AvailabilityQueryVariables>;
export const AvailabilityMonthsDocument = {"__meta__":{"hash":"sha256:ac5bc9e6213601a97cda5356851f119e779aecdece89e176a47bda6ca1804d82"}} as unknown as TypedDocumentString<AvailabilityMonthsQuery, AvailabilityMonthsQueryVariables>;
export const EvidenceDocument = {"__meta__":{"hash":"sha256:b646dc79211cc3d8b1f120db55cec196b8653034a56389b4d7f4d65aa2758fab"}} as unknown as TypedDocumentString<EvidenceQuery, EvidenceQueryVariables>;
export const FileDocument = {"__meta__":{"hash":"sha256:62ada0c5dcb4976595b03db694d24c9cdec9ea9849cd1d43d50979e49af293d4"}} as unknown as TypedDocumentString<FileQuery, FileQueryVariables>;
export const FileTextDocument = {"__meta__":{"hash":"sha256:812416eea35eb1f4b06441b7d5f885701dcfb79b6e79a0776d4f1345b865a68b"}} as unknown as TypedDocumentString<FileTextQuery, FileTextQueryVariables>;
export const FileTransactionsDocument = {"__meta__":{"hash":"sha256:5cec3ddaa1115fc97bf8a3e2bb02da22482f9b91736eebec98af508debb826f6"}} as unknown as TypedDocumentString<FileTransactionsQuery, FileTransactionsQueryVariables>;
export const FilesDocument = {"__meta__":{"hash":"sha256:9af30b2c5035f32b40aa753776dbeb6a066ab61899deda4cf0ad4a79491e5316"}} as unknown as TypedDocumentString<FilesQuery, FilesQueryVariables>;
export const RefileFileDocument = {"__meta__":{"hash":"sha256:8168a10e873602fc917481d88e14ee0afaec10996e85cca52f50a79cfa902223"}} as unknown as TypedDocumentString<RefileFileMutation, RefileFileMutationVariables>;
export const ReparseFileDocument = {"__meta__":{"hash":"sha256:0986cf60461358a749ca2409a2b0288671b2d11b39ca0c890374ecf1d76126a6"}} as unknown as TypedDocumentString<ReparseFileMutation, ReparseFileMutationVariables>;
export const FleetDocument = {"__meta__":{"hash":"sha256:2be19dd31ab51560cbe4b007f3662161acf0fc33c2268985218735287d55368b"}} as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const IncidentDocument = {"__meta__":{"hash":"sha256:b5aa1b97b0a6b79b748b1889d114694b22ad610d573e64e917590db7c5950fe3"}} as unknown as TypedDocumentString<IncidentQuery, IncidentQueryVariables>;
export const IncidentsDocument = {"__meta__":{"hash":"sha256:f4003b267240157e29c5d38f4094ceb2ebd0f3a4e8e721981378190cb9f81164"}} as unknown as TypedDocumentString<IncidentsQuery, IncidentsQueryVariables>;
export const IncidentNowDocument = {"__meta__":{"hash":"sha256:099559d022f73ba14794092083ba0365e4058b5e92e5377de8ee917cbac97667"}} as unknown as TypedDocumentString<IncidentNowQuery, IncidentNowQueryVariables>;
export const AcknowledgeIncidentDocument = {"__meta__":{"hash":"sha256:aafa635d51e2b007ce60b9ea94233b8b6f266e073c9abe341c66f9af6cb4cba3"}} as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const ResolveIncidentDocument = {"__meta__":{"hash":"sha256:9722bac88bc54e69b0f1cd8e94c9242c49b40f965e2694716ba14386717730d0"}} as unknown as TypedDocumentString<ResolveIncidentMutation, ResolveIncidentMutationVariables>;
export const OpenIncidentDocument = {"__meta__":{"hash":"sha256:4b3f7afc451d14396765e6fe1c65b99d110c2eb63debbb8cce4c2174a03ec60b"}} as unknown as TypedDocumentString<OpenIncidentMutation, OpenIncidentMutationVariables>;
export const InsightsDocument = {"__meta__":{"hash":"sha256:64370d5cb92d71560808dd6122b77b44ce5c7342f495924d2836aacf57381d81"}} as unknown as TypedDocumentString<InsightsQuery, InsightsQueryVariables>;
export const InsightSnapshotDocument = {"__meta__":{"hash":"sha256:227bef54bc697b3d230ed2427fb239cbf0ecaa5f312c93830676a4acc9f949b3"}} as unknown as TypedDocumentString<InsightSnapshotQuery, InsightSnapshotQueryVariables>;
export const SnapshotsToLinkDocument = {"__meta__":{"hash":"sha256:f6efa19927ac6aef1feb62adeac5ef416193eec2039eef1ff9f39f95171e6c32"}} as unknown as TypedDocumentString<SnapshotsToLinkQuery, SnapshotsToLinkQueryVariables>;
export const PublishInsightDocument = {"__meta__":{"hash":"sha256:3f08fe840a2f3f2f2886d3698ec7032691bf889d6de99be4c7b20b2a3b8012c3"}} as unknown as TypedDocumentString<PublishInsightMutation, PublishInsightMutationVariables>;
export const AcknowledgeInsightDocument = {"__meta__":{"hash":"sha256:33fbe8bc2d09ad593de5b4df8eb31dcec42dc2380455e463567601059af81766"}} as unknown as TypedDocumentString<AcknowledgeInsightMutation, AcknowledgeInsightMutationVariables>;
export const AcknowledgeAllInsightsDocument = {"__meta__":{"hash":"sha256:dc33bda93711442ca25172f9d0140199325aaf399a61f2e290d9fdec305ea188"}} as unknown as TypedDocumentString<AcknowledgeAllInsightsMutation, AcknowledgeAllInsightsMutationVariables>;
export const JournalsDocument = {"__meta__":{"hash":"sha256:df037484174b653596e7ee4eec30e3af31112af3d2e0bf2b2b4f3a002387b0bf"}} as unknown as TypedDocumentString<JournalsQuery, JournalsQueryVariables>;
export const JournalGapsDocument = {"__meta__":{"hash":"sha256:3f34c9df34d311628f2e27454d5c7d671e9cc8eb7550fd4a9d06253850d7ebbc"}} as unknown as TypedDocumentString<JournalGapsQuery, JournalGapsQueryVariables>;
export const JournalGapIdsDocument = {"__meta__":{"hash":"sha256:a5417d505c8668bd89a3fdf7bf7d90155d8957fb66c2a564459d2795feb78d31"}} as unknown as TypedDocumentString<JournalGapIdsQuery, JournalGapIdsQueryVariables>;
export const FetchProgressDocument = {"__meta__":{"hash":"sha256:21b1dbc826cf1d62122a81c0247b4c5c697adf7560c9420e20f0b18d2a8b7bbb"}} as unknown as TypedDocumentString<FetchProgressQuery, FetchProgressQueryVariables>;
export const RequestJournalsDocument = {"__meta__":{"hash":"sha256:f25695ec7b343289dcf028f678ad541ac93ea19ff123636559f0439ad57fa881"}} as unknown as TypedDocumentString<RequestJournalsMutation, RequestJournalsMutationVariables>;
export const MaintenanceWindowsDocument = {"__meta__":{"hash":"sha256:54b1423ae86df966e92039a3118bfc2ab14ed2efb328d7479f91bdf6693422c1"}} as unknown as TypedDocumentString<MaintenanceWindowsQuery, MaintenanceWindowsQueryVariables>;
export const CreateMaintenanceWindowDocument = {"__meta__":{"hash":"sha256:8f5c0d566cbb81ee3dfcfd050d3da85e0a9b55386c034530b93182e4a23202eb"}} as unknown as TypedDocumentString<CreateMaintenanceWindowMutation, CreateMaintenanceWindowMutationVariables>;
export const DeleteMaintenanceWindowDocument = {"__meta__":{"hash":"sha256:304d718ec9e1713950f877aec10ff377e8ad70f80d11db97c36b272e1e06d5ab"}} as unknown as TypedDocumentString<DeleteMaintenanceWindowMutation, DeleteMaintenanceWindowMutationVariables>;
export const PermissionMatrixDocument = {"__meta__":{"hash":"sha256:0db514248f08d421034c9ad831082aea398840d560f5301e0625e9db4f7e0338"}} as unknown as TypedDocumentString<PermissionMatrixQuery, PermissionMatrixQueryVariables>;
export const OwnPermissionsDocument = {"__meta__":{"hash":"sha256:0cd7c8ae55e81bd38de7988aae66596c05eaecc75ca457097c2d49924c84572b"}} as unknown as TypedDocumentString<OwnPermissionsQuery, OwnPermissionsQueryVariables>;
export const SavePermissionsDocument = {"__meta__":{"hash":"sha256:7e675aeb5bf1b9cf3d9bea7f98dac49d229084a804479c084422c6d5a45cee66"}} as unknown as TypedDocumentString<SavePermissionsMutation, SavePermissionsMutationVariables>;
export const InstitutionsDocument = {"__meta__":{"hash":"sha256:c841e3b73db45711cf6c59c1da1f63beb95b54ef62cfeb7658ab820996bf507b"}} as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const ShellDocument = {"__meta__":{"hash":"sha256:999cd677e3d4341098fe55e3485be6271678850da4e3979f8b460a943c730855"}} as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const FindAtmsDocument = {"__meta__":{"hash":"sha256:9092059d5094f5744afa002fc0a9a9f337ebb1d2d8380d659a9b7a7fc6819fec"}} as unknown as TypedDocumentString<FindAtmsQuery, FindAtmsQueryVariables>;
export const TasksDocument = {"__meta__":{"hash":"sha256:c83f2ec01226783c3592f8fd46e8513822b94ec3728e643e7bcb5f4faffc0bed"}} as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const TaskDocument = {"__meta__":{"hash":"sha256:e6cc1a9e00ca4fb91ea7d1ec63400f4d63159becbee11aad1c7619427c452862"}} as unknown as TypedDocumentString<TaskQuery, TaskQueryVariables>;
export const TaskAtmsDocument = {"__meta__":{"hash":"sha256:cbdff0a3b25ec0d1222efa91ce2ac00a61c8e3d3b1e4ff86f36e478d0958e42a"}} as unknown as TypedDocumentString<TaskAtmsQuery, TaskAtmsQueryVariables>;
export const CreateTaskDocument = {"__meta__":{"hash":"sha256:cec5703e0f7414df0521e89c825169b130e9977bed0cf540ab6ea656fd3efa30"}} as unknown as TypedDocumentString<CreateTaskMutation, CreateTaskMutationVariables>;
export const CancelTaskDocument = {"__meta__":{"hash":"sha256:bfcea638c74298fef1826fe5bf47c442c76b5b7de456366651ad57c09dfa2782"}} as unknown as TypedDocumentString<CancelTaskMutation, CancelTaskMutationVariables>;
export const TransactionsDocument = {"__meta__":{"hash":"sha256:8991f80894f8f2b8e551cabfee1a64ece662fc8ce770814def8b75bba1d68da6"}} as unknown as TypedDocumentString<TransactionsQuery, TransactionsQueryVariables>;
export const VendorsDocument = {"__meta__":{"hash":"sha256:017510d7b7b9501fb762ed035ee6f801f59b67a5606f65da60011d13ce73a31d"}} as unknown as TypedDocumentString<VendorsQuery, VendorsQueryVariables>;
export const CreateVendorDocument = {"__meta__":{"hash":"sha256:822850155d0ca314c92b5d778f456237e0eb9f07cbfae3a87501433664444065"}} as unknown as TypedDocumentString<CreateVendorMutation, CreateVendorMutationVariables>;