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
  /** Which model it is; 200 characters at most. */
  model?: string | null | undefined;
  /** The name that people give it; 200 characters at most. */
  name?: string | null | undefined;
  /** Where it stands; 200 characters at most. */
  siteName?: string | null | undefined;
  /** Its IANA time zone, such as `Europe/Helsinki`; null for the platform's. */
  timeZone?: string | null | undefined;
  /** Who made it; 200 characters at most. */
  vendor?: string | null | undefined;
};

/** Whether an ATM's agent is heard of. */
export type AtmConnectivity =
  /** Its last heartbeat is recent. */
  | 'CONNECTED'
  /** Its last heartbeat is too old. */
  | 'DISCONNECTED'
  /** It never sent one. */
  | 'NEVER_CONNECTED';

/** An ATM to register. */
export type AtmInput = {
  /** The agent's textual id; unique on the platform, 1 to 100 characters. */
  agentAtmId: string;
  /** The institution that it belongs to; may be left out where the token has exactly one. */
  institutionKey?: string | null | undefined;
  /** Degrees north, -90 to 90. */
  latitude?: number | null | undefined;
  /** Degrees east, -180 to 180. */
  longitude?: number | null | undefined;
  /** Which model it is; 200 characters at most. */
  model?: string | null | undefined;
  /** The name that people give it; 200 characters at most. */
  name?: string | null | undefined;
  /** Where it stands; 200 characters at most. */
  siteName?: string | null | undefined;
  /** Its IANA time zone, such as `Europe/Helsinki`; without one it is the platform's. */
  timeZone?: string | null | undefined;
  /** Who made it; 200 characters at most. */
  vendor?: string | null | undefined;
};

/** How bad an incident is. */
export type IncidentSeverity =
  /** It needs somebody now. */
  | 'CRITICAL'
  /** It needs somebody soon. */
  | 'HIGH'
  /** It can wait. */
  | 'LOW'
  /** It should be looked at. */
  | 'MEDIUM';

/** How an incident came about, or ended. */
export type IncidentSource =
  /** By the rules, from events. */
  | 'AUTO'
  /** By a person. */
  | 'MANUAL';

/** Where an incident stands. */
export type IncidentStatus =
  /** Somebody has taken it up. */
  | 'ACKNOWLEDGED'
  /** Nobody has taken it up yet. */
  | 'OPEN'
  /** It is over. */
  | 'RESOLVED';

/** What an insight is about. */
export type InsightCategory =
  /** Something out of the ordinary. */
  | 'ANOMALY'
  /** Something to do. */
  | 'RECOMMENDATION'
  /** A summing-up. */
  | 'SUMMARY'
  /** A change over time. */
  | 'TREND';

/** How much an insight matters. */
export type InsightSeverity =
  /** To be dealt with. */
  | 'CRITICAL'
  /** Good to know. */
  | 'INFO'
  /** To be watched. */
  | 'WARNING';

/** What is known of a journal file. */
export type JournalFileStatus =
  /** Nothing could be read; `error` says why. It does not count as a journal. */
  | 'FAILED'
  /** Read as a whole. */
  | 'PARSED'
  /** Some of it could not be read; `error` says why. */
  | 'PARTIAL'
  /** Stored, not yet read. */
  | 'RECEIVED';

/** The life of a gap: OPEN, FETCH_REQUESTED (OPEN again after 24 hours without a file), CLOSED. */
export type JournalGapStatus =
  /** The journal has come and was read. */
  | 'CLOSED'
  /** The agent was asked for it. */
  | 'FETCH_REQUESTED'
  /** The day has no journal. */
  | 'OPEN';

/** What an ATM does for its customers. */
export type ServiceState =
  /** It serves. */
  | 'IN_SERVICE'
  /** Somebody works on it. */
  | 'IN_SUPERVISOR'
  /** It does not serve. */
  | 'OUT_OF_SERVICE'
  /** Nothing is known yet. */
  | 'UNKNOWN';

/** The one badge that a user interface shows; the first that applies. */
export type StatusBadge =
  /** The agent is not connected. */
  | 'AGENT_OFFLINE'
  /** The ATM serves. */
  | 'IN_SERVICE'
  /** Somebody works on the ATM. */
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
  /** What is to be done. */
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

