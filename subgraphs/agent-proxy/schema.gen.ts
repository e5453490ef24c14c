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

/** A day whose journal an agent is asked to send again. */
export type AgentJournalFetch = {
  /** The day, local to the ATM. */
  readonly gapDate: Scalars['Date']['output'];
  /** The gap that the journal will close. */
  readonly gapId: Scalars['SafeInt']['output'];
};

/** The report of an agent on a task. */
export type AgentTaskReport = {
  /** Why it failed; 2,000 characters at most, the rest is cut. */
  readonly error?: InputMaybe<Scalars['String']['input']>;
  /** The result; 16 KiB at most. */
  readonly result?: InputMaybe<Scalars['JSON']['input']>;
  /** Its outcome. */
  readonly status: AgentTaskStatus;
};

/** What an agent did with a task. */
export type AgentTaskStatus =
  /** The agent has acknowledged it. */
  | 'ACKED'
  /** It failed. */
  | 'FAILED'
  /** It succeeded. */
  | 'SUCCEEDED';

/** The work of an agent. */
export type AgentWork = {
  /** The days whose journals the agent is asked to send again, oldest first. */
  readonly journalFetches: ReadonlyArray<AgentJournalFetch>;
  /** The tasks for the ATM, oldest first. Each is delivered once. */
  readonly tasks: ReadonlyArray<AgentWorkTask>;
};

/** A task as its agent receives it. */
export type AgentWorkTask = {
  /** Until when it may begin. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The id of the task. */
  readonly id: Scalars['UUID']['output'];
  /** The kind of the task, such as `REBOOT`. */
  readonly kind: Scalars['String']['output'];
  /** Its parameters, which depend on the kind. */
  readonly params?: Maybe<Scalars['JSON']['output']>;
};

/** The answer to one event of a batch. */
export type BatchEntry = {
  /** The body that a single post would have had. */
  readonly body?: Maybe<Scalars['JSON']['output']>;
  /** The status that a single post would have had. */
  readonly status: Scalars['Int']['output'];
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

/** The outcome of an event: stored, or recorded as an event exception. */
export type IngestAnswer = NotStoredEvent | StoredEvent;

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

/** A journal file that was there already: the same bytes for the same ATM and day. */
export type KnownUpload = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Why the file is PARTIAL, FAILED or MISDATED; null otherwise. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** Declined ones. */
  readonly failed: Scalars['Int']['output'];
  /** The family of the format; null before the file is parsed. */
  readonly format?: Maybe<Scalars['String']['output']>;
  /** The id of the file. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM. */
  readonly institutionKey: Scalars['String']['output'];
  /** The day of the journal, local to the ATM. */
  readonly journalDate: Scalars['Date']['output'];
  /** When it was parsed; null before. */
  readonly parsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was received. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** SHA-256 of the decoded bytes as sent, in hexadecimal. */
  readonly sha256: Scalars['String']['output'];
  /** Decoded size in bytes. */
  readonly sizeBytes: Scalars['SafeInt']['output'];
  /** RECEIVED, PARSED, PARTIAL, FAILED or MISDATED. */
  readonly status: Scalars['String']['output'];
  /** Approved ones. */
  readonly successful: Scalars['Int']['output'];
  /** Transactions found in it, but for those that another file of the ATM keeps. */
  readonly transactions: Scalars['Int']['output'];
  /** Ones that were neither approved nor declined. */
  readonly undecided: Scalars['Int']['output'];
};

export type Mutation = {
  /** A sign of life of an ATM's agent. */
  readonly heartbeat: Scalars['Boolean']['output'];
  /**
   * Takes a journal event from an ATM's agent and hands it to the incident service; answered after it is stored.
   * 201 with the stored event; 202 for a type that is not known: that event is stored as an exception only.
   */
  readonly ingestJournalEvent: IngestAnswer;
  /**
   * Takes up to 500 events at once. Each gets its own status and body, in the order sent; a bad one fails alone (in the graph, one that does not fit
   * its type fails all, as any variable does).
   */
  readonly ingestJournalEvents: ReadonlyArray<BatchEntry>;
  /** Reports what an agent did with a task; null for a task that does not exist or is not for an ATM of the agent. Repeating a report changes nothing. */
  readonly reportAgentTask?: Maybe<ReportedTask>;
  /** Takes an electronic-journal file from an ATM's agent and hands it to the journal service; 32 MiB decoded at most, `Content-Encoding: gzip` is welcome. */
  readonly uploadAgentJournal: UploadAnswer;
};


