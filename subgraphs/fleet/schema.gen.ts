// Generated from the service's SDL by `npm run codegen`; do not edit.
import type { BytesAnswer, ByteStream } from '../kit/rest/answer.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AtmMapper } from './mappers.ts';
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

/** An agent that may have tasks. */
export type AgentOfTasks = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The institution that the agent reports for; without one only the tasks of ATMs without one are its own. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
};

/** A task as its agent receives it. */
export type AgentTask = {
  /** Until when it may begin. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The id of the task. */
  readonly id: Scalars['UUID']['output'];
  /** The kind of the task. */
  readonly kind: TaskKind;
  /** Its parameters, which depend on the kind. */
  readonly params?: Maybe<Scalars['JSON']['output']>;
};

/** The status of a task, as its agent receives it. */
export type AgentTaskState = {
  /** The id of the task. */
  readonly id: Scalars['UUID']['output'];
  /** Its status. */
  readonly status: TaskStatus;
};

/** An ATM; the fleet service adds its tasks. */
export type Atm = {
  /** The numeric id of the ATM. */
  readonly id: Scalars['SafeInt']['output'];
  /** Its newest tasks; none for an ATM that is not the caller's. */
  readonly tasks: ReadonlyArray<Task>;
};


/** An ATM; the fleet service adds its tasks. */
export type AtmTasksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<TaskStatus>;
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

/** A record that changed, as it is now. */
export type FleetLiveChange = {
  /** Its institutions: who sees all of them receives it. An empty text is no institution. */
  readonly institutionKeys: ReadonlyArray<Scalars['String']['output']>;
  /** Its place in the order of changes. */
  readonly position: Scalars['SafeInt']['output'];
  /** The rollout. */
  readonly rollout?: Maybe<Rollout>;
  /** `rollouts`. */
  readonly topic: Scalars['String']['output'];
  /** The transaction that changed it. */
  readonly transaction: Scalars['String']['output'];
};

/** What changed since a moment. */
export type FleetLiveChanges = {
  /** The changes, in their order. */
  readonly changes: ReadonlyArray<FleetLiveChange>;
  /** False where more changed than is listed, or what changed is no longer known. */
  readonly complete: Scalars['Boolean']['output'];
  /** Where to go on. */
  readonly cursor: Scalars['String']['output'];
};

export type Mutation = {
  /** Cancels a task that was not sent yet; a task that was sent is a conflict. */
  readonly cancelTask?: Maybe<Task>;
  /**
   * Begins a rollout: one task for each of many ATMs, stage by stage. A stage begins when all tasks of the one before have ended. The gates
   * of a single task hold for each ATM, when the ATMs are looked up and again when its task is made: an ATM that the caller may not command
   * is skipped and reported. A task is delivered like any other; one more ATM waits while it has as many tasks as an ATM may have.
   * At most 20 rollouts that the caller sees run or are paused, or, of those who see all institutions, that the caller began; one more is
   * a conflict. At most 60 are begun by a caller within an hour; one more is 429.
   */
  readonly createRollout: Rollout;
  /**
   * Pushes a command to an ATM: the ATM's agent gets it with its next poll, once, or never where it does not ask before it expires.
   * Two gates: the caller's role, then whether the caller's institution may push this kind; for a customer of several it is that of the ATM.
   * At most 100 tasks wait for an ATM; one more is a conflict. At most 300 are asked for of an ATM within an hour; one more is 429.
   * What is handed to an agent counts as sent whether or not the answer arrives, so a task can get lost but is never done twice.
   */
  readonly createTask: Task;
  /** Replays a message that the consumer of retired ATMs could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message. */
  readonly replayFleetDeadLetter: DeadLetter;
  /** Stores the report of an agent on a task. Repeating a report changes nothing. */
  readonly reportTask?: Maybe<AgentTaskState>;
  /** Replaces the whole set of kinds that customers of an institution may push; an empty list revokes all. The last write wins. */
  readonly setTaskPermissions: ReadonlyArray<TaskPermission>;
  /**
   * Pauses, resumes or cancels a rollout, or changes its limit of failures. What was not delivered yet is taken back: by a pause until the
   * rollout is resumed, by a cancellation for good. What was delivered goes on. A rollout that is DONE or CANCELLED is a conflict.
   */
  readonly updateRollout?: Maybe<Rollout>;
};


export type MutationCancelTaskArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationCreateRolloutArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  rollout: RolloutInput;
};


export type MutationCreateTaskArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  task: TaskInput;
};


export type MutationReplayFleetDeadLetterArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationReportTaskArgs = {
  id: Scalars['UUID']['input'];
  report: TaskReport;
};


export type MutationSetTaskPermissionsArgs = {
  ifMatch?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['ID']['input'];
  kinds: ReadonlyArray<TaskKind>;
};


export type MutationUpdateRolloutArgs = {
  change: RolloutChange;
  id: Scalars['SafeInt']['input'];
};