/** Where a task stands. */
export type TaskStatus =
  /** The agent has taken it up. It stays so until the agent reports its end. */
  | 'ACKED'
  /** It was taken back before it was sent. */
  | 'CANCELLED'
  /** The agent did not ask in time; it is never sent. */
  | 'EXPIRED'
  /** It could not be done. */
  | 'FAILED'
  /** It waits for the agent to ask. */
  | 'QUEUED'
  /** The agent was told. It stays so until the agent reports: what became of it is never guessed, and a report may come late. */
  | 'SENT'
  /** It is done. */
  | 'SUCCEEDED';

export type AtmQueryVariables = Exact<{
  id: number;
  from: string;
  to: string;
}>;


export type AtmQuery = { myTaskKinds: Array<TaskKind> | null, atm: { id: number, agentAtmId: string, institutionKey: string | null, name: string | null, vendor: string | null, model: string | null, siteName: string | null, latitude: number | null, longitude: number | null, timeZone: string | null, registeredAt: string, lastHeartbeatAt: string | null, connectivity: AtmConnectivity, serviceState: ServiceState, status: { badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, supervisorSince: string | null, lastHeartbeatAt: string | null } | null, stateHistory: Array<{ from: ServiceState, to: ServiceState, at: string, eventId: number | null, eventType: string | null }>, openIncidentSummary: { count: number, worst: IncidentSeverity | null }, open: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, acknowledged: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, resolved: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number }>, inventory: { asOf: string | null, hoursLeft: number | null, totals: Array<{ currency: string, amount: string }>, cassettes: Array<{ cassetteNo: string, type: string | null, currency: string | null, denomination: number | null, initialCount: number | null, currentCount: number | null, rejectedCount: number | null, capacity: number | null, status: string | null, asOf: string, hoursLeft: number | null }> } | null } | null, journalDays: Array<{ date: string, files: number, fileStatus: JournalFileStatus | null, transactions: number, successful: number, failed: number, gapId: number | null, gapStatus: JournalGapStatus | null }> | null };

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

export type PushTaskMutationVariables = Exact<{
  task: TaskInput;
  key?: string | null | undefined;
}>;


export type PushTaskMutation = { createTask: { id: string, status: TaskStatus } | null };

export type TakeBackTaskMutationVariables = Exact<{
  id: string;
}>;


export type TakeBackTaskMutation = { cancelTask: { id: string, status: TaskStatus } | null };

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


export type AtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, institutionKey: string | null, name: string | null, siteName: string | null, badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null, atm: { vendor: string | null, model: string | null, timeZone: string | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null };

export type CreateAtmMutationVariables = Exact<{
  atm: AtmInput;
}>;


export type CreateAtmMutation = { createAtm: { id: number, agentAtmId: string } | null };

export type FleetQueryVariables = Exact<{ [key: string]: never; }>;


