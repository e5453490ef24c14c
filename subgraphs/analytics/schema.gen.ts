// Generated from the service's SDL by `npm run codegen`; do not edit.
import type { BytesAnswer, ByteStream } from '../kit/rest/answer.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { OperationContext } from '../kit/graphql/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
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

/** How many insights were acknowledged at once. */
export type AcknowledgedInsights = {
  /** Those that were active. */
  readonly acknowledged: Scalars['Int']['output'];
};

/** A record that changed, as it is now. */
export type AnalyticsLiveChange = {
  /** The insight. */
  readonly insight?: Maybe<Insight>;
  /** Its place in the order of changes. */
  readonly position: Scalars['SafeInt']['output'];
  /** `insights`. */
  readonly topic: Scalars['String']['output'];
  /** The transaction that changed it. */
  readonly transaction: Scalars['String']['output'];
};

/** What changed since a moment. */
export type AnalyticsLiveChanges = {
  /** The changes, in their order. */
  readonly changes: ReadonlyArray<AnalyticsLiveChange>;
  /** False where more changed than is listed, or what changed is no longer known. */
  readonly complete: Scalars['Boolean']['output'];
  /** Where to go on. */
  readonly cursor: Scalars['String']['output'];
};

/** An ATM; its fields come from the services that own them. */
export type Atm = {
  /** The numeric id of the ATM. */
  readonly id: Scalars['SafeInt']['output'];
};

/** An ATM with its transactions of the day. */
export type AtmVolume = {
  /** The agent's textual id of the ATM; null where the source does not name it. */
  readonly agentAtmId?: Maybe<Scalars['String']['output']>;
  /** The ATM itself. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Transactions with a verdict. */
  readonly transactionCount: Scalars['Int']['output'];
};

/** An ATM with its open gaps. */
export type AtmWithGaps = {
  /** The agent's textual id of the ATM; null where the source does not name it. */
  readonly agentAtmId?: Maybe<Scalars['String']['output']>;
  /** The ATM itself. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Days without a journal that are OPEN. */
  readonly gapCount: Scalars['Int']['output'];
};

/** Transactions of one day. */
export type DailyVolume = {
  /** The day, in the platform's time zone. */
  readonly date: Scalars['Date']['output'];
  /** Declined transactions. */
  readonly failed: Scalars['Int']['output'];
  /** Approved transactions. */
  readonly successful: Scalars['Int']['output'];
  /** Transactions with a verdict. */
  readonly total: Scalars['Int']['output'];
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

/** Counts of journal events by category. */
export type EventBreakdown = {
  /** Failed authentications. */
  readonly auth: Scalars['Int']['output'];
  /** Cassettes low, empty or abnormal. */
  readonly cash: Scalars['Int']['output'];
  /** Faults of a device in the ATM. */
  readonly hardware: Scalars['Int']['output'];
  /** Faults of the network. */
  readonly network: Scalars['Int']['output'];
  /** Every other type. */
  readonly other: Scalars['Int']['output'];
  /** Losses of power. */
  readonly power: Scalars['Int']['output'];
  /** Faults of the ATM's software and services. */
  readonly system: Scalars['Int']['output'];
};

/** ATMs by their last heartbeat. */
export type FleetConnectivity = {
  /** ATMs with a recent heartbeat. */
  readonly connected: Scalars['Int']['output'];
  /** connected * 100 / total, not rounded; 0 without ATMs. */
  readonly connectivityPct: Scalars['Float']['output'];
  /** ATMs whose last heartbeat is too old. */
  readonly disconnected: Scalars['Int']['output'];
  /** ATMs that never sent one. */
  readonly neverConnected: Scalars['Int']['output'];
  /** All ATMs. */
  readonly total: Scalars['Int']['output'];
};

/** The state of a fleet over the last 24 hours, within what the caller may see. */
export type FleetHealth = {
  /** ATMs with at least one open journal gap. */
  readonly atmsWithGaps: Scalars['Int']['output'];
  /** How many ATMs are connected. */
  readonly connectivity: FleetConnectivity;
  /** The sources that could not be read for this answer, such as `incident.activity`; empty when all figures are complete. */
  readonly degradedSources: ReadonlyArray<Scalars['String']['output']>;
  /** Journal events of the last 24 hours by category; every category is there, 0 included. */
  readonly eventBreakdown: EventBreakdown;
  /** When the figures were computed. */
  readonly generatedAt: Scalars['DateTime']['output'];
  /** Incidents that are not resolved. */
  readonly openIncidents: Scalars['Int']['output'];
  /** The five ATMs with the most events of the last 24 hours, most first; ties by atmId. */
  readonly topProblematicAtms: ReadonlyArray<TopProblematicAtm>;
};

/** A finding about the fleet, published for all callers. It belongs to no institution. */
export type Insight = {
  /** Whether it is acknowledged. */
  readonly acknowledged: Scalars['Boolean']['output'];
  /** When it was acknowledged first. */
  readonly acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who acknowledged it first. */
  readonly acknowledgedByUserId?: Maybe<Scalars['String']['output']>;
  /** In full. */
  readonly body: Scalars['String']['output'];
  /** What it is about. */
  readonly category: InsightCategory;
  /** When it stops being active; null: it does not expire. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Assigned by the service. */
  readonly id: Scalars['SafeInt']['output'];
  /** When it was published. */
  readonly publishedAt: Scalars['DateTime']['output'];
  /** How much it matters. */
  readonly severity: InsightSeverity;
  /** The snapshot that it refers to, if any. */
  readonly snapshotId?: Maybe<Scalars['SafeInt']['output']>;
  /** In a few words. */
  readonly title: Scalars['String']['output'];
};

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
  readonly body: Scalars['String']['input'];
  /** What it is about. */
  readonly category: InsightCategory;
  /** When it stops being active; not in the past. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** How much it matters. */
  readonly severity: InsightSeverity;
  /** The snapshot that it refers to; left out: the newest one of the fleet. */
  readonly snapshotId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** In a few words: not blank, at most 200 characters. */
  readonly title: Scalars['String']['input'];
};