export type Query = {
  /**
   * Which of these agents a task waits for, as `nextTasks` would hand it out: their places in the list, from 0. Nothing is handed out. The agent
   * proxy asks it for many agents at once, and then `nextTasks` for those that are named.
   */
  readonly agentsWithTasks: ReadonlyArray<Scalars['Int']['output']>;
  /** The grants of all the caller's institutions, by institution and kind. */
  readonly allTaskPermissions: ReadonlyArray<TaskPermission>;
  /** Messages that the consumer of retired ATMs could not handle, the last failure first. */
  readonly fleetDeadLetters: DeadLetterPage;
  /** What changed since a moment, each record once and as it is now; for live streams. */
  readonly fleetLiveChanges: FleetLiveChanges;
  /** The kinds of task that the caller may push, sorted: all for administrators and MSP_ADMIN, the granted ones for a CUSTOMER, none for others. */
  readonly myTaskKinds: ReadonlyArray<TaskKind>;
  /** The tasks that wait for an ATM, oldest first. Each is delivered once: what is listed here counts as sent, whether or not the answer arrives. */
  readonly nextTasks: ReadonlyArray<AgentTask>;
  /** One rollout; null for one that does not exist or has ATMs that are not the caller's. */
  readonly rollout?: Maybe<Rollout>;
  /** The ATMs of a rollout that failed or were skipped, by agent id, page by page; none for a rollout that the caller does not see. */
  readonly rolloutAtms?: Maybe<RolloutAtmPage>;
  /**
   * What a rollout would do if it were created now: how many ATMs it would command, stage by stage, and how many it would skip, and why.
   * Nothing is stored. The same checks as for its creation.
   */
  readonly rolloutPreview: RolloutPreview;
  /** The rollouts whose ATMs are all the caller's, newest first, page by page. They are kept for 400 days, unless configured otherwise. */
  readonly rollouts: RolloutPage;
  /** One task; null for one that does not exist or is not for an ATM of the caller. */
  readonly task?: Maybe<Task>;
  /** The ATMs that were given a task at this instant or later, in the order of the requests, each once; the agent proxy wakes their long polls. */
  readonly taskChanges: TaskChanges;
  /**
   * The sets of grants of all the caller's institutions, by institution, with the marks that `ifMatch` takes; sets that were emptied are among them.
   * An institution that is not among them never had one: its mark is `"0"`.
   */
  readonly taskPermissionSets: ReadonlyArray<TaskPermissionSet>;
  /** The grants of one institution, sorted by kind. */
  readonly taskPermissions: ReadonlyArray<TaskPermission>;
  /**
   * A mark of an institution's set of grants, with its quotation marks: it is another as soon as the set was written. What `ifMatch` takes,
   * and the `ETag` of the set on REST.
   */
  readonly taskPermissionsTag: Scalars['String']['output'];
  /** The tasks for the caller's ATMs, newest first, page by page. They are kept for 400 days, unless configured otherwise. */
  readonly tasks: TaskPage;
  /** The same tasks as CSV with a header row, of any number, the newest first. */
  readonly tasksCsv?: Maybe<Scalars['Bytes']['output']>;
};


export type QueryAgentsWithTasksArgs = {
  agents: ReadonlyArray<AgentOfTasks>;
};


export type QueryFleetDeadLettersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  replayed?: InputMaybe<Scalars['Boolean']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  topic?: InputMaybe<Scalars['String']['input']>;
};


export type QueryFleetLiveChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryNextTasksArgs = {
  agentAtmId: Scalars['String']['input'];
  institutionKey?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRolloutArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryRolloutAtmsArgs = {
  id: Scalars['SafeInt']['input'];
  outcome: RolloutOutcome;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryRolloutPreviewArgs = {
  rollout: RolloutInput;
};


export type QueryRolloutsArgs = {
  kind?: InputMaybe<TaskKind>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  status?: InputMaybe<RolloutStatus>;
};


export type QueryTaskArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryTaskChangesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  since: Scalars['DateTime']['input'];
};


export type QueryTaskPermissionsArgs = {
  key: Scalars['ID']['input'];
};


export type QueryTaskPermissionsTagArgs = {
  key: Scalars['ID']['input'];
};


export type QueryTasksArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  finishedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  finishedTo?: InputMaybe<Scalars['DateTime']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<TaskKind>;
  page?: InputMaybe<Scalars['Int']['input']>;
  requestedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  requestedTo?: InputMaybe<Scalars['DateTime']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  status?: InputMaybe<TaskStatus>;
};


export type QueryTasksCsvArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  finishedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  finishedTo?: InputMaybe<Scalars['DateTime']['input']>;
  kind?: InputMaybe<TaskKind>;
  requestedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  requestedTo?: InputMaybe<Scalars['DateTime']['input']>;
  status?: InputMaybe<TaskStatus>;
};