export type MutationHeartbeatArgs = {
  agentAtmId: Scalars['String']['input'];
};


export type MutationIngestJournalEventArgs = {
  event: JournalEventInput;
};


export type MutationIngestJournalEventsArgs = {
  events: ReadonlyArray<InputMaybe<JournalEventInput>>;
};


export type MutationReportAgentTaskArgs = {
  id: Scalars['UUID']['input'];
  report: AgentTaskReport;
};


export type MutationUploadAgentJournalArgs = {
  agentAtmId: Scalars['String']['input'];
  file: Scalars['Bytes']['input'];
  journalDate: Scalars['Date']['input'];
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

export type Query = {
  /** The work of an agent: tasks, and journals to send again. Waits while there is none, or only what the agent received within the last minute. Counts as a heartbeat. */
  readonly agentWork: AgentWork;
};


export type QueryAgentWorkArgs = {
  agentAtmId: Scalars['String']['input'];
  waitSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** The status of a task. */
export type ReportedTask = {
  /** The id of the task. */
  readonly id: Scalars['UUID']['output'];
  /** Its status, such as `SUCCEEDED`. */
  readonly status: Scalars['String']['output'];
};

/** An event that is stored. */
export type StoredEvent = {
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

/** A journal file that is now stored and waits to be parsed. */
export type StoredUpload = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Why the file is PARTIAL, FAILED or MISDATED; null otherwise. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** Declined ones. */
  readonly failed: Scalars['Int']['output'];
  /** The family of the format; null before the file is parsed. */
  readonly format?: Maybe<Scalars['String']['output']>;
  /** The id of the file. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM. */
  readonly institutionKey: Scalars['String']['output'];
  /** The day of the journal, local to the ATM. */
  readonly journalDate: Scalars['Date']['output'];
  /** When it was parsed; null before. */
  readonly parsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was received. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** SHA-256 of the decoded bytes as sent, in hexadecimal. */
  readonly sha256: Scalars['String']['output'];
  /** Decoded size in bytes. */
  readonly sizeBytes: Scalars['SafeInt']['output'];
  /** RECEIVED, PARSED, PARTIAL, FAILED or MISDATED. */
  readonly status: Scalars['String']['output'];
  /** Approved ones. */
  readonly successful: Scalars['Int']['output'];
  /** Transactions found in it, but for those that another file of the ATM keeps. */
  readonly transactions: Scalars['Int']['output'];
  /** Ones that were neither approved nor declined. */
  readonly undecided: Scalars['Int']['output'];
};

/** The outcome of an upload: stored, or known already. */
export type UploadAnswer = KnownUpload | StoredUpload;



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



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  IngestAnswer:
    | ( NotStoredEvent & { __typename: 'NotStoredEvent' } )
    | ( StoredEvent & { __typename: 'StoredEvent' } )
  ;
  UploadAnswer:
    | ( KnownUpload & { __typename: 'KnownUpload' } )
    | ( StoredUpload & { __typename: 'StoredUpload' } )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AgentJournalFetch: ResolverTypeWrapper<AgentJournalFetch>;
  AgentTaskReport: AgentTaskReport;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AgentTaskStatus: AgentTaskStatus;
  AgentWork: ResolverTypeWrapper<AgentWork>;
  AgentWorkTask: ResolverTypeWrapper<AgentWorkTask>;
  BatchEntry: ResolverTypeWrapper<BatchEntry>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  CassetteReading: ResolverTypeWrapper<CassetteReading>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  CassetteReadingInput: CassetteReadingInput;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  IngestAnswer: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['IngestAnswer']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JournalEventInput: JournalEventInput;
  KnownUpload: ResolverTypeWrapper<KnownUpload>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  NotStoredEvent: ResolverTypeWrapper<NotStoredEvent>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReportedTask: ResolverTypeWrapper<ReportedTask>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  StoredEvent: ResolverTypeWrapper<StoredEvent>;
  StoredUpload: ResolverTypeWrapper<StoredUpload>;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
  UploadAnswer: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['UploadAnswer']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AgentJournalFetch: AgentJournalFetch;
  AgentTaskReport: AgentTaskReport;
  String: Scalars['String']['output'];
  AgentWork: AgentWork;
  AgentWorkTask: AgentWorkTask;
  BatchEntry: BatchEntry;
  Int: Scalars['Int']['output'];
  Bytes: Scalars['Bytes']['output'];
  CassetteReading: CassetteReading;
  Float: Scalars['Float']['output'];
  CassetteReadingInput: CassetteReadingInput;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  IngestAnswer: ResolversUnionTypes<ResolversParentTypes>['IngestAnswer'];
  JSON: Scalars['JSON']['output'];
  JournalEventInput: JournalEventInput;
  KnownUpload: KnownUpload;
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  NotStoredEvent: NotStoredEvent;
  Query: Record<PropertyKey, never>;
  ReportedTask: ReportedTask;
  SafeInt: Scalars['SafeInt']['output'];
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  StoredEvent: StoredEvent;
  StoredUpload: StoredUpload;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  UUID: Scalars['UUID']['output'];
  UploadAnswer: ResolversUnionTypes<ResolversParentTypes>['UploadAnswer'];
};

export type AgentJournalFetchResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AgentJournalFetch'] = ResolversParentTypes['AgentJournalFetch']> = {
  gapDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  gapId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type AgentWorkResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AgentWork'] = ResolversParentTypes['AgentWork']> = {
  journalFetches?: Resolver<ReadonlyArray<ResolversTypes['AgentJournalFetch']>, ParentType, ContextType>;
  tasks?: Resolver<ReadonlyArray<ResolversTypes['AgentWorkTask']>, ParentType, ContextType>;
};

