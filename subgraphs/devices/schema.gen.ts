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

/** An ATM; the devices service adds its status. */
export type Atm = {
  /** The numeric id of the ATM. */
  readonly id: Scalars['SafeInt']['output'];
  /** The status as badges read it; null for an ATM that the devices service does not know yet, or that is not the caller's. */
  readonly status?: Maybe<AtmStatus>;
};

/** Numbers of ATMs by status badge; the five add up to the total. */
export type AtmBadges = {
  /** ATMs whose agent is not connected. */
  readonly agentOffline: Scalars['Int']['output'];
  /** ATMs in service. */
  readonly inService: Scalars['Int']['output'];
  /** ATMs in supervisor mode. */
  readonly inSupervisor: Scalars['Int']['output'];
  /** ATMs out of service. */
  readonly outOfService: Scalars['Int']['output'];
  /** All ATMs. */
  readonly total: Scalars['Int']['output'];
  /** ATMs whose state is not known. */
  readonly unknown: Scalars['Int']['output'];
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

/** The ATMs that have the same value of an attribute, by status badge. */
export type AtmGroup = {
  /** How many, by badge. */
  readonly badges: AtmBadges;
  /** The value; null for ATMs without one. */
  readonly value?: Maybe<Scalars['String']['output']>;
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

/** Whether an ATM is in use. */
export type AtmLifecycle =
  /** It is in use. */
  | 'ACTIVE'
  /** It is out of use: it keeps its history, its agent is refused, it opens nothing and is in no total. */
  | 'RETIRED';

/** What is shown of an ATM and not searched. */
export type AtmRecordUpdate = {
  /** The company that carries its cash. */
  readonly carrier?: InputMaybe<Scalars['String']['input']>;
  /** The cost centre. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** How much depends on it. */
  readonly criticality?: InputMaybe<AtmCriticality>;
  /** Degrees north. */
  readonly latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east. */
  readonly longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The ATM that it is, of an entry that was merged. */
  readonly mergedIntoId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The model. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** The region. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** When it was registered. */
  readonly registeredAt: Scalars['DateTime']['input'];
  /** When it was retired. */
  readonly retiredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Words to find it by. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The IANA time zone; null where it is the platform's. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The manufacturer. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** A change of an ATM's service state among others. */
export type AtmServiceStateChange = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['input'];
  /** The event's own time. */
  readonly eventTime?: InputMaybe<Scalars['String']['input']>;
  /** The type of the event that made the change. */
  readonly eventType?: InputMaybe<Scalars['String']['input']>;
  /** The institution of the ATM. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** When the state began; the time of receipt when left out. */
  readonly occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The state before. */
  readonly previousState?: InputMaybe<ServiceState>;
  /** Grows with each change of one ATM, and of when its state began. */
  readonly sequence: Scalars['SafeInt']['input'];
  /** The new state. */
  readonly serviceState: ServiceState;
};

/** The status of an ATM as every badge reads it. */
export type AtmStatus = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM: its record, incidents and tasks. */
  readonly atm?: Maybe<Atm>;
  /** The badge. */
  readonly badge: StatusBadge;
  /** The company that carries its cash; 200 characters at most. */
  readonly carrier?: Maybe<Scalars['String']['output']>;
  /** Whether the agent is connected. */
  readonly connectivity: AtmConnectivity;
  /** The cost centre that it is booked under; 64 characters at most. */
  readonly costCentre?: Maybe<Scalars['String']['output']>;
  /** How much depends on it. */
  readonly criticality?: Maybe<AtmCriticality>;
  /** The same id under its newer name. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** The numeric id of the ATM. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution that the ATM belongs to; null while none is known. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The last sign of life of the agent; null before the first. */
  readonly lastHeartbeatAt?: Maybe<Scalars['DateTime']['output']>;
  /** Degrees north, -90 to 90. */
  readonly latitude?: Maybe<Scalars['Float']['output']>;
  /** Whether it is in use. */
  readonly lifecycle: AtmLifecycle;
  /** Degrees east, -180 to 180. */
  readonly longitude?: Maybe<Scalars['Float']['output']>;
  /** Of an entry that was merged, the numeric id of the ATM that it is; null otherwise. */
  readonly mergedIntoId?: Maybe<Scalars['SafeInt']['output']>;
  /** The model; 200 characters at most. */
  readonly model?: Maybe<Scalars['String']['output']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** A part of the country or of the fleet; 200 characters at most. */
  readonly region?: Maybe<Scalars['String']['output']>;
  /** When it was registered; null until the incident service has sent its record. */
  readonly registeredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was retired; null while it is in use. */
  readonly retiredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: Maybe<Scalars['String']['output']>;
  /** What it does. */
  readonly serviceState: ServiceState;
  /** When the state began, by the history of states of the incident service; null before the first. */
  readonly serviceStateChangedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: Maybe<Scalars['String']['output']>;
  /** Since when it is in supervisor mode: the time of receipt of the report; null otherwise. */
  readonly supervisorSince?: Maybe<Scalars['DateTime']['output']>;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  readonly tags?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
  /** The manufacturer; 200 characters at most. */
  readonly vendor?: Maybe<Scalars['String']['output']>;
};

/** A page of ATM status. */
export type AtmStatusPage = {
  /** The rows. */
  readonly content: ReadonlyArray<AtmStatus>;
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

/** Numbers of ATMs by connectivity. */
export type AtmStatusSummary = {
  /** ATMs with a recent heartbeat. */
  readonly connected: Scalars['Int']['output'];
  /** ATMs whose last heartbeat is too old. */
  readonly disconnected: Scalars['Int']['output'];
  /** ATMs that never sent one. */
  readonly neverConnected: Scalars['Int']['output'];
  /** All ATMs. */
  readonly total: Scalars['Int']['output'];
};

/** What the lists show of an ATM. */
export type AtmUpdate = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['input'];
  /** Grows with each change of the institution or of an attribute of these; an older edition changes none of them. */
  readonly edition?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The institution of the ATM. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** The last sign of life of the agent. */
  readonly lastHeartbeatAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The name of the ATM; 200 characters at most. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** What lists do not search; what is held stays where it is left out. */
  readonly record?: InputMaybe<AtmRecordUpdate>;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** The place of the ATM; 200 characters at most. */
  readonly siteName?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /** Takes over when ATMs were last heard, where nothing else about them changed. Of an ATM that is not held yet nothing is taken over. */
  readonly mirrorHeartbeats: Scalars['Boolean']['output'];
  /** Takes over a change of an ATM's service state; one with a lower sequence than is already held changes nothing. */
  readonly mirrorServiceState: Scalars['Boolean']['output'];
  /** Takes over changes of many ATMs' service states, each as if it came alone. For floods: alone they would take as long as they are many. */
  readonly mirrorServiceStates: Scalars['Boolean']['output'];
  /** Takes over what the lists show of ATMs. */
  readonly updateAtms: Scalars['Boolean']['output'];
};


export type MutationMirrorHeartbeatsArgs = {
  atmIds: ReadonlyArray<Scalars['SafeInt']['input']>;
  heardAtMs: ReadonlyArray<Scalars['SafeInt']['input']>;
};


export type MutationMirrorServiceStateArgs = {
  agentAtmId: Scalars['String']['input'];
  change: ServiceStateChange;
};


export type MutationMirrorServiceStatesArgs = {
  changes: ReadonlyArray<AtmServiceStateChange>;
};


export type MutationUpdateAtmsArgs = {
  atms: ReadonlyArray<AtmUpdate>;
};

export type Query = {
  /** The caller's ATMs by status badge. */
  readonly atmBadges: AtmBadges;
  /**
   * The caller's ATMs by the values of an attribute, those with most ATMs first; ATMs without a value are a group of their own. The first 500 groups,
   * where there are more.
   */
  readonly atmGroups: ReadonlyArray<AtmGroup>;
  /** The status of one ATM by its numeric id; null for one that does not exist or is not the caller's. */
  readonly atmStatus?: Maybe<AtmStatus>;
  /** How many of the caller's ATMs are connected. */
  readonly atmStatusSummary: AtmStatusSummary;
  /** The status of the caller's ATMs, as status badges read it, page by page. */
  readonly atmStatuses: AtmStatusPage;
  /** The same ATMs as CSV with a header row, of any number, in the order of their agent ids. */
  readonly atmStatusesCsv?: Maybe<Scalars['Bytes']['output']>;
};


export type QueryAtmGroupsArgs = {
  badge?: InputMaybe<StatusBadge>;
  by: AtmGrouping;
  connectivity?: InputMaybe<AtmConnectivity>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  inService?: InputMaybe<Scalars['Boolean']['input']>;
  lifecycle?: InputMaybe<AtmLifecycle>;
  model?: InputMaybe<Scalars['String']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  serviceState?: InputMaybe<ServiceState>;
  site?: InputMaybe<Scalars['String']['input']>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryAtmStatusArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryAtmStatusesArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  badge?: InputMaybe<StatusBadge>;
  connectivity?: InputMaybe<AtmConnectivity>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  format?: InputMaybe<Scalars['String']['input']>;
  inService?: InputMaybe<Scalars['Boolean']['input']>;
  lifecycle?: InputMaybe<AtmLifecycle>;
  model?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  serviceState?: InputMaybe<ServiceState>;
  site?: InputMaybe<Scalars['String']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryAtmStatusesCsvArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  badge?: InputMaybe<StatusBadge>;
  connectivity?: InputMaybe<AtmConnectivity>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  inService?: InputMaybe<Scalars['Boolean']['input']>;
  lifecycle?: InputMaybe<AtmLifecycle>;
  model?: InputMaybe<Scalars['String']['input']>;
  q?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  serviceState?: InputMaybe<ServiceState>;
  site?: InputMaybe<Scalars['String']['input']>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
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

/** A change of service state, or of when the present one began, as the incident service mirrors it. */
export type ServiceStateChange = {
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['input'];
  /** The event's own time. */
  readonly eventTime?: InputMaybe<Scalars['String']['input']>;
  /** The type of the event that made the change. */
  readonly eventType?: InputMaybe<Scalars['String']['input']>;
  /** The institution of the ATM. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** When the state began; the time of receipt when left out. */
  readonly occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The state before. */
  readonly previousState?: InputMaybe<ServiceState>;
  /** Grows with each change of one ATM, and of when its state began. */
  readonly sequence: Scalars['SafeInt']['input'];
  /** The new state. */
  readonly serviceState: ServiceState;
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
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Atm:
    ( { __typename: 'Atm' }
    & GraphQLRecursivePick<FederationTypes['Atm'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Atm: ResolverTypeWrapper<Atm>;
  AtmBadges: ResolverTypeWrapper<AtmBadges>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AtmConnectivity: AtmConnectivity;
  AtmCriticality: AtmCriticality;
  AtmGroup: ResolverTypeWrapper<AtmGroup>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AtmGrouping: AtmGrouping;
  AtmLifecycle: AtmLifecycle;
  AtmRecordUpdate: AtmRecordUpdate;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  AtmServiceStateChange: AtmServiceStateChange;
  AtmStatus: ResolverTypeWrapper<AtmStatus>;
  AtmStatusPage: ResolverTypeWrapper<AtmStatusPage>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  AtmStatusSummary: ResolverTypeWrapper<AtmStatusSummary>;
  AtmUpdate: AtmUpdate;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  ServiceState: ServiceState;
  ServiceStateChange: ServiceStateChange;
  StatusBadge: StatusBadge;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Atm: Atm | FederationReferenceTypes['Atm'];
  AtmBadges: AtmBadges;
  Int: Scalars['Int']['output'];
  AtmGroup: AtmGroup;
  String: Scalars['String']['output'];
  AtmRecordUpdate: AtmRecordUpdate;
  Float: Scalars['Float']['output'];
  AtmServiceStateChange: AtmServiceStateChange;
  AtmStatus: AtmStatus;
  AtmStatusPage: AtmStatusPage;
  Boolean: Scalars['Boolean']['output'];
  AtmStatusSummary: AtmStatusSummary;
  AtmUpdate: AtmUpdate;
  Bytes: Scalars['Bytes']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  ServiceStateChange: ServiceStateChange;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  UUID: Scalars['UUID']['output'];
};

export type AtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Atm'] = ResolversParentTypes['Atm'], FederationReferenceType extends FederationReferenceTypes['Atm'] = FederationReferenceTypes['Atm']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Atm']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['AtmStatus']>, ParentType, ContextType>;
};

export type AtmBadgesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmBadges'] = ResolversParentTypes['AtmBadges']> = {
  agentOffline?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inService?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inSupervisor?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outOfService?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unknown?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmGroupResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmGroup'] = ResolversParentTypes['AtmGroup']> = {
  badges?: Resolver<ResolversTypes['AtmBadges'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AtmStatusResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmStatus'] = ResolversParentTypes['AtmStatus']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  badge?: Resolver<ResolversTypes['StatusBadge'], ParentType, ContextType>;
  carrier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  connectivity?: Resolver<ResolversTypes['AtmConnectivity'], ParentType, ContextType>;
  costCentre?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  criticality?: Resolver<Maybe<ResolversTypes['AtmCriticality']>, ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastHeartbeatAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  latitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lifecycle?: Resolver<ResolversTypes['AtmLifecycle'], ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mergedIntoId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registeredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  serialNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceState?: Resolver<ResolversTypes['ServiceState'], ParentType, ContextType>;
  serviceStateChangedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supervisorSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  tags?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AtmStatusPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmStatusPage'] = ResolversParentTypes['AtmStatusPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['AtmStatus']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AtmStatusSummaryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmStatusSummary'] = ResolversParentTypes['AtmStatusSummary']> = {
  connected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  disconnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  neverConnected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface BytesScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes'], any> {
  name: 'Bytes';
}

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  mirrorHeartbeats?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMirrorHeartbeatsArgs, 'atmIds' | 'heardAtMs'>>;
  mirrorServiceState?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMirrorServiceStateArgs, 'agentAtmId' | 'change'>>;
  mirrorServiceStates?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMirrorServiceStatesArgs, 'changes'>>;
  updateAtms?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdateAtmsArgs, 'atms'>>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  atmBadges?: Resolver<ResolversTypes['AtmBadges'], ParentType, ContextType>;
  atmGroups?: Resolver<ReadonlyArray<ResolversTypes['AtmGroup']>, ParentType, ContextType, RequireFields<QueryAtmGroupsArgs, 'by'>>;
  atmStatus?: Resolver<Maybe<ResolversTypes['AtmStatus']>, ParentType, ContextType, RequireFields<QueryAtmStatusArgs, 'id'>>;
  atmStatusSummary?: Resolver<ResolversTypes['AtmStatusSummary'], ParentType, ContextType>;
  atmStatuses?: Resolver<ResolversTypes['AtmStatusPage'], ParentType, ContextType, RequireFields<QueryAtmStatusesArgs, 'page' | 'size'>>;
  atmStatusesCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryAtmStatusesCsvArgs>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type Resolvers<ContextType = OperationContext> = {
  Atm?: AtmResolvers<ContextType>;
  AtmBadges?: AtmBadgesResolvers<ContextType>;
  AtmGroup?: AtmGroupResolvers<ContextType>;
  AtmStatus?: AtmStatusResolvers<ContextType>;
  AtmStatusPage?: AtmStatusPageResolvers<ContextType>;
  AtmStatusSummary?: AtmStatusSummaryResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SentLocalDateTime?: GraphQLScalarType;
  TextOrInteger?: GraphQLScalarType;
  UUID?: GraphQLScalarType;
};