/** Tasks for many ATMs, stage by stage. */
export type Rollout = {
  /** How many ATMs it commands; 0 until they are divided into stages. */
  readonly atms: Scalars['Int']['output'];
  /** When that was. */
  readonly changedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who paused, resumed or cancelled it last: a caller or `platform`; null where no one did. */
  readonly changedBy?: Maybe<Scalars['String']['output']>;
  /** Its tasks by status. */
  readonly counts: RolloutCounts;
  /** How long each task may wait for its agent, in seconds. */
  readonly expiresInSeconds: Scalars['Int']['output'];
  /** The share of its finished tasks that failed, in per cent; since it was last resumed. 0 while none has finished. */
  readonly failurePct: Scalars['Float']['output'];
  /** What selected its ATMs; null where they were listed. */
  readonly filter?: Maybe<RolloutFilter>;
  /** When it was done or cancelled; null before. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number of the rollout. */
  readonly id: Scalars['SafeInt']['output'];
  /** The kind of its tasks. */
  readonly kind: TaskKind;
  /** How many ATMs were listed; null where a filter selected them. */
  readonly listed?: Maybe<Scalars['Int']['output']>;
  /** How many tasks must have finished before the share of failures counts; at the end of a stage it always counts. */
  readonly minFinished: Scalars['Int']['output'];
  /** How long after its delivery a task without an outcome counts as failed, in seconds. */
  readonly outcomeWithinSeconds: Scalars['Int']['output'];
  /** The parameters of its tasks, which depend on the kind. */
  readonly params?: Maybe<Scalars['JSON']['output']>;
  /** It is paused when more than this share of its finished tasks failed, in per cent. */
  readonly pauseAtFailurePct: Scalars['Int']['output'];
  /** Why it is paused; null where it is not. */
  readonly pauseReason?: Maybe<RolloutPauseReason>;
  /** When its ATMs were looked up and divided into stages; null before. */
  readonly preparedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What became of each stage, in their order; empty until its ATMs are divided into them. */
  readonly progress: ReadonlyArray<RolloutStage>;
  /** Why, in the words of who asked for it. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** When it was asked for. */
  readonly requestedAt: Scalars['DateTime']['output'];
  /** Who asked for it: the e-mail of the token, else its subject. */
  readonly requestedBy: Scalars['String']['output'];
  /** How many ATMs it skips. */
  readonly skipped: Scalars['Int']['output'];
  /** The stages, in per cent of its ATMs. */
  readonly stages: ReadonlyArray<Scalars['Int']['output']>;
  /** Its status. */
  readonly status: RolloutStatus;
};

/** An ATM of a rollout. */
export type RolloutAtm = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM; null for one that was not found. */
  readonly atmId?: Maybe<Scalars['SafeInt']['output']>;
  /** Why the task failed, in the agent's words, card numbers masked. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** When the task ended; null before. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the task was delivered; null before. */
  readonly sentAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why it was skipped; null for one that was not. */
  readonly skipped?: Maybe<RolloutSkipReason>;
  /** The stage that it is in; null for one that was skipped before there were stages. */
  readonly stage?: Maybe<Scalars['Int']['output']>;
  /** The id of its task; null without one. */
  readonly taskId?: Maybe<Scalars['UUID']['output']>;
  /** The status of its task; null without one. */
  readonly taskStatus?: Maybe<TaskStatus>;
};

