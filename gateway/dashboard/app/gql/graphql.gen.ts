/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export const FleetDocument = {"__meta__":{"hash":"sha256:a7e9b6a3f24a90aa9469b12c58463ba600409fa9850da799de62425c3fc62438"}} as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const AcknowledgeIncidentDocument = {"__meta__":{"hash":"sha256:aafa635d51e2b007ce60b9ea94233b8b6f266e073c9abe341c66f9af6cb4cba3"}} as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const InstitutionsDocument = {"__meta__":{"hash":"sha256:c841e3b73db45711cf6c59c1da1f63beb95b54ef62cfeb7658ab820996bf507b"}} as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const ShellDocument = {"__meta__":{"hash":"sha256:999cd677e3d4341098fe55e3485be6271678850da4e3979f8b460a943c730855"}} as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const FindAtmsDocument = {"__meta__":{"hash":"sha256:9092059d5094f5744afa002fc0a9a9f337ebb1d2d8380d659a9b7a7fc6819fec"}} as unknown as TypedDocumentString<FindAtmsQuery, FindAtmsQueryVariables>;