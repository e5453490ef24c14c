// Generated from the service's SDL by `npm run codegen`; do not edit.
import type { BytesAnswer, ByteStream } from '../kit/answer.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { OperationContext } from '../kit/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
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
  /** An instant: ISO 8601 in UTC with `Z`. */
  DateTime: { input: Date; output: Date | string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A local date-time without a time zone: `2026-11-20T08:15:00`. */
  LocalDateTime: { input: string; output: string; }
  /** An integer up to 2^53 - 1. */
  SafeInt: { input: number; output: number; }
  /** A UUID in its canonical form. */
  UUID: { input: string; output: string; }
  _FieldSet: { input: string; output: string; }
};

export type Mutation = {
  /** Replaces the whole set of kinds that customers of an institution may push; an empty list revokes all. The last write wins. */
  readonly setTaskPermissions: ReadonlyArray<TaskPermission>;
};


export type MutationSetTaskPermissionsArgs = {
  key: Scalars['ID']['input'];
  kinds: ReadonlyArray<TaskKind>;
};

export type Query = {
  /** The kinds of task that the caller may push, sorted: all for administrators and MSP_ADMIN, the granted ones for a CUSTOMER, none for others. */
  readonly myTaskKinds: ReadonlyArray<TaskKind>;
  /** The grants of one institution, sorted by kind. */
  readonly taskPermissions: ReadonlyArray<TaskPermission>;
};


export type QueryTaskPermissionsArgs = {
  key: Scalars['ID']['input'];
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

/** A kind of task that customers of an institution may push. No grant means denied. */
export type TaskPermission = {
  /** When the set was last written. */
  readonly grantedAt: Scalars['DateTime']['output'];
  /** Who wrote the set: the e-mail of the token, else its subject. */
  readonly grantedBy: Scalars['String']['output'];
  /** The institution's key. */
  readonly institutionKey: Scalars['String']['output'];
  /** The granted kind. */
  readonly taskKind: TaskKind;
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
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  TaskKind: TaskKind;
  TaskPermission: ResolverTypeWrapper<TaskPermission>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Bytes: Scalars['Bytes']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  TaskPermission: TaskPermission;
  String: Scalars['String']['output'];
  UUID: Scalars['UUID']['output'];
  Boolean: Scalars['Boolean']['output'];
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
  setTaskPermissions?: Resolver<ReadonlyArray<ResolversTypes['TaskPermission']>, ParentType, ContextType, RequireFields<MutationSetTaskPermissionsArgs, 'key' | 'kinds'>>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  myTaskKinds?: Resolver<ReadonlyArray<ResolversTypes['TaskKind']>, ParentType, ContextType>;
  taskPermissions?: Resolver<ReadonlyArray<ResolversTypes['TaskPermission']>, ParentType, ContextType, RequireFields<QueryTaskPermissionsArgs, 'key'>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type TaskPermissionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskPermission'] = ResolversParentTypes['TaskPermission']> = {
  grantedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  grantedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taskKind?: Resolver<ResolversTypes['TaskKind'], ParentType, ContextType>;
};

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type Resolvers<ContextType = OperationContext> = {
  Bytes?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  TaskPermission?: TaskPermissionResolvers<ContextType>;
  UUID?: GraphQLScalarType;
};