/** A page of ATMs of a rollout. */
export type RolloutAtmPage = {
  /** The rows. */
  readonly content: ReadonlyArray<RolloutAtm>;
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

/** A change of a rollout; what is left out stays. */
export type RolloutChange = {
  /** The new limit of failures, in per cent. */
  readonly pauseAtFailurePct?: InputMaybe<Scalars['Int']['input']>;
  /** What it is set to. What it is already changes nothing. */
  readonly status?: InputMaybe<RolloutChangeStatus>;
};

/** What a rollout can be set to. */
export type RolloutChangeStatus =
  /** Cancels it. */
  | 'CANCELLED'
  /** Pauses it. */
  | 'PAUSED'
  /** Resumes it; failures until then are accepted. */
  | 'RUNNING';

/** Tasks of a rollout by status. A task that a pause took back counts no more. */
export type RolloutCounts = {
  /** Tasks that their agents have acknowledged. */
  readonly acked: Scalars['Int']['output'];
  /** Tasks that were cancelled. */
  readonly cancelled: Scalars['Int']['output'];
  /** Tasks that no agent asked for in time. */
  readonly expired: Scalars['Int']['output'];
  /** Tasks that failed. */
  readonly failed: Scalars['Int']['output'];
  /** Of those that were delivered or acknowledged: how many have no outcome in time; they count as failed. */
  readonly overdue: Scalars['Int']['output'];
  /** Tasks that wait for the next poll of their agents. */
  readonly queued: Scalars['Int']['output'];
  /** Tasks that were delivered. */
  readonly sent: Scalars['Int']['output'];
  /** Tasks that succeeded. */
  readonly succeeded: Scalars['Int']['output'];
  /** ATMs whose task is not made yet. */
  readonly waiting: Scalars['Int']['output'];
};

/** What selects the ATMs of a rollout: all conditions together. Without any, all ATMs of the caller. */
export type RolloutFilter = {
  /** Only ATMs of this cost centre. */
  readonly costCentre?: Maybe<Scalars['String']['output']>;
  /** Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
  readonly criticality?: Maybe<Scalars['String']['output']>;
  /** Only ATMs of this institution. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** Only ATMs of this model. */
  readonly model?: Maybe<Scalars['String']['output']>;
  /** Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
  readonly q?: Maybe<Scalars['String']['output']>;
  /** Only ATMs of this region. */
  readonly region?: Maybe<Scalars['String']['output']>;
  /** Only ATMs of this site. */
  readonly siteName?: Maybe<Scalars['String']['output']>;
  /** Only ATMs with this tag. */
  readonly tag?: Maybe<Scalars['String']['output']>;
  /** Only ATMs of this manufacturer. */
  readonly vendor?: Maybe<Scalars['String']['output']>;
};

/** What selects the ATMs of a rollout: all conditions together. Without any, all ATMs of the caller. */
export type RolloutFilterInput = {
  /** Only ATMs of this cost centre. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
  readonly criticality?: InputMaybe<Scalars['String']['input']>;
  /** Only ATMs of this institution. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
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

/** A rollout to begin: either `filter` or `agentAtmIds`. */
export type RolloutInput = {
  /** The agents' textual ids of the ATMs; 1 to 100,000. One that comes again counts once. */
  readonly agentAtmIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** How long each task may wait for its agent, in seconds; 60 to 86400. */
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** What selects the ATMs, 100,000 at most. */
  readonly filter?: InputMaybe<RolloutFilterInput>;
  /** The kind of its tasks. */
  readonly kind: TaskKind;
  /** How many tasks must have finished before the share of failures counts; at the end of a stage it always counts. */
  readonly minFinished?: InputMaybe<Scalars['Int']['input']>;
  /** How long after its delivery a task without an outcome counts as failed, in seconds; 60 to 86400. */
  readonly outcomeWithinSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The parameters of its tasks, as for a single task. */
  readonly params?: InputMaybe<Scalars['JSON']['input']>;
  /** Pause when more than this share of the finished tasks failed, in per cent; 0 to 100. Expired tasks and those without an outcome count as failed. */
  readonly pauseAtFailurePct?: InputMaybe<Scalars['Int']['input']>;
  /** Why; 500 characters at most, card numbers are masked. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The stages, in per cent of the ATMs: 1 to 10 rising whole numbers, the last one 100. */
  readonly stages?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
};

/** Which ATMs of a rollout. */
export type RolloutOutcome =
  /** Those whose task failed, expired, or was delivered and has no outcome in time. */
  | 'FAILED'
  /** Those that get no task. */
  | 'SKIPPED';

/** A page of rollouts. */
export type RolloutPage = {
  /** The rows. */
  readonly content: ReadonlyArray<Rollout>;
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

/** Why a rollout is paused. */
export type RolloutPauseReason =
  /** More of its tasks failed than it allows. */
  | 'FAILURES'
  /** A person paused it. */
  | 'PERSON';

/** What a rollout would do. */
export type RolloutPreview = {
  /** How many ATMs it would command. */
  readonly atms: Scalars['Int']['output'];
  /** How many ATMs are not found among those of the caller. */
  readonly notFound: Scalars['Int']['output'];
  /** How many ATMs the caller's institution is not permitted to push this kind to. */
  readonly notPermitted: Scalars['Int']['output'];
  /** How many ATMs each stage would have. */
  readonly stages: ReadonlyArray<RolloutPreviewStage>;
};

/** A stage of a rollout that is not begun. */
export type RolloutPreviewStage = {
  /** How many ATMs would be in it. */
  readonly atms: Scalars['Int']['output'];
  /** Its number, from 1. */
  readonly number: Scalars['Int']['output'];
  /** Up to what share of the ATMs it reaches, in per cent. */
  readonly percent: Scalars['Int']['output'];
};

/** Why an ATM of a rollout gets no task. */
export type RolloutSkipReason =
  /** There is no such ATM among those of the caller. */
  | 'NOT_FOUND'
  /** The caller's institution is not permitted to push this kind to it. */
  | 'NOT_PERMITTED';

/** A stage of a rollout. */
export type RolloutStage = {
  /** How many ATMs are in it. */
  readonly atms: Scalars['Int']['output'];
  /** Its tasks by status. */
  readonly counts: RolloutCounts;
  /** Its number, from 1. */
  readonly number: Scalars['Int']['output'];
  /** When it began; null before. */
  readonly openedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Up to what share of the ATMs it reaches, in per cent. */
  readonly percent: Scalars['Int']['output'];
  /** How many of its ATMs were skipped when their task was to be made. */
  readonly skipped: Scalars['Int']['output'];
};

/** The status of a rollout. */
export type RolloutStatus =
  /** It was cancelled before its end. */
  | 'CANCELLED'
  /** All of its tasks have ended. */
  | 'DONE'
  /** No task is made until it is resumed, and those that were not delivered are taken back; what was delivered goes on. */
  | 'PAUSED'
  /** Its tasks are made, stage by stage. */
  | 'RUNNING';

export type Subscription = {
  /** A rollout that changed, or whose tasks did: several changes within a second come as one. A null is no rollout, but a notice of the stream in `extensions.live`. */
  readonly rolloutChanged?: Maybe<Rollout>;
};

/** A command for an ATM. */
export type Task = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Why it failed, in the agent's words, card numbers masked; of a task that the platform cancelled, why it did. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** When it is not sent any more. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** When it ended, however it did; null before. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its changes of status, oldest first. */
  readonly history: ReadonlyArray<TaskChange>;
  /** The id of the task. */
  readonly id: Scalars['UUID']['output'];
  /** The institution of the ATM when the task was made. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** The kind of the task. */
  readonly kind: TaskKind;
  /** Its parameters, which depend on the kind. */
  readonly params?: Maybe<Scalars['JSON']['output']>;
  /** Why, in the words of who asked for it. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** When it was asked for. */
  readonly requestedAt: Scalars['DateTime']['output'];
  /** Who asked for it: the e-mail of the token, else its subject. */
  readonly requestedBy: Scalars['String']['output'];
  /** The result that the agent reported, card numbers masked. */
  readonly result?: Maybe<Scalars['JSON']['output']>;
  /** The rollout that it belongs to; null for a task of its own. */
  readonly rolloutId?: Maybe<Scalars['SafeInt']['output']>;
  /** When it was delivered to the agent; null before. */
  readonly sentAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its status. */
  readonly status: TaskStatus;
};

/** A change of a task's status. */
export type TaskChange = {
  /** Who: the caller, the agent's textual id, or `platform`. */
  readonly actor: Scalars['String']['output'];
  /** When. */
  readonly at: Scalars['DateTime']['output'];
  /** The status before; null where the task was made. */
  readonly from?: Maybe<TaskStatus>;
  /** The status after. */
  readonly to: TaskStatus;
};

/** ATMs that were given tasks. */
export type TaskChanges = {
  /** The agents' textual ids. */
  readonly agentAtmIds: ReadonlyArray<Scalars['String']['output']>;
  /** From when on to ask the next time. */
  readonly next: Scalars['DateTime']['output'];
};

/** A command to push. */
export type TaskInput = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['input'];
  /** How long it may wait for the agent, in seconds; 60 to 86400. */
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The kind of the task. */
  readonly kind: TaskKind;
  /**
   * How, each field optional; others are refused. REBOOT: `delaySeconds` (up to 86400). RESTART_AGENT: none. CONFIG_UPDATE: `config`
   * (an object, up to 16 KiB). INSTALL_MODULE: `module`, `version`. UPDATE_AGENT: `version`. PACKET_CAPTURE: `seconds` (1 to 600).
   */
  readonly params?: InputMaybe<Scalars['JSON']['input']>;
  /** Why; 500 characters at most, card numbers are masked. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
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

/** A page of tasks. */
export type TaskPage = {
  /** The rows. */
  readonly content: ReadonlyArray<Task>;
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

/** All kinds of task that customers of an institution may push: what is written as a whole. */
export type TaskPermissionSet = {
  /** The institution's key. */
  readonly institutionKey: Scalars['String']['output'];
  /** The granted kinds, sorted; empty where all are denied. */
  readonly kinds: ReadonlyArray<TaskKind>;
  /** The mark of the set, with its quotation marks: it is another as soon as the set was written. */
  readonly tag: Scalars['String']['output'];
  /** When the set was last written; null for one that was emptied before this was kept. */
  readonly writtenAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who wrote the set last: the e-mail of the token, else its subject; null for one that was emptied before this was kept. */
  readonly writtenBy?: Maybe<Scalars['String']['output']>;
};

/** The report of an agent on a task. */
export type TaskReport = {
  /** The ATM that the agent may report for; null for any of the institution. */
  readonly agentAtmId?: InputMaybe<Scalars['String']['input']>;
  /** Why it failed; 2,000 characters at most, the rest is cut. */
  readonly error?: InputMaybe<Scalars['String']['input']>;
  /** The institution that the agent reports for. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** The result; 16 KiB at most. */
  readonly result?: InputMaybe<Scalars['JSON']['input']>;
  /** Its outcome. */
  readonly status: TaskReportStatus;
};

/** What an agent did with a task. */
export type TaskReportStatus =
  /** The agent has acknowledged it. */
  | 'ACKED'
  /** It failed. */
  | 'FAILED'
  /** It succeeded. */
  | 'SUCCEEDED';

/** The status of a task. */
export type TaskStatus =
  /** The agent has acknowledged it. It stays ACKED until the agent reports the outcome. */
  | 'ACKED'
  /** It was cancelled before it was sent, by a person or because its ATM was retired. */
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
  Task: Task;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Atm:
    ( { __typename: 'Atm' }
    & GraphQLRecursivePick<FederationTypes['Atm'], {"id":true}> );
  Task:
    ( { __typename: 'Task' }
    & GraphQLRecursivePick<FederationTypes['Task'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AgentOfTasks: AgentOfTasks;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AgentTask: ResolverTypeWrapper<AgentTask>;
  AgentTaskState: ResolverTypeWrapper<AgentTaskState>;
  Atm: ResolverTypeWrapper<AtmMapper>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeadLetter: ResolverTypeWrapper<DeadLetter>;
  DeadLetterPage: ResolverTypeWrapper<DeadLetterPage>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  FleetLiveChange: ResolverTypeWrapper<FleetLiveChange>;
  FleetLiveChanges: ResolverTypeWrapper<FleetLiveChanges>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Rollout: ResolverTypeWrapper<Rollout>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  RolloutAtm: ResolverTypeWrapper<RolloutAtm>;
  RolloutAtmPage: ResolverTypeWrapper<RolloutAtmPage>;
  RolloutChange: RolloutChange;
  RolloutChangeStatus: RolloutChangeStatus;
  RolloutCounts: ResolverTypeWrapper<RolloutCounts>;
  RolloutFilter: ResolverTypeWrapper<RolloutFilter>;
  RolloutFilterInput: RolloutFilterInput;
  RolloutInput: RolloutInput;
  RolloutOutcome: RolloutOutcome;
  RolloutPage: ResolverTypeWrapper<RolloutPage>;
  RolloutPauseReason: RolloutPauseReason;
  RolloutPreview: ResolverTypeWrapper<RolloutPreview>;
  RolloutPreviewStage: ResolverTypeWrapper<RolloutPreviewStage>;
  RolloutSkipReason: RolloutSkipReason;
  RolloutStage: ResolverTypeWrapper<RolloutStage>;
  RolloutStatus: RolloutStatus;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Task: ResolverTypeWrapper<Omit<Task, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  TaskChange: ResolverTypeWrapper<TaskChange>;
  TaskChanges: ResolverTypeWrapper<TaskChanges>;
  TaskInput: TaskInput;
  TaskKind: TaskKind;
  TaskPage: ResolverTypeWrapper<Omit<TaskPage, 'content'> & { content: ReadonlyArray<ResolversTypes['Task']> }>;
  TaskPermission: ResolverTypeWrapper<TaskPermission>;
  TaskPermissionSet: ResolverTypeWrapper<TaskPermissionSet>;
  TaskReport: TaskReport;
  TaskReportStatus: TaskReportStatus;
  TaskStatus: TaskStatus;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AgentOfTasks: AgentOfTasks;
  String: Scalars['String']['output'];
  AgentTask: AgentTask;
  AgentTaskState: AgentTaskState;
  Atm: AtmMapper;
  Int: Scalars['Int']['output'];
  Bytes: Scalars['Bytes']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeadLetter: DeadLetter;
  DeadLetterPage: DeadLetterPage;
  Boolean: Scalars['Boolean']['output'];
  FleetLiveChange: FleetLiveChange;
  FleetLiveChanges: FleetLiveChanges;
  JSON: Scalars['JSON']['output'];
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Query: Record<PropertyKey, never>;
  Rollout: Rollout;
  Float: Scalars['Float']['output'];
  RolloutAtm: RolloutAtm;
  RolloutAtmPage: RolloutAtmPage;
  RolloutChange: RolloutChange;
  RolloutCounts: RolloutCounts;
  RolloutFilter: RolloutFilter;
  RolloutFilterInput: RolloutFilterInput;
  RolloutInput: RolloutInput;
  RolloutPage: RolloutPage;
  RolloutPreview: RolloutPreview;
  RolloutPreviewStage: RolloutPreviewStage;
  RolloutStage: RolloutStage;
  SafeInt: Scalars['SafeInt']['output'];
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  Subscription: Record<PropertyKey, never>;
  Task: Omit<Task, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> } | FederationReferenceTypes['Task'];
  TaskChange: TaskChange;
  TaskChanges: TaskChanges;
  TaskInput: TaskInput;
  TaskPage: Omit<TaskPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['Task']> };
  TaskPermission: TaskPermission;
  TaskPermissionSet: TaskPermissionSet;
  TaskReport: TaskReport;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  UUID: Scalars['UUID']['output'];
};

export type AgentTaskResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AgentTask'] = ResolversParentTypes['AgentTask']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TaskKind'], ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type AgentTaskStateResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AgentTaskState'] = ResolversParentTypes['AgentTaskState']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
};