/** A page of insights. */
export type InsightPage = {
  /** The insights of the page. */
  readonly content: ReadonlyArray<Insight>;
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

/** How much an insight matters. */
export type InsightSeverity =
  /** It needs action. */
  | 'CRITICAL'
  /** Information only. */
  | 'INFO'
  /** It should be observed. */
  | 'WARNING';

/** Journal coverage of a fleet, within what the caller may see. */
export type JournalCoverage = {
  /** The same figure by its right name: how many percent of the transactions of today with a verdict were approved. */
  readonly approvalRateToday: Scalars['Float']['output'];
  /** ATMs with open gaps, most first, ties by atmId; at most 20. */
  readonly atmsWithGaps: ReadonlyArray<AtmWithGaps>;
  /** Exactly one entry, for today. */
  readonly dailyVolume: ReadonlyArray<DailyVolume>;
  /** The sources that could not be read for this answer, such as `journal.gaps`; empty when all figures are complete. */
  readonly degradedSources: ReadonlyArray<Scalars['String']['output']>;
  /** Journal gaps that are OPEN. */
  readonly openGapsTotal: Scalars['Int']['output'];
  /** successful * 100 / total of today, not rounded; 0 when there is none. */
  readonly parseSuccessRateToday: Scalars['Float']['output'];
  /** The ten ATMs with the most transactions today. */
  readonly topAtmsByVolume: ReadonlyArray<AtmVolume>;
};

export type Mutation = {
  /** Acknowledges all active insights. Expired ones stay as they are. */
  readonly acknowledgeActiveInsights: AcknowledgedInsights;
  /** Acknowledges an insight. One that was acknowledged before keeps its time and user. */
  readonly acknowledgeInsight: Insight;
  /** Publishes an insight. Without a snapshot it links to the newest one of the fleet, if there is any. */
  readonly publishInsight: Insight;
  /** Replays a message that the consumer of snapshots could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message. */
  readonly replayAnalyticsDeadLetter: DeadLetter;
};


export type MutationAcknowledgeInsightArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationPublishInsightArgs = {
  insight: InsightInput;
};


export type MutationReplayAnalyticsDeadLetterArgs = {
  id: Scalars['UUID']['input'];
};

export type Query = {
  /** Insights that are neither acknowledged nor expired, newest first. */
  readonly activeInsights: ReadonlyArray<Insight>;
  /** Messages that the consumer of snapshots could not handle, the last failure first. */
  readonly analyticsDeadLetters: DeadLetterPage;
  /** What changed since a moment, each record once and as it is now; for live streams. */
  readonly analyticsLiveChanges: AnalyticsLiveChanges;
  /**
   * Connectivity, events of the last 24 hours, open incidents and journal gaps of the caller's fleet, computed when asked for.
   * A source that fails leaves zeros and is listed in `degradedSources`; it is never an error.
   */
  readonly fleetHealth: FleetHealth;
  /** Insights, newest first unless sorted otherwise; those of the whole fleet for every caller. */
  readonly insights: InsightPage;
  /**
   * How complete the journals of the caller's fleet are: today's transactions and the days that are missing.
   * A source that fails leaves zeros and is listed in `degradedSources`; it is never an error.
   */
  readonly journalCoverage: JournalCoverage;
  /** The newest snapshot: of the whole fleet for callers who see every institution, else of the caller's institutions. Null where none was taken yet. */
  readonly latestSnapshot?: Maybe<Snapshot>;
  /**
   * One snapshot, such as the one that an insight refers to; null for one that does not exist, that is not of the caller's institutions, or of the
   * whole fleet for callers who do not see every institution.
   */
  readonly snapshot?: Maybe<Snapshot>;
  /** Snapshots of the caller's institutions, newest first unless sorted otherwise. Those of the whole fleet are seen by callers who see every institution. */
  readonly snapshots: SnapshotPage;
};


export type QueryAnalyticsDeadLettersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  replayed?: InputMaybe<Scalars['Boolean']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  topic?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAnalyticsLiveChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryInsightsArgs = {
  acknowledged?: InputMaybe<Scalars['Boolean']['input']>;
  category?: InputMaybe<InsightCategory>;
  page?: InputMaybe<Scalars['Int']['input']>;
  severity?: InputMaybe<InsightSeverity>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryLatestSnapshotArgs = {
  day?: InputMaybe<Scalars['Date']['input']>;
  institutionKey?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySnapshotArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QuerySnapshotsArgs = {
  day?: InputMaybe<Scalars['Date']['input']>;
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/**
 * The counters of a day, as they stood when the snapshot was taken. Built from the topics of parsed files and of incidents; at most one in ten seconds
 * for each institution, and one for the fleet. Of those older than 7 days the last one of each day is kept, and what insights refer to.
 */
export type Snapshot = {
  /** The day of the counters: of journals their own, of incidents the platform's. */
  readonly day: Scalars['Date']['output'];
  /** Declined transactions. */
  readonly failed: Scalars['SafeInt']['output'];
  /** ATMs that have a journal for the day; of several files the standing one counts. */
  readonly filesParsed: Scalars['Int']['output'];
  /** Assigned by the service. */
  readonly id: Scalars['SafeInt']['output'];
  /** Incidents that were opened on the day. */
  readonly incidentsCreated: Scalars['Int']['output'];
  /** Incidents that were resolved on the day. */
  readonly incidentsResolved: Scalars['Int']['output'];
  /** The institution; null: the whole fleet. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** Incidents that were open when the snapshot was taken, of whichever day. */
  readonly openIncidents: Scalars['Int']['output'];
  /** Approved transactions. */
  readonly successful: Scalars['SafeInt']['output'];
  /** When it was taken. */
  readonly takenAt: Scalars['DateTime']['output'];
  /** Transactions in these journals. */
  readonly transactions: Scalars['SafeInt']['output'];
};

/** A page of snapshots. */
export type SnapshotPage = {
  /** The snapshots of the page. */
  readonly content: ReadonlyArray<Snapshot>;
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

export type Subscription = {
  /** An insight that was published or acknowledged. A null is no insight, but a notice of the stream in `extensions.live`. */
  readonly insightChanged?: Maybe<Insight>;
};

/** An ATM with its number of events. */
export type TopProblematicAtm = {
  /** The agent's textual id of the ATM; null where the source does not name it. */
  readonly agentAtmId?: Maybe<Scalars['String']['output']>;
  /** The ATM itself. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Journal events of the last 24 hours. */
  readonly eventCount: Scalars['Int']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

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





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcknowledgedInsights: ResolverTypeWrapper<AcknowledgedInsights>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AnalyticsLiveChange: ResolverTypeWrapper<AnalyticsLiveChange>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AnalyticsLiveChanges: ResolverTypeWrapper<AnalyticsLiveChanges>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Atm: ResolverTypeWrapper<Atm>;
  AtmVolume: ResolverTypeWrapper<AtmVolume>;
  AtmWithGaps: ResolverTypeWrapper<AtmWithGaps>;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  DailyVolume: ResolverTypeWrapper<DailyVolume>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeadLetter: ResolverTypeWrapper<DeadLetter>;
  DeadLetterPage: ResolverTypeWrapper<DeadLetterPage>;
  EventBreakdown: ResolverTypeWrapper<EventBreakdown>;
  FleetConnectivity: ResolverTypeWrapper<FleetConnectivity>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FleetHealth: ResolverTypeWrapper<FleetHealth>;
  Insight: ResolverTypeWrapper<Insight>;
  InsightCategory: InsightCategory;
  InsightInput: InsightInput;
  InsightPage: ResolverTypeWrapper<InsightPage>;
  InsightSeverity: InsightSeverity;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JournalCoverage: ResolverTypeWrapper<JournalCoverage>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  Snapshot: ResolverTypeWrapper<Snapshot>;
  SnapshotPage: ResolverTypeWrapper<SnapshotPage>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  TopProblematicAtm: ResolverTypeWrapper<TopProblematicAtm>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcknowledgedInsights: AcknowledgedInsights;
  Int: Scalars['Int']['output'];
  AnalyticsLiveChange: AnalyticsLiveChange;
  String: Scalars['String']['output'];
  AnalyticsLiveChanges: AnalyticsLiveChanges;
  Boolean: Scalars['Boolean']['output'];
  Atm: Atm;
  AtmVolume: AtmVolume;
  AtmWithGaps: AtmWithGaps;
  Bytes: Scalars['Bytes']['output'];
  DailyVolume: DailyVolume;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeadLetter: DeadLetter;
  DeadLetterPage: DeadLetterPage;
  EventBreakdown: EventBreakdown;
  FleetConnectivity: FleetConnectivity;
  Float: Scalars['Float']['output'];
  FleetHealth: FleetHealth;
  Insight: Insight;
  InsightInput: InsightInput;
  InsightPage: InsightPage;
  JSON: Scalars['JSON']['output'];
  JournalCoverage: JournalCoverage;
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  Snapshot: Snapshot;
  SnapshotPage: SnapshotPage;
  Subscription: Record<PropertyKey, never>;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  TopProblematicAtm: TopProblematicAtm;
  UUID: Scalars['UUID']['output'];
};

export type AcknowledgedInsightsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AcknowledgedInsights'] = ResolversParentTypes['AcknowledgedInsights']> = {
  acknowledged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AnalyticsLiveChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AnalyticsLiveChange'] = ResolversParentTypes['AnalyticsLiveChange']> = {
  insight?: Resolver<Maybe<ResolversTypes['Insight']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnalyticsLiveChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AnalyticsLiveChanges'] = ResolversParentTypes['AnalyticsLiveChanges']> = {
  changes?: Resolver<ReadonlyArray<ResolversTypes['AnalyticsLiveChange']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Atm'] = ResolversParentTypes['Atm']> = {
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type AtmVolumeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmVolume'] = ResolversParentTypes['AtmVolume']> = {
  agentAtmId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  transactionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmWithGapsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmWithGaps'] = ResolversParentTypes['AtmWithGaps']> = {
  agentAtmId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  gapCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface BytesScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes'], any> {
  name: 'Bytes';
}

export type DailyVolumeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DailyVolume'] = ResolversParentTypes['DailyVolume']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type EventBreakdownResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventBreakdown'] = ResolversParentTypes['EventBreakdown']> = {
  auth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cash?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hardware?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  other?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  power?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  system?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FleetConnectivityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetConnectivity'] = ResolversParentTypes['FleetConnectivity']> = {
  connected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  connectivityPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  disconnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  neverConnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FleetHealthResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetHealth'] = ResolversParentTypes['FleetHealth']> = {
  atmsWithGaps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  connectivity?: Resolver<ResolversTypes['FleetConnectivity'], ParentType, ContextType>;
  degradedSources?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  eventBreakdown?: Resolver<ResolversTypes['EventBreakdown'], ParentType, ContextType>;
  generatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  openIncidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  topProblematicAtms?: Resolver<ReadonlyArray<ResolversTypes['TopProblematicAtm']>, ParentType, ContextType>;
};

export type InsightResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Insight'] = ResolversParentTypes['Insight']> = {
  acknowledged?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  acknowledgedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  acknowledgedByUserId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['InsightCategory'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['InsightSeverity'], ParentType, ContextType>;
  snapshotId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type InsightPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['InsightPage'] = ResolversParentTypes['InsightPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Insight']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JournalCoverageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalCoverage'] = ResolversParentTypes['JournalCoverage']> = {
  approvalRateToday?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  atmsWithGaps?: Resolver<ReadonlyArray<ResolversTypes['AtmWithGaps']>, ParentType, ContextType>;
  dailyVolume?: Resolver<ReadonlyArray<ResolversTypes['DailyVolume']>, ParentType, ContextType>;
  degradedSources?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  openGapsTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  parseSuccessRateToday?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  topAtmsByVolume?: Resolver<ReadonlyArray<ResolversTypes['AtmVolume']>, ParentType, ContextType>;
};

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acknowledgeActiveInsights?: Resolver<ResolversTypes['AcknowledgedInsights'], ParentType, ContextType>;
  acknowledgeInsight?: Resolver<ResolversTypes['Insight'], ParentType, ContextType, RequireFields<MutationAcknowledgeInsightArgs, 'id'>>;
  publishInsight?: Resolver<ResolversTypes['Insight'], ParentType, ContextType, RequireFields<MutationPublishInsightArgs, 'insight'>>;
  replayAnalyticsDeadLetter?: Resolver<ResolversTypes['DeadLetter'], ParentType, ContextType, RequireFields<MutationReplayAnalyticsDeadLetterArgs, 'id'>>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  activeInsights?: Resolver<ReadonlyArray<ResolversTypes['Insight']>, ParentType, ContextType>;
  analyticsDeadLetters?: Resolver<ResolversTypes['DeadLetterPage'], ParentType, ContextType, RequireFields<QueryAnalyticsDeadLettersArgs, 'page' | 'size'>>;
  analyticsLiveChanges?: Resolver<ResolversTypes['AnalyticsLiveChanges'], ParentType, ContextType, Partial<QueryAnalyticsLiveChangesArgs>>;
  fleetHealth?: Resolver<ResolversTypes['FleetHealth'], ParentType, ContextType>;
  insights?: Resolver<ResolversTypes['InsightPage'], ParentType, ContextType, RequireFields<QueryInsightsArgs, 'page' | 'size'>>;
  journalCoverage?: Resolver<ResolversTypes['JournalCoverage'], ParentType, ContextType>;
  latestSnapshot?: Resolver<Maybe<ResolversTypes['Snapshot']>, ParentType, ContextType, Partial<QueryLatestSnapshotArgs>>;
  snapshot?: Resolver<Maybe<ResolversTypes['Snapshot']>, ParentType, ContextType, RequireFields<QuerySnapshotArgs, 'id'>>;
  snapshots?: Resolver<ResolversTypes['SnapshotPage'], ParentType, ContextType, RequireFields<QuerySnapshotsArgs, 'page' | 'size'>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export type SnapshotResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Snapshot'] = ResolversParentTypes['Snapshot']> = {
  day?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  filesParsed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  incidentsCreated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  incidentsResolved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  openIncidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  takenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type SnapshotPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SnapshotPage'] = ResolversParentTypes['SnapshotPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Snapshot']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  insightChanged?: SubscriptionResolver<Maybe<ResolversTypes['Insight']>, "insightChanged", ParentType, ContextType>;
};

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export type TopProblematicAtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TopProblematicAtm'] = ResolversParentTypes['TopProblematicAtm']> = {
  agentAtmId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type Resolvers<ContextType = OperationContext> = {
  AcknowledgedInsights?: AcknowledgedInsightsResolvers<ContextType>;
  AnalyticsLiveChange?: AnalyticsLiveChangeResolvers<ContextType>;
  AnalyticsLiveChanges?: AnalyticsLiveChangesResolvers<ContextType>;
  Atm?: AtmResolvers<ContextType>;
  AtmVolume?: AtmVolumeResolvers<ContextType>;
  AtmWithGaps?: AtmWithGapsResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  DailyVolume?: DailyVolumeResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeadLetter?: DeadLetterResolvers<ContextType>;
  DeadLetterPage?: DeadLetterPageResolvers<ContextType>;
  EventBreakdown?: EventBreakdownResolvers<ContextType>;
  FleetConnectivity?: FleetConnectivityResolvers<ContextType>;
  FleetHealth?: FleetHealthResolvers<ContextType>;
  Insight?: InsightResolvers<ContextType>;
  InsightPage?: InsightPageResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JournalCoverage?: JournalCoverageResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SentLocalDateTime?: GraphQLScalarType;
  Snapshot?: SnapshotResolvers<ContextType>;
  SnapshotPage?: SnapshotPageResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TextOrInteger?: GraphQLScalarType;
  TopProblematicAtm?: TopProblematicAtmResolvers<ContextType>;
  UUID?: GraphQLScalarType;
};

