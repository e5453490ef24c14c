// Generated from the service's SDL by `npm run codegen`; do not edit.
import type { BytesAnswer, ByteStream } from '../kit/rest/answer.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AtmMapper, IncidentMapper, IncidentEntryMapper, OpenIncidentCountMapper, AuditEntryMapper, ShiftReportMapper, ShiftPersonMapper, ShiftHandoverMapper, ShiftClosingMapper, HandoverMapper, SavedViewMapper } from './mappers.ts';
import type { OperationContext } from '../kit/graphql/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string | number; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A stream of bytes; only on REST. */
  Bytes: { input: ByteStream; output: BytesAnswer | AsyncIterable<unknown>; }
  /** A calendar date: `2026-11-20`. */
  Date: { input: string; output: string; }
  /** An instant of the years 2 to 9998: ISO 8601 in UTC with `Z`. */
  DateTime: { input: Date; output: Date | string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A local date-time without a time zone, as a device shows it: `2026-11-20T08:15:00`. It is no instant: two of different ATMs cannot be compared. */
  LocalDateTime: { input: string; output: string; }
  /** An integer up to 2^53 - 1. */
  SafeInt: { input: number; output: number; }
  /**
   * A local date-time as a device sent it, such as `2026-11-20T08:15:00`; seconds and a fraction may be missing, and a space may stand for the `T`.
   * Anything else is taken too, and replaced by the time of receipt.
   */
  SentLocalDateTime: { input: unknown; output: unknown; }
  /** A text; a whole number is taken as its decimal text. */
  TextOrInteger: { input: string; output: string; }
  /** A UUID in its canonical form. */
  UUID: { input: string; output: string; }
  _FieldSet: { input: string; output: string; }
};

/** An ATM: its record, and what it reported. */
export type Atm = {
  /** The agent's textual id. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The badge, as the devices service shows it. */
  readonly badge?: Maybe<StatusBadge>;
  /** The company that carries its cash; 200 characters at most. */
  readonly carrier?: Maybe<Scalars['String']['output']>;
  /**
   * The newest known state of each of its cassettes.
   * @deprecated Use inventory. Until 2027-05-31.
   */
  readonly cassetteInventory?: Maybe<CassetteInventory>;
  /** Whether the agent is connected. */
  readonly connectivity: AtmConnectivity;
  /** The cost centre that it is booked under; 64 characters at most. */
  readonly costCentre?: Maybe<Scalars['String']['output']>;
  /** How much depends on it. */
  readonly criticality?: Maybe<AtmCriticality>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Its newest events. */
  readonly events: ReadonlyArray<JournalEvent>;
  /** The numeric id. */
  readonly id: Scalars['SafeInt']['output'];
  /** Its newest incidents. */
  readonly incidents: ReadonlyArray<Incident>;
  /** The institution that the ATM belongs to; null while none is known. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The newest known state of each of its cassettes. */
  readonly inventory?: Maybe<CassetteInventory>;
  /** The last sign of life of its agent; null before the first. */
  readonly lastHeartbeatAt?: Maybe<Scalars['DateTime']['output']>;
  /** Degrees north, -90 to 90. */
  readonly latitude?: Maybe<Scalars['Float']['output']>;
  /** Whether it is in use. */
  readonly lifecycle: AtmLifecycle;
  /** Degrees east, -180 to 180. */
  readonly longitude?: Maybe<Scalars['Float']['output']>;
  /** The end of the maintenance window that it is in; null outside of one. */
  readonly maintenanceUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Entries that turned out to be this ATM, by their agent ids. */
  readonly mergedEntries: ReadonlyArray<Atm>;
  /** Of an entry that was merged, the numeric id of the ATM that it is; null otherwise. */
  readonly mergedIntoId?: Maybe<Scalars['SafeInt']['output']>;
  /** The model; 200 characters at most. */
  readonly model?: Maybe<Scalars['String']['output']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Its incidents that are not resolved, counted, with the worst severity among them. */
  readonly openIncidentSummary: AtmOpenIncidents;
  /** A part of the country or of the fleet; 200 characters at most. */
  readonly region?: Maybe<Scalars['String']['output']>;
  /** When it was registered. */
  readonly registeredAt: Scalars['DateTime']['output'];
  /** When it was retired; null while it is in use. */
  readonly retiredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: Maybe<Scalars['String']['output']>;
  /** What it does, by the events that it sent. */
  readonly serviceState: ServiceState;
  /** When the state was last reported to change, as the devices service knows it; null before the first. */
  readonly serviceStateChangedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: Maybe<Scalars['String']['output']>;
  /** Changes of its service state, newest first. */
  readonly stateHistory: ReadonlyArray<StateChange>;
  /** Since when it is in supervisor mode, as the devices service knows it; null otherwise. */
  readonly supervisorSince?: Maybe<Scalars['DateTime']['output']>;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  readonly tags?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
  /** The manufacturer; 200 characters at most. */
  readonly vendor?: Maybe<Scalars['String']['output']>;
  /** The worst of its incidents that are not resolved, of equal ones the one that opened first; null without any. */
  readonly worstIncident?: Maybe<Incident>;
};


/** An ATM: its record, and what it reported. */
export type AtmEventsArgs = {
  eventTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


/** An ATM: its record, and what it reported. */
export type AtmIncidentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<IncidentStatus>;
};


/** An ATM: its record, and what it reported. */
export type AtmStateHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};

/** The time of one ATM. */
export type AtmAvailability = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
  readonly availabilityPct?: Maybe<Scalars['Float']['output']>;
  /** The begin of the period that the figures are of. */
  readonly from: Scalars['DateTime']['output'];
  /** Seconds in service and reachable. */
  readonly inServiceSeconds: Scalars['Float']['output'];
  /** Seconds in which a supervisor was at the ATM. */
  readonly inSupervisorSeconds: Scalars['Float']['output'];
  /** Seconds in a maintenance window, whatever the ATM did. */
  readonly maintenanceSeconds: Scalars['Float']['output'];
  /** Seconds out of service, although reachable. */
  readonly outOfServiceSeconds: Scalars['Float']['output'];
  /** All of them. */
  readonly periodSeconds: Scalars['Float']['output'];
  /** Its end. */
  readonly to: Scalars['DateTime']['output'];
  /** Seconds before the ATM first said what it does. */
  readonly unknownSeconds: Scalars['Float']['output'];
  /** Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
  readonly unreachableSeconds: Scalars['Float']['output'];
};

/** What changes of an ATM. */
export type AtmChange = {
  /** The company that carries its cash; 200 characters at most. */
  readonly carrier?: InputMaybe<Scalars['String']['input']>;
  /** The cost centre that it is booked under; 64 characters at most. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** How much depends on it. */
  readonly criticality?: InputMaybe<AtmCriticality>;
  /** The institution to move it to; for administrators only. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** Degrees north, -90 to 90. */
  readonly latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east, -180 to 180. */
  readonly longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The model; 200 characters at most. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** A part of the country or of the fleet; 200 characters at most. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: InputMaybe<Scalars['String']['input']>;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The manufacturer; 200 characters at most. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** Whether the agent of an ATM sends signs of life. */
export type AtmConnectivity =
  /** Its last heartbeat is recent. */
  | 'CONNECTED'
  /** Its last heartbeat is too old. */
  | 'DISCONNECTED'
  /** It has never sent one. */
  | 'NEVER_CONNECTED';

/** How much depends on an ATM. */
export type AtmCriticality =
  /** It must not be out of service. */
  | 'CRITICAL'
  /** Its place depends on it. */
  | 'HIGH'
  /** Another one is near. */
  | 'LOW'
  /** It is missed. */
  | 'MEDIUM';

/** Events of one ATM. */
export type AtmEventCount = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** How many. */
  readonly eventCount: Scalars['SafeInt']['output'];
};

/** What ATMs are grouped by. Each is an attribute of them; an ATM is in the group of each of its tags. */
export type AtmGrouping =
  /** The cost centre. */
  | 'COST_CENTRE'
  /** How much depends on them. */
  | 'CRITICALITY'
  /** The model. */
  | 'MODEL'
  /** The region. */
  | 'REGION'
  /** The place, `siteName`. */
  | 'SITE'
  /** Each of their tags. */
  | 'TAG'
  /** The manufacturer. */
  | 'VENDOR';

/** What an import did, or would do. */
export type AtmImport = {
  /** ATMs of which attributes change. */
  readonly changed: Scalars['Int']['output'];
  /** What changes, by line; the first 1,000. */
  readonly changes: ReadonlyArray<AtmImportChange>;
  /** ATMs that are registered. */
  readonly created: Scalars['Int']['output'];
  /** True where nothing was kept. */
  readonly dryRun: Scalars['Boolean']['output'];
  /** How many faults the file has; an import without any is done. */
  readonly errorCount: Scalars['Int']['output'];
  /** What is wrong, by line; the first 1,000. */
  readonly errors: ReadonlyArray<AtmImportFault>;
  /** Lines of the file but for its header. */
  readonly rows: Scalars['Int']['output'];
  /** ATMs that are as the file has them already. */
  readonly unchanged: Scalars['Int']['output'];
};

/** What an import does with a line. */
export type AtmImportChange = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The attributes that it changes. */
  readonly fields: ReadonlyArray<AtmImportField>;
  /** Whether it is new. */
  readonly kind: AtmImportKind;
  /** The number of the line, from 1. */
  readonly line: Scalars['Int']['output'];
};

/** Something wrong with a file. */
export type AtmImportFault = {
  /** The column; null where it is the line as a whole. */
  readonly column?: Maybe<Scalars['String']['output']>;
  /** The number of the line, from 1. */
  readonly line: Scalars['Int']['output'];
  /** What is wrong. */
  readonly message: Scalars['String']['output'];
};

/** An attribute that an import changes. */
export type AtmImportField = {
  /** What it becomes; null for none. */
  readonly after?: Maybe<Scalars['String']['output']>;
  /** What it was; null for none. */
  readonly before?: Maybe<Scalars['String']['output']>;
  /** The attribute. */
  readonly name: Scalars['String']['output'];
};

/** What an import does with a line. */
export type AtmImportKind =
  /** Attributes of it are changed. */
  | 'CHANGED'
  /** The ATM is registered. */
  | 'CREATED';