export type AtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Atm'] = ResolversParentTypes['Atm'], FederationReferenceType extends FederationReferenceTypes['Atm'] = FederationReferenceTypes['Atm']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Atm']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  tasks?: Resolver<ReadonlyArray<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<AtmTasksArgs, 'first'>>;
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

export type FleetLiveChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetLiveChange'] = ResolversParentTypes['FleetLiveChange']> = {
  institutionKeys?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  rollout?: Resolver<Maybe<ResolversTypes['Rollout']>, ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FleetLiveChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetLiveChanges'] = ResolversParentTypes['FleetLiveChanges']> = {
  changes?: Resolver<ReadonlyArray<ResolversTypes['FleetLiveChange']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  cancelTask?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationCancelTaskArgs, 'id'>>;
  createRollout?: Resolver<ResolversTypes['Rollout'], ParentType, ContextType, RequireFields<MutationCreateRolloutArgs, 'rollout'>>;
  createTask?: Resolver<ResolversTypes['Task'], ParentType, ContextType, RequireFields<MutationCreateTaskArgs, 'task'>>;
  replayFleetDeadLetter?: Resolver<ResolversTypes['DeadLetter'], ParentType, ContextType, RequireFields<MutationReplayFleetDeadLetterArgs, 'id'>>;
  reportTask?: Resolver<Maybe<ResolversTypes['AgentTaskState']>, ParentType, ContextType, RequireFields<MutationReportTaskArgs, 'id' | 'report'>>;
  setTaskPermissions?: Resolver<ReadonlyArray<ResolversTypes['TaskPermission']>, ParentType, ContextType, RequireFields<MutationSetTaskPermissionsArgs, 'key' | 'kinds'>>;
  updateRollout?: Resolver<Maybe<ResolversTypes['Rollout']>, ParentType, ContextType, RequireFields<MutationUpdateRolloutArgs, 'change' | 'id'>>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  agentsWithTasks?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType, RequireFields<QueryAgentsWithTasksArgs, 'agents'>>;
  allTaskPermissions?: Resolver<ReadonlyArray<ResolversTypes['TaskPermission']>, ParentType, ContextType>;
  fleetDeadLetters?: Resolver<ResolversTypes['DeadLetterPage'], ParentType, ContextType, RequireFields<QueryFleetDeadLettersArgs, 'page' | 'size'>>;
  fleetLiveChanges?: Resolver<ResolversTypes['FleetLiveChanges'], ParentType, ContextType, Partial<QueryFleetLiveChangesArgs>>;
  myTaskKinds?: Resolver<ReadonlyArray<ResolversTypes['TaskKind']>, ParentType, ContextType>;
  nextTasks?: Resolver<ReadonlyArray<ResolversTypes['AgentTask']>, ParentType, ContextType, RequireFields<QueryNextTasksArgs, 'agentAtmId'>>;
  rollout?: Resolver<Maybe<ResolversTypes['Rollout']>, ParentType, ContextType, RequireFields<QueryRolloutArgs, 'id'>>;
  rolloutAtms?: Resolver<Maybe<ResolversTypes['RolloutAtmPage']>, ParentType, ContextType, RequireFields<QueryRolloutAtmsArgs, 'id' | 'outcome' | 'page' | 'size'>>;
  rolloutPreview?: Resolver<ResolversTypes['RolloutPreview'], ParentType, ContextType, RequireFields<QueryRolloutPreviewArgs, 'rollout'>>;
  rollouts?: Resolver<ResolversTypes['RolloutPage'], ParentType, ContextType, RequireFields<QueryRolloutsArgs, 'page' | 'size'>>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<QueryTaskArgs, 'id'>>;
  taskChanges?: Resolver<ResolversTypes['TaskChanges'], ParentType, ContextType, RequireFields<QueryTaskChangesArgs, 'limit' | 'since'>>;
  taskPermissionSets?: Resolver<ReadonlyArray<ResolversTypes['TaskPermissionSet']>, ParentType, ContextType>;
  taskPermissions?: Resolver<ReadonlyArray<ResolversTypes['TaskPermission']>, ParentType, ContextType, RequireFields<QueryTaskPermissionsArgs, 'key'>>;
  taskPermissionsTag?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<QueryTaskPermissionsTagArgs, 'key'>>;
  tasks?: Resolver<ResolversTypes['TaskPage'], ParentType, ContextType, RequireFields<QueryTasksArgs, 'page' | 'size'>>;
  tasksCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryTasksCsvArgs>>;
};