export type AgentWorkTaskResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AgentWorkTask'] = ResolversParentTypes['AgentWorkTask']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type BatchEntryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['BatchEntry'] = ResolversParentTypes['BatchEntry']> = {
  body?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface BytesScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes'], any> {
  name: 'Bytes';
}

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

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type IngestAnswerResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['IngestAnswer'] = ResolversParentTypes['IngestAnswer']> = {
  __resolveType: TypeResolveFn<'NotStoredEvent' | 'StoredEvent', ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type KnownUploadResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['KnownUpload'] = ResolversParentTypes['KnownUpload']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  format?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  journalDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  parsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizeBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  undecided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  heartbeat?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationHeartbeatArgs, 'agentAtmId'>>;
  ingestJournalEvent?: Resolver<ResolversTypes['IngestAnswer'], ParentType, ContextType, RequireFields<MutationIngestJournalEventArgs, 'event'>>;
  ingestJournalEvents?: Resolver<ReadonlyArray<ResolversTypes['BatchEntry']>, ParentType, ContextType, RequireFields<MutationIngestJournalEventsArgs, 'events'>>;
  reportAgentTask?: Resolver<Maybe<ResolversTypes['ReportedTask']>, ParentType, ContextType, RequireFields<MutationReportAgentTaskArgs, 'id' | 'report'>>;
  uploadAgentJournal?: Resolver<ResolversTypes['UploadAnswer'], ParentType, ContextType, RequireFields<MutationUploadAgentJournalArgs, 'agentAtmId' | 'file' | 'journalDate'>>;
};

export type NotStoredEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['NotStoredEvent'] = ResolversParentTypes['NotStoredEvent']> = {
  exceptionId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  agentWork?: Resolver<ResolversTypes['AgentWork'], ParentType, ContextType, RequireFields<QueryAgentWorkArgs, 'agentAtmId' | 'waitSeconds'>>;
};

export type ReportedTaskResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ReportedTask'] = ResolversParentTypes['ReportedTask']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export type StoredEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['StoredEvent'] = ResolversParentTypes['StoredEvent']> = {
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

export type StoredUploadResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['StoredUpload'] = ResolversParentTypes['StoredUpload']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  format?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  journalDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  parsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizeBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  undecided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type UploadAnswerResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['UploadAnswer'] = ResolversParentTypes['UploadAnswer']> = {
  __resolveType: TypeResolveFn<'KnownUpload' | 'StoredUpload', ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  AgentJournalFetch?: AgentJournalFetchResolvers<ContextType>;
  AgentWork?: AgentWorkResolvers<ContextType>;
  AgentWorkTask?: AgentWorkTaskResolvers<ContextType>;
  BatchEntry?: BatchEntryResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  CassetteReading?: CassetteReadingResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  IngestAnswer?: IngestAnswerResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  KnownUpload?: KnownUploadResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  NotStoredEvent?: NotStoredEventResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ReportedTask?: ReportedTaskResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SentLocalDateTime?: GraphQLScalarType;
  StoredEvent?: StoredEventResolvers<ContextType>;
  StoredUpload?: StoredUploadResolvers<ContextType>;
  TextOrInteger?: GraphQLScalarType;
  UUID?: GraphQLScalarType;
  UploadAnswer?: UploadAnswerResolvers<ContextType>;
};