/** An ATM to register. */
export type AtmInput = {
  /** The agent's textual id; unique on the platform, 1 to 128 characters. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The company that carries its cash; 200 characters at most. */
  readonly carrier?: InputMaybe<Scalars['String']['input']>;
  /** The cost centre that it is booked under; 64 characters at most. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** How much depends on it. */
  readonly criticality?: InputMaybe<AtmCriticality>;
  /** The institution that it belongs to; may be left out where the token has exactly one. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** Degrees north, -90 to 90. */
  readonly latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east, -180 to 180. */
  readonly longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The model; 200 characters at most. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** A part of the country or of the fleet; 200 characters at most. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: InputMaybe<Scalars['String']['input']>;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The manufacturer; 200 characters at most. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** Whether an ATM is in use. */
export type AtmLifecycle =
  /** It is in use. */
  | 'ACTIVE'
  /** It is out of use: it keeps its history, its agent is refused, it opens nothing and is in no total. */
  | 'RETIRED';

/** An ATM's incidents that are not resolved. */
export type AtmOpenIncidents = {
  /** How many. */
  readonly count: Scalars['Int']['output'];
  /** The worst severity; null without any. */
  readonly worst?: Maybe<IncidentSeverity>;
};

/** A page of ATMs. */
export type AtmPage = {
  /** The rows. */
  readonly content: ReadonlyArray<Atm>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** An ATM as the devices service keeps it. */
export type AtmRecord = {
  /** The agent's textual id. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The company that carries its cash; 200 characters at most. */
  readonly carrier?: Maybe<Scalars['String']['output']>;
  /** The cost centre that it is booked under; 64 characters at most. */
  readonly costCentre?: Maybe<Scalars['String']['output']>;
  /** How much depends on it. */
  readonly criticality?: Maybe<AtmCriticality>;
  /** Grows with each change of the institution or of an attribute of these. */
  readonly edition: Scalars['SafeInt']['output'];
  /** The institution; null while none is known. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The last sign of life of its agent; null before the first. */
  readonly lastHeartbeatAt?: Maybe<Scalars['DateTime']['output']>;
  /** Degrees north, -90 to 90. */
  readonly latitude?: Maybe<Scalars['Float']['output']>;
  /** Degrees east, -180 to 180. */
  readonly longitude?: Maybe<Scalars['Float']['output']>;
  /** The ATM that it is, of an entry that was merged. */
  readonly mergedIntoId?: Maybe<Scalars['SafeInt']['output']>;
  /** The model; 200 characters at most. */
  readonly model?: Maybe<Scalars['String']['output']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** When it was last brought back into use; null where it never was. */
  readonly reactivatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** A part of the country or of the fleet; 200 characters at most. */
  readonly region?: Maybe<Scalars['String']['output']>;
  /** When it was registered. */
  readonly registeredAt: Scalars['DateTime']['output'];
  /** When it was retired; null while it is in use. */
  readonly retiredAt?: Maybe<Scalars['DateTime']['output']>;
  /** Grows with each change of service state. */
  readonly sequence: Scalars['SafeInt']['output'];
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: Maybe<Scalars['String']['output']>;
  /** What it does, by the events that it sent. */
  readonly serviceState: ServiceState;
  /** When that began, by the history of its states; null where nothing that is kept says so. */
  readonly serviceStateChangedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: Maybe<Scalars['String']['output']>;
  /** When the event occurred that reported it last. */
  readonly stateAt?: Maybe<Scalars['DateTime']['output']>;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  readonly tags?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
  /** The manufacturer; 200 characters at most. */
  readonly vendor?: Maybe<Scalars['String']['output']>;
};

/** What became of one ATM of many that were to be retired. */
export type AtmRetirement = {
  /** The ATM as it is now; null where there is none of this id, or it is not the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id. */
  readonly id: Scalars['SafeInt']['output'];
  /** What became of it. */
  readonly outcome: AtmRetirementOutcome;
};

/** What became of one ATM of many that were to be retired. */
export type AtmRetirementOutcome =
  /** It is retired now. */
  | 'DONE'
  /** There is no such ATM, or it is not the caller's. */
  | 'NOT_FOUND'
  /** It was retired already. */
  | 'UNCHANGED';

/** What selects ATMs: all conditions together. */
export type AtmSelection = {
  /** Only ATMs of this cost centre. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
  readonly criticality?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs of these institutions; null for all, those without one included. */
  readonly institutions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only ATMs of this model. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
  readonly q?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs of this region. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs of this site. */
  readonly siteName?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs with this tag. */
  readonly tag?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs of this manufacturer. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** Numbers of ATMs by connectivity. */
export type AtmSummary = {
  /** ATMs with a recent heartbeat. */
  readonly connected: Scalars['Int']['output'];
  /** ATMs whose last heartbeat is too old. */
  readonly disconnected: Scalars['Int']['output'];
  /** ATMs that never sent one. */
  readonly neverConnected: Scalars['Int']['output'];
  /** All ATMs. */
  readonly total: Scalars['Int']['output'];
};

/** What somebody changed: an entry of the audit, which is never changed itself. */
export type AuditEntry = {
  /** What was done: the name of the mutation. A bulk action has an entry for each record, under the name of the single action. */
  readonly action: Scalars['String']['output'];
  /** Who did it: the `sub` of the token. */
  readonly actor: Scalars['String']['output'];
  /** What the change made of it; null for what is gone. */
  readonly after?: Maybe<Scalars['JSON']['output']>;
  /** When it was done. */
  readonly at: Scalars['DateTime']['output'];
  /** What the change replaced; null for what is new. Card numbers are masked, secrets hidden, long values cut. */
  readonly before?: Maybe<Scalars['JSON']['output']>;
  /** The id of the entry. */
  readonly id: Scalars['UUID']['output'];
  /** The institution that it belongs to; null for what belongs to none. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The role of the token. */
  readonly role: Scalars['String']['output'];
  /** Which record was changed. */
  readonly subjectId: Scalars['String']['output'];
  /** What kind of record was changed. */
  readonly subjectType: Scalars['String']['output'];
  /** The trace id of the request. */
  readonly traceId: Scalars['String']['output'];
  /** The same as a person; null for one whom the directory of users does not have, or the caller does not see. */
  readonly user?: Maybe<User>;
};

/** A page of the audit. */
export type AuditEntryPage = {
  /** The entries. */
  readonly content: ReadonlyArray<AuditEntry>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** The ATMs of the caller in one month of the platform's time zone. */
export type AvailabilityMonth = {
  /** How many ATMs. */
  readonly atms: Scalars['Int']['output'];
  /** Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
  readonly availabilityPct?: Maybe<Scalars['Float']['output']>;
  /** Its begin. */
  readonly from: Scalars['DateTime']['output'];
  /** Seconds in service and reachable. */
  readonly inServiceSeconds: Scalars['Float']['output'];
  /** Seconds in which a supervisor was at the ATM. */
  readonly inSupervisorSeconds: Scalars['Float']['output'];
  /** Incidents that opened. Suppressed ones do not count. */
  readonly incidentCount: Scalars['Int']['output'];
  /** Seconds in a maintenance window, whatever the ATM did. */
  readonly maintenanceSeconds: Scalars['Float']['output'];
  /** The month, such as `2026-11`. */
  readonly month: Scalars['String']['output'];
  /** Mean time to acknowledge, of those that were: seconds from opening; null for none. */
  readonly mttaSeconds?: Maybe<Scalars['Float']['output']>;
  /** Mean time to resolve, of those that were: seconds from opening; null for none. */
  readonly mttrSeconds?: Maybe<Scalars['Float']['output']>;
  /** Seconds out of service, although reachable. */
  readonly outOfServiceSeconds: Scalars['Float']['output'];
  /** All of them. */
  readonly periodSeconds: Scalars['Float']['output'];
  /** Its end, of this month: now. */
  readonly to: Scalars['DateTime']['output'];
  /** Seconds before the ATM first said what it does. */
  readonly unknownSeconds: Scalars['Float']['output'];
  /** Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
  readonly unreachableSeconds: Scalars['Float']['output'];
};

/** A page of availability. */
export type AvailabilityPage = {
  /** The rows. */
  readonly content: ReadonlyArray<AvailabilityRow>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** The begin of the period that the figures are of. */
  readonly from: Scalars['DateTime']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Its end. */
  readonly to: Scalars['DateTime']['output'];
  /** The rows of all pages together. */
  readonly total: AvailabilityRow;
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** The time of one ATM or of a group. */
export type AvailabilityRow = {
  /** The agent's textual id of the ATM, for a former institution the one that it had then; null for a group. */
  readonly agentAtmId?: Maybe<Scalars['String']['output']>;
  /** The numeric id of the ATM; null for a group. An ATM that was moved has a row for each institution that had it. */
  readonly atmId?: Maybe<Scalars['SafeInt']['output']>;
  /** How many ATMs. */
  readonly atms: Scalars['Int']['output'];
  /** Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
  readonly availabilityPct?: Maybe<Scalars['Float']['output']>;
  /** The value that the ATMs of the group share; null for an ATM, and for the group of those without a value. */
  readonly group?: Maybe<Scalars['String']['output']>;
  /** Seconds in service and reachable. */
  readonly inServiceSeconds: Scalars['Float']['output'];
  /** Seconds in which a supervisor was at the ATM. */
  readonly inSupervisorSeconds: Scalars['Float']['output'];
  /** The institution that had the ATM, or where groups are institutions; else null. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** Seconds in a maintenance window, whatever the ATM did. */
  readonly maintenanceSeconds: Scalars['Float']['output'];
  /** Seconds out of service, although reachable. */
  readonly outOfServiceSeconds: Scalars['Float']['output'];
  /** All of them. */
  readonly periodSeconds: Scalars['Float']['output'];
  /** Seconds before the ATM first said what it does. */
  readonly unknownSeconds: Scalars['Float']['output'];
  /** Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
  readonly unreachableSeconds: Scalars['Float']['output'];
};

/** The hours of business of a day. */
export type BusinessDay = {
  /** When it ends, on the local clock; `24:00` is the end of the day. */
  readonly closes: Scalars['String']['output'];
  /** The day. */
  readonly day: Weekday;
  /** When business begins, on the local clock: `08:00`. */
  readonly opens: Scalars['String']['output'];
};

/** The hours of business of a day. */
export type BusinessDayInput = {
  /** When it ends, on the local clock, later than it begins; `24:00` is the end of the day. */
  readonly closes: Scalars['String']['input'];
  /** The day. */
  readonly day: Weekday;
  /** When business begins, on the local clock: `08:00`. */
  readonly opens: Scalars['String']['input'];
};

/** The hours of business of a week. */
export type BusinessHours = {
  /** The days of business, from Monday. */
  readonly days: ReadonlyArray<BusinessDay>;
  /** The IANA time zone of the local clock, such as `Europe/Helsinki`. */
  readonly timeZone: Scalars['String']['output'];
};

/** The hours of business of a week; an hour at least. */
export type BusinessHoursInput = {
  /** The days of business; each one once at most. */
  readonly days: ReadonlyArray<BusinessDayInput>;
  /** The IANA time zone of the local clock, such as `Europe/Helsinki`. */
  readonly timeZone: Scalars['String']['input'];
};

/** A company that carries cash. */
export type CashCarrier = {
  /** How many ATMs it carries the cash of. */
  readonly atms: Scalars['Int']['output'];
  /** Its name. */
  readonly carrier: Scalars['String']['output'];
};

/** A cassette as cash managers see it. */
export type CashCassette = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The money in it that is at risk: its notes times their value, as a decimal in major units. Null where either is not known. */
  readonly amountAtRisk?: Maybe<Scalars['String']['output']>;
  /** Their value, as a decimal in major units; null where it is not known. */
  readonly amountToLoad?: Maybe<Scalars['String']['output']>;
  /** When the reading was taken. */
  readonly asOf: Scalars['DateTime']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Notes that fit. */
  readonly capacity?: Maybe<Scalars['Int']['output']>;
  /** The company that carries its cash. */
  readonly carrier?: Maybe<Scalars['String']['output']>;
  /** The number of the cassette. */
  readonly cassetteNo: Scalars['String']['output'];
  /** ISO 4217 code. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** Notes in it, by its last reading. */
  readonly currentCount?: Maybe<Scalars['Int']['output']>;
  /** Value of a note in major units. */
  readonly denomination?: Maybe<Scalars['Float']['output']>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** When it will be empty by the notes that left it in the seven days up to its reading; null where no rate is known. */
  readonly emptyAt?: Maybe<Scalars['DateTime']['output']>;
  /** Hours from now until then; 0 for what is over. Null where no rate is known. */
  readonly hoursLeft?: Maybe<Scalars['Float']['output']>;
  /** The institution of the ATM. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The name of the ATM. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Notes to load until it is full; null for one that is not to pay out of, as for rejected notes, and where its capacity or its notes are not known. */
  readonly notesToLoad?: Maybe<Scalars['Int']['output']>;
  /** The place of the ATM. */
  readonly siteName?: Maybe<Scalars['String']['output']>;
  /** Such as `OK`, `LOW`, `EMPTY`. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** What it is for, such as `DISPENSE`. */
  readonly type?: Maybe<Scalars['String']['output']>;
};

/** A page of cassettes. */
export type CashCassettePage = {
  /** The rows. */
  readonly content: ReadonlyArray<CashCassette>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** The order of a list of cassettes. */
export type CashOrder =
  /** Those first that will be empty first. */
  | 'EMPTYING'
  /** By site, ATM and cassette. */
  | 'SITE';

/** Money of one currency. */
export type CashTotal = {
  /** Decimal in major units, such as `100.00`. */
  readonly amount: Scalars['String']['output'];
  /** ISO 4217 code. */
  readonly currency: Scalars['String']['output'];
};

/** The newest reading of a cassette. What it does not contain is null. */
export type Cassette = {
  /** When the reading was taken. */
  readonly asOf: Scalars['DateTime']['output'];
  /** Notes that fit. */
  readonly capacity?: Maybe<Scalars['Int']['output']>;
  /** The number of the cassette. */
  readonly cassetteNo: Scalars['String']['output'];
  /** ISO 4217 code. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** Notes in it. */
  readonly currentCount?: Maybe<Scalars['Int']['output']>;
  /** Value of a note in major units. */
  readonly denomination?: Maybe<Scalars['Float']['output']>;
  /**
   * Hours until it is empty, counted from its reading, by the notes that left it in the last 7 days (UTC, today included).
   * What was loaded counts for nothing. Null for a cassette that is not to pay out of, and where no rate is known: its
   * readings cover less than 6 hours, or show nothing paid out. 0 for an empty one.
   */
  readonly hoursLeft?: Maybe<Scalars['Float']['output']>;
  /** Notes loaded. */
  readonly initialCount?: Maybe<Scalars['Int']['output']>;
  /** Notes rejected. */
  readonly rejectedCount?: Maybe<Scalars['Int']['output']>;
  /** Such as `OK`, `LOW`, `EMPTY`. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** What it is for, such as `DISPENSE`. */
  readonly type?: Maybe<Scalars['String']['output']>;
};

/** What is in the cassettes of an ATM. */
export type CassetteInventory = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** When the newest reading was taken; null before the first. */
  readonly asOf?: Maybe<Scalars['DateTime']['output']>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The newest reading of each cassette, by cassette number. */
  readonly cassettes: ReadonlyArray<Cassette>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Hours until the first of its cassettes is empty, counted from its reading; null where no rate is known. */
  readonly hoursLeft?: Maybe<Scalars['Float']['output']>;
  /** What the cassettes hold by currency, where denomination and count are known. */
  readonly totals: ReadonlyArray<CashTotal>;
};

/** What an event reported of one cassette. What it did not say is null. */
export type CassetteReading = {
  /** Notes that fit. */
  readonly capacity?: Maybe<Scalars['Int']['output']>;
  /** The number of the cassette. */
  readonly cassetteNo: Scalars['String']['output'];
  /** ISO 4217 code. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** Notes in it. */
  readonly currentCount?: Maybe<Scalars['Int']['output']>;
  /** Value of a note in major units. */
  readonly denomination?: Maybe<Scalars['Float']['output']>;
  /** Notes loaded. */
  readonly initialCount?: Maybe<Scalars['Int']['output']>;
  /** Notes rejected. */
  readonly rejectedCount?: Maybe<Scalars['Int']['output']>;
  /** Such as `OK`, `LOW`, `EMPTY`. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** What it is for, such as `DISPENSE`. */
  readonly type?: Maybe<Scalars['String']['output']>;
};

/** What an event reports of one cassette. */
export type CassetteReadingInput = {
  /** Notes that fit. */
  readonly capacity?: InputMaybe<Scalars['Int']['input']>;
  /** The number of the cassette. */
  readonly cassetteNo: Scalars['TextOrInteger']['input'];
  /** ISO 4217 code. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** Notes in it. */
  readonly currentCount?: InputMaybe<Scalars['Int']['input']>;
  /** Value of a note in major units. */
  readonly denomination?: InputMaybe<Scalars['Float']['input']>;
  /** Notes loaded. */
  readonly initialCount?: InputMaybe<Scalars['Int']['input']>;
  /** Notes rejected. */
  readonly rejectedCount?: InputMaybe<Scalars['Int']['input']>;
  /** Such as `OK`, `LOW`, `EMPTY`, in any case. */
  readonly status?: InputMaybe<Scalars['String']['input']>;
  /** What it is for, such as `DISPENSE`. */
  readonly type?: InputMaybe<Scalars['String']['input']>;
};

/** Events of one category over time. */
export type CategorySeries = {
  /** The category. */
  readonly category: Scalars['String']['output'];
  /** Events of each bucket, oldest first. */
  readonly counts: ReadonlyArray<Scalars['Int']['output']>;
  /** All events of the row. */
  readonly total: Scalars['SafeInt']['output'];
  /** What is usual of each bucket: the median of the same time of the 7 days before; null where nothing is known of them, and for buckets that are no whole half hours. */
  readonly usual: ReadonlyArray<Maybe<Scalars['Float']['output']>>;
};

/** A message that could not be handled. It is kept for 90 days. */
export type DeadLetter = {
  /** How many attempts were made by the process that gave it up. */
  readonly attempts: Scalars['Int']['output'];
  /** The group of consumers that could not handle it. */
  readonly consumerGroup: Scalars['String']['output'];
  /** What the last attempt failed with. */
  readonly error: Scalars['String']['output'];
  /** When it was first attempted. */
  readonly firstAttemptAt: Scalars['DateTime']['output'];
  /** Assigned by the consuming service; a message that fails again after a replay keeps it. */
  readonly id: Scalars['UUID']['output'];
  /** The institution that the message names. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The key of the message, within which topics keep their order. */
  readonly key: Scalars['String']['output'];
  /** When it was last attempted. */
  readonly lastAttemptAt: Scalars['DateTime']['output'];
  /** The message as it was; null where it is longer than 64 KiB. */
  readonly message?: Maybe<Scalars['JSON']['output']>;
  /** The message's own id; null where it has none. */
  readonly messageId?: Maybe<Scalars['UUID']['output']>;
  /** When it was replayed; null again where it failed again. */
  readonly replayedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The user who replayed it. */
  readonly replayedBy?: Maybe<Scalars['String']['output']>;
  /** The topic that the message came from. */
  readonly topic: Scalars['String']['output'];
};

/** A page of dead letters. */
export type DeadLetterPage = {
  /** The dead letters of the page. */
  readonly content: ReadonlyArray<DeadLetter>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** An event exception: an event that was not stored because its type was not known. */
export type EventException = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The event as it was sent, card numbers masked. */
  readonly body: Scalars['JSON']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** The id that the agent gave the event. */
  readonly eventId?: Maybe<Scalars['UUID']['output']>;
  /** The type as it was sent; null for none. */
  readonly eventType?: Maybe<Scalars['String']['output']>;
  /** The number of the exception. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** When the event arrived. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** When it was replayed; null before. */
  readonly replayedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of event exceptions. */
export type EventExceptionPage = {
  /** The rows. */
  readonly content: ReadonlyArray<EventException>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** Event exceptions of one type. */
export type EventExceptionType = {
  /** The type as it was sent; null for events without one. */
  readonly eventType?: Maybe<Scalars['String']['output']>;
  /** When the oldest of them arrived. */
  readonly oldestReceivedAt: Scalars['DateTime']['output'];
  /** How many of them were not replayed; 10,000 means as many or more. */
  readonly waiting: Scalars['Int']['output'];
};

/** What a replay did. */
export type EventReplay = {
  /** The type of the events. */
  readonly eventType: Scalars['String']['output'];
  /** Events that could not be stored; they stay exceptions. */
  readonly failed: Scalars['Int']['output'];
  /** Exceptions of this type that are not replayed yet. */
  readonly remaining: Scalars['Int']['output'];
  /** Events that are stored now. */
  readonly replayed: Scalars['Int']['output'];
};

/** A known type of events. */
export type EventType = {
  /** HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
  readonly category: Scalars['String']['output'];
  /** The type. */
  readonly eventType: Scalars['String']['output'];
  /** The group under which the user interface filters it; null for a type that was added later. */
  readonly group?: Maybe<Scalars['String']['output']>;
};

/** Events of one type. */
export type EventTypeCount = {
  /** How many. */
  readonly eventCount: Scalars['SafeInt']['output'];
  /** The type. */
  readonly eventType: Scalars['String']['output'];
};

/** A type of events to make known. */
export type EventTypeInput = {
  /** The type: capitals, digits and underscores, 60 characters at most, such as `SKIMMER_DETECTED`. */
  readonly eventType: Scalars['String']['input'];
};

/** Money of one currency in the cassettes of many ATMs. */
export type FleetCashTotal = {
  /** Decimal in major units, such as `100.00`. */
  readonly amount: Scalars['String']['output'];
  /** In how many ATMs. */
  readonly atms: Scalars['Int']['output'];
  /** ISO 4217 code. */
  readonly currency: Scalars['String']['output'];
};

/** A fleet over time, from samples that are taken every ten minutes. */
export type FleetHistory = {
  /** Minutes a bucket. */
  readonly bucketMinutes: Scalars['Int']['output'];
  /** The buckets, oldest first. */
  readonly buckets: ReadonlyArray<FleetHistoryBucket>;
  /** Where the first bucket begins. */
  readonly from: Scalars['DateTime']['output'];
  /** How many percent of the ATMs ought to be in service. */
  readonly targetPct: Scalars['Float']['output'];
};

/**
 * A fleet in one bucket: the mean of its samples, null throughout where there is none. States are those of connected ATMs, as status badges
 * have it: the four add up to `connected`.
 */
export type FleetHistoryBucket = {
  /** When it begins. */
  readonly at: Scalars['DateTime']['output'];
  /** ATMs with a recent heartbeat. */
  readonly connected?: Maybe<Scalars['Int']['output']>;
  /** How many percent of the ATMs are connected. */
  readonly connectedPct?: Maybe<Scalars['Float']['output']>;
  /** ATMs whose last heartbeat is too old. */
  readonly disconnected?: Maybe<Scalars['Int']['output']>;
  /** Connected ATMs in service. */
  readonly inService?: Maybe<Scalars['Int']['output']>;
  /** How many percent of the ATMs are connected and in service. */
  readonly inServicePct?: Maybe<Scalars['Float']['output']>;
  /** Connected ATMs in supervisor mode. */
  readonly inSupervisor?: Maybe<Scalars['Int']['output']>;
  /** ATMs that never sent one. */
  readonly neverConnected?: Maybe<Scalars['Int']['output']>;
  /** Connected ATMs out of service. */
  readonly outOfService?: Maybe<Scalars['Int']['output']>;
  /** All ATMs. */
  readonly total?: Maybe<Scalars['Int']['output']>;
  /** Connected ATMs whose state is not known. */
  readonly unknown?: Maybe<Scalars['Int']['output']>;
  /** The connected ones, likewise. */
  readonly usualConnected?: Maybe<Scalars['Float']['output']>;
  /**
   * What is usual of `connectedPct`: the median of the same time of the 7 days before, each without the ATMs that had not been heard of for a day by
   * then.
   */
  readonly usualConnectedPct?: Maybe<Scalars['Float']['output']>;
  /** The connected ones that served, likewise. */
  readonly usualInService?: Maybe<Scalars['Float']['output']>;
  /** What is usual of `inServicePct`: likewise, without the ATMs that had not been in service for a day by then. */
  readonly usualInServicePct?: Maybe<Scalars['Float']['output']>;
  /** ATMs at the same time of the 7 days before, their median; null where nothing is known of them. */
  readonly usualTotal?: Maybe<Scalars['Float']['output']>;
  /** What `connectedPct` was a week before. */
  readonly weekAgoConnectedPct?: Maybe<Scalars['Float']['output']>;
  /** What `inServicePct` was a week before. */
  readonly weekAgoInServicePct?: Maybe<Scalars['Float']['output']>;
};

/** A time in which an institution had an ATM that was then moved to another one. */
export type FormerAssignment = {
  /** The agent's textual id of the ATM at the end. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Since when. */
  readonly from: Scalars['DateTime']['output'];
  /** The institution that had it. */
  readonly institutionKey: Scalars['String']['output'];
  /** When it was moved away. */
  readonly to: Scalars['DateTime']['output'];
};

/** What was handed over. */
export type Handover = {
  /** When. */
  readonly at: Scalars['DateTime']['output'];
  /** How many incidents were handed over. */
  readonly incidents: Scalars['Int']['output'];
  /** How many stayed: the person does not see their institution, or they are parts of outages of others beyond 1,000 in all. */
  readonly left: Scalars['Int']['output'];
  /** The note. */
  readonly note?: Maybe<Scalars['String']['output']>;
  /** The same, as the directory of users has them. */
  readonly toUser?: Maybe<User>;
  /** To whom. */
  readonly toUserId: Scalars['String']['output'];
};

/** Limits the open incidents that are handed over; what is left out does not limit them. */
export type HandoverFilter = {
  /** Only those of the ATM with this agent id. */
  readonly agentAtmId?: InputMaybe<Scalars['String']['input']>;
  /** True for those that have an owner, false for those that have none. */
  readonly hasOwner?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only those of this kind. */
  readonly kind?: InputMaybe<Scalars['String']['input']>;
  /** Only those of this user. */
  readonly ownerUserId?: InputMaybe<Scalars['String']['input']>;
  /** Only those of ATMs of this region. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** Only those of this severity. */
  readonly severity?: InputMaybe<IncidentSeverity>;
  /** Only those of ATMs at this place, their `siteName`. */
  readonly site?: InputMaybe<Scalars['String']['input']>;
  /** Only those of ATMs of this manufacturer. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** What is handed over, and to whom. */
export type HandoverInput = {
  /** Which open incidents; the caller's own when left out. */
  readonly filter?: InputMaybe<HandoverFilter>;
  /** What they should know; 4000 characters at most. Card numbers are masked. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** The person: the `sub` of their tokens, as the directory of users has it. */
  readonly userId: Scalars['String']['input'];
};

/** Something that is wrong with an ATM, from the first event until it is resolved. */
export type Incident = {
  /** When it is to be acknowledged, by the targets of its institution. */
  readonly acknowledgeDueAt?: Maybe<Scalars['DateTime']['output']>;
  /** True where it was not acknowledged in time. */
  readonly acknowledgeMissed: Scalars['Boolean']['output'];
  /** When it was acknowledged. */
  readonly acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who acknowledged it, as the directory of users has them. */
  readonly acknowledgedBy?: Maybe<User>;
  /** The user who acknowledged it. */
  readonly acknowledgedByUserId?: Maybe<Scalars['String']['output']>;
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** What caused it, as stated by the person who resolved it. */
  readonly cause?: Maybe<Scalars['String']['output']>;
  /** More on the cause, in words. */
  readonly causeText?: Maybe<Scalars['String']['output']>;
  /** The causes to choose from when it is resolved. */
  readonly causes: ReadonlyArray<Scalars['String']['output']>;
  /** The number of the cassette; of a mass outage the group that it is of, such as `site Kallio`; else null. */
  readonly component?: Maybe<Scalars['String']['output']>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** What ends it without a person; null once it is resolved. */
  readonly ending?: Maybe<IncidentEnding>;
  /** What people did to it, their notes, missed targets and which webhooks were notified, newest first. */
  readonly entries: ReadonlyArray<IncidentEntry>;
  /** Its newest events. */
  readonly events: ReadonlyArray<JournalEvent>;
  /** When its first event occurred; where it was opened by hand, when that was. */
  readonly firstEventAt: Scalars['DateTime']['output'];
  /** True once it opened and ended four times within 30 minutes; then it stays open until 30 minutes of quiet. */
  readonly flapping: Scalars['Boolean']['output'];
  /** The number of the incident. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM when it was opened. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** What kind of thing is wrong, such as `DISPENSER`. */
  readonly kind: Scalars['String']['output'];
  /** When its last event occurred, or it was opened by hand. */
  readonly lastEventAt: Scalars['DateTime']['output'];
  /** What of it is due next; null once it is resolved, without a target, and of a part of a mass outage. */
  readonly nextDueAt?: Maybe<Scalars['DateTime']['output']>;
  /** How many events it has; none at first where it was opened by hand. */
  readonly occurrenceCount: Scalars['Int']['output'];
  /** When it was opened. */
  readonly openedAt: Scalars['DateTime']['output'];
  /** Since when. */
  readonly ownedSince?: Maybe<Scalars['DateTime']['output']>;
  /** The same, as the directory of users has them. */
  readonly owner?: Maybe<User>;
  /** The user who works on it. */
  readonly ownerUserId?: Maybe<Scalars['String']['output']>;
  /** The mass outage that it is a part of. */
  readonly parentIncidentId?: Maybe<Scalars['SafeInt']['output']>;
  /** How it was resolved. */
  readonly resolution?: Maybe<IncidentSource>;
  /** When it is to be resolved, by the targets of its institution. */
  readonly resolveDueAt?: Maybe<Scalars['DateTime']['output']>;
  /** True where it was not resolved in time. */
  readonly resolveMissed: Scalars['Boolean']['output'];
  /** When it was resolved. */
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its severity; it only rises. */
  readonly severity: IncidentSeverity;
  /** When and by which event it became worse, oldest first. */
  readonly severityChanges: ReadonlyArray<SeverityChange>;
  /** How it was opened. */
  readonly source: IncidentSource;
  /** Its status. */
  readonly status: IncidentStatus;
  /** In a few words. */
  readonly title: Scalars['String']['output'];
  /** Grows with each change. */
  readonly version: Scalars['Int']['output'];
};


/** Something that is wrong with an ATM, from the first event until it is resolved. */
export type IncidentEntriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Something that is wrong with an ATM, from the first event until it is resolved. */
export type IncidentEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** What can be done to many incidents at once. */
export type IncidentBulkAction =
  /** Acknowledge them. */
  | 'ACKNOWLEDGE'
  /** Give them to somebody, or take them. */
  | 'ASSIGN'
  /** Add a note to each. */
  | 'NOTE'
  /** Take their owners away. */
  | 'RELEASE'
  /** Resolve them. */
  | 'RESOLVE';

/** What became of one incident of many. */
export type IncidentBulkOutcome =
  /** It does not allow it in its status. */
  | 'CONFLICT'
  /** It was done. */
  | 'DONE'
  /** What was given does not fit its kind. */
  | 'INVALID'
  /** There is no such incident, or it is not the caller's. */
  | 'NOT_FOUND'
  /** It was so already. */
  | 'UNCHANGED';

/** What became of one incident of many. */
export type IncidentBulkResult = {
  /** The number of the incident. */
  readonly id: Scalars['SafeInt']['output'];
  /** The incident as it is now; null where there is none of this number, or it is not the caller's. */
  readonly incident?: Maybe<Incident>;
  /** Why it was refused. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** What became of it. */
  readonly outcome: IncidentBulkOutcome;
};

/** The incidents of one kind and cause. */
export type IncidentCauseFigures = {
  /** Why, as the person who resolved them stated; null where no one did. */
  readonly cause?: Maybe<Scalars['String']['output']>;
  /** Incidents that opened. Suppressed ones do not count. */
  readonly incidentCount: Scalars['Int']['output'];
  /** What is wrong, such as `DISPENSER`. */
  readonly kind: Scalars['String']['output'];
  /** Mean time to acknowledge, of those that were: seconds from opening; null for none. */
  readonly mttaSeconds?: Maybe<Scalars['Float']['output']>;
  /** Mean time to resolve, of those that were: seconds from opening; null for none. */
  readonly mttrSeconds?: Maybe<Scalars['Float']['output']>;
};

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

/** What ends an incident without a person, by the rules. */
export type IncidentEnding = {
  /** When it ends without further events; null where that does not end it. */
  readonly at?: Maybe<Scalars['DateTime']['output']>;
  /** What it waits for. */
  readonly by: IncidentEnder;
};

/** Something that a person or the platform did to an incident, or a note. It is never changed. */
export type IncidentEntry = {
  /** When it was done. */
  readonly at: Scalars['DateTime']['output'];
  /** Its number; of two entries of an incident the later has the higher. */
  readonly id: Scalars['SafeInt']['output'];
  /** The incident. */
  readonly incidentId: Scalars['SafeInt']['output'];
  /** What was done. */
  readonly kind: IncidentEntryKind;
  /** The note, what the resolver said of the cause, the severity with which it was opened, or why a delivery to a webhook failed. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** The same, as the directory of users has them. */
  readonly toUser?: Maybe<User>;
  /** To whom it was assigned. */
  readonly toUserId?: Maybe<Scalars['String']['output']>;
  /** The same, as the directory of users has them. */
  readonly user?: Maybe<User>;
  /** Who did it; null for what the platform did. */
  readonly userId?: Maybe<Scalars['String']['output']>;
  /** The webhook that was notified, or could not be; null for everything else. */
  readonly webhook?: Maybe<IncidentEntryWebhook>;
};

/** What a person or the platform does to an incident. */
export type IncidentEntryKind =
  /** It was acknowledged. */
  | 'ACKNOWLEDGED'
  /** It was given to somebody, or taken. */
  | 'ASSIGNED'
  /** It was handed over with the queue that it was in; the text is the note. */
  | 'HANDED_OVER'
  /** A note was added. */
  | 'NOTE'
  /** It was opened by hand. */
  | 'OPENED'
  /** Its owner was taken away. */
  | 'RELEASED'
  /** It was resolved by hand. */
  | 'RESOLVED'
  /** It was not acknowledged or not resolved in time; the text says which: ACKNOWLEDGE or RESOLVE. */
  | 'TARGET_MISSED'
  /** A webhook was notified of it. */
  | 'WEBHOOK_DELIVERED'
  /** A delivery to a webhook failed; it is tried again for a day. */
  | 'WEBHOOK_FAILED'
  /** A webhook was not notified of it, and this is not tried again. */
  | 'WEBHOOK_GIVEN_UP';

/** A webhook as it was when it was notified of an incident. */
export type IncidentEntryWebhook = {
  /** What it was to be notified of. */
  readonly event: WebhookEvent;
  /** The host of its URL. */
  readonly host: Scalars['String']['output'];
  /** The number of the webhook. */
  readonly id: Scalars['SafeInt']['output'];
  /** What it was called; null where it had no description. */
  readonly name?: Maybe<Scalars['String']['output']>;
};

/** The incidents of a period. */
export type IncidentFigures = {
  /** One row for each kind and cause. */
  readonly causes: ReadonlyArray<IncidentCauseFigures>;
  /** The begin of the period that the figures are of. */
  readonly from: Scalars['DateTime']['output'];
  /** Incidents that opened. Suppressed ones do not count. */
  readonly incidentCount: Scalars['Int']['output'];
  /** Mean time to acknowledge, of those that were: seconds from opening; null for none. */
  readonly mttaSeconds?: Maybe<Scalars['Float']['output']>;
  /** Mean time to resolve, of those that were: seconds from opening; null for none. */
  readonly mttrSeconds?: Maybe<Scalars['Float']['output']>;
  /** Its end. */
  readonly to: Scalars['DateTime']['output'];
};

/** Incidents that are not resolved, of ATMs with the same value of an attribute. */
export type IncidentGroup = {
  /** In how many ATMs. */
  readonly atms: Scalars['Int']['output'];
  /** Incidents. */
  readonly incidents: Scalars['Int']['output'];
  /** Those that are not acknowledged yet. */
  readonly unacknowledged: Scalars['Int']['output'];
  /** The value; null for ATMs without one. */
  readonly value?: Maybe<Scalars['String']['output']>;
  /** The worst of them. */
  readonly worst: IncidentSeverity;
};

/** An incident to open by hand. The ATM is named by one of its ids. */
export type IncidentInput = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId?: InputMaybe<Scalars['String']['input']>;
  /** The numeric id of the ATM. */
  readonly atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** What kind of thing is wrong: one of the kinds that the rules open, or a word of your own in capitals, such as `VANDALISM`; 40 characters at most. Not `MASS_OUTAGE`, which only the platform opens. */
  readonly kind: Scalars['String']['input'];
  /** Its severity. */
  readonly severity: IncidentSeverity;
  /** In a few words; not blank, 200 characters at most. */
  readonly title: Scalars['String']['input'];
};

/** A record that changed, as it is now. */
export type IncidentLiveChange = {
  /** The incident, of the topic `incidents`. */
  readonly incident?: Maybe<Incident>;
  /** The institution that may see it. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** Its place in the order of changes. */
  readonly position: Scalars['SafeInt']['output'];
  /** The newest change of the ATM's state, of the topic `service-state`. */
  readonly stateChange?: Maybe<StateChange>;
  /** `incidents` or `service-state`. */
  readonly topic: Scalars['String']['output'];
  /** The transaction that changed it. */
  readonly transaction: Scalars['String']['output'];
};

/** What changed since a moment. */
export type IncidentLiveChanges = {
  /** The changes, in their order. */
  readonly changes: ReadonlyArray<IncidentLiveChange>;
  /** False where more changed than is listed, or what changed is no longer known. */
  readonly complete: Scalars['Boolean']['output'];
  /** Where to go on. */
  readonly cursor: Scalars['String']['output'];
};

/** A page of incidents. */
export type IncidentPage = {
  /** The rows. */
  readonly content: ReadonlyArray<Incident>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
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
  /** Its ATM was in a maintenance window when it began: it is not counted, and no one is notified of it. It opens when it lasts longer than the window. */
  | 'SUPPRESSED';

/** How soon incidents of a severity are to be acknowledged and resolved. */
export type IncidentTarget = {
  /** Minutes until it is to be acknowledged; null without a target. */
  readonly acknowledgeMinutes?: Maybe<Scalars['Int']['output']>;
  /** Only minutes of these hours count; null where all do. */
  readonly businessHours?: Maybe<BusinessHours>;
  /** Minutes until it is to be resolved; null without a target. */
  readonly resolveMinutes?: Maybe<Scalars['Int']['output']>;
  /** The severity. */
  readonly severity: IncidentSeverity;
};

/** How soon incidents of a severity are to be acknowledged and resolved. */
export type IncidentTargetInput = {
  /** Minutes until it is to be acknowledged; 1 to 43200. */
  readonly acknowledgeMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Only minutes of these hours count; all do when left out. */
  readonly businessHours?: InputMaybe<BusinessHoursInput>;
  /** Minutes until it is to be resolved; 1 to 43200. */
  readonly resolveMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** The severity. */
  readonly severity: IncidentSeverity;
};

/** How soon an institution wants its incidents acknowledged and resolved. */
export type IncidentTargets = {
  /** True once open incidents have due times of these targets. */
  readonly applied: Scalars['Boolean']['output'];
  /** When they were set. */
  readonly changedAt: Scalars['DateTime']['output'];
  /** The user who set them. */
  readonly changedBy: Scalars['String']['output'];
  /** The institution's key. */
  readonly institutionKey: Scalars['String']['output'];
  /** The targets of the severities that have one, worst first. */
  readonly targets: ReadonlyArray<IncidentTarget>;
};

/** A page of targets. */
export type IncidentTargetsPage = {
  /** The rows. */
  readonly content: ReadonlyArray<IncidentTargets>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** Work of people on an incident, beside resolving it. */
export type IncidentWork =
  /** Acknowledging it. */
  | 'ACKNOWLEDGED'
  /** Writing a note on it. */
  | 'NOTE'
  /** Opening it by hand. */
  | 'OPENED';

/** The answer to one event of a batch. */
export type IngestEntry = {
  /** The body that a single post would have had. */
  readonly body: Scalars['JSON']['output'];
  /** The status that a single post would have had. */
  readonly status: Scalars['Int']['output'];
};

/** The outcome of an event: stored, or recorded as an event exception. */
export type IngestOutcome = JournalEvent | NotStoredEvent;

/** A tenant of the platform. */
export type Institution = {
  /** How many ATMs it has. */
  readonly atms: Scalars['Int']['output'];
  /** Its key. */
  readonly key: Scalars['ID']['output'];
};

/** Something that an ATM reported. */
export type JournalEvent = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM; null for one that is not the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The cassette that it is about. */
  readonly cassetteNo?: Maybe<Scalars['String']['output']>;
  /** The readings of cassettes that came with it, card numbers masked; null where none came. */
  readonly cassettes?: Maybe<ReadonlyArray<CassetteReading>>;
  /** The category of its type: HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
  readonly category: Scalars['String']['output'];
  /** The part of the ATM that it is about. */
  readonly component?: Maybe<Scalars['String']['output']>;
  /** What else the agent sent, card numbers masked. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** The maker's code. */
  readonly errorCode?: Maybe<Scalars['String']['output']>;
  /** The id that the agent gave it. */
  readonly eventId?: Maybe<Scalars['UUID']['output']>;
  /** The time of the event as sent, local to the ATM. */
  readonly eventTime: Scalars['LocalDateTime']['output'];
  /** True where the time sent was blank or unreadable, so that the time of receipt is used. */
  readonly eventTimeDefaulted: Scalars['Boolean']['output'];
  /** The type of the event. */
  readonly eventType: Scalars['String']['output'];
  /** The number of the event. */
  readonly id: Scalars['SafeInt']['output'];
  /** The incident that it opened or joined; null for one that is not the caller's. */
  readonly incident?: Maybe<Incident>;
  /** The incident that it opened or joined. */
  readonly incidentId?: Maybe<Scalars['SafeInt']['output']>;
  /** The institution that the ATM reported under. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The text that the ATM reported, card numbers masked. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The time of the event as an instant, never later than its receipt. */
  readonly occurredAt: Scalars['DateTime']['output'];
  /** When the platform received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
};

/** Events of a window of time, counted. */
export type JournalEventActivity = {
  /** Events by type, most first; types without events are left out. */
  readonly byType: ReadonlyArray<EventTypeCount>;
  /** The ATMs with the most events, most first and then by numeric id; 50 at most. */
  readonly topAtms: ReadonlyArray<AtmEventCount>;
  /** All events. */
  readonly total: Scalars['SafeInt']['output'];
};

/**
 * An event that an ATM reports. One of a type that is not known is kept as an event exception, whatever its other fields are but for `agentAtmId`,
 * `eventId` and `institutionKey`. On REST, other fields are ignored.
 */
export type JournalEventInput = {
  /** The agent's textual id of the ATM; neither blank nor `.` nor `..`. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The cassette that it is about. */
  readonly cassetteNo?: InputMaybe<Scalars['TextOrInteger']['input']>;
  /** Readings of cassettes. */
  readonly cassettes?: InputMaybe<ReadonlyArray<CassetteReadingInput>>;
  /** The part of the ATM that it is about. */
  readonly component?: InputMaybe<Scalars['String']['input']>;
  /** What else there is to say; 16 KiB of JSON at most. */
  readonly details?: InputMaybe<Scalars['JSON']['input']>;
  /** The maker's code. */
  readonly errorCode?: InputMaybe<Scalars['String']['input']>;
  /** An id of the event, which makes a retry harmless; an empty one is none. */
  readonly eventId?: InputMaybe<Scalars['String']['input']>;
  /** When it happened, local to the ATM; what is no local date-time is replaced by the time of receipt. */
  readonly eventTime?: InputMaybe<Scalars['SentLocalDateTime']['input']>;
  /** The type of the event, such as `POWER_OFF`; one that is not known is answered 202. */
  readonly eventType?: InputMaybe<Scalars['String']['input']>;
  /** The institution of a new ATM, of a caller whose token names several or none; an empty one is none. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** A text for people; cut to 2,000 characters. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
};

/** A page of events. */
export type JournalEventPage = {
  /** The rows. */
  readonly content: ReadonlyArray<JournalEvent>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** Events by category over time. */
export type JournalEventSeries = {
  /** Minutes a bucket. */
  readonly bucketMinutes: Scalars['Int']['output'];
  /** One row a category, in a fixed order. */
  readonly categories: ReadonlyArray<CategorySeries>;
  /** Where the first bucket begins. */
  readonly from: Scalars['DateTime']['output'];
};

/** A part of a list of events, newest first. */
export type JournalEventSlice = {
  /** The rows. */
  readonly content: ReadonlyArray<JournalEvent>;
  /** Where the time begins that the list is of. */
  readonly from: Scalars['DateTime']['output'];
  /** What the next part is asked for with; null where there is none. */
  readonly next?: Maybe<Scalars['String']['output']>;
  /** Where it ends. */
  readonly to: Scalars['DateTime']['output'];
  /** How many events the whole list has. */
  readonly total: Scalars['SafeInt']['output'];
};

/** When a caller left. */
export type LastVisit = {
  /** The instant, within five minutes; null for a first visit. */
  readonly leftAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A time in which ATMs are worked on: incidents are suppressed, and no availability counts it. */
export type MaintenanceWindow = {
  /** The agent's textual id of the ATM, of a window of one. */
  readonly agentAtmId?: Maybe<Scalars['String']['output']>;
  /** The ATM, of a window of one. */
  readonly atmId?: Maybe<Scalars['SafeInt']['output']>;
  /** The attribute that its ATMs share, of a window of a group. */
  readonly attribute?: Maybe<Scalars['String']['output']>;
  /** When. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who opened it. */
  readonly createdBy: Scalars['String']['output'];
  /** When a person ended it; null where no one did. */
  readonly endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who ended it. */
  readonly endedBy?: Maybe<Scalars['String']['output']>;
  /** The begin of the first occurrence. */
  readonly from: Scalars['DateTime']['output'];
  /** The number of the window. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution. */
  readonly institutionKey: Scalars['String']['output'];
  /** The begin of the next occurrence; null where none is left. */
  readonly nextAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why. */
  readonly reason: Scalars['String']['output'];
  /** The end of the occurrence that goes on; null where none does. */
  readonly runsUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The time zone of `weekdays` and `until`. */
  readonly timeZone: Scalars['String']['output'];
  /** The end of the first occurrence. */
  readonly to: Scalars['DateTime']['output'];
  /** The last day on which an occurrence begins; null for a window that does not recur. */
  readonly until?: Maybe<Scalars['Date']['output']>;
  /** The value of the attribute. */
  readonly value?: Maybe<Scalars['String']['output']>;
  /** The days on which it recurs at the same local time; null for a window that does not. */
  readonly weekdays?: Maybe<ReadonlyArray<Weekday>>;
};

/** A time in which ATMs are worked on. */
export type MaintenanceWindowInput = {
  /** Only this ATM. */
  readonly atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Only ATMs with `value` as this attribute, such as `siteName`. */
  readonly attribute?: InputMaybe<Scalars['String']['input']>;
  /** The begin; of a window that recurs, of its first occurrence. */
  readonly from: Scalars['DateTime']['input'];
  /** The institution; may be left out where an ATM is named, or the token has exactly one. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** Why. */
  readonly reason: Scalars['String']['input'];
  /** The time zone of `weekdays` and `until`; left out: that of the ATM, else the platform's. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The end: at most 31 days later, of a window that recurs a day. */
  readonly to: Scalars['DateTime']['input'];
  /** The last day on which an occurrence begins. */
  readonly until?: InputMaybe<Scalars['Date']['input']>;
  /** The value of the attribute. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
  /** The days on which it recurs at the same local time. */
  readonly weekdays?: InputMaybe<ReadonlyArray<Weekday>>;
};

/** A page of maintenance windows. */
export type MaintenanceWindowPage = {
  /** The rows. */
  readonly content: ReadonlyArray<MaintenanceWindow>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** What an incident was not in time, by the targets of its institution. */
export type MissedTarget =
  /** It was not acknowledged in time. */
  | 'ACKNOWLEDGE'
  /** It was not resolved in time. */
  | 'RESOLVE';

export type Mutation = {
  /** Acknowledges an open incident. Repeating it keeps the first time and user, whatever version is given; a resolved incident is a conflict. */
  readonly acknowledgeIncident?: Maybe<Incident>;
  /** Makes a type of events known, so that events of it are stored from now on. One that is known already is a conflict, and so is one more than the counters of events can hold (256). */
  readonly addEventType: EventType;
  /** Gives an open incident to somebody who sees it, or takes it. Repeating it changes nothing; a resolved incident is a conflict. */
  readonly assignIncident?: Maybe<Incident>;
  /** Does one thing to many incidents in one transaction. Each has a result of its own: what is refused for one does not prevent the others. */
  readonly bulkIncidents: ReadonlyArray<IncidentBulkResult>;
  /** Registers an ATM before its agent first connects. An agent id that is known already is a conflict. */
  readonly createAtm: Atm;
  /** Opens an incident by hand. An open one of the same ATM and kind is a conflict: there is one at a time. Events of its kind join it, but only a person resolves it. */
  readonly createIncident: Incident;
  /**
   * Opens a maintenance window of an ATM, of the ATMs of an institution that share an attribute, or of all of its ATMs. Incidents that begin
   * in it are suppressed until it is over, and no availability counts it. One that has begun counts from now.
   */
  readonly createMaintenanceWindow: MaintenanceWindow;
  /** Keeps the filter of a list under a name. Its institution is the one that is named, else the only one of the caller. A person has 100 at most, an institution 200 shared ones; one more is a conflict, and so is a second one of the same name. */
  readonly createSavedView: SavedView;
  /** Adds a webhook, by Standard Webhooks. Its secret is in this answer and in no other. An institution has at most 20: one more is a conflict. */
  readonly createWebhook: Webhook;
  /** Ends a maintenance window with all its occurrences that are not over; what of it has passed stays. Null for one that does not exist or is not the caller's. */
  readonly deleteMaintenanceWindow?: Maybe<Scalars['Boolean']['output']>;
  /** Removes a view: one's own, or as an administrator a shared one. */
  readonly deleteSavedView?: Maybe<Scalars['Boolean']['output']>;
  /** Removes a webhook with what waits for it. */
  readonly deleteWebhook?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Gives the caller's open incidents, or those of a filter, to a named person in one transaction, 1,000 at most; more are a conflict. Each
   * incident's entries say so, with the note. An incident of an institution that the person does not see stays where it is.
   */
  readonly handOverIncidents: Handover;
  /**
   * Imports ATMs from CSV (UTF-8, 100,000 lines at most, separated by commas or semicolons) with a header: `agentAtmId`, and any of `institutionKey`
   * and the attributes. ATMs that are not known are registered; of the others those attributes are changed that the file has columns of, and an empty
   * cell clears one. A line has as many cells as the header. Tags are separated by semicolons. Other columns of the list of ATMs as CSV are passed over. All lines are imported in one
   * transaction, or none: faults are named by line and column. A dry run shows what an import would do, and keeps nothing.
   */
  readonly importAtms: AtmImport;
  /**
   * Merges an entry into the ATM that it is, of the same institution: the entry is retired for good and names the ATM, which lists it among its merged
   * entries. What happened under the entry stays there. The ATM must be in use. Repeating it changes nothing.
   */
  readonly mergeAtm?: Maybe<Atm>;
  /** Adds a note to an incident, resolved ones too. Notes are never changed. */
  readonly noteIncident?: Maybe<IncidentEntry>;
  /**
   * Takes a journal event: the same ingest as the agent proxy's, which agents use. Answered after it is stored: 201 with the stored event;
   * 202 for a type that is not known: that event is stored as an exception only.
   */
  readonly postJournalEvent: PostOutcome;
  /** Brings a retired ATM back into use. One that was merged into another is a conflict. Repeating it changes nothing. */
  readonly reactivateAtm?: Maybe<Atm>;
  /** Takes an incident's owner away, so that somebody else can take it. Repeating it changes nothing; a resolved incident keeps its owner, and is a conflict. */
  readonly releaseIncident?: Maybe<Incident>;
  /**
   * Stores the event exceptions of a type that is known by now, each with the time of its first arrival.
   * Safe to repeat: an event that was replayed is not replayed again, and its eventId is answered with the stored event from then on.
   * One call takes about 20 seconds at most; call again while something remains that did not fail.
   */
  readonly replayEventExceptions: EventReplay;
  /** Replays a message that this service could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message. */
  readonly replayIncidentDeadLetter: DeadLetter;
  /** Looks ATMs up by their textual ids, in the order asked for; those that are not known are left out, unless they are to be registered. */
  readonly resolveAtms: ReadonlyArray<ResolvedAtm>;
  /** Resolves an incident by hand, a flapping one too. Repeating it keeps the first time and user, whatever version is given. Events that occurred before open no incident. */
  readonly resolveIncident?: Maybe<Incident>;
  /**
   * Takes an ATM out of use. It keeps its history; its open incidents are resolved in the name of the caller, its agent is refused (409), it opens no
   * incidents and gaps, gets no tasks, and is in no total from now on. Repeating it keeps the first time.
   */
  readonly retireAtm?: Maybe<Atm>;
  /** Takes many ATMs out of use, in one transaction; each has a result of its own. */
  readonly retireAtms: ReadonlyArray<AtmRetirement>;
  /** Gives a webhook a new secret, which is in this answer and in no other. Deliveries are signed with the former one too, until its period has passed. */
  readonly rotateWebhookSecret?: Maybe<Webhook>;
  /** Takes a sign of life of an ATM's agent; registers the ATM if it is new. */
  readonly storeHeartbeat: Scalars['Boolean']['output'];
  /**
   * Takes a journal event from the agent proxy; answered after it is stored. 201 with the stored event;
   * 202 for a type that is not known: that event is stored as an exception only.
   */
  readonly storeJournalEvent: IngestOutcome;
  /** Takes up to 500 events at once. Each gets its own status and body, in the order sent; a bad one fails alone. */
  readonly storeJournalEvents: ReadonlyArray<IngestEntry>;
  /** Takes a time in which a process refused most signs of life, as it was overloaded: ATMs may be silent for longer then. */
  readonly storeRefusedHeartbeats: Scalars['Boolean']['output'];
  /** Keeps the people who called a process in the directory of users. */
  readonly storeUsers: Scalars['Boolean']['output'];
  /** Sends a test to a webhook, within a second; what came of it is among its deliveries. A disabled webhook is a conflict, and so is one to which ten tests are on their way. */
  readonly testWebhook?: Maybe<WebhookDelivery>;
  /**
   * Edits what describes an ATM; fields that are left out stay, null clears one. Moving it to another institution is for administrators: its
   * open incidents and what is in its cassettes go along, what happened before stays, and tasks that wait for it are never sent. The first
   * institution of an ATM, whichever request names it, takes over everything but the events.
   */
  readonly updateAtm?: Maybe<Atm>;
  /** Renames a view, gives it another filter, or shares it; fields that are left out stay. Only who made it changes it. */
  readonly updateSavedView?: Maybe<SavedView>;
  /** Edits a webhook; fields that are left out stay, null clears one. One that is disabled is sent nothing; what waits for it is sent if it is enabled within 24 hours. */
  readonly updateWebhook?: Maybe<Webhook>;
  /** Sets how soon an institution wants its incidents acknowledged and resolved; it replaces what was set before, and severities that are left out have no target. Incidents that are open by then follow within a minute. */
  readonly writeIncidentTargets: IncidentTargets;
};


export type MutationAcknowledgeIncidentArgs = {
  id: Scalars['SafeInt']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddEventTypeArgs = {
  eventType: EventTypeInput;
};


export type MutationAssignIncidentArgs = {
  id: Scalars['SafeInt']['input'];
  userId?: InputMaybe<Scalars['String']['input']>;
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkIncidentsArgs = {
  action: IncidentBulkAction;
  cause?: InputMaybe<Scalars['String']['input']>;
  causeText?: InputMaybe<Scalars['String']['input']>;
  ids: ReadonlyArray<Scalars['SafeInt']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
  userId?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCreateAtmArgs = {
  atm: AtmInput;
};


export type MutationCreateIncidentArgs = {
  incident: IncidentInput;
};


export type MutationCreateMaintenanceWindowArgs = {
  window: MaintenanceWindowInput;
};


export type MutationCreateSavedViewArgs = {
  view: SavedViewInput;
};


export type MutationCreateWebhookArgs = {
  webhook: WebhookInput;
};


export type MutationDeleteMaintenanceWindowArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationDeleteSavedViewArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationDeleteWebhookArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationHandOverIncidentsArgs = {
  handover: HandoverInput;
};


export type MutationImportAtmsArgs = {
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  file: Scalars['Bytes']['input'];
};


export type MutationMergeAtmArgs = {
  id: Scalars['SafeInt']['input'];
  intoId: Scalars['SafeInt']['input'];
};


export type MutationNoteIncidentArgs = {
  id: Scalars['SafeInt']['input'];
  text: Scalars['String']['input'];
};


export type MutationPostJournalEventArgs = {
  event: JournalEventInput;
};


export type MutationReactivateAtmArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationReleaseIncidentArgs = {
  id: Scalars['SafeInt']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationReplayEventExceptionsArgs = {
  eventType: Scalars['String']['input'];
};


export type MutationReplayIncidentDeadLetterArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationResolveAtmsArgs = {
  agentAtmIds: ReadonlyArray<Scalars['String']['input']>;
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  register?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationResolveIncidentArgs = {
  cause?: InputMaybe<Scalars['String']['input']>;
  causeText?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['SafeInt']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRetireAtmArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationRetireAtmsArgs = {
  ids: ReadonlyArray<Scalars['SafeInt']['input']>;
};


export type MutationRotateWebhookSecretArgs = {
  id: Scalars['SafeInt']['input'];
  overlapHours?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationStoreHeartbeatArgs = {
  agentAtmId: Scalars['String']['input'];
  institutionKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationStoreJournalEventArgs = {
  event: JournalEventInput;
  reportedBy?: InputMaybe<Scalars['String']['input']>;
};


export type MutationStoreJournalEventsArgs = {
  events: ReadonlyArray<InputMaybe<JournalEventInput>>;
};


export type MutationStoreRefusedHeartbeatsArgs = {
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


export type MutationStoreUsersArgs = {
  users: ReadonlyArray<SeenUserInput>;
};


export type MutationTestWebhookArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationUpdateAtmArgs = {
  atm: AtmChange;
  id: Scalars['SafeInt']['input'];
};


export type MutationUpdateSavedViewArgs = {
  id: Scalars['SafeInt']['input'];
  view: SavedViewChange;
};


export type MutationUpdateWebhookArgs = {
  id: Scalars['SafeInt']['input'];
  webhook: WebhookChange;
};


export type MutationWriteIncidentTargetsArgs = {
  institutionKey: Scalars['String']['input'];
  targets: ReadonlyArray<IncidentTargetInput>;
};

/** An event that was not stored because its type is not known; it became an event exception. */
export type NotStoredEvent = {
  /** The number of the event exception. */
  readonly exceptionId: Scalars['SafeInt']['output'];
  /** Why it is not stored. */
  readonly reason: Scalars['String']['output'];
  /** Always NOT_STORED. */
  readonly status: Scalars['String']['output'];
};

/** How many incidents are not resolved. */
export type OpenIncidentCount = {
  /** Incidents that are OPEN or ACKNOWLEDGED. */
  readonly count: Scalars['Int']['output'];
  /** Those of them of which something is due and late. */
  readonly overdue: Scalars['Int']['output'];
};

/** Incidents that are not resolved, by severity. */
export type OpenIncidentsBySeverity = {
  /** In how many ATMs. */
  readonly atms: Scalars['Int']['output'];
  /** One row a severity, the worst first. */
  readonly severities: ReadonlyArray<OpenIncidentsOfSeverity>;
  /** All of them. */
  readonly total: Scalars['Int']['output'];
  /** Those that are not acknowledged yet. */
  readonly unacknowledged: Scalars['Int']['output'];
};

/** Incidents of one severity that are not resolved. */
export type OpenIncidentsOfSeverity = {
  /** How many. */
  readonly count: Scalars['Int']['output'];
  /** When the oldest of those that are not acknowledged was opened; null without any. */
  readonly oldestOpenedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The severity. */
  readonly severity: IncidentSeverity;
  /** Those that are not acknowledged yet. */
  readonly unacknowledged: Scalars['Int']['output'];
};

/**
 * The outcome of an event that a caller posts: stored, or recorded as an event exception. PostedEvent is the public
 * answer of the incident service, StoredEvent that of the agent proxy, JournalEvent the internal one; the fields of the
 * first two are fixed.
 */
export type PostOutcome = NotStoredEvent | PostedEvent;

/** An event that is stored, as its sender may see it. */
export type PostedEvent = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The cassette that it is about. */
  readonly cassetteNo?: Maybe<Scalars['String']['output']>;
  /** The readings of cassettes that came with it, card numbers masked; null where none came. */
  readonly cassettes?: Maybe<ReadonlyArray<CassetteReading>>;
  /** The category of its type: HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
  readonly category: Scalars['String']['output'];
  /** The part of the ATM that it is about. */
  readonly component?: Maybe<Scalars['String']['output']>;
  /** What else the agent sent, card numbers masked. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** The maker's code. */
  readonly errorCode?: Maybe<Scalars['String']['output']>;
  /** The id that the agent gave it. */
  readonly eventId?: Maybe<Scalars['UUID']['output']>;
  /** The time of the event as sent, local to the ATM. */
  readonly eventTime: Scalars['LocalDateTime']['output'];
  /** True where the time sent was blank or unreadable, so that the time of receipt is used. */
  readonly eventTimeDefaulted: Scalars['Boolean']['output'];
  /** The type of the event. */
  readonly eventType: Scalars['String']['output'];
  /** The number of the event. */
  readonly id: Scalars['SafeInt']['output'];
  /** The incident that it opened or joined. */
  readonly incidentId?: Maybe<Scalars['SafeInt']['output']>;
  /** The institution that the ATM reported under. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The text that the ATM reported, card numbers masked. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The time of the event as an instant, never later than its receipt. */
  readonly occurredAt: Scalars['DateTime']['output'];
  /** When the platform received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
};

export type Query = {
  /** One ATM by its numeric id or its agent's textual one; null for one that does not exist or is not the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The time of one ATM; null for an ATM that does not exist or is not the caller's. */
  readonly atmAvailability?: Maybe<AtmAvailability>;
  /** The newest known state of each cassette of one ATM; filters by ATM only. Null for an ATM that does not exist. */
  readonly atmCassetteInventory?: Maybe<CassetteInventory>;
  /**
   * The events of one ATM in the last hours, counted by type, most first; types without events are left out. Filters by ATM only: it applies
   * no institution scope. An ATM that does not exist has none.
   */
  readonly atmEventCounts: ReadonlyArray<EventTypeCount>;
  /** When the caller's institutions had an ATM that was moved away from them, the newest first, kept as long as states are; null for an ATM that does not exist, or neither is nor was the caller's. */
  readonly atmFormerAssignments?: Maybe<ReadonlyArray<FormerAssignment>>;
  /**
   * Events of one ATM, page by page. Filters by ATM only: it applies no institution scope
   * (unless the platform is set to; then an ATM of others is not found).
   */
  readonly atmJournalEvents: JournalEventPage;
  /** Changes of one ATM's service state, newest first, kept for 400 days unless configured otherwise; null for an ATM that does not exist or is not the caller's. */
  readonly atmStateHistory?: Maybe<ReadonlyArray<StateChange>>;
  /** How many of the caller's ATMs are connected. */
  readonly atmSummary: AtmSummary;
  /** The caller's ATMs, page by page. */
  readonly atms: AtmPage;
  /** What people changed, the newest first: administrators of an institution see what was done to it, those of the platform everything. `totalElements` is 100,000 where there are more. */
  readonly audit: AuditEntryPage;
  /** The same as CSV with a header row, of any number, the newest first. */
  readonly auditCsv?: Maybe<Scalars['Bytes']['output']>;
  /**
   * The time of the caller's ATMs, worst first, page by page, of each ATM or of groups of them. An ATM counts from when it was
   * registered, or came to its institution, and not while it is retired; the figures begin with the first hour that the platform kept them for, 400 days ago at most unless configured otherwise.
   */
  readonly availability: AvailabilityPage;
  /** The same rows as CSV with a header row, all of them, by name. */
  readonly availabilityCsv?: Maybe<Scalars['Bytes']['output']>;
  /** The caller's ATMs by month, the newest first: their time, and how fast their incidents were dealt with. */
  readonly availabilityMonths: ReadonlyArray<AvailabilityMonth>;
  /**
   * The events of one ATM of the filter group "Card reader". Newest first. Filters by ATM only: it applies no institution scope.
   * An ATM that does not exist has none.
   */
  readonly cardReaderEvents: Scalars['Bytes']['output'];
  /** The companies that carry the cash of the caller's ATMs in use, by name, with the number of these. */
  readonly cashCarriers: ReadonlyArray<CashCarrier>;
  /** The cassettes of the caller's ATMs in use, those first that will be empty first, page by page; those without a known rate come last. */
  readonly cashCassettes: CashCassettePage;
  /** The same cassettes as CSV with a header row, of any number. */
  readonly cashCassettesCsv?: Maybe<Scalars['Bytes']['output']>;
  /**
   * The events of one ATM of the filter group "Cassettes". Newest first. Filters by ATM only: it applies no institution scope.
   * An ATM that does not exist has none.
   */
  readonly cassetteEvents: Scalars['Bytes']['output'];
  /** ATMs for the platform's other services, by numeric id. */
  readonly changedAtms: ReadonlyArray<AtmRecord>;
  /**
   * The types of the event exceptions that were not replayed, those with most events first; of the caller's institutions, of all for
   * administrators. The first 100 types of the alphabet, where there are more.
   */
  readonly eventExceptionTypes: ReadonlyArray<EventExceptionType>;
  /**
   * Event exceptions, newest first; of the caller's institutions, of all for administrators.
   * They are kept for 400 days, unless configured otherwise, and for 30 days once they were replayed.
   */
  readonly eventExceptions: EventExceptionPage;
  /** Every known event type with its category and its filter group. */
  readonly eventTypes: ReadonlyArray<EventType>;
  /** What all cassettes of the caller's ATMs hold, by currency. */
  readonly fleetCashTotals: ReadonlyArray<FleetCashTotal>;
  /** The newest known state of the cassettes of the caller's ATMs, by ATM. */
  readonly fleetCassetteInventory: ReadonlyArray<CassetteInventory>;
  /**
   * The events of the caller's ATMs in a time of 32 days at most, newest first, a page after the other, and how many there are. Those of retired ATMs
   * are among them.
   */
  readonly fleetEvents: JournalEventSlice;
  /** How many of the caller's ATMs were connected, and what they did; the newest bucket is not complete yet. Samples are kept for 38 days. */
  readonly fleetHistory: FleetHistory;
  /** One incident with its newest events; null for one that does not exist or is not the caller's. */
  readonly incident?: Maybe<Incident>;
  /** The causes to choose from when incidents of these kinds are resolved together: those that all of them can have. */
  readonly incidentCauses: ReadonlyArray<Scalars['String']['output']>;
  /** Messages that this service's consumers could not handle, the last failure first. */
  readonly incidentDeadLetters: DeadLetterPage;
  /** What people did to an incident, their notes and which webhooks were notified, newest first; null for one that does not exist or is not the caller's. */
  readonly incidentEntries?: Maybe<ReadonlyArray<IncidentEntry>>;
  /** The caller's incidents that opened in a period, by kind and cause, most frequent first. */
  readonly incidentFigures: IncidentFigures;
  /**
   * The caller's incidents that are not resolved by an attribute of their ATMs, those with most incidents first; the parts of mass outages are left
   * out. The first 500 groups, where there are more.
   */
  readonly incidentGroups: ReadonlyArray<IncidentGroup>;
  /** What changed since a moment, each record once and as it is now; for live streams. */
  readonly incidentLiveChanges: IncidentLiveChanges;
  /** How many of the caller's incidents that were opened in a period missed their targets, by severity, worst first. Parts of mass outages are not counted. */
  readonly incidentTargetReport: ReadonlyArray<TargetReport>;
  /** The targets of the caller's institutions that have any, by their keys. */
  readonly incidentTargets: IncidentTargetsPage;
  /** The caller's incidents, page by page. */
  readonly incidents: IncidentPage;
  /** The same incidents as CSV with a header row, of any number, the newest first. */
  readonly incidentsCsv?: Maybe<Scalars['Bytes']['output']>;
  /** The institutions that the caller sees, by key, with the number of their ATMs. */
  readonly institutions: ReadonlyArray<Institution>;
  /** The events of the caller's ATMs in the last hours, counted by type, and the ATMs with the most of them. */
  readonly journalEventActivity: JournalEventActivity;
  /** The events of the caller's ATMs by category over time, for a chart: whole buckets, the newest one not complete yet. */
  readonly journalEventSeries: JournalEventSeries;
  /**
   * When the caller left: the end of their visit before the present one, or when they last handed over their queue, whichever is later. A visit
   * ends where nothing is heard of a person for half an hour. Null for one who is here for the first time.
   */
  readonly lastVisit: LastVisit;
  /**
   * All events of one ATM. Newest first. Filters by ATM only: it applies no institution scope.
   * An ATM that does not exist has none.
   */
  readonly listAtmJournalEvents: Scalars['Bytes']['output'];
  /** The newest known state of the cassettes of the caller's ATMs, by ATM; streamed, whatever their number. */
  readonly listFleetCassetteInventory: Scalars['Bytes']['output'];
  /** The events of the caller's ATMs in the last hours, newest first; streamed, whatever their number. */
  readonly listJournalEventActivity: Scalars['Bytes']['output'];
  /** The caller's incidents that are not resolved, newest first; streamed, whatever their number. */
  readonly listOpenIncidents: Scalars['Bytes']['output'];
  /** The caller's maintenance windows, the latest first. */
  readonly maintenanceWindows: MaintenanceWindowPage;
  /** How many of the caller's incidents are not resolved. */
  readonly openIncidentCount: OpenIncidentCount;
  /** The caller's incidents that are not resolved, newest first. */
  readonly openIncidents: ReadonlyArray<Incident>;
  /** The caller's incidents that are not resolved, by severity, with those that are not acknowledged yet; without those that are suppressed. */
  readonly openIncidentsBySeverity: OpenIncidentsBySeverity;
  /**
   * The events of one ATM in the last hours. Newest first. Filters by ATM only: it applies no institution scope.
   * An ATM that does not exist has none.
   */
  readonly recentAtmJournalEvents: Scalars['Bytes']['output'];
  /** The filters of lists that the caller keeps under a name, and those that are shared with the caller's institutions, by name; 300 at most, the caller's own first. */
  readonly savedViews: ReadonlyArray<SavedView>;
  /** How many ATMs match, by institution; for the platform's other services. */
  readonly selectedAtmCounts: ReadonlyArray<SelectedAtmCount>;
  /** ATMs that match, for the platform's other services, by numeric id. */
  readonly selectedAtms: ReadonlyArray<ResolvedAtm>;
  /** What happened to incidents in a period: how many were opened and closed, by whom, what was late, and what was handed over. Parts of mass outages are left out, and so is what a maintenance window suppressed, except in what people did. */
  readonly shiftReport: ShiftReport;
  /**
   * ATMs that were probably made up by a typing error in an agent id: in use, of which no heartbeat and no journal ever came, and one event at most,
   * and that is more than a day ago. Newest first.
   */
  readonly suspectedAtms: ReadonlyArray<Atm>;
  /** The people of the caller's institutions who have called the platform, and the operator's, by name. */
  readonly users: UserPage;
  /** One webhook; null for one that does not exist or is not the caller's. */
  readonly webhook?: Maybe<Webhook>;
  /** What was sent to a webhook or is to be sent, the newest first; for 30 days. Null for one that does not exist or is not the caller's. */
  readonly webhookDeliveries?: Maybe<WebhookDeliveryPage>;
  /** The webhooks of the caller's institutions, the newest first. */
  readonly webhooks: WebhookPage;
};


export type QueryAtmArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  id?: InputMaybe<Scalars['SafeInt']['input']>;
};


export type QueryAtmAvailabilityArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  id: Scalars['SafeInt']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAtmCassetteInventoryArgs = {
  atmId: Scalars['SafeInt']['input'];
};


export type QueryAtmEventCountsArgs = {
  atmId: Scalars['SafeInt']['input'];
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAtmFormerAssignmentsArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryAtmJournalEventsArgs = {
  atmId: Scalars['SafeInt']['input'];
  eventTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryAtmStateHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['SafeInt']['input'];
};


export type QueryAtmsArgs = {
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  model?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  site?: InputMaybe<Scalars['String']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryAuditArgs = {
  action?: InputMaybe<Scalars['String']['input']>;
  actor?: InputMaybe<Scalars['String']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  subjectId?: InputMaybe<Scalars['String']['input']>;
  subjectType?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAuditCsvArgs = {
  action?: InputMaybe<Scalars['String']['input']>;
  actor?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  subjectId?: InputMaybe<Scalars['String']['input']>;
  subjectType?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAvailabilityArgs = {
  format?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  group?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAvailabilityCsvArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  group?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAvailabilityMonthsArgs = {
  months?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCardReaderEventsArgs = {
  atmId: Scalars['SafeInt']['input'];
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCashCassettesArgs = {
  carrier?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  emptyBefore?: InputMaybe<Scalars['DateTime']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<CashOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  siteName?: InputMaybe<Scalars['String']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCashCassettesCsvArgs = {
  carrier?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  emptyBefore?: InputMaybe<Scalars['DateTime']['input']>;
  order?: InputMaybe<CashOrder>;
  q?: InputMaybe<Scalars['String']['input']>;
  siteName?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCassetteEventsArgs = {
  atmId: Scalars['SafeInt']['input'];
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryChangedAtmsArgs = {
  afterId?: InputMaybe<Scalars['SafeInt']['input']>;
  changedSince?: InputMaybe<Scalars['DateTime']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEventExceptionsArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  eventType?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  replayed?: InputMaybe<Scalars['Boolean']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryFleetCassetteInventoryArgs = {
  afterAtmId?: InputMaybe<Scalars['SafeInt']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryFleetEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  category?: InputMaybe<Scalars['String']['input']>;
  eventType?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  group?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryFleetHistoryArgs = {
  bucketMinutes?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryIncidentArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryIncidentCausesArgs = {
  kinds: ReadonlyArray<Scalars['String']['input']>;
};


export type QueryIncidentDeadLettersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  replayed?: InputMaybe<Scalars['Boolean']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  topic?: InputMaybe<Scalars['String']['input']>;
};


export type QueryIncidentEntriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['SafeInt']['input'];
};


export type QueryIncidentFiguresArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryIncidentGroupsArgs = {
  by: AtmGrouping;
};


export type QueryIncidentLiveChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryIncidentTargetReportArgs = {
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


export type QueryIncidentTargetsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryIncidentsArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  format?: InputMaybe<Scalars['String']['input']>;
  hasOwner?: InputMaybe<Scalars['Boolean']['input']>;
  isOverdue?: InputMaybe<Scalars['Boolean']['input']>;
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  missed?: InputMaybe<MissedTarget>;
  missedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  missedTo?: InputMaybe<Scalars['DateTime']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  openedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  openedTo?: InputMaybe<Scalars['DateTime']['input']>;
  ownerUserId?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentIncidentId?: InputMaybe<Scalars['SafeInt']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  resolved?: InputMaybe<Scalars['Boolean']['input']>;
  resolvedBy?: InputMaybe<Scalars['String']['input']>;
  resolvedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  resolvedTo?: InputMaybe<Scalars['DateTime']['input']>;
  severity?: InputMaybe<IncidentSeverity>;
  site?: InputMaybe<Scalars['String']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  status?: InputMaybe<IncidentStatus>;
  suppressed?: InputMaybe<Scalars['Boolean']['input']>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
  work?: InputMaybe<IncidentWork>;
  workedBy?: InputMaybe<Scalars['String']['input']>;
  workedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  workedTo?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryIncidentsCsvArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  hasOwner?: InputMaybe<Scalars['Boolean']['input']>;
  isOverdue?: InputMaybe<Scalars['Boolean']['input']>;
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  missed?: InputMaybe<MissedTarget>;
  missedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  missedTo?: InputMaybe<Scalars['DateTime']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  openedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  openedTo?: InputMaybe<Scalars['DateTime']['input']>;
  ownerUserId?: InputMaybe<Scalars['String']['input']>;
  parentIncidentId?: InputMaybe<Scalars['SafeInt']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  resolved?: InputMaybe<Scalars['Boolean']['input']>;
  resolvedBy?: InputMaybe<Scalars['String']['input']>;
  resolvedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  resolvedTo?: InputMaybe<Scalars['DateTime']['input']>;
  severity?: InputMaybe<IncidentSeverity>;
  site?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<IncidentStatus>;
  suppressed?: InputMaybe<Scalars['Boolean']['input']>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
  work?: InputMaybe<IncidentWork>;
  workedBy?: InputMaybe<Scalars['String']['input']>;
  workedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  workedTo?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryJournalEventActivityArgs = {
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryJournalEventSeriesArgs = {
  bucketMinutes?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryListAtmJournalEventsArgs = {
  atmId: Scalars['SafeInt']['input'];
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryListJournalEventActivityArgs = {
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryListOpenIncidentsArgs = {
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryMaintenanceWindowsArgs = {
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  over?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryOpenIncidentCountArgs = {
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryOpenIncidentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryOpenIncidentsBySeverityArgs = {
  isPart?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryRecentAtmJournalEventsArgs = {
  atmId: Scalars['SafeInt']['input'];
  hoursBack?: InputMaybe<Scalars['Int']['input']>;
};


export type QuerySavedViewsArgs = {
  page?: InputMaybe<SavedViewPage>;
};


export type QuerySelectedAtmCountsArgs = {
  selection: AtmSelection;
};


export type QuerySelectedAtmsArgs = {
  afterId?: InputMaybe<Scalars['SafeInt']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  selection: AtmSelection;
};


export type QueryShiftReportArgs = {
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


export type QuerySuspectedAtmsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryUsersArgs = {
  named?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  sees?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryWebhookArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryWebhookDeliveriesArgs = {
  id: Scalars['SafeInt']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<WebhookDeliveryStatus>;
};


export type QueryWebhooksArgs = {
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};

/** An ATM as other services know it. */
export type ResolvedAtm = {
  /** The agent's textual id. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The institution; null while none is known. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** When it was last brought back into use; null where it never was retired and brought back. */
  readonly reactivatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** True where it is retired: its agent and its tasks are refused. */
  readonly retired: Scalars['Boolean']['output'];
  /** Its IANA time zone; null where it is the platform's. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
};

/** The filter of a list, kept under a name. */
export type SavedView = {
  /** When it was last changed. */
  readonly changedAt: Scalars['DateTime']['output'];
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The number of the view. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution that it is of; null for one of an administrator that is of none. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** True for the caller's own. */
  readonly mine: Scalars['Boolean']['output'];
  /** The name. */
  readonly name: Scalars['String']['output'];
  /** The list. */
  readonly page: SavedViewPage;
  /** The filter, as it follows the question mark in the address of the page. */
  readonly search: Scalars['String']['output'];
  /** True where all of the institution see it. */
  readonly shared: Scalars['Boolean']['output'];
  /** The same, as the directory of users has them. */
  readonly user?: Maybe<User>;
  /** Who made it. */
  readonly userId: Scalars['String']['output'];
};

/** What changes of a view. */
export type SavedViewChange = {
  /** The name; not blank, 80 characters at most. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The filter; 2000 characters at most. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is shared; not for the role USER. */
  readonly shared?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A filter to be kept. */
export type SavedViewInput = {
  /** The institution that it is of; needed by a caller of several. One of an administrator may be of none. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** The name; not blank, 80 characters at most. */
  readonly name: Scalars['String']['input'];
  /** The list. */
  readonly page: SavedViewPage;
  /** The filter, as it follows the question mark in the address of the page; 2000 characters at most. Card numbers are masked. */
  readonly search: Scalars['String']['input'];
  /** True to share it with the institution; not for the role USER. */
  readonly shared?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The lists whose filters can be kept. */
export type SavedViewPage =
  /** ATMs. */
  | 'ATMS'
  /** Availability of ATMs. */
  | 'AVAILABILITY'
  /** Cassettes. */
  | 'CASH'
  /** Journal files. */
  | 'FILES'
  /** Incidents. */
  | 'INCIDENTS'
  /** Missing journals. */
  | 'JOURNALS'
  /** Tasks. */
  | 'TASKS'
  /** Transactions. */
  | 'TRANSACTIONS';

/** A person whom a token named. */
export type SeenUserInput = {
  /** The e-mail address in the token. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** The institutions of the token. */
  readonly institutions: ReadonlyArray<Scalars['String']['input']>;
  /** When the token was last seen. */
  readonly lastSeenAt: Scalars['DateTime']['input'];
  /** The name in the token. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** True for the operator's people, who see every institution. */
  readonly unrestricted: Scalars['Boolean']['input'];
  /** The `sub` of the token. */
  readonly userId: Scalars['String']['input'];
};

/** Selected ATMs of an institution. */
export type SelectedAtmCount = {
  /** How many. */
  readonly atms: Scalars['Int']['output'];
  /** The institution; null for ATMs without one. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
};

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

/** An incident became worse. */
export type SeverityChange = {
  /** When the event occurred by which it did. */
  readonly at: Scalars['DateTime']['output'];
  /** The number of that event. */
  readonly eventId: Scalars['SafeInt']['output'];
  /** The severity before. */
  readonly from: IncidentSeverity;
  /** The severity after. */
  readonly to: IncidentSeverity;
};

/** An incident that was resolved, and by whom. */
export type ShiftClosing = {
  /** The incident. */
  readonly incident: Incident;
  /** The same, as the directory of users has them. */
  readonly user?: Maybe<User>;
  /** Who resolved it; null where the rules did. */
  readonly userId?: Maybe<Scalars['String']['output']>;
};

/** Incidents that were handed over at once. */
export type ShiftHandover = {
  /** When. */
  readonly at: Scalars['DateTime']['output'];
  /** How many incidents, as far as the caller sees them. */
  readonly incidents: Scalars['Int']['output'];
  /** The note. */
  readonly note?: Maybe<Scalars['String']['output']>;
  /** The same, as the directory of users has them. */
  readonly toUser?: Maybe<User>;
  /** To whom. */
  readonly toUserId: Scalars['String']['output'];
  /** The same, as the directory of users has them. */
  readonly user?: Maybe<User>;
  /** Who gave them away. */
  readonly userId: Scalars['String']['output'];
};

/** What one person did to incidents in a period. */
export type ShiftPerson = {
  /** Incidents acknowledged. */
  readonly acknowledged: Scalars['Int']['output'];
  /** Incidents resolved. */
  readonly closed: Scalars['Int']['output'];
  /** Notes written. */
  readonly notes: Scalars['Int']['output'];
  /** Incidents opened by hand. */
  readonly opened: Scalars['Int']['output'];
  /** The same, as the directory of users has them. */
  readonly user?: Maybe<User>;
  /** Who: the `sub` of their tokens. */
  readonly userId: Scalars['String']['output'];
};

/** What happened to incidents in a period. */
export type ShiftReport = {
  /** Those of them that were not acknowledged in time, by a target in the period. */
  readonly acknowledgeMissed: Scalars['Int']['output'];
  /** Incidents that were resolved in it, whenever they were opened. */
  readonly closed: Scalars['Int']['output'];
  /** Those of them that people resolved. */
  readonly closedByHand: Scalars['Int']['output'];
  /** Incidents that were resolved, those that people resolved first, then the newest. */
  readonly closedIncidents: ReadonlyArray<ShiftClosing>;
  /** Where the period begins. */
  readonly from: Scalars['DateTime']['output'];
  /** What was handed over, newest first; 50 at most. */
  readonly handovers: ReadonlyArray<ShiftHandover>;
  /** Incidents that missed a target in it; one that missed both counts once. */
  readonly missed: Scalars['Int']['output'];
  /** Incidents that missed a target in the period, the latest miss first. */
  readonly missedIncidents: ReadonlyArray<Incident>;
  /** Incidents that were opened in it. */
  readonly opened: Scalars['Int']['output'];
  /** Those of them that people opened. */
  readonly openedByHand: Scalars['Int']['output'];
  /** Incidents that were opened: those that are not resolved first, then the worst, then the newest. */
  readonly openedIncidents: ReadonlyArray<Incident>;
  /** What people did, the most active first; 50 at most. */
  readonly people: ReadonlyArray<ShiftPerson>;
  /** Those of them that were not resolved in time, by a target in the period. */
  readonly resolveMissed: Scalars['Int']['output'];
  /** Opened and resolved incidents by severity, the worst first. */
  readonly severities: ReadonlyArray<ShiftSeverity>;
  /** Those of them that are not resolved now. */
  readonly stillOpen: Scalars['Int']['output'];
  /** Where it ends. */
  readonly to: Scalars['DateTime']['output'];
};


/** What happened to incidents in a period. */
export type ShiftReportClosedIncidentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** What happened to incidents in a period. */
export type ShiftReportMissedIncidentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** What happened to incidents in a period. */
export type ShiftReportOpenedIncidentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Incidents of one severity in a period. */
export type ShiftSeverity = {
  /** Resolved in the period. */
  readonly closed: Scalars['Int']['output'];
  /** Opened in the period. */
  readonly opened: Scalars['Int']['output'];
  /** The severity. */
  readonly severity: IncidentSeverity;
};

/** A change of an ATM's service state. */
export type StateChange = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** When the event that changed it occurred. */
  readonly at: Scalars['DateTime']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** The number of the event that changed it. */
  readonly eventId?: Maybe<Scalars['SafeInt']['output']>;
  /** The type of that event. */
  readonly eventType?: Maybe<Scalars['String']['output']>;
  /** The state before. */
  readonly from: ServiceState;
  /** The state after. */
  readonly to: ServiceState;
};

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

export type Subscription = {
  /** An incident that was opened or has changed, as it is now. A null is no incident, but a notice of the stream in `extensions.live`. */
  readonly incidentChanged?: Maybe<Incident>;
  /** A change of the service state of an ATM. A null is no change, but a notice of the stream in `extensions.live`. */
  readonly serviceStateChanged?: Maybe<StateChange>;
};

/** Incidents of a severity, and how many of them missed their targets. */
export type TargetReport = {
  /** Those that were not acknowledged in time. */
  readonly acknowledgeMissed: Scalars['Int']['output'];
  /** Those with a target to acknowledge. */
  readonly acknowledgeTargets: Scalars['Int']['output'];
  /** Incidents that were opened in the period. */
  readonly opened: Scalars['Int']['output'];
  /** Those that were not resolved in time. */
  readonly resolveMissed: Scalars['Int']['output'];
  /** Those with a target to resolve. */
  readonly resolveTargets: Scalars['Int']['output'];
  /** The severity. */
  readonly severity: IncidentSeverity;
};

/** A person who has called the platform. */
export type User = {
  /** The e-mail address in the newest token; null where it had none, and of the operator's people to others. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** The institutions of the newest token, as far as the caller sees them. */
  readonly institutions: ReadonlyArray<Scalars['String']['output']>;
  /** When they were last seen, within five minutes. */
  readonly lastSeenAt: Scalars['DateTime']['output'];
  /** The name in the newest token; null where it had none. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The `sub` of the tokens. */
  readonly userId: Scalars['String']['output'];
};

/** A page of users. */
export type UserPage = {
  /** The rows. */
  readonly content: ReadonlyArray<User>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** An address that is notified of the incidents of an institution. */
export type Webhook = {
  /** How many attempts have failed since the last delivery that was taken. */
  readonly consecutiveFailures: Scalars['Int']['output'];
  /** When it was added. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who added it: the `sub` of the token. */
  readonly createdBy: Scalars['String']['output'];
  /** What it is for, in words. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** What it is notified of. */
  readonly events: ReadonlyArray<WebhookEvent>;
  /** The number of the webhook. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution whose incidents it receives. */
  readonly institutionKey: Scalars['String']['output'];
  /** The kinds of incidents that it receives; null for all. */
  readonly kinds?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Why the last delivery that failed did; null if none did. */
  readonly lastError?: Maybe<Scalars['String']['output']>;
  /** When that was. */
  readonly lastErrorAt?: Maybe<Scalars['DateTime']['output']>;
  /** When a delivery was last taken; null if none was. */
  readonly lastSuccessAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its secret, `whsec_…`; only in the answers that create it or give it a new one, null in all others. */
  readonly secret?: Maybe<Scalars['String']['output']>;
  /** The severities of incidents that it receives; null for all. */
  readonly severities?: Maybe<ReadonlyArray<IncidentSeverity>>;
  /** Whether it receives anything. */
  readonly status: WebhookStatus;
  /** The address that receives the deliveries. */
  readonly url: Scalars['String']['output'];
};

/** What changes of a webhook. */
export type WebhookChange = {
  /** What it is for, in words. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** What it is notified of. */
  readonly events?: InputMaybe<ReadonlyArray<WebhookEvent>>;
  /** The kinds of incidents that it receives; null for all. */
  readonly kinds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The severities of incidents that it receives; null for all. */
  readonly severities?: InputMaybe<ReadonlyArray<IncidentSeverity>>;
  /** Whether it receives anything. */
  readonly status?: InputMaybe<WebhookStatus>;
  /** The address that receives the deliveries: https, at a public address. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** What was sent to a webhook, or is to be sent. */
export type WebhookDelivery = {
  /** How often it was sent. */
  readonly attempts: Scalars['Int']['output'];
  /** The body that is sent. */
  readonly body: Scalars['JSON']['output'];
  /** When it was queued. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The change that it reports; null for a test. */
  readonly event?: Maybe<WebhookEvent>;
  /** The number of the delivery. */
  readonly id: Scalars['SafeInt']['output'];
  /** The incident that it is about; null for a test. */
  readonly incidentId?: Maybe<Scalars['SafeInt']['output']>;
  /** When it was last sent; null if it was not. */
  readonly lastAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the receiver knows it by: the header `webhook-id`, the same in each attempt. */
  readonly messageId: Scalars['String']['output'];
  /** When it is sent next; null unless it waits. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why the last attempt failed; null where none did. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** The status of the last answer; null where there was none. */
  readonly responseStatus?: Maybe<Scalars['Int']['output']>;
  /** What became of it. */
  readonly status: WebhookDeliveryStatus;
};

/** A page of deliveries. */
export type WebhookDeliveryPage = {
  /** The deliveries. */
  readonly content: ReadonlyArray<WebhookDelivery>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** What became of a delivery. */
export type WebhookDeliveryStatus =
  /** It was taken: answered with 2xx. */
  | 'DELIVERED'
  /** It was given up after 24 hours. */
  | 'FAILED'
  /** It is to be sent, perhaps once more. */
  | 'PENDING';

/** What a webhook is notified of. */
export type WebhookEvent =
  /** An incident was opened: `incident.created`. */
  | 'INCIDENT_CREATED'
  /** An incident was resolved: `incident.resolved`. */
  | 'INCIDENT_RESOLVED'
  /** An open incident changed: `incident.updated`. Of several changes that wait, the last one is sent. */
  | 'INCIDENT_UPDATED';

/** A webhook to add. */
export type WebhookInput = {
  /** What it is for, in words. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** What it is notified of; that incidents are opened and resolved where left out. */
  readonly events?: InputMaybe<ReadonlyArray<WebhookEvent>>;
  /** The institution whose incidents it receives; may be left out where the token has exactly one. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** The kinds of incidents that it receives; all where left out. */
  readonly kinds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The severities of incidents that it receives; all where left out. */
  readonly severities?: InputMaybe<ReadonlyArray<IncidentSeverity>>;
  /** The address that receives the deliveries: https, at a public address. */
  readonly url: Scalars['String']['input'];
};

/** A page of webhooks. */
export type WebhookPage = {
  /** The webhooks. */
  readonly content: ReadonlyArray<Webhook>;
  /** True without rows. */
  readonly empty: Scalars['Boolean']['output'];
  /** True on the first page. */
  readonly first: Scalars['Boolean']['output'];
  /** True on the last page. */
  readonly last: Scalars['Boolean']['output'];
  /** Number of this page, from 0. */
  readonly number: Scalars['Int']['output'];
  /** Rows of this page. */
  readonly numberOfElements: Scalars['Int']['output'];
  /** Rows a page. */
  readonly size: Scalars['Int']['output'];
  /** Rows of all pages. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** Number of pages. */
  readonly totalPages: Scalars['Int']['output'];
};

/** Whether a webhook receives anything. */
export type WebhookStatus =
  /** It is. */
  | 'ACTIVE'
  /** It is not: somebody disabled it, or it answered 410. */
  | 'DISABLED';

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



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Atm: Atm;
  Incident: Incident;
  Institution: Institution;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Atm:
    ( { __typename: 'Atm' }
    & ( GraphQLRecursivePick<FederationTypes['Atm'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Atm'], {"agentAtmId":true}> ) );
  Incident:
    ( { __typename: 'Incident' }
    & GraphQLRecursivePick<FederationTypes['Incident'], {"id":true}> );
  Institution:
    ( { __typename: 'Institution' }
    & GraphQLRecursivePick<FederationTypes['Institution'], {"key":true}> );
};

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  IngestOutcome:
    | ( Omit<JournalEvent, 'atm' | 'incident'> & { atm?: Maybe<_RefType['Atm']>, incident?: Maybe<_RefType['Incident']> } & { __typename: 'JournalEvent' } )
    | ( NotStoredEvent & { __typename: 'NotStoredEvent' } )
  ;
  PostOutcome:
    | ( NotStoredEvent & { __typename: 'NotStoredEvent' } )
    | ( PostedEvent & { __typename: 'PostedEvent' } )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Atm: ResolverTypeWrapper<AtmMapper>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  AtmAvailability: ResolverTypeWrapper<AtmAvailability>;
  AtmChange: AtmChange;
  AtmConnectivity: AtmConnectivity;
  AtmCriticality: AtmCriticality;
  AtmEventCount: ResolverTypeWrapper<Omit<AtmEventCount, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  AtmGrouping: AtmGrouping;
  AtmImport: ResolverTypeWrapper<AtmImport>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  AtmImportChange: ResolverTypeWrapper<AtmImportChange>;
  AtmImportFault: ResolverTypeWrapper<AtmImportFault>;
  AtmImportField: ResolverTypeWrapper<AtmImportField>;
  AtmImportKind: AtmImportKind;
  AtmInput: AtmInput;
  AtmLifecycle: AtmLifecycle;
  AtmOpenIncidents: ResolverTypeWrapper<AtmOpenIncidents>;
  AtmPage: ResolverTypeWrapper<Omit<AtmPage, 'content'> & { content: ReadonlyArray<ResolversTypes['Atm']> }>;
  AtmRecord: ResolverTypeWrapper<AtmRecord>;
  AtmRetirement: ResolverTypeWrapper<Omit<AtmRetirement, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  AtmRetirementOutcome: AtmRetirementOutcome;
  AtmSelection: AtmSelection;
  AtmSummary: ResolverTypeWrapper<AtmSummary>;
  AuditEntry: ResolverTypeWrapper<AuditEntryMapper>;
  AuditEntryPage: ResolverTypeWrapper<Omit<AuditEntryPage, 'content'> & { content: ReadonlyArray<ResolversTypes['AuditEntry']> }>;
  AvailabilityMonth: ResolverTypeWrapper<AvailabilityMonth>;
  AvailabilityPage: ResolverTypeWrapper<AvailabilityPage>;
  AvailabilityRow: ResolverTypeWrapper<AvailabilityRow>;
  BusinessDay: ResolverTypeWrapper<BusinessDay>;
  BusinessDayInput: BusinessDayInput;
  BusinessHours: ResolverTypeWrapper<BusinessHours>;
  BusinessHoursInput: BusinessHoursInput;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  CashCarrier: ResolverTypeWrapper<CashCarrier>;
  CashCassette: ResolverTypeWrapper<CashCassette>;
  CashCassettePage: ResolverTypeWrapper<CashCassettePage>;
  CashOrder: CashOrder;
  CashTotal: ResolverTypeWrapper<CashTotal>;
  Cassette: ResolverTypeWrapper<Cassette>;
  CassetteInventory: ResolverTypeWrapper<CassetteInventory>;
  CassetteReading: ResolverTypeWrapper<CassetteReading>;
  CassetteReadingInput: CassetteReadingInput;
  CategorySeries: ResolverTypeWrapper<CategorySeries>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeadLetter: ResolverTypeWrapper<DeadLetter>;
  DeadLetterPage: ResolverTypeWrapper<DeadLetterPage>;
  EventException: ResolverTypeWrapper<EventException>;
  EventExceptionPage: ResolverTypeWrapper<EventExceptionPage>;
  EventExceptionType: ResolverTypeWrapper<EventExceptionType>;
  EventReplay: ResolverTypeWrapper<EventReplay>;
  EventType: ResolverTypeWrapper<EventType>;
  EventTypeCount: ResolverTypeWrapper<EventTypeCount>;
  EventTypeInput: EventTypeInput;
  FleetCashTotal: ResolverTypeWrapper<FleetCashTotal>;
  FleetHistory: ResolverTypeWrapper<FleetHistory>;
  FleetHistoryBucket: ResolverTypeWrapper<FleetHistoryBucket>;
  FormerAssignment: ResolverTypeWrapper<FormerAssignment>;
  Handover: ResolverTypeWrapper<HandoverMapper>;
  HandoverFilter: HandoverFilter;
  HandoverInput: HandoverInput;
  Incident: ResolverTypeWrapper<IncidentMapper>;
  IncidentBulkAction: IncidentBulkAction;
  IncidentBulkOutcome: IncidentBulkOutcome;
  IncidentBulkResult: ResolverTypeWrapper<Omit<IncidentBulkResult, 'incident'> & { incident?: Maybe<ResolversTypes['Incident']> }>;
  IncidentCauseFigures: ResolverTypeWrapper<IncidentCauseFigures>;
  IncidentEnder: IncidentEnder;
  IncidentEnding: ResolverTypeWrapper<IncidentEnding>;
  IncidentEntry: ResolverTypeWrapper<IncidentEntryMapper>;
  IncidentEntryKind: IncidentEntryKind;
  IncidentEntryWebhook: ResolverTypeWrapper<IncidentEntryWebhook>;
  IncidentFigures: ResolverTypeWrapper<IncidentFigures>;
  IncidentGroup: ResolverTypeWrapper<IncidentGroup>;
  IncidentInput: IncidentInput;
  IncidentLiveChange: ResolverTypeWrapper<Omit<IncidentLiveChange, 'incident'> & { incident?: Maybe<ResolversTypes['Incident']> }>;
  IncidentLiveChanges: ResolverTypeWrapper<Omit<IncidentLiveChanges, 'changes'> & { changes: ReadonlyArray<ResolversTypes['IncidentLiveChange']> }>;
  IncidentPage: ResolverTypeWrapper<Omit<IncidentPage, 'content'> & { content: ReadonlyArray<ResolversTypes['Incident']> }>;
  IncidentSeverity: IncidentSeverity;
  IncidentSource: IncidentSource;
  IncidentStatus: IncidentStatus;
  IncidentTarget: ResolverTypeWrapper<IncidentTarget>;
  IncidentTargetInput: IncidentTargetInput;
  IncidentTargets: ResolverTypeWrapper<IncidentTargets>;
  IncidentTargetsPage: ResolverTypeWrapper<IncidentTargetsPage>;
  IncidentWork: IncidentWork;
  IngestEntry: ResolverTypeWrapper<IngestEntry>;
  IngestOutcome: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['IngestOutcome']>;
  Institution: ResolverTypeWrapper<Institution>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JournalEvent: ResolverTypeWrapper<Omit<JournalEvent, 'atm' | 'incident'> & { atm?: Maybe<ResolversTypes['Atm']>, incident?: Maybe<ResolversTypes['Incident']> }>;
  JournalEventActivity: ResolverTypeWrapper<Omit<JournalEventActivity, 'topAtms'> & { topAtms: ReadonlyArray<ResolversTypes['AtmEventCount']> }>;
  JournalEventInput: JournalEventInput;
  JournalEventPage: ResolverTypeWrapper<Omit<JournalEventPage, 'content'> & { content: ReadonlyArray<ResolversTypes['JournalEvent']> }>;
  JournalEventSeries: ResolverTypeWrapper<JournalEventSeries>;
  JournalEventSlice: ResolverTypeWrapper<Omit<JournalEventSlice, 'content'> & { content: ReadonlyArray<ResolversTypes['JournalEvent']> }>;
  LastVisit: ResolverTypeWrapper<LastVisit>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  MaintenanceWindow: ResolverTypeWrapper<MaintenanceWindow>;
  MaintenanceWindowInput: MaintenanceWindowInput;
  MaintenanceWindowPage: ResolverTypeWrapper<MaintenanceWindowPage>;
  MissedTarget: MissedTarget;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NotStoredEvent: ResolverTypeWrapper<NotStoredEvent>;
  OpenIncidentCount: ResolverTypeWrapper<OpenIncidentCountMapper>;
  OpenIncidentsBySeverity: ResolverTypeWrapper<OpenIncidentsBySeverity>;
  OpenIncidentsOfSeverity: ResolverTypeWrapper<OpenIncidentsOfSeverity>;
  PostOutcome: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['PostOutcome']>;
  PostedEvent: ResolverTypeWrapper<PostedEvent>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ResolvedAtm: ResolverTypeWrapper<ResolvedAtm>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SavedView: ResolverTypeWrapper<SavedViewMapper>;
  SavedViewChange: SavedViewChange;
  SavedViewInput: SavedViewInput;
  SavedViewPage: SavedViewPage;
  SeenUserInput: SeenUserInput;
  SelectedAtmCount: ResolverTypeWrapper<SelectedAtmCount>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  ServiceState: ServiceState;
  SeverityChange: ResolverTypeWrapper<SeverityChange>;
  ShiftClosing: ResolverTypeWrapper<ShiftClosingMapper>;
  ShiftHandover: ResolverTypeWrapper<ShiftHandoverMapper>;
  ShiftPerson: ResolverTypeWrapper<ShiftPersonMapper>;
  ShiftReport: ResolverTypeWrapper<ShiftReportMapper>;
  ShiftSeverity: ResolverTypeWrapper<ShiftSeverity>;
  StateChange: ResolverTypeWrapper<StateChange>;
  StatusBadge: StatusBadge;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TargetReport: ResolverTypeWrapper<TargetReport>;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
  User: ResolverTypeWrapper<User>;
  UserPage: ResolverTypeWrapper<UserPage>;
  Webhook: ResolverTypeWrapper<Webhook>;
  WebhookChange: WebhookChange;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  WebhookDeliveryPage: ResolverTypeWrapper<WebhookDeliveryPage>;
  WebhookDeliveryStatus: WebhookDeliveryStatus;
  WebhookEvent: WebhookEvent;
  WebhookInput: WebhookInput;
  WebhookPage: ResolverTypeWrapper<WebhookPage>;
  WebhookStatus: WebhookStatus;
  Weekday: Weekday;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Atm: AtmMapper;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Float: Scalars['Float']['output'];
  AtmAvailability: AtmAvailability;
  AtmChange: AtmChange;
  AtmEventCount: Omit<AtmEventCount, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  AtmImport: AtmImport;
  Boolean: Scalars['Boolean']['output'];
  AtmImportChange: AtmImportChange;
  AtmImportFault: AtmImportFault;
  AtmImportField: AtmImportField;
  AtmInput: AtmInput;
  AtmOpenIncidents: AtmOpenIncidents;
  AtmPage: Omit<AtmPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['Atm']> };
  AtmRecord: AtmRecord;
  AtmRetirement: Omit<AtmRetirement, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  AtmSelection: AtmSelection;
  AtmSummary: AtmSummary;
  AuditEntry: AuditEntryMapper;
  AuditEntryPage: Omit<AuditEntryPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['AuditEntry']> };
  AvailabilityMonth: AvailabilityMonth;
  AvailabilityPage: AvailabilityPage;
  AvailabilityRow: AvailabilityRow;
  BusinessDay: BusinessDay;
  BusinessDayInput: BusinessDayInput;
  BusinessHours: BusinessHours;
  BusinessHoursInput: BusinessHoursInput;
  Bytes: Scalars['Bytes']['output'];
  CashCarrier: CashCarrier;
  CashCassette: CashCassette;
  CashCassettePage: CashCassettePage;
  CashTotal: CashTotal;
  Cassette: Cassette;
  CassetteInventory: CassetteInventory;
  CassetteReading: CassetteReading;
  CassetteReadingInput: CassetteReadingInput;
  CategorySeries: CategorySeries;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeadLetter: DeadLetter;
  DeadLetterPage: DeadLetterPage;
  EventException: EventException;
  EventExceptionPage: EventExceptionPage;
  EventExceptionType: EventExceptionType;
  EventReplay: EventReplay;
  EventType: EventType;
  EventTypeCount: EventTypeCount;
  EventTypeInput: EventTypeInput;
  FleetCashTotal: FleetCashTotal;
  FleetHistory: FleetHistory;
  FleetHistoryBucket: FleetHistoryBucket;
  FormerAssignment: FormerAssignment;
  Handover: HandoverMapper;
  HandoverFilter: HandoverFilter;
  HandoverInput: HandoverInput;
  Incident: IncidentMapper;
  IncidentBulkResult: Omit<IncidentBulkResult, 'incident'> & { incident?: Maybe<ResolversParentTypes['Incident']> };
  IncidentCauseFigures: IncidentCauseFigures;
  IncidentEnding: IncidentEnding;
  IncidentEntry: IncidentEntryMapper;
  IncidentEntryWebhook: IncidentEntryWebhook;
  IncidentFigures: IncidentFigures;
  IncidentGroup: IncidentGroup;
  IncidentInput: IncidentInput;
  IncidentLiveChange: Omit<IncidentLiveChange, 'incident'> & { incident?: Maybe<ResolversParentTypes['Incident']> };
  IncidentLiveChanges: Omit<IncidentLiveChanges, 'changes'> & { changes: ReadonlyArray<ResolversParentTypes['IncidentLiveChange']> };
  IncidentPage: Omit<IncidentPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['Incident']> };
  IncidentTarget: IncidentTarget;
  IncidentTargetInput: IncidentTargetInput;
  IncidentTargets: IncidentTargets;
  IncidentTargetsPage: IncidentTargetsPage;
  IngestEntry: IngestEntry;
  IngestOutcome: ResolversUnionTypes<ResolversParentTypes>['IngestOutcome'];
  Institution: Institution | FederationReferenceTypes['Institution'];
  ID: Scalars['ID']['output'];
  JSON: Scalars['JSON']['output'];
  JournalEvent: Omit<JournalEvent, 'atm' | 'incident'> & { atm?: Maybe<ResolversParentTypes['Atm']>, incident?: Maybe<ResolversParentTypes['Incident']> };
  JournalEventActivity: Omit<JournalEventActivity, 'topAtms'> & { topAtms: ReadonlyArray<ResolversParentTypes['AtmEventCount']> };
  JournalEventInput: JournalEventInput;
  JournalEventPage: Omit<JournalEventPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['JournalEvent']> };
  JournalEventSeries: JournalEventSeries;
  JournalEventSlice: Omit<JournalEventSlice, 'content'> & { content: ReadonlyArray<ResolversParentTypes['JournalEvent']> };
  LastVisit: LastVisit;
  LocalDateTime: Scalars['LocalDateTime']['output'];
  MaintenanceWindow: MaintenanceWindow;
  MaintenanceWindowInput: MaintenanceWindowInput;
  MaintenanceWindowPage: MaintenanceWindowPage;
  Mutation: Record<PropertyKey, never>;
  NotStoredEvent: NotStoredEvent;
  OpenIncidentCount: OpenIncidentCountMapper;
  OpenIncidentsBySeverity: OpenIncidentsBySeverity;
  OpenIncidentsOfSeverity: OpenIncidentsOfSeverity;
  PostOutcome: ResolversUnionTypes<ResolversParentTypes>['PostOutcome'];
  PostedEvent: PostedEvent;
  Query: Record<PropertyKey, never>;
  ResolvedAtm: ResolvedAtm;
  SafeInt: Scalars['SafeInt']['output'];
  SavedView: SavedViewMapper;
  SavedViewChange: SavedViewChange;
  SavedViewInput: SavedViewInput;
  SeenUserInput: SeenUserInput;
  SelectedAtmCount: SelectedAtmCount;
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  SeverityChange: SeverityChange;
  ShiftClosing: ShiftClosingMapper;
  ShiftHandover: ShiftHandoverMapper;
  ShiftPerson: ShiftPersonMapper;
  ShiftReport: ShiftReportMapper;
  ShiftSeverity: ShiftSeverity;
  StateChange: StateChange;
  Subscription: Record<PropertyKey, never>;
  TargetReport: TargetReport;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  UUID: Scalars['UUID']['output'];
  User: User;
  UserPage: UserPage;
  Webhook: Webhook;
  WebhookChange: WebhookChange;
  WebhookDelivery: WebhookDelivery;
  WebhookDeliveryPage: WebhookDeliveryPage;
  WebhookInput: WebhookInput;
  WebhookPage: WebhookPage;
};

export type AtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Atm'] = ResolversParentTypes['Atm'], FederationReferenceType extends FederationReferenceTypes['Atm'] = FederationReferenceTypes['Atm']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Atm']> | FederationReferenceType, FederationReferenceType, ContextType>;
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  badge?: Resolver<Maybe<ResolversTypes['StatusBadge']>, ParentType, ContextType>;
  carrier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cassetteInventory?: Resolver<Maybe<ResolversTypes['CassetteInventory']>, ParentType, ContextType>;
  connectivity?: Resolver<ResolversTypes['AtmConnectivity'], ParentType, ContextType>;
  costCentre?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  criticality?: Resolver<Maybe<ResolversTypes['AtmCriticality']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['JournalEvent']>, ParentType, ContextType, RequireFields<AtmEventsArgs, 'first' | 'hoursBack'>>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incidents?: Resolver<ReadonlyArray<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<AtmIncidentsArgs, 'first'>>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  inventory?: Resolver<Maybe<ResolversTypes['CassetteInventory']>, ParentType, ContextType>;
  lastHeartbeatAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  latitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lifecycle?: Resolver<ResolversTypes['AtmLifecycle'], ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maintenanceUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  mergedEntries?: Resolver<ReadonlyArray<ResolversTypes['Atm']>, ParentType, ContextType>;
  mergedIntoId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  openIncidentSummary?: Resolver<ResolversTypes['AtmOpenIncidents'], ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registeredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  serialNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceState?: Resolver<ResolversTypes['ServiceState'], ParentType, ContextType>;
  serviceStateChangedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateHistory?: Resolver<ReadonlyArray<ResolversTypes['StateChange']>, ParentType, ContextType, RequireFields<AtmStateHistoryArgs, 'first' | 'hoursBack'>>;
  supervisorSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  tags?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  worstIncident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType>;
};

export type AtmAvailabilityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmAvailability'] = ResolversParentTypes['AtmAvailability']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  availabilityPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  inServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  inSupervisorSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  maintenanceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outOfServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  periodSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  unknownSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unreachableSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type AtmEventCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmEventCount'] = ResolversParentTypes['AtmEventCount']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type AtmImportResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmImport'] = ResolversParentTypes['AtmImport']> = {
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['AtmImportChange']>, ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errorCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['AtmImportFault']>, ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmImportChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmImportChange'] = ResolversParentTypes['AtmImportChange']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fields?: Resolver<ReadonlyArray<ResolversTypes['AtmImportField']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AtmImportKind'], ParentType, ContextType>;
  line?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmImportFaultResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmImportFault'] = ResolversParentTypes['AtmImportFault']> = {
  column?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  line?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AtmImportFieldResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmImportField'] = ResolversParentTypes['AtmImportField']> = {
  after?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AtmOpenIncidentsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmOpenIncidents'] = ResolversParentTypes['AtmOpenIncidents']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  worst?: Resolver<Maybe<ResolversTypes['IncidentSeverity']>, ParentType, ContextType>;
};

export type AtmPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmPage'] = ResolversParentTypes['AtmPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Atm']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmRecordResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmRecord'] = ResolversParentTypes['AtmRecord']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  carrier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costCentre?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  criticality?: Resolver<Maybe<ResolversTypes['AtmCriticality']>, ParentType, ContextType>;
  edition?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastHeartbeatAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  latitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mergedIntoId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reactivatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registeredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  serialNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceState?: Resolver<ResolversTypes['ServiceState'], ParentType, ContextType>;
  serviceStateChangedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  tags?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AtmRetirementResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmRetirement'] = ResolversParentTypes['AtmRetirement']> = {
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AtmRetirementOutcome'], ParentType, ContextType>;
};

export type AtmSummaryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmSummary'] = ResolversParentTypes['AtmSummary']> = {
  connected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  disconnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  neverConnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditEntryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  traceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AuditEntryPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AuditEntryPage'] = ResolversParentTypes['AuditEntryPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AvailabilityMonthResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AvailabilityMonth'] = ResolversParentTypes['AvailabilityMonth']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  availabilityPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  inServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  inSupervisorSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  incidentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maintenanceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mttaSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mttrSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  outOfServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  periodSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  unknownSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unreachableSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type AvailabilityPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AvailabilityPage'] = ResolversParentTypes['AvailabilityPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['AvailabilityRow']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['AvailabilityRow'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AvailabilityRowResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AvailabilityRow'] = ResolversParentTypes['AvailabilityRow']> = {
  agentAtmId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atmId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  availabilityPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  inServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  inSupervisorSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  maintenanceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outOfServiceSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  periodSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unknownSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unreachableSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type BusinessDayResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['BusinessDay'] = ResolversParentTypes['BusinessDay']> = {
  closes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  day?: Resolver<ResolversTypes['Weekday'], ParentType, ContextType>;
  opens?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BusinessHoursResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['BusinessHours'] = ResolversParentTypes['BusinessHours']> = {
  days?: Resolver<ReadonlyArray<ResolversTypes['BusinessDay']>, ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface BytesScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes'], any> {
  name: 'Bytes';
}

export type CashCarrierResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CashCarrier'] = ResolversParentTypes['CashCarrier']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  carrier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CashCassetteResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CashCassette'] = ResolversParentTypes['CashCassette']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amountAtRisk?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amountToLoad?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  capacity?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  carrier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cassetteNo?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  denomination?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  emptyAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hoursLeft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notesToLoad?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CashCassettePageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CashCassettePage'] = ResolversParentTypes['CashCassettePage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['CashCassette']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CashTotalResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CashTotal'] = ResolversParentTypes['CashTotal']> = {
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CassetteResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Cassette'] = ResolversParentTypes['Cassette']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  capacity?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  cassetteNo?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  denomination?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  hoursLeft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  initialCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectedCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CassetteInventoryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CassetteInventory'] = ResolversParentTypes['CassetteInventory']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asOf?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cassettes?: Resolver<ReadonlyArray<ResolversTypes['Cassette']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  hoursLeft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totals?: Resolver<ReadonlyArray<ResolversTypes['CashTotal']>, ParentType, ContextType>;
};

export type CassetteReadingResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CassetteReading'] = ResolversParentTypes['CassetteReading']> = {
  capacity?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  cassetteNo?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  denomination?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  initialCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectedCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CategorySeriesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CategorySeries'] = ResolversParentTypes['CategorySeries']> = {
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  counts?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  usual?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Float']>>, ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeadLetterResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeadLetter'] = ResolversParentTypes['DeadLetter']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  consumerGroup?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  error?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstAttemptAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastAttemptAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  messageId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  replayedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replayedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeadLetterPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeadLetterPage'] = ResolversParentTypes['DeadLetterPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['DeadLetter']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventExceptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventException'] = ResolversParentTypes['EventException']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  body?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  eventId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  eventType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replayedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type EventExceptionPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventExceptionPage'] = ResolversParentTypes['EventExceptionPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['EventException']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventExceptionTypeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventExceptionType'] = ResolversParentTypes['EventExceptionType']> = {
  eventType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  oldestReceivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventReplayResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventReplay'] = ResolversParentTypes['EventReplay']> = {
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventTypeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventType'] = ResolversParentTypes['EventType']> = {
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EventTypeCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventTypeCount'] = ResolversParentTypes['EventTypeCount']> = {
  eventCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FleetCashTotalResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetCashTotal'] = ResolversParentTypes['FleetCashTotal']> = {
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FleetHistoryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetHistory'] = ResolversParentTypes['FleetHistory']> = {
  bucketMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  buckets?: Resolver<ReadonlyArray<ResolversTypes['FleetHistoryBucket']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  targetPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type FleetHistoryBucketResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetHistoryBucket'] = ResolversParentTypes['FleetHistoryBucket']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  connected?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  connectedPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  disconnected?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  inService?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  inServicePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  inSupervisor?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  neverConnected?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  outOfService?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  unknown?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  usualConnected?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  usualConnectedPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  usualInService?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  usualInServicePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  usualTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  weekAgoConnectedPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  weekAgoInServicePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type FormerAssignmentResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FormerAssignment'] = ResolversParentTypes['FormerAssignment']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type HandoverResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Handover'] = ResolversParentTypes['Handover']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  incidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  toUserId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IncidentResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Incident'] = ResolversParentTypes['Incident'], FederationReferenceType extends FederationReferenceTypes['Incident'] = FederationReferenceTypes['Incident']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Incident']> | FederationReferenceType, FederationReferenceType, ContextType>;
  acknowledgeDueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  acknowledgeMissed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  acknowledgedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  acknowledgedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  acknowledgedByUserId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cause?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  causeText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  causes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  component?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  ending?: Resolver<Maybe<ResolversTypes['IncidentEnding']>, ParentType, ContextType>;
  entries?: Resolver<ReadonlyArray<ResolversTypes['IncidentEntry']>, ParentType, ContextType, RequireFields<IncidentEntriesArgs, 'first'>>;
  events?: Resolver<ReadonlyArray<ResolversTypes['JournalEvent']>, ParentType, ContextType, RequireFields<IncidentEventsArgs, 'first'>>;
  firstEventAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  flapping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastEventAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nextDueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  occurrenceCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  ownedSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  parentIncidentId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  resolution?: Resolver<Maybe<ResolversTypes['IncidentSource']>, ParentType, ContextType>;
  resolveDueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  resolveMissed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
  severityChanges?: Resolver<ReadonlyArray<ResolversTypes['SeverityChange']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['IncidentSource'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['IncidentStatus'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IncidentBulkResultResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentBulkResult'] = ResolversParentTypes['IncidentBulkResult']> = {
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['IncidentBulkOutcome'], ParentType, ContextType>;
};

export type IncidentCauseFiguresResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentCauseFigures'] = ResolversParentTypes['IncidentCauseFigures']> = {
  cause?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  incidentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mttaSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mttrSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type IncidentEndingResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentEnding'] = ResolversParentTypes['IncidentEnding']> = {
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  by?: Resolver<ResolversTypes['IncidentEnder'], ParentType, ContextType>;
};

export type IncidentEntryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentEntry'] = ResolversParentTypes['IncidentEntry']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incidentId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['IncidentEntryKind'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  toUserId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['IncidentEntryWebhook']>, ParentType, ContextType>;
};

export type IncidentEntryWebhookResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentEntryWebhook'] = ResolversParentTypes['IncidentEntryWebhook']> = {
  event?: Resolver<ResolversTypes['WebhookEvent'], ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IncidentFiguresResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentFigures'] = ResolversParentTypes['IncidentFigures']> = {
  causes?: Resolver<ReadonlyArray<ResolversTypes['IncidentCauseFigures']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  incidentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  mttaSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mttrSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type IncidentGroupResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentGroup'] = ResolversParentTypes['IncidentGroup']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  incidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unacknowledged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  worst?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
};

export type IncidentLiveChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentLiveChange'] = ResolversParentTypes['IncidentLiveChange']> = {
  incident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  stateChange?: Resolver<Maybe<ResolversTypes['StateChange']>, ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IncidentLiveChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentLiveChanges'] = ResolversParentTypes['IncidentLiveChanges']> = {
  changes?: Resolver<ReadonlyArray<ResolversTypes['IncidentLiveChange']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IncidentPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentPage'] = ResolversParentTypes['IncidentPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Incident']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IncidentTargetResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentTarget'] = ResolversParentTypes['IncidentTarget']> = {
  acknowledgeMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  businessHours?: Resolver<Maybe<ResolversTypes['BusinessHours']>, ParentType, ContextType>;
  resolveMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
};

export type IncidentTargetsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentTargets'] = ResolversParentTypes['IncidentTargets']> = {
  applied?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  targets?: Resolver<ReadonlyArray<ResolversTypes['IncidentTarget']>, ParentType, ContextType>;
};

export type IncidentTargetsPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IncidentTargetsPage'] = ResolversParentTypes['IncidentTargetsPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['IncidentTargets']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestEntryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IngestEntry'] = ResolversParentTypes['IngestEntry']> = {
  body?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestOutcomeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IngestOutcome'] = ResolversParentTypes['IngestOutcome']> = {
  __resolveType: TypeResolveFn<'JournalEvent' | 'NotStoredEvent', ParentType, ContextType>;
};

export type InstitutionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Institution'] = ResolversParentTypes['Institution'], FederationReferenceType extends FederationReferenceTypes['Institution'] = FederationReferenceTypes['Institution']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Institution']> | FederationReferenceType, FederationReferenceType, ContextType>;
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JournalEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEvent'] = ResolversParentTypes['JournalEvent']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cassetteNo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cassettes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CassetteReading']>>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  component?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  eventTime?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  eventTimeDefaulted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType>;
  incidentId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JournalEventActivityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEventActivity'] = ResolversParentTypes['JournalEventActivity']> = {
  byType?: Resolver<ReadonlyArray<ResolversTypes['EventTypeCount']>, ParentType, ContextType>;
  topAtms?: Resolver<ReadonlyArray<ResolversTypes['AtmEventCount']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalEventPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEventPage'] = ResolversParentTypes['JournalEventPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['JournalEvent']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JournalEventSeriesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEventSeries'] = ResolversParentTypes['JournalEventSeries']> = {
  bucketMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  categories?: Resolver<ReadonlyArray<ResolversTypes['CategorySeries']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type JournalEventSliceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEventSlice'] = ResolversParentTypes['JournalEventSlice']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['JournalEvent']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type LastVisitResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LastVisit'] = ResolversParentTypes['LastVisit']> = {
  leftAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MaintenanceWindowResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MaintenanceWindow'] = ResolversParentTypes['MaintenanceWindow']> = {
  agentAtmId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atmId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  attribute?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  endedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runsUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  weekdays?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Weekday']>>, ParentType, ContextType>;
};

export type MaintenanceWindowPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MaintenanceWindowPage'] = ResolversParentTypes['MaintenanceWindowPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['MaintenanceWindow']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acknowledgeIncident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<MutationAcknowledgeIncidentArgs, 'id'>>;
  addEventType?: Resolver<ResolversTypes['EventType'], ParentType, ContextType, RequireFields<MutationAddEventTypeArgs, 'eventType'>>;
  assignIncident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<MutationAssignIncidentArgs, 'id'>>;
  bulkIncidents?: Resolver<ReadonlyArray<ResolversTypes['IncidentBulkResult']>, ParentType, ContextType, RequireFields<MutationBulkIncidentsArgs, 'action' | 'ids'>>;
  createAtm?: Resolver<ResolversTypes['Atm'], ParentType, ContextType, RequireFields<MutationCreateAtmArgs, 'atm'>>;
  createIncident?: Resolver<ResolversTypes['Incident'], ParentType, ContextType, RequireFields<MutationCreateIncidentArgs, 'incident'>>;
  createMaintenanceWindow?: Resolver<ResolversTypes['MaintenanceWindow'], ParentType, ContextType, RequireFields<MutationCreateMaintenanceWindowArgs, 'window'>>;
  createSavedView?: Resolver<ResolversTypes['SavedView'], ParentType, ContextType, RequireFields<MutationCreateSavedViewArgs, 'view'>>;
  createWebhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'webhook'>>;
  deleteMaintenanceWindow?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationDeleteMaintenanceWindowArgs, 'id'>>;
  deleteSavedView?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationDeleteSavedViewArgs, 'id'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'id'>>;
  handOverIncidents?: Resolver<ResolversTypes['Handover'], ParentType, ContextType, RequireFields<MutationHandOverIncidentsArgs, 'handover'>>;
  importAtms?: Resolver<ResolversTypes['AtmImport'], ParentType, ContextType, RequireFields<MutationImportAtmsArgs, 'dryRun' | 'file'>>;
  mergeAtm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType, RequireFields<MutationMergeAtmArgs, 'id' | 'intoId'>>;
  noteIncident?: Resolver<Maybe<ResolversTypes['IncidentEntry']>, ParentType, ContextType, RequireFields<MutationNoteIncidentArgs, 'id' | 'text'>>;
  postJournalEvent?: Resolver<ResolversTypes['PostOutcome'], ParentType, ContextType, RequireFields<MutationPostJournalEventArgs, 'event'>>;
  reactivateAtm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType, RequireFields<MutationReactivateAtmArgs, 'id'>>;
  releaseIncident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<MutationReleaseIncidentArgs, 'id'>>;
  replayEventExceptions?: Resolver<ResolversTypes['EventReplay'], ParentType, ContextType, RequireFields<MutationReplayEventExceptionsArgs, 'eventType'>>;
  replayIncidentDeadLetter?: Resolver<ResolversTypes['DeadLetter'], ParentType, ContextType, RequireFields<MutationReplayIncidentDeadLetterArgs, 'id'>>;
  resolveAtms?: Resolver<ReadonlyArray<ResolversTypes['ResolvedAtm']>, ParentType, ContextType, RequireFields<MutationResolveAtmsArgs, 'agentAtmIds' | 'register'>>;
  resolveIncident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<MutationResolveIncidentArgs, 'id'>>;
  retireAtm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType, RequireFields<MutationRetireAtmArgs, 'id'>>;
  retireAtms?: Resolver<ReadonlyArray<ResolversTypes['AtmRetirement']>, ParentType, ContextType, RequireFields<MutationRetireAtmsArgs, 'ids'>>;
  rotateWebhookSecret?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id' | 'overlapHours'>>;
  storeHeartbeat?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationStoreHeartbeatArgs, 'agentAtmId'>>;
  storeJournalEvent?: Resolver<ResolversTypes['IngestOutcome'], ParentType, ContextType, RequireFields<MutationStoreJournalEventArgs, 'event'>>;
  storeJournalEvents?: Resolver<ReadonlyArray<ResolversTypes['IngestEntry']>, ParentType, ContextType, RequireFields<MutationStoreJournalEventsArgs, 'events'>>;
  storeRefusedHeartbeats?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationStoreRefusedHeartbeatsArgs, 'from' | 'to'>>;
  storeUsers?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationStoreUsersArgs, 'users'>>;
  testWebhook?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'id'>>;
  updateAtm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType, RequireFields<MutationUpdateAtmArgs, 'atm' | 'id'>>;
  updateSavedView?: Resolver<Maybe<ResolversTypes['SavedView']>, ParentType, ContextType, RequireFields<MutationUpdateSavedViewArgs, 'id' | 'view'>>;
  updateWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'id' | 'webhook'>>;
  writeIncidentTargets?: Resolver<ResolversTypes['IncidentTargets'], ParentType, ContextType, RequireFields<MutationWriteIncidentTargetsArgs, 'institutionKey' | 'targets'>>;
};

export type NotStoredEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['NotStoredEvent'] = ResolversParentTypes['NotStoredEvent']> = {
  exceptionId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OpenIncidentCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpenIncidentCount'] = ResolversParentTypes['OpenIncidentCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OpenIncidentsBySeverityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpenIncidentsBySeverity'] = ResolversParentTypes['OpenIncidentsBySeverity']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  severities?: Resolver<ReadonlyArray<ResolversTypes['OpenIncidentsOfSeverity']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unacknowledged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OpenIncidentsOfSeverityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpenIncidentsOfSeverity'] = ResolversParentTypes['OpenIncidentsOfSeverity']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oldestOpenedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
  unacknowledged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PostOutcomeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PostOutcome'] = ResolversParentTypes['PostOutcome']> = {
  __resolveType: TypeResolveFn<'NotStoredEvent' | 'PostedEvent', ParentType, ContextType>;
};

export type PostedEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PostedEvent'] = ResolversParentTypes['PostedEvent']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cassetteNo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cassettes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CassetteReading']>>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  component?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  eventTime?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  eventTimeDefaulted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incidentId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType, Partial<QueryAtmArgs>>;
  atmAvailability?: Resolver<Maybe<ResolversTypes['AtmAvailability']>, ParentType, ContextType, RequireFields<QueryAtmAvailabilityArgs, 'id'>>;
  atmCassetteInventory?: Resolver<Maybe<ResolversTypes['CassetteInventory']>, ParentType, ContextType, RequireFields<QueryAtmCassetteInventoryArgs, 'atmId'>>;
  atmEventCounts?: Resolver<ReadonlyArray<ResolversTypes['EventTypeCount']>, ParentType, ContextType, RequireFields<QueryAtmEventCountsArgs, 'atmId' | 'hoursBack'>>;
  atmFormerAssignments?: Resolver<Maybe<ReadonlyArray<ResolversTypes['FormerAssignment']>>, ParentType, ContextType, RequireFields<QueryAtmFormerAssignmentsArgs, 'id'>>;
  atmJournalEvents?: Resolver<ResolversTypes['JournalEventPage'], ParentType, ContextType, RequireFields<QueryAtmJournalEventsArgs, 'atmId' | 'page' | 'size'>>;
  atmStateHistory?: Resolver<Maybe<ReadonlyArray<ResolversTypes['StateChange']>>, ParentType, ContextType, RequireFields<QueryAtmStateHistoryArgs, 'first' | 'hoursBack' | 'id'>>;
  atmSummary?: Resolver<ResolversTypes['AtmSummary'], ParentType, ContextType>;
  atms?: Resolver<ResolversTypes['AtmPage'], ParentType, ContextType, RequireFields<QueryAtmsArgs, 'page' | 'size'>>;
  audit?: Resolver<ResolversTypes['AuditEntryPage'], ParentType, ContextType, RequireFields<QueryAuditArgs, 'page' | 'size'>>;
  auditCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryAuditCsvArgs>>;
  availability?: Resolver<ResolversTypes['AvailabilityPage'], ParentType, ContextType, RequireFields<QueryAvailabilityArgs, 'page' | 'size'>>;
  availabilityCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryAvailabilityCsvArgs>>;
  availabilityMonths?: Resolver<ReadonlyArray<ResolversTypes['AvailabilityMonth']>, ParentType, ContextType, RequireFields<QueryAvailabilityMonthsArgs, 'months'>>;
  cardReaderEvents?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, RequireFields<QueryCardReaderEventsArgs, 'atmId'>>;
  cashCarriers?: Resolver<ReadonlyArray<ResolversTypes['CashCarrier']>, ParentType, ContextType>;
  cashCassettes?: Resolver<ResolversTypes['CashCassettePage'], ParentType, ContextType, RequireFields<QueryCashCassettesArgs, 'order' | 'page' | 'size'>>;
  cashCassettesCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, RequireFields<QueryCashCassettesCsvArgs, 'order'>>;
  cassetteEvents?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, RequireFields<QueryCassetteEventsArgs, 'atmId'>>;
  changedAtms?: Resolver<ReadonlyArray<ResolversTypes['AtmRecord']>, ParentType, ContextType, RequireFields<QueryChangedAtmsArgs, 'afterId' | 'limit'>>;
  eventExceptionTypes?: Resolver<ReadonlyArray<ResolversTypes['EventExceptionType']>, ParentType, ContextType>;
  eventExceptions?: Resolver<ResolversTypes['EventExceptionPage'], ParentType, ContextType, RequireFields<QueryEventExceptionsArgs, 'page' | 'size'>>;
  eventTypes?: Resolver<ReadonlyArray<ResolversTypes['EventType']>, ParentType, ContextType>;
  fleetCashTotals?: Resolver<ReadonlyArray<ResolversTypes['FleetCashTotal']>, ParentType, ContextType>;
  fleetCassetteInventory?: Resolver<ReadonlyArray<ResolversTypes['CassetteInventory']>, ParentType, ContextType, RequireFields<QueryFleetCassetteInventoryArgs, 'afterAtmId' | 'first'>>;
  fleetEvents?: Resolver<ResolversTypes['JournalEventSlice'], ParentType, ContextType, RequireFields<QueryFleetEventsArgs, 'first'>>;
  fleetHistory?: Resolver<ResolversTypes['FleetHistory'], ParentType, ContextType, RequireFields<QueryFleetHistoryArgs, 'bucketMinutes' | 'hoursBack'>>;
  incident?: Resolver<Maybe<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<QueryIncidentArgs, 'id'>>;
  incidentCauses?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType, RequireFields<QueryIncidentCausesArgs, 'kinds'>>;
  incidentDeadLetters?: Resolver<ResolversTypes['DeadLetterPage'], ParentType, ContextType, RequireFields<QueryIncidentDeadLettersArgs, 'page' | 'size'>>;
  incidentEntries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['IncidentEntry']>>, ParentType, ContextType, RequireFields<QueryIncidentEntriesArgs, 'first' | 'id'>>;
  incidentFigures?: Resolver<ResolversTypes['IncidentFigures'], ParentType, ContextType, Partial<QueryIncidentFiguresArgs>>;
  incidentGroups?: Resolver<ReadonlyArray<ResolversTypes['IncidentGroup']>, ParentType, ContextType, RequireFields<QueryIncidentGroupsArgs, 'by'>>;
  incidentLiveChanges?: Resolver<ResolversTypes['IncidentLiveChanges'], ParentType, ContextType, Partial<QueryIncidentLiveChangesArgs>>;
  incidentTargetReport?: Resolver<ReadonlyArray<ResolversTypes['TargetReport']>, ParentType, ContextType, RequireFields<QueryIncidentTargetReportArgs, 'from' | 'to'>>;
  incidentTargets?: Resolver<ResolversTypes['IncidentTargetsPage'], ParentType, ContextType, RequireFields<QueryIncidentTargetsArgs, 'page' | 'size'>>;
  incidents?: Resolver<ResolversTypes['IncidentPage'], ParentType, ContextType, RequireFields<QueryIncidentsArgs, 'page' | 'size'>>;
  incidentsCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryIncidentsCsvArgs>>;
  institutions?: Resolver<ReadonlyArray<ResolversTypes['Institution']>, ParentType, ContextType>;
  journalEventActivity?: Resolver<ResolversTypes['JournalEventActivity'], ParentType, ContextType, RequireFields<QueryJournalEventActivityArgs, 'hoursBack'>>;
  journalEventSeries?: Resolver<ResolversTypes['JournalEventSeries'], ParentType, ContextType, RequireFields<QueryJournalEventSeriesArgs, 'bucketMinutes' | 'hoursBack'>>;
  lastVisit?: Resolver<ResolversTypes['LastVisit'], ParentType, ContextType>;
  listAtmJournalEvents?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, RequireFields<QueryListAtmJournalEventsArgs, 'atmId'>>;
  listFleetCassetteInventory?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType>;
  listJournalEventActivity?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, RequireFields<QueryListJournalEventActivityArgs, 'hoursBack'>>;
  listOpenIncidents?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, Partial<QueryListOpenIncidentsArgs>>;
  maintenanceWindows?: Resolver<ResolversTypes['MaintenanceWindowPage'], ParentType, ContextType, RequireFields<QueryMaintenanceWindowsArgs, 'page' | 'size'>>;
  openIncidentCount?: Resolver<ResolversTypes['OpenIncidentCount'], ParentType, ContextType, Partial<QueryOpenIncidentCountArgs>>;
  openIncidents?: Resolver<ReadonlyArray<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<QueryOpenIncidentsArgs, 'first'>>;
  openIncidentsBySeverity?: Resolver<ResolversTypes['OpenIncidentsBySeverity'], ParentType, ContextType, Partial<QueryOpenIncidentsBySeverityArgs>>;
  recentAtmJournalEvents?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, RequireFields<QueryRecentAtmJournalEventsArgs, 'atmId' | 'hoursBack'>>;
  savedViews?: Resolver<ReadonlyArray<ResolversTypes['SavedView']>, ParentType, ContextType, Partial<QuerySavedViewsArgs>>;
  selectedAtmCounts?: Resolver<ReadonlyArray<ResolversTypes['SelectedAtmCount']>, ParentType, ContextType, RequireFields<QuerySelectedAtmCountsArgs, 'selection'>>;
  selectedAtms?: Resolver<ReadonlyArray<ResolversTypes['ResolvedAtm']>, ParentType, ContextType, RequireFields<QuerySelectedAtmsArgs, 'afterId' | 'limit' | 'selection'>>;
  shiftReport?: Resolver<ResolversTypes['ShiftReport'], ParentType, ContextType, RequireFields<QueryShiftReportArgs, 'from' | 'to'>>;
  suspectedAtms?: Resolver<ReadonlyArray<ResolversTypes['Atm']>, ParentType, ContextType, RequireFields<QuerySuspectedAtmsArgs, 'first'>>;
  users?: Resolver<ResolversTypes['UserPage'], ParentType, ContextType, RequireFields<QueryUsersArgs, 'page' | 'size'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhookDeliveries?: Resolver<Maybe<ResolversTypes['WebhookDeliveryPage']>, ParentType, ContextType, RequireFields<QueryWebhookDeliveriesArgs, 'id' | 'page' | 'size'>>;
  webhooks?: Resolver<ResolversTypes['WebhookPage'], ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'page' | 'size'>>;
};

export type ResolvedAtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ResolvedAtm'] = ResolversParentTypes['ResolvedAtm']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reactivatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  retired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type SavedViewResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SavedView'] = ResolversParentTypes['SavedView']> = {
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mine?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  page?: Resolver<ResolversTypes['SavedViewPage'], ParentType, ContextType>;
  search?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  shared?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SelectedAtmCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SelectedAtmCount'] = ResolversParentTypes['SelectedAtmCount']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export type SeverityChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SeverityChange'] = ResolversParentTypes['SeverityChange']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
};

export type ShiftClosingResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ShiftClosing'] = ResolversParentTypes['ShiftClosing']> = {
  incident?: Resolver<ResolversTypes['Incident'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ShiftHandoverResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ShiftHandover'] = ResolversParentTypes['ShiftHandover']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  incidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  toUserId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ShiftPersonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ShiftPerson'] = ResolversParentTypes['ShiftPerson']> = {
  acknowledged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  opened?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ShiftReportResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ShiftReport'] = ResolversParentTypes['ShiftReport']> = {
  acknowledgeMissed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closedByHand?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closedIncidents?: Resolver<ReadonlyArray<ResolversTypes['ShiftClosing']>, ParentType, ContextType, RequireFields<ShiftReportClosedIncidentsArgs, 'first'>>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  handovers?: Resolver<ReadonlyArray<ResolversTypes['ShiftHandover']>, ParentType, ContextType>;
  missed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  missedIncidents?: Resolver<ReadonlyArray<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<ShiftReportMissedIncidentsArgs, 'first'>>;
  opened?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openedByHand?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openedIncidents?: Resolver<ReadonlyArray<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<ShiftReportOpenedIncidentsArgs, 'first'>>;
  people?: Resolver<ReadonlyArray<ResolversTypes['ShiftPerson']>, ParentType, ContextType>;
  resolveMissed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  severities?: Resolver<ReadonlyArray<ResolversTypes['ShiftSeverity']>, ParentType, ContextType>;
  stillOpen?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ShiftSeverityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ShiftSeverity'] = ResolversParentTypes['ShiftSeverity']> = {
  closed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  opened?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
};

export type StateChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['StateChange'] = ResolversParentTypes['StateChange']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  eventId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  eventType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['ServiceState'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['ServiceState'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  incidentChanged?: SubscriptionResolver<Maybe<ResolversTypes['Incident']>, "incidentChanged", ParentType, ContextType>;
  serviceStateChanged?: SubscriptionResolver<Maybe<ResolversTypes['StateChange']>, "serviceStateChanged", ParentType, ContextType>;
};

export type TargetReportResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TargetReport'] = ResolversParentTypes['TargetReport']> = {
  acknowledgeMissed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  acknowledgeTargets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  opened?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resolveMissed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resolveTargets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['IncidentSeverity'], ParentType, ContextType>;
};

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type UserResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  institutions?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type UserPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['UserPage'] = ResolversParentTypes['UserPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['User']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  consecutiveFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['WebhookEvent']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kinds?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastErrorAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  severities?: Resolver<Maybe<ReadonlyArray<ResolversTypes['IncidentSeverity']>>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  body?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['WebhookEvent']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incidentId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  lastAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
};

export type WebhookDeliveryPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['WebhookDeliveryPage'] = ResolversParentTypes['WebhookDeliveryPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['WebhookPage'] = ResolversParentTypes['WebhookPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  Atm?: AtmResolvers<ContextType>;
  AtmAvailability?: AtmAvailabilityResolvers<ContextType>;
  AtmEventCount?: AtmEventCountResolvers<ContextType>;
  AtmImport?: AtmImportResolvers<ContextType>;
  AtmImportChange?: AtmImportChangeResolvers<ContextType>;
  AtmImportFault?: AtmImportFaultResolvers<ContextType>;
  AtmImportField?: AtmImportFieldResolvers<ContextType>;
  AtmOpenIncidents?: AtmOpenIncidentsResolvers<ContextType>;
  AtmPage?: AtmPageResolvers<ContextType>;
  AtmRecord?: AtmRecordResolvers<ContextType>;
  AtmRetirement?: AtmRetirementResolvers<ContextType>;
  AtmSummary?: AtmSummaryResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditEntryPage?: AuditEntryPageResolvers<ContextType>;
  AvailabilityMonth?: AvailabilityMonthResolvers<ContextType>;
  AvailabilityPage?: AvailabilityPageResolvers<ContextType>;
  AvailabilityRow?: AvailabilityRowResolvers<ContextType>;
  BusinessDay?: BusinessDayResolvers<ContextType>;
  BusinessHours?: BusinessHoursResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  CashCarrier?: CashCarrierResolvers<ContextType>;
  CashCassette?: CashCassetteResolvers<ContextType>;
  CashCassettePage?: CashCassettePageResolvers<ContextType>;
  CashTotal?: CashTotalResolvers<ContextType>;
  Cassette?: CassetteResolvers<ContextType>;
  CassetteInventory?: CassetteInventoryResolvers<ContextType>;
  CassetteReading?: CassetteReadingResolvers<ContextType>;
  CategorySeries?: CategorySeriesResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeadLetter?: DeadLetterResolvers<ContextType>;
  DeadLetterPage?: DeadLetterPageResolvers<ContextType>;
  EventException?: EventExceptionResolvers<ContextType>;
  EventExceptionPage?: EventExceptionPageResolvers<ContextType>;
  EventExceptionType?: EventExceptionTypeResolvers<ContextType>;
  EventReplay?: EventReplayResolvers<ContextType>;
  EventType?: EventTypeResolvers<ContextType>;
  EventTypeCount?: EventTypeCountResolvers<ContextType>;
  FleetCashTotal?: FleetCashTotalResolvers<ContextType>;
  FleetHistory?: FleetHistoryResolvers<ContextType>;
  FleetHistoryBucket?: FleetHistoryBucketResolvers<ContextType>;
  FormerAssignment?: FormerAssignmentResolvers<ContextType>;
  Handover?: HandoverResolvers<ContextType>;
  Incident?: IncidentResolvers<ContextType>;
  IncidentBulkResult?: IncidentBulkResultResolvers<ContextType>;
  IncidentCauseFigures?: IncidentCauseFiguresResolvers<ContextType>;
  IncidentEnding?: IncidentEndingResolvers<ContextType>;
  IncidentEntry?: IncidentEntryResolvers<ContextType>;
  IncidentEntryWebhook?: IncidentEntryWebhookResolvers<ContextType>;
  IncidentFigures?: IncidentFiguresResolvers<ContextType>;
  IncidentGroup?: IncidentGroupResolvers<ContextType>;
  IncidentLiveChange?: IncidentLiveChangeResolvers<ContextType>;
  IncidentLiveChanges?: IncidentLiveChangesResolvers<ContextType>;
  IncidentPage?: IncidentPageResolvers<ContextType>;
  IncidentTarget?: IncidentTargetResolvers<ContextType>;
  IncidentTargets?: IncidentTargetsResolvers<ContextType>;
  IncidentTargetsPage?: IncidentTargetsPageResolvers<ContextType>;
  IngestEntry?: IngestEntryResolvers<ContextType>;
  IngestOutcome?: IngestOutcomeResolvers<ContextType>;
  Institution?: InstitutionResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JournalEvent?: JournalEventResolvers<ContextType>;
  JournalEventActivity?: JournalEventActivityResolvers<ContextType>;
  JournalEventPage?: JournalEventPageResolvers<ContextType>;
  JournalEventSeries?: JournalEventSeriesResolvers<ContextType>;
  JournalEventSlice?: JournalEventSliceResolvers<ContextType>;
  LastVisit?: LastVisitResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  MaintenanceWindow?: MaintenanceWindowResolvers<ContextType>;
  MaintenanceWindowPage?: MaintenanceWindowPageResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NotStoredEvent?: NotStoredEventResolvers<ContextType>;
  OpenIncidentCount?: OpenIncidentCountResolvers<ContextType>;
  OpenIncidentsBySeverity?: OpenIncidentsBySeverityResolvers<ContextType>;
  OpenIncidentsOfSeverity?: OpenIncidentsOfSeverityResolvers<ContextType>;
  PostOutcome?: PostOutcomeResolvers<ContextType>;
  PostedEvent?: PostedEventResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ResolvedAtm?: ResolvedAtmResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SavedView?: SavedViewResolvers<ContextType>;
  SelectedAtmCount?: SelectedAtmCountResolvers<ContextType>;
  SentLocalDateTime?: GraphQLScalarType;
  SeverityChange?: SeverityChangeResolvers<ContextType>;
  ShiftClosing?: ShiftClosingResolvers<ContextType>;
  ShiftHandover?: ShiftHandoverResolvers<ContextType>;
  ShiftPerson?: ShiftPersonResolvers<ContextType>;
  ShiftReport?: ShiftReportResolvers<ContextType>;
  ShiftSeverity?: ShiftSeverityResolvers<ContextType>;
  StateChange?: StateChangeResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TargetReport?: TargetReportResolvers<ContextType>;
  TextOrInteger?: GraphQLScalarType;
  UUID?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
  UserPage?: UserPageResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryPage?: WebhookDeliveryPageResolvers<ContextType>;
  WebhookPage?: WebhookPageResolvers<ContextType>;
};