export type RolloutResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Rollout'] = ResolversParentTypes['Rollout']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  changedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['RolloutCounts'], ParentType, ContextType>;
  expiresInSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failurePct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  filter?: Resolver<Maybe<ResolversTypes['RolloutFilter']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TaskKind'], ParentType, ContextType>;
  listed?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minFinished?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcomeWithinSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  pauseAtFailurePct?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pauseReason?: Resolver<Maybe<ResolversTypes['RolloutPauseReason']>, ParentType, ContextType>;
  preparedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  progress?: Resolver<ReadonlyArray<ResolversTypes['RolloutStage']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stages?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RolloutStatus'], ParentType, ContextType>;
};

export type RolloutAtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutAtm'] = ResolversParentTypes['RolloutAtm']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sentAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  skipped?: Resolver<Maybe<ResolversTypes['RolloutSkipReason']>, ParentType, ContextType>;
  stage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  taskId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  taskStatus?: Resolver<Maybe<ResolversTypes['TaskStatus']>, ParentType, ContextType>;
};

export type RolloutAtmPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutAtmPage'] = ResolversParentTypes['RolloutAtmPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['RolloutAtm']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RolloutCountsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutCounts'] = ResolversParentTypes['RolloutCounts']> = {
  acked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cancelled?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expired?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  queued?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  succeeded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RolloutFilterResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutFilter'] = ResolversParentTypes['RolloutFilter']> = {
  costCentre?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  criticality?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  q?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tag?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RolloutPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutPage'] = ResolversParentTypes['RolloutPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Rollout']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RolloutPreviewResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutPreview'] = ResolversParentTypes['RolloutPreview']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notFound?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notPermitted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stages?: Resolver<ReadonlyArray<ResolversTypes['RolloutPreviewStage']>, ParentType, ContextType>;
};

export type RolloutPreviewStageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutPreviewStage'] = ResolversParentTypes['RolloutPreviewStage']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  percent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RolloutStageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RolloutStage'] = ResolversParentTypes['RolloutStage']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['RolloutCounts'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  percent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export type SubscriptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  rolloutChanged?: SubscriptionResolver<Maybe<ResolversTypes['Rollout']>, "rolloutChanged", ParentType, ContextType>;
};

export type TaskResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Task'] = ResolversParentTypes['Task'], FederationReferenceType extends FederationReferenceTypes['Task'] = FederationReferenceTypes['Task']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Task']> | FederationReferenceType, FederationReferenceType, ContextType>;
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  history?: Resolver<ReadonlyArray<ResolversTypes['TaskChange']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TaskKind'], ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  rolloutId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  sentAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
};

export type TaskChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskChange'] = ResolversParentTypes['TaskChange']> = {
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['TaskStatus']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
};

export type TaskChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskChanges'] = ResolversParentTypes['TaskChanges']> = {
  agentAtmIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TaskPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskPage'] = ResolversParentTypes['TaskPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['Task']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TaskPermissionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskPermission'] = ResolversParentTypes['TaskPermission']> = {
  grantedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  grantedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taskKind?: Resolver<ResolversTypes['TaskKind'], ParentType, ContextType>;
};

export type TaskPermissionSetResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TaskPermissionSet'] = ResolversParentTypes['TaskPermissionSet']> = {
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kinds?: Resolver<ReadonlyArray<ResolversTypes['TaskKind']>, ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  writtenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  writtenBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type Resolvers<ContextType = OperationContext> = {
  AgentTask?: AgentTaskResolvers<ContextType>;
  AgentTaskState?: AgentTaskStateResolvers<ContextType>;
  Atm?: AtmResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeadLetter?: DeadLetterResolvers<ContextType>;
  DeadLetterPage?: DeadLetterPageResolvers<ContextType>;
  FleetLiveChange?: FleetLiveChangeResolvers<ContextType>;
  FleetLiveChanges?: FleetLiveChangesResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Rollout?: RolloutResolvers<ContextType>;
  RolloutAtm?: RolloutAtmResolvers<ContextType>;
  RolloutAtmPage?: RolloutAtmPageResolvers<ContextType>;
  RolloutCounts?: RolloutCountsResolvers<ContextType>;
  RolloutFilter?: RolloutFilterResolvers<ContextType>;
  RolloutPage?: RolloutPageResolvers<ContextType>;
  RolloutPreview?: RolloutPreviewResolvers<ContextType>;
  RolloutPreviewStage?: RolloutPreviewStageResolvers<ContextType>;
  RolloutStage?: RolloutStageResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SentLocalDateTime?: GraphQLScalarType;
  Subscription?: SubscriptionResolvers<ContextType>;
  Task?: TaskResolvers<ContextType>;
  TaskChange?: TaskChangeResolvers<ContextType>;
  TaskChanges?: TaskChangesResolvers<ContextType>;
  TaskPage?: TaskPageResolvers<ContextType>;
  TaskPermission?: TaskPermissionResolvers<ContextType>;
  TaskPermissionSet?: TaskPermissionSetResolvers<ContextType>;
  TextOrInteger?: GraphQLScalarType;
  UUID?: GraphQLScalarType;
};