export type FleetQuery = { fleetHealth: { generatedAt: string, openIncidents: number, atmsWithGaps: number, degradedSources: Array<string>, connectivity: { total: number, connected: number, disconnected: number, neverConnected: number, connectivityPct: number }, topProblematicAtms: Array<{ atmId: number, agentAtmId: string | null, eventCount: number, atm: { name: string | null, siteName: string | null, status: { badge: StatusBadge, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null } | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null, fleetHistory: { from: string, bucketMinutes: number, buckets: Array<{ at: string, total: number | null, connected: number | null, usualTotal: number | null, usualConnected: number | null }> } | null, journalEventSeries: { from: string, bucketMinutes: number, categories: Array<{ category: string, total: number, counts: Array<number>, usual: Array<number | null> }> } | null, openIncidentsBySeverity: { total: number, unacknowledged: number, atms: number, severities: Array<{ severity: IncidentSeverity, count: number, unacknowledged: number, oldestOpenedAt: string | null }> } | null, incidents: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, agentAtmId: string, occurrenceCount: number, flapping: boolean, acknowledgedByUserId: string | null, version: number, atm: { name: string | null, siteName: string | null } | null }> | null, journalCoverage: { openGapsTotal: number, parseSuccessRateToday: number, degradedSources: Array<string>, dailyVolume: Array<{ date: string, total: number, successful: number, failed: number }>, atmsWithGaps: Array<{ atmId: number, agentAtmId: string | null, gapCount: number, atm: { name: string | null, siteName: string | null } | null }>, topAtmsByVolume: Array<{ atmId: number, agentAtmId: string | null, transactionCount: number, atm: { name: string | null, siteName: string | null } | null }> } | null, activeInsights: Array<{ id: number, category: InsightCategory, severity: InsightSeverity, title: string, publishedAt: string, expiresAt: string | null }> | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { id: number, status: IncidentStatus, acknowledgedAt: string | null, acknowledgedByUserId: string | null, version: number } | null };

export type InstitutionsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstitutionsQuery = { institutions: Array<{ key: string, atms: number }> | null };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { openIncidentCount: { count: number } | null, urgent: { totalElements: number } | null, activeInsights: Array<{ id: number }> | null };

export type FindAtmsQueryVariables = Exact<{
  q: string;
}>;


export type FindAtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, name: string | null, siteName: string | null, badge: StatusBadge }> } | null };

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
export const AtmDocument = {"__meta__":{"hash":"sha256:88c0d3eeb2e365aa79fb9da68f13bf67734bb46b5ae7f592b30f3fc871d469c3"}} as unknown as TypedDocumentString<AtmQuery, AtmQueryVariables>;
export const AtmTimelineDocument = {"__meta__":{"hash":"sha256:5714f22d986fc64451cf245d8235140769128ca5751f78bb7bd3aacb14d90e54"}} as unknown as TypedDocumentString<AtmTimelineQuery, AtmTimelineQueryVariables>;
export const EventGroupsDocument = {"__meta__":{"hash":"sha256:46473ed74b0b8aa3b185f0a35a9b3a2fccbb287a6c5e7a1d2aa352f5b160a5d3"}} as unknown as TypedDocumentString<EventGroupsQuery, EventGroupsQueryVariables>;
export const AtmTasksDocument = {"__meta__":{"hash":"sha256:f0acf2ff91d76eaa33339cea5c76c5a7722a5b6cbacc45e70fddb764fb2d4926"}} as unknown as TypedDocumentString<AtmTasksQuery, AtmTasksQueryVariables>;
export const AtmDayDocument = {"__meta__":{"hash":"sha256:664fcb7380f05e30d7afe7b7aec7870287904e5014a86f60725114dcf0614b07"}} as unknown as TypedDocumentString<AtmDayQuery, AtmDayQueryVariables>;
export const FetchJournalOfDayDocument = {"__meta__":{"hash":"sha256:62dbf71c5538f069a703b56fdfdc74f522604eb84a9cf5edfdd08c761aee57e8"}} as unknown as TypedDocumentString<FetchJournalOfDayMutation, FetchJournalOfDayMutationVariables>;
export const PushTaskDocument = {"__meta__":{"hash":"sha256:9ad9a848165059e51d2ece2ece3a949632da1a76bff79973922fa135e731dfb0"}} as unknown as TypedDocumentString<PushTaskMutation, PushTaskMutationVariables>;
export const TakeBackTaskDocument = {"__meta__":{"hash":"sha256:989a6bba22e88a23418663dc19100c940209bfec1749af8b4447196d977ae93d"}} as unknown as TypedDocumentString<TakeBackTaskMutation, TakeBackTaskMutationVariables>;
export const UpdateAtmDocument = {"__meta__":{"hash":"sha256:716db644c674a99f04ddab25e40ea643d06445f1d3afc2dfec1d54f4aa961ff2"}} as unknown as TypedDocumentString<UpdateAtmMutation, UpdateAtmMutationVariables>;
export const AtmsDocument = {"__meta__":{"hash":"sha256:8b799dc293d06ef909d51a4ad784e076d4872a07649e1adb759078c01443257e"}} as unknown as TypedDocumentString<AtmsQuery, AtmsQueryVariables>;
export const CreateAtmDocument = {"__meta__":{"hash":"sha256:11bea5f39c9ee3a129aacc7949b5828cdc1776383440ff72fe89b02fc9d7717a"}} as unknown as TypedDocumentString<CreateAtmMutation, CreateAtmMutationVariables>;
export const FleetDocument = {"__meta__":{"hash":"sha256:a7e9b6a3f24a90aa9469b12c58463ba600409fa9850da799de62425c3fc62438"}} as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const AcknowledgeIncidentDocument = {"__meta__":{"hash":"sha256:aafa635d51e2b007ce60b9ea94233b8b6f266e073c9abe341c66f9af6cb4cba3"}} as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const InstitutionsDocument = {"__meta__":{"hash":"sha256:c841e3b73db45711cf6c59c1da1f63beb95b54ef62cfeb7658ab820996bf507b"}} as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const ShellDocument = {"__meta__":{"hash":"sha256:999cd677e3d4341098fe55e3485be6271678850da4e3979f8b460a943c730855"}} as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const FindAtmsDocument = {"__meta__":{"hash":"sha256:9092059d5094f5744afa002fc0a9a9f337ebb1d2d8380d659a9b7a7fc6819fec"}} as unknown as TypedDocumentString<FindAtmsQuery, FindAtmsQueryVariables>;