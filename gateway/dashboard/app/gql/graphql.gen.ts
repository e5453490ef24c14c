/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What changes of an ATM. */
export type AtmChange = {
  /** The company that carries its cash; 200 characters at most. */
  carrier?: string | null | undefined;
  /** The cost centre that it is booked under; 64 characters at most. */
  costCentre?: string | null | undefined;
  /** How much depends on it. */
  criticality?: AtmCriticality | null | undefined;
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
  /** A part of the country or of the fleet; 200 characters at most. */
  region?: string | null | undefined;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  serialNumber?: string | null | undefined;
  /** The place of the ATM; 200 characters at most. */
  siteName?: string | null | undefined;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  tags?: Array<string> | null | undefined;
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

/** An ATM to register. */
export type AtmInput = {
  /** The agent's textual id; unique on the platform, 1 to 128 characters. */
  agentAtmId: string;
  /** The company that carries its cash; 200 characters at most. */
  carrier?: string | null | undefined;
  /** The cost centre that it is booked under; 64 characters at most. */
  costCentre?: string | null | undefined;
  /** How much depends on it. */
  criticality?: AtmCriticality | null | undefined;
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
  /** A part of the country or of the fleet; 200 characters at most. */
  region?: string | null | undefined;
  /** The serial number on the plate of the machine: 1 to 64 printable characters. */
  serialNumber?: string | null | undefined;
  /** The place of the ATM; 200 characters at most. */
  siteName?: string | null | undefined;
  /** Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
  tags?: Array<string> | null | undefined;
  /** The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
  timeZone?: string | null | undefined;
  /** The manufacturer; 200 characters at most. */
  vendor?: string | null | undefined;
};

/** Whether an ATM is in use. */
export type AtmLifecycle =
  /** It is in use. */
  | 'ACTIVE'
  /** It is out of use: it keeps its history, its agent is refused, it opens nothing and is in no total. */
  | 'RETIRED';

/** What became of one ATM of many that were to be retired. */
export type AtmRetirementOutcome =
  /** It is retired now. */
  | 'DONE'
  /** There is no such ATM, or it is not the caller's. */
  | 'NOT_FOUND'
  /** It was retired already. */
  | 'UNCHANGED';

/** The hours of business of a day. */
export type BusinessDayInput = {
  /** When it ends, on the local clock, later than it begins; `24:00` is the end of the day. */
  closes: string;
  /** The day. */
  day: Weekday;
  /** When business begins, on the local clock: `08:00`. */
  opens: string;
};

/** The hours of business of a week; an hour at least. */
export type BusinessHoursInput = {
  /** The days of business; each one once at most. */
  days: Array<BusinessDayInput>;
  /** The IANA time zone of the local clock, such as `Europe/Helsinki`. */
  timeZone: string;
};

/** The order of a list of cassettes. */
export type CashOrder =
  /** Those first that will be empty first. */
  | 'EMPTYING'
  /** By site, ATM and cassette. */
  | 'SITE';

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

/** Limits the open incidents that are handed over; what is left out does not limit them. */
export type HandoverFilter = {
  /** Only those of the ATM with this agent id. */
  agentAtmId?: string | null | undefined;
  /** True for those that have an owner, false for those that have none. */
  hasOwner?: boolean | null | undefined;
  /** Only those of this kind. */
  kind?: string | null | undefined;
  /** Only those of this user. */
  ownerUserId?: string | null | undefined;
  /** Only those of ATMs of this region. */
  region?: string | null | undefined;
  /** Only those of this severity. */
  severity?: IncidentSeverity | null | undefined;
  /** Only those of ATMs at this place, their `siteName`. */
  site?: string | null | undefined;
  /** Only those of ATMs of this manufacturer. */
  vendor?: string | null | undefined;
};

/** What is handed over, and to whom. */
export type HandoverInput = {
  /** Which open incidents; the caller's own when left out. */
  filter?: HandoverFilter | null | undefined;
  /** What they should know; 4000 characters at most. Card numbers are masked. */
  note?: string | null | undefined;
  /** The person: the `sub` of their tokens, as the directory of users has it. */
  userId: string;
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

/** An incident to open by hand. The ATM is named by one of its ids. */
export type IncidentInput = {
  /** The agent's textual id of the ATM. */
  agentAtmId?: string | null | undefined;
  /** The numeric id of the ATM. */
  atmId?: number | null | undefined;
  /** What kind of thing is wrong: one of the kinds that the rules open, or a word of your own in capitals, such as `VANDALISM`; 40 characters at most. Not `MASS_OUTAGE`, which only the platform opens. */
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
  /** Its ATM was in a maintenance window when it began: it is not counted, and no one is notified of it. It opens when it lasts longer than the window. */
  | 'SUPPRESSED';

/** How soon incidents of a severity are to be acknowledged and resolved. */
export type IncidentTargetInput = {
  /** Minutes until it is to be acknowledged; 1 to 43200. */
  acknowledgeMinutes?: number | null | undefined;
  /** Only minutes of these hours count; all do when left out. */
  businessHours?: BusinessHoursInput | null | undefined;
  /** Minutes until it is to be resolved; 1 to 43200. */
  resolveMinutes?: number | null | undefined;
  /** The severity. */
  severity: IncidentSeverity;
};

/** Work of people on an incident, beside resolving it. */
export type IncidentWork =
  /** Acknowledging it. */
  | 'ACKNOWLEDGED'
  /** Writing a note on it. */
  | 'NOTE'
  /** Opening it by hand. */
  | 'OPENED';

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

/** What an incident was not in time, by the targets of its institution. */
export type MissedTarget =
  /** It was not acknowledged in time. */
  | 'ACKNOWLEDGE'
  /** It was not resolved in time. */
  | 'RESOLVE';

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

/** A change of a rollout; what is left out stays. */
export type RolloutChange = {
  /** The new limit of failures, in per cent. */
  pauseAtFailurePct?: number | null | undefined;
  /** What it is set to. What it is already changes nothing. */
  status?: RolloutChangeStatus | null | undefined;
};

/** What a rollout can be set to. */
export type RolloutChangeStatus =
  /** Cancels it. */
  | 'CANCELLED'
  /** Pauses it. */
  | 'PAUSED'
  /** Resumes it; failures until then are accepted. */
  | 'RUNNING';

/** What selects the ATMs of a rollout: all conditions together. Without any, all ATMs of the caller. */
export type RolloutFilterInput = {
  /** Only ATMs of this cost centre. */
  costCentre?: string | null | undefined;
  /** Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
  criticality?: string | null | undefined;
  /** Only ATMs of this institution. */
  institutionKey?: string | null | undefined;
  /** Only ATMs of this model. */
  model?: string | null | undefined;
  /** Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
  q?: string | null | undefined;
  /** Only ATMs of this region. */
  region?: string | null | undefined;
  /** Only ATMs of this site. */
  siteName?: string | null | undefined;
  /** Only ATMs with this tag. */
  tag?: string | null | undefined;
  /** Only ATMs of this manufacturer. */
  vendor?: string | null | undefined;
};

/** A rollout to begin: either `filter` or `agentAtmIds`. */
export type RolloutInput = {
  /** The agents' textual ids of the ATMs; 1 to 100,000. One that comes again counts once. */
  agentAtmIds?: Array<string> | null | undefined;
  /** How long each task may wait for its agent, in seconds; 60 to 86400. */
  expiresInSeconds?: number | null | undefined;
  /** What selects the ATMs, 100,000 at most. */
  filter?: RolloutFilterInput | null | undefined;
  /** The kind of its tasks. */
  kind: TaskKind;
  /** How many tasks must have finished before the share of failures counts; at the end of a stage it always counts. */
  minFinished?: number | null | undefined;
  /** How long after its delivery a task without an outcome counts as failed, in seconds; 60 to 86400. */
  outcomeWithinSeconds?: number | null | undefined;
  /** The parameters of its tasks, as for a single task. */
  params?: unknown;
  /** Pause when more than this share of the finished tasks failed, in per cent; 0 to 100. Expired tasks and those without an outcome count as failed. */
  pauseAtFailurePct?: number | null | undefined;
  /** Why; 500 characters at most, card numbers are masked. */
  reason?: string | null | undefined;
  /** The stages, in per cent of the ATMs: 1 to 10 rising whole numbers, the last one 100. */
  stages?: Array<number> | null | undefined;
};

/** Which ATMs of a rollout. */
export type RolloutOutcome =
  /** Those whose task failed, expired, or was delivered and has no outcome in time. */
  | 'FAILED'
  /** Those that get no task. */
  | 'SKIPPED';

/** Why a rollout is paused. */
export type RolloutPauseReason =
  /** More of its tasks failed than it allows. */
  | 'FAILURES'
  /** A person paused it. */
  | 'PERSON';

/** Why an ATM of a rollout gets no task. */
export type RolloutSkipReason =
  /** There is no such ATM among those of the caller. */
  | 'NOT_FOUND'
  /** The caller's institution is not permitted to push this kind to it. */
  | 'NOT_PERMITTED';

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

/** What changes of a view. */
export type SavedViewChange = {
  /** The name; not blank, 80 characters at most. */
  name?: string | null | undefined;
  /** The filter; 2000 characters at most. */
  search?: string | null | undefined;
  /** Whether it is shared; not for the role USER. */
  shared?: boolean | null | undefined;
};

/** A filter to be kept. */
export type SavedViewInput = {
  /** The institution that it is of; needed by a caller of several. One of an administrator may be of none. */
  institutionKey?: string | null | undefined;
  /** The name; not blank, 80 characters at most. */
  name: string;
  /** The list. */
  page: SavedViewPage;
  /** The filter, as it follows the question mark in the address of the page; 2000 characters at most. Card numbers are masked. */
  search: string;
  /** True to share it with the institution; not for the role USER. */
  shared?: boolean | null | undefined;
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

/** What changes of a webhook. */
export type WebhookChange = {
  /** What it is for, in words. */
  description?: string | null | undefined;
  /** What it is notified of. */
  events?: Array<WebhookEvent> | null | undefined;
  /** The kinds of incidents that it receives; null for all. */
  kinds?: Array<string> | null | undefined;
  /** The severities of incidents that it receives; null for all. */
  severities?: Array<IncidentSeverity> | null | undefined;
  /** Whether it receives anything. */
  status?: WebhookStatus | null | undefined;
  /** The address that receives the deliveries: https, at a public address. */
  url?: string | null | undefined;
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
  description?: string | null | undefined;
  /** What it is notified of; that incidents are opened and resolved where left out. */
  events?: Array<WebhookEvent> | null | undefined;
  /** The institution whose incidents it receives; may be left out where the token has exactly one. */
  institutionKey?: string | null | undefined;
  /** The kinds of incidents that it receives; all where left out. */
  kinds?: Array<string> | null | undefined;
  /** The severities of incidents that it receives; all where left out. */
  severities?: Array<IncidentSeverity> | null | undefined;
  /** The address that receives the deliveries: https, at a public address. */
  url: string;
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
  letters: number;
  topic?: string | null | undefined;
  replayed?: boolean | null | undefined;
}>;


export type DeadLettersQuery = { journalDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null, analyticsDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null, fleetDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null, incidentDeadLetters: { totalElements: number, content: Array<{ id: string, topic: string, consumerGroup: string, key: string, messageId: string | null, institutionKey: string | null, message: unknown, error: string, attempts: number, firstAttemptAt: string, lastAttemptAt: string, replayedAt: string | null, replayedBy: string | null }> } | null };

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

export type ReplayIncidentDeadLetterMutationVariables = Exact<{
  id: string;
}>;


export type ReplayIncidentDeadLetterMutation = { replayIncidentDeadLetter: { id: string } | null };

export type ReplayFleetDeadLetterMutationVariables = Exact<{
  id: string;
}>;


export type ReplayFleetDeadLetterMutation = { replayFleetDeadLetter: { id: string } | null };

export type AtmAttributesFragment = { name: string | null, siteName: string | null, region: string | null, costCentre: string | null, criticality: AtmCriticality | null, tags: Array<string> | null, carrier: string | null, latitude: number | null, longitude: number | null, timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null };

export type AtmMachineFragment = { vendor: string | null, model: string | null, serialNumber: string | null };

export type AtmQueryVariables = Exact<{
  id: number;
  from: string;
  to: string;
}>;


export type AtmQuery = { myTaskKinds: Array<TaskKind> | null, atm: { id: number, agentAtmId: string, institutionKey: string | null, registeredAt: string, lifecycle: AtmLifecycle, retiredAt: string | null, mergedIntoId: number | null, lastHeartbeatAt: string | null, maintenanceUntil: string | null, connectivity: AtmConnectivity, serviceState: ServiceState, name: string | null, siteName: string | null, region: string | null, costCentre: string | null, criticality: AtmCriticality | null, tags: Array<string> | null, carrier: string | null, latitude: number | null, longitude: number | null, timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null, mergedEntries: Array<{ id: number, agentAtmId: string }>, status: { badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, supervisorSince: string | null, lastHeartbeatAt: string | null } | null, stateHistory: Array<{ from: ServiceState, to: ServiceState, at: string, eventId: number | null, eventType: string | null }>, openIncidentSummary: { count: number, worst: IncidentSeverity | null }, open: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null }>, acknowledged: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null }>, suppressed: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null }>, resolved: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null }>, inventory: { asOf: string | null, hoursLeft: number | null, totals: Array<{ currency: string, amount: string }>, cassettes: Array<{ cassetteNo: string, type: string | null, currency: string | null, denomination: number | null, initialCount: number | null, currentCount: number | null, rejectedCount: number | null, capacity: number | null, status: string | null, asOf: string, hoursLeft: number | null }> } | null } | null, journalDays: Array<{ date: string, files: number, fileStatus: JournalFileStatus | null, transactions: number, successful: number, failed: number, gapId: number | null, gapStatus: JournalGapStatus | null }> | null };

export type FormerAtmQueryVariables = Exact<{
  id: number;
}>;


export type FormerAtmQuery = { assignments: Array<{ agentAtmId: string, institutionKey: string, from: string, to: string }> | null };

export type AtmIncidentFragment = { id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, flapping: boolean, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null };

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

export type RetireAtmMutationVariables = Exact<{
  id: number;
}>;


export type RetireAtmMutation = { retireAtm: { id: number, lifecycle: AtmLifecycle } | null };

export type ReactivateAtmMutationVariables = Exact<{
  id: number;
}>;


export type ReactivateAtmMutation = { reactivateAtm: { id: number, lifecycle: AtmLifecycle } | null };

export type AtmNamedQueryVariables = Exact<{
  agentAtmId: string;
}>;


export type AtmNamedQuery = { atm: { id: number, agentAtmId: string, siteName: string | null } | null };

export type MergeAtmMutationVariables = Exact<{
  id: number;
  intoId: number;
}>;


export type MergeAtmMutation = { mergeAtm: { id: number, lifecycle: AtmLifecycle, mergedIntoId: number | null } | null };

export type AtmsQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  lifecycle?: AtmLifecycle | null | undefined;
  badge?: StatusBadge | null | undefined;
  inService?: boolean | null | undefined;
  connectivity?: AtmConnectivity | null | undefined;
  q?: string | null | undefined;
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
}>;


export type AtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, institutionKey: string | null, name: string | null, siteName: string | null, lifecycle: AtmLifecycle, badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null, atm: { timeZone: string | null, vendor: string | null, model: string | null, serialNumber: string | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null };

export type CreateAtmMutationVariables = Exact<{
  atm: AtmInput;
}>;


export type CreateAtmMutation = { createAtm: { id: number, agentAtmId: string } | null };

export type AtmGroupsQueryVariables = Exact<{
  by: AtmGrouping;
  lifecycle?: AtmLifecycle | null | undefined;
  badge?: StatusBadge | null | undefined;
  inService?: boolean | null | undefined;
  connectivity?: AtmConnectivity | null | undefined;
  q?: string | null | undefined;
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
}>;


export type AtmGroupsQuery = { atmGroups: Array<{ value: string | null, badges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } }> | null };

export type SuspectedAtmsQueryVariables = Exact<{ [key: string]: never; }>;


export type SuspectedAtmsQuery = { suspectedAtms: Array<{ id: number, agentAtmId: string, institutionKey: string | null, registeredAt: string }> | null };

export type RetireAtmsMutationVariables = Exact<{
  ids: Array<number> | number;
}>;


export type RetireAtmsMutation = { retireAtms: Array<{ id: number, outcome: AtmRetirementOutcome }> | null };

export type AuditQueryVariables = Exact<{
  page: number;
  size: number;
  actor?: string | null | undefined;
  action?: string | null | undefined;
  subjectType?: string | null | undefined;
  subjectId?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type AuditQuery = { audit: { totalElements: number, content: Array<{ id: string, at: string, actor: string, role: string, institutionKey: string | null, action: string, subjectType: string, subjectId: string, before: unknown, after: unknown, traceId: string, user: { name: string | null, email: string | null } | null }> } | null };

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


export type AvailabilityMonthsQuery = { availabilityMonths: Array<{ month: string, from: string, to: string, atms: number, availabilityPct: number | null, inServiceSeconds: number, inSupervisorSeconds: number, outOfServiceSeconds: number, unreachableSeconds: number, unknownSeconds: number, maintenanceSeconds: number, incidentCount: number, mttaSeconds: number | null, mttrSeconds: number | null }> | null };

export type CashQueryVariables = Exact<{
  page: number;
  size: number;
  carrier?: string | null | undefined;
  siteName?: string | null | undefined;
  currency?: string | null | undefined;
  emptyBefore?: string | null | undefined;
  q?: string | null | undefined;
  order?: CashOrder | null | undefined;
}>;


export type CashQuery = { cashCassettes: { totalElements: number, content: Array<{ atmId: number, agentAtmId: string, name: string | null, siteName: string | null, carrier: string | null, cassetteNo: string, type: string | null, currency: string | null, denomination: number | null, currentCount: number | null, capacity: number | null, status: string | null, asOf: string, emptyAt: string | null, hoursLeft: number | null, amountAtRisk: string | null, notesToLoad: number | null, amountToLoad: string | null }> } | null, cashCarriers: Array<{ carrier: string, atms: number }> | null, fleetCashTotals: Array<{ currency: string, amount: string, atms: number }> | null };

export type FleetEventsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  category?: string | null | undefined;
  group?: string | null | undefined;
  eventType?: string | null | undefined;
  agentAtmId?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type FleetEventsQuery = { fleetEvents: { total: number, next: string | null, content: Array<{ id: number, atmId: number, agentAtmId: string, eventType: string, category: string, occurredAt: string, message: string | null, component: string | null, cassetteNo: string | null, errorCode: string | null, incidentId: number | null, atm: { name: string | null, siteName: string | null } | null }> } | null, eventTypes: Array<{ eventType: string }> | null };

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


export type FleetQuery = { fleetHealth: { generatedAt: string, openIncidents: number, atmsWithGaps: number, degradedSources: Array<string>, connectivity: { total: number, connected: number, disconnected: number, neverConnected: number, connectivityPct: number }, topProblematicAtms: Array<{ atmId: number, agentAtmId: string | null, eventCount: number, atm: { name: string | null, siteName: string | null, status: { badge: StatusBadge, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null } | null, openIncidentSummary: { count: number, worst: IncidentSeverity | null } } | null }> } | null, atmBadges: { total: number, agentOffline: number, inSupervisor: number, outOfService: number, inService: number, unknown: number } | null, notInService: { totalElements: number, content: Array<{ id: number, agentAtmId: string, name: string | null, siteName: string | null, badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null, lastHeartbeatAt: string | null, atm: { timeZone: string | null, maintenanceUntil: string | null, worstIncident: { id: number, kind: string, title: string, severity: IncidentSeverity, ownerUserId: string | null, owner: { name: string | null, email: string | null } | null } | null } | null }> } | null, recently: { buckets: Array<{ usualInServicePct: number | null }> } | null, openIncidentsBySeverity: { total: number, unacknowledged: number, atms: number, severities: Array<{ severity: IncidentSeverity, count: number, unacknowledged: number, oldestOpenedAt: string | null }> } | null, incidents: { totalElements: number, content: Array<{ id: number, title: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, agentAtmId: string, occurrenceCount: number, flapping: boolean, acknowledgedByUserId: string | null, version: number, atm: { name: string | null, siteName: string | null } | null }> } | null, journalCoverage: { openGapsTotal: number, approvalRateToday: number, degradedSources: Array<string>, dailyVolume: Array<{ date: string, total: number, successful: number, failed: number }>, atmsWithGaps: Array<{ atmId: number, agentAtmId: string | null, gapCount: number, atm: { name: string | null, siteName: string | null } | null }>, topAtmsByVolume: Array<{ atmId: number, agentAtmId: string | null, transactionCount: number, atm: { name: string | null, siteName: string | null } | null }> } | null, activeInsights: Array<{ id: number, category: InsightCategory, severity: InsightSeverity, title: string, publishedAt: string, expiresAt: string | null }> | null };

export type FleetChartsQueryVariables = Exact<{
  hoursBack?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  historyMinutes: number;
  seriesMinutes: number;
}>;


export type FleetChartsQuery = { fleetHistory: { from: string, bucketMinutes: number, targetPct: number, buckets: Array<{ inServicePct: number | null, usualInServicePct: number | null, weekAgoInServicePct: number | null }> } | null, journalEventSeries: { from: string, bucketMinutes: number, categories: Array<{ category: string, total: number, counts: Array<number>, usual: Array<number | null> }> } | null };

export type IncidentQueryVariables = Exact<{
  id: number;
  events: number;
}>;


export type IncidentQuery = { incident: { acknowledgeDueAt: string | null, resolveDueAt: string | null, acknowledgeMissed: boolean, resolveMissed: boolean, id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, ownedSince: string | null, parentIncidentId: number | null, nextDueAt: string | null, resolvedAt: string | null, resolution: IncidentSource | null, cause: string | null, causeText: string | null, version: number, where: { id: number, vendor: string | null, model: string | null, connectivity: AtmConnectivity, lastHeartbeatAt: string | null, serviceState: ServiceState, status: { badge: StatusBadge, serviceState: ServiceState, serviceStateChangedAt: string | null } | null, open: Array<{ id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string }>, acknowledged: Array<{ id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string }> } | null, severityChanges: Array<{ at: string, from: IncidentSeverity, to: IncidentSeverity }>, entries: Array<{ id: number, at: string, kind: IncidentEntryKind, userId: string | null, toUserId: string | null, text: string | null, user: { userId: string, name: string | null, email: string | null } | null, toUser: { userId: string, name: string | null, email: string | null } | null, webhook: { id: number, name: string | null, host: string, event: WebhookEvent } | null }>, events: Array<{ id: number, eventType: string, category: string, eventTimeDefaulted: boolean, occurredAt: string, receivedAt: string, component: string | null, cassetteNo: string | null, errorCode: string | null, message: string | null, details: unknown }>, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null } | null };

export type OtherIncidentFragment = { id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string };

export type IncidentTasksQueryVariables = Exact<{
  atmId: number;
  from: string;
  to?: string | null | undefined;
}>;


export type IncidentTasksQuery = { tasks: { totalElements: number, content: Array<{ id: string, kind: TaskKind, status: TaskStatus, reason: string | null, requestedBy: string, requestedAt: string, finishedAt: string | null, error: string | null, result: unknown }> } | null };

export type IncidentPartsQueryVariables = Exact<{
  id: number;
  size: number;
}>;


export type IncidentPartsQuery = { incidents: { totalElements: number, content: Array<{ id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, openedAt: string, atmId: number, agentAtmId: string }> } | null };

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
  ownerUserId?: string | null | undefined;
  hasOwner?: boolean | null | undefined;
  openedFrom?: string | null | undefined;
  openedTo?: string | null | undefined;
  resolvedFrom?: string | null | undefined;
  resolvedTo?: string | null | undefined;
  resolvedBy?: string | null | undefined;
  work?: IncidentWork | null | undefined;
  workedBy?: string | null | undefined;
  workedFrom?: string | null | undefined;
  workedTo?: string | null | undefined;
  missed?: MissedTarget | null | undefined;
  missedFrom?: string | null | undefined;
  missedTo?: string | null | undefined;
  suppressed?: boolean | null | undefined;
  parentIncidentId?: number | null | undefined;
  isPart?: boolean | null | undefined;
  q?: string | null | undefined;
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
}>;


export type IncidentsQuery = { incidents: { totalElements: number, content: Array<{ id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, ownedSince: string | null, parentIncidentId: number | null, nextDueAt: string | null, resolvedAt: string | null, resolution: IncidentSource | null, cause: string | null, causeText: string | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> } | null, openIncidentsBySeverity: { total: number, unacknowledged: number, severities: Array<{ severity: IncidentSeverity, count: number }> } | null, atm?: { id: number, agentAtmId: string } | null };

export type IncidentIdsQueryVariables = Exact<{
  page: number;
  size: number;
  status?: IncidentStatus | null | undefined;
  resolved?: boolean | null | undefined;
  kind?: string | null | undefined;
  severity?: IncidentSeverity | null | undefined;
  atmId?: number | null | undefined;
  ownerUserId?: string | null | undefined;
  hasOwner?: boolean | null | undefined;
  openedFrom?: string | null | undefined;
  openedTo?: string | null | undefined;
  resolvedFrom?: string | null | undefined;
  resolvedTo?: string | null | undefined;
  resolvedBy?: string | null | undefined;
  work?: IncidentWork | null | undefined;
  workedBy?: string | null | undefined;
  workedFrom?: string | null | undefined;
  workedTo?: string | null | undefined;
  missed?: MissedTarget | null | undefined;
  missedFrom?: string | null | undefined;
  missedTo?: string | null | undefined;
  suppressed?: boolean | null | undefined;
  parentIncidentId?: number | null | undefined;
  isPart?: boolean | null | undefined;
  q?: string | null | undefined;
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
}>;


export type IncidentIdsQuery = { incidents: { totalElements: number, content: Array<{ id: number, kind: string, institutionKey: string | null }> } | null };

export type AtmGroupValuesQueryVariables = Exact<{
  by: AtmGrouping;
}>;


export type AtmGroupValuesQuery = { atmGroups: Array<{ value: string | null, badges: { total: number } }> | null };

export type IncidentCausesQueryVariables = Exact<{
  kinds: Array<string> | string;
}>;


export type IncidentCausesQuery = { incidentCauses: Array<string> | null };

export type IncidentRowFragment = { id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, ownedSince: string | null, parentIncidentId: number | null, nextDueAt: string | null, resolvedAt: string | null, resolution: IncidentSource | null, cause: string | null, causeText: string | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null };

export type IncidentNowQueryVariables = Exact<{
  id: number;
}>;


export type IncidentNowQuery = { incident: { id: number, status: IncidentStatus, severity: IncidentSeverity, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, occurrenceCount: number, parentIncidentId: number | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null } | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { id: number, status: IncidentStatus, acknowledgedAt: string | null, acknowledgedByUserId: string | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null } | null };

export type ResolveIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
  cause?: string | null | undefined;
  causeText?: string | null | undefined;
}>;


export type ResolveIncidentMutation = { resolveIncident: { id: number, status: IncidentStatus, acknowledgedAt: string | null, acknowledgedByUserId: string | null, resolvedAt: string | null, resolution: IncidentSource | null, cause: string | null, causeText: string | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null } | null };

export type OpenIncidentMutationVariables = Exact<{
  incident: IncidentInput;
}>;


export type OpenIncidentMutation = { createIncident: { id: number, agentAtmId: string } | null };

export type AssignIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
  userId: string;
}>;


export type AssignIncidentMutation = { assignIncident: { id: number, ownerUserId: string | null, ownedSince: string | null, version: number, owner: { userId: string, name: string | null, email: string | null } | null } | null };

export type ReleaseIncidentMutationVariables = Exact<{
  id: number;
  version?: number | null | undefined;
}>;


export type ReleaseIncidentMutation = { releaseIncident: { id: number, ownerUserId: string | null, ownedSince: string | null, version: number, owner: { userId: string, name: string | null, email: string | null } | null } | null };

export type NoteIncidentMutationVariables = Exact<{
  id: number;
  text: string;
}>;


export type NoteIncidentMutation = { noteIncident: { id: number } | null };

export type BulkIncidentsMutationVariables = Exact<{
  ids: Array<number> | number;
  action: IncidentBulkAction;
  userId?: string | null | undefined;
  text?: string | null | undefined;
  cause?: string | null | undefined;
  causeText?: string | null | undefined;
}>;


export type BulkIncidentsMutation = { bulkIncidents: Array<{ id: number, outcome: IncidentBulkOutcome, message: string | null }> | null };

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
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
  sort?: Array<string> | string | null | undefined;
  limit: number;
  after?: number | null | undefined;
}>;


export type JournalGapsQuery = { journalGaps: Array<{ id: number, institutionKey: string, atmId: number, agentAtmId: string, gapDate: string, status: JournalGapStatus, detectedAt: string, fetchRequestedAt: string | null, fetchRequestedBy: string | null, fetchAttempts: number, closedAt: string | null, closedByFileId: number | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null }> | null };

export type JournalGapIdsQueryVariables = Exact<{
  agentAtmId?: string | null | undefined;
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  vendor?: string | null | undefined;
  model?: string | null | undefined;
  site?: string | null | undefined;
  region?: string | null | undefined;
  costCentre?: string | null | undefined;
  criticality?: AtmCriticality | null | undefined;
  tag?: string | null | undefined;
  without?: AtmGrouping | null | undefined;
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


export type MaintenanceWindowsQuery = { maintenanceWindows: { totalElements: number, content: Array<{ id: number, institutionKey: string, atmId: number | null, agentAtmId: string | null, attribute: string | null, value: string | null, from: string, to: string, weekdays: Array<Weekday> | null, until: string | null, timeZone: string, reason: string, createdBy: string, endedAt: string | null, endedBy: string | null, nextAt: string | null, runsUntil: string | null }> } | null };

export type CreateMaintenanceWindowMutationVariables = Exact<{
  window: MaintenanceWindowInput;
}>;


export type CreateMaintenanceWindowMutation = { createMaintenanceWindow: { id: number } | null };

export type DeleteMaintenanceWindowMutationVariables = Exact<{
  id: number;
}>;


export type DeleteMaintenanceWindowMutation = { deleteMaintenanceWindow: boolean | null };

export type PeopleQueryVariables = Exact<{
  named: Array<string> | string;
}>;


export type PeopleQuery = { users: { content: Array<{ userId: string, name: string | null, email: string | null }> } | null };

export type FindPeopleQueryVariables = Exact<{
  q: string;
  sees?: Array<string> | string | null | undefined;
  size: number;
}>;


export type FindPeopleQuery = { users: { totalElements: number, content: Array<{ userId: string, name: string | null, email: string | null }> } | null };

export type PersonFragment = { userId: string, name: string | null, email: string | null };

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

export type RolloutsQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  status?: RolloutStatus | null | undefined;
  kind?: TaskKind | null | undefined;
}>;


export type RolloutsQuery = { myTaskKinds: Array<TaskKind> | null, rollouts: { totalElements: number, content: Array<{ id: number, kind: TaskKind, reason: string | null, status: RolloutStatus, pauseReason: RolloutPauseReason | null, requestedBy: string, requestedAt: string, preparedAt: string | null, atms: number, skipped: number, failurePct: number, stages: Array<number>, counts: { waiting: number, queued: number, sent: number, acked: number, succeeded: number, failed: number, expired: number, cancelled: number, overdue: number }, progress: Array<{ openedAt: string | null }> }> } | null };

export type RolloutQueryVariables = Exact<{
  id: number;
}>;


export type RolloutQuery = { rollout: { id: number, kind: TaskKind, params: unknown, reason: string | null, listed: number | null, status: RolloutStatus, pauseReason: RolloutPauseReason | null, pauseAtFailurePct: number, minFinished: number, expiresInSeconds: number, outcomeWithinSeconds: number, requestedBy: string, requestedAt: string, changedBy: string | null, changedAt: string | null, preparedAt: string | null, finishedAt: string | null, atms: number, skipped: number, failurePct: number, filter: { institutionKey: string | null, vendor: string | null, model: string | null, siteName: string | null, region: string | null, costCentre: string | null, criticality: string | null, tag: string | null, q: string | null } | null, counts: { waiting: number, queued: number, sent: number, acked: number, succeeded: number, failed: number, expired: number, cancelled: number, overdue: number }, progress: Array<{ number: number, percent: number, atms: number, openedAt: string | null, skipped: number, counts: { waiting: number, queued: number, sent: number, acked: number, succeeded: number, failed: number, expired: number, cancelled: number, overdue: number } }> } | null };

export type RolloutAtmsQueryVariables = Exact<{
  id: number;
  outcome: RolloutOutcome;
  page: number;
  size: number;
}>;


export type RolloutAtmsQuery = { rolloutAtms: { totalElements: number, content: Array<{ agentAtmId: string, atmId: number | null, stage: number | null, skipped: RolloutSkipReason | null, taskStatus: TaskStatus | null, taskId: string | null, error: string | null, sentAt: string | null, finishedAt: string | null }> } | null };

export type RolloutPreviewQueryVariables = Exact<{
  rollout: RolloutInput;
}>;


export type RolloutPreviewQuery = { rolloutPreview: { atms: number, notFound: number, notPermitted: number, stages: Array<{ number: number, percent: number, atms: number }> } | null };

export type CreateRolloutMutationVariables = Exact<{
  rollout: RolloutInput;
  idempotencyKey: string;
}>;


export type CreateRolloutMutation = { createRollout: { id: number } | null };

export type UpdateRolloutMutationVariables = Exact<{
  id: number;
  change: RolloutChange;
}>;


export type UpdateRolloutMutation = { updateRollout: { id: number, status: RolloutStatus } | null };

export type RolloutFiguresFragment = { waiting: number, queued: number, sent: number, acked: number, succeeded: number, failed: number, expired: number, cancelled: number, overdue: number };

export type InstitutionsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstitutionsQuery = { institutions: Array<{ key: string, atms: number }> | null };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { open: { totalElements: number } | null, urgent: { totalElements: number } | null, activeInsights: Array<{ id: number }> | null };

export type UrgentIncidentsQueryVariables = Exact<{
  size: number;
}>;


export type UrgentIncidentsQuery = { urgent: { content: Array<{ id: number }> } | null };

export type FindAtmsQueryVariables = Exact<{
  q: string;
}>;


export type FindAtmsQuery = { atmStatuses: { totalElements: number, content: Array<{ id: number, agentAtmId: string, name: string | null, siteName: string | null, badge: StatusBadge }> } | null };

export type FindIncidentQueryVariables = Exact<{
  id: number;
}>;


export type FindIncidentQuery = { incident: { id: number, institutionKey: string | null, atmId: number, agentAtmId: string, kind: string, severity: IncidentSeverity, status: IncidentStatus, title: string, source: IncidentSource, component: string | null, occurrenceCount: number, flapping: boolean, openedAt: string, firstEventAt: string, lastEventAt: string, acknowledgedAt: string | null, acknowledgedByUserId: string | null, ownerUserId: string | null, ownedSince: string | null, parentIncidentId: number | null, nextDueAt: string | null, resolvedAt: string | null, resolution: IncidentSource | null, cause: string | null, causeText: string | null, version: number, acknowledgedBy: { userId: string, name: string | null, email: string | null } | null, owner: { userId: string, name: string | null, email: string | null } | null, ending: { by: IncidentEnder, at: string | null } | null, atm: { name: string | null, siteName: string | null, timeZone: string | null } | null } | null };

export type FindTransactionsQueryVariables = Exact<{
  card?: string | null | undefined;
  reference?: string | null | undefined;
  dateFrom: string;
  dateTo: string;
}>;


export type FindTransactionsQuery = { journalTransactions: { totalElements: number, content: Array<{ id: number, agentAtmId: string, startedAt: string, kind: TransactionKind, amount: string | null, currency: string | null, verdict: TransactionVerdict | null }> } | null };

export type LastVisitQueryVariables = Exact<{ [key: string]: never; }>;


export type LastVisitQuery = { lastVisit: { leftAt: string | null } | null };

export type ShiftQueryVariables = Exact<{
  from: string;
  to: string;
  dayFrom: string;
  dayTo: string;
  me: string;
}>;


export type ShiftQuery = { shiftReport: { opened: number, openedByHand: number, stillOpen: number, closed: number, closedByHand: number, missed: number, acknowledgeMissed: number, resolveMissed: number, severities: Array<{ severity: IncidentSeverity, opened: number, closed: number }>, people: Array<{ userId: string, opened: number, acknowledged: number, closed: number, notes: number, user: { userId: string, name: string | null, email: string | null } | null }>, handovers: Array<{ at: string, userId: string, toUserId: string, note: string | null, incidents: number, user: { userId: string, name: string | null, email: string | null } | null, toUser: { userId: string, name: string | null, email: string | null } | null }>, openedIncidents: Array<{ id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, agentAtmId: string, atmId: number, openedAt: string, resolvedAt: string | null, resolution: IncidentSource | null, ownerUserId: string | null, acknowledgeMissed: boolean, resolveMissed: boolean, owner: { userId: string, name: string | null, email: string | null } | null }>, closedIncidents: Array<{ userId: string | null, incident: { id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, agentAtmId: string, atmId: number, openedAt: string, resolvedAt: string | null, resolution: IncidentSource | null, ownerUserId: string | null, acknowledgeMissed: boolean, resolveMissed: boolean, owner: { userId: string, name: string | null, email: string | null } | null }, user: { userId: string, name: string | null, email: string | null } | null }>, missedIncidents: Array<{ id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, agentAtmId: string, atmId: number, openedAt: string, resolvedAt: string | null, resolution: IncidentSource | null, ownerUserId: string | null, acknowledgeMissed: boolean, resolveMissed: boolean, owner: { userId: string, name: string | null, email: string | null } | null }> } | null, openIncidentCount: { count: number, overdue: number } | null, mine: { totalElements: number } | null, tasks: { totalElements: number, content: Array<{ id: string, kind: TaskKind, status: TaskStatus, agentAtmId: string, atmId: number, requestedBy: string, finishedAt: string | null, error: string | null }> } | null, succeeded: { totalElements: number } | null, failed: { totalElements: number } | null, expired: { totalElements: number } | null, journalDays: Array<{ date: string, atmsWithJournal: number, atmsWithGap: number, atmsRequested: number }> | null };

export type ShiftIncidentFragment = { id: number, kind: string, title: string, severity: IncidentSeverity, status: IncidentStatus, agentAtmId: string, atmId: number, openedAt: string, resolvedAt: string | null, resolution: IncidentSource | null, ownerUserId: string | null, acknowledgeMissed: boolean, resolveMissed: boolean, owner: { userId: string, name: string | null, email: string | null } | null };

export type HandOverMutationVariables = Exact<{
  handover: HandoverInput;
}>;


export type HandOverMutation = { handOverIncidents: { incidents: number, left: number, toUserId: string, toUser: { userId: string, name: string | null, email: string | null } | null } | null };

export type SavedViewsQueryVariables = Exact<{
  page?: SavedViewPage | null | undefined;
}>;


export type SavedViewsQuery = { savedViews: Array<{ id: number, institutionKey: string | null, page: SavedViewPage, name: string, search: string, shared: boolean, mine: boolean, userId: string, user: { userId: string, name: string | null, email: string | null } | null }> | null };

export type ViewFragment = { id: number, institutionKey: string | null, page: SavedViewPage, name: string, search: string, shared: boolean, mine: boolean, userId: string, user: { userId: string, name: string | null, email: string | null } | null };

export type CreateSavedViewMutationVariables = Exact<{
  view: SavedViewInput;
}>;


export type CreateSavedViewMutation = { createSavedView: { id: number, institutionKey: string | null, page: SavedViewPage, name: string, search: string, shared: boolean, mine: boolean, userId: string, user: { userId: string, name: string | null, email: string | null } | null } | null };

export type UpdateSavedViewMutationVariables = Exact<{
  id: number;
  view: SavedViewChange;
}>;


export type UpdateSavedViewMutation = { updateSavedView: { id: number, institutionKey: string | null, page: SavedViewPage, name: string, search: string, shared: boolean, mine: boolean, userId: string, user: { userId: string, name: string | null, email: string | null } | null } | null };

export type DeleteSavedViewMutationVariables = Exact<{
  id: number;
}>;


export type DeleteSavedViewMutation = { deleteSavedView: boolean | null };

export type TargetsRowFragment = { institutionKey: string, applied: boolean, changedAt: string, changedBy: string, targets: Array<{ severity: IncidentSeverity, acknowledgeMinutes: number | null, resolveMinutes: number | null, businessHours: { timeZone: string, days: Array<{ day: Weekday, opens: string, closes: string }> } | null }> };

export type IncidentTargetsQueryVariables = Exact<{
  page: number;
  size: number;
}>;


export type IncidentTargetsQuery = { incidentTargets: { totalElements: number, content: Array<{ institutionKey: string, applied: boolean, changedAt: string, changedBy: string, targets: Array<{ severity: IncidentSeverity, acknowledgeMinutes: number | null, resolveMinutes: number | null, businessHours: { timeZone: string, days: Array<{ day: Weekday, opens: string, closes: string }> } | null }> }> } | null };

export type WriteIncidentTargetsMutationVariables = Exact<{
  institutionKey: string;
  targets: Array<IncidentTargetInput> | IncidentTargetInput;
}>;


export type WriteIncidentTargetsMutation = { writeIncidentTargets: { institutionKey: string, applied: boolean, changedAt: string, changedBy: string, targets: Array<{ severity: IncidentSeverity, acknowledgeMinutes: number | null, resolveMinutes: number | null, businessHours: { timeZone: string, days: Array<{ day: Weekday, opens: string, closes: string }> } | null }> } | null };

export type TasksQueryVariables = Exact<{
  page: number;
  size: number;
  sort?: Array<string> | string | null | undefined;
  status?: TaskStatus | null | undefined;
  kind?: TaskKind | null | undefined;
  agentAtmId?: string | null | undefined;
  finishedFrom?: string | null | undefined;
  finishedTo?: string | null | undefined;
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

export type WebhookRowFragment = { id: number, institutionKey: string, url: string, description: string | null, events: Array<WebhookEvent>, kinds: Array<string> | null, severities: Array<IncidentSeverity> | null, status: WebhookStatus, secret: string | null, createdAt: string, createdBy: string, lastSuccessAt: string | null, lastError: string | null, lastErrorAt: string | null, consecutiveFailures: number };

export type WebhooksQueryVariables = Exact<{
  page: number;
  size: number;
}>;


export type WebhooksQuery = { webhooks: { totalElements: number, content: Array<{ id: number, institutionKey: string, url: string, description: string | null, events: Array<WebhookEvent>, kinds: Array<string> | null, severities: Array<IncidentSeverity> | null, status: WebhookStatus, secret: string | null, createdAt: string, createdBy: string, lastSuccessAt: string | null, lastError: string | null, lastErrorAt: string | null, consecutiveFailures: number }> } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: number;
  status?: WebhookDeliveryStatus | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { totalElements: number, content: Array<{ id: number, messageId: string, event: WebhookEvent | null, incidentId: number | null, status: WebhookDeliveryStatus, createdAt: string, attempts: number, lastAttemptAt: string | null, nextAttemptAt: string | null, responseStatus: number | null, reason: string | null }> } | null };

export type CreateWebhookMutationVariables = Exact<{
  webhook: WebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { id: number, institutionKey: string, url: string, description: string | null, events: Array<WebhookEvent>, kinds: Array<string> | null, severities: Array<IncidentSeverity> | null, status: WebhookStatus, secret: string | null, createdAt: string, createdBy: string, lastSuccessAt: string | null, lastError: string | null, lastErrorAt: string | null, consecutiveFailures: number } | null };

export type UpdateWebhookMutationVariables = Exact<{
  id: number;
  webhook: WebhookChange;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: number, institutionKey: string, url: string, description: string | null, events: Array<WebhookEvent>, kinds: Array<string> | null, severities: Array<IncidentSeverity> | null, status: WebhookStatus, secret: string | null, createdAt: string, createdBy: string, lastSuccessAt: string | null, lastError: string | null, lastErrorAt: string | null, consecutiveFailures: number } | null };

export type DeleteWebhookMutationVariables = Exact<{
  id: number;
}>;


export type DeleteWebhookMutation = { deleteWebhook: boolean | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: number;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { id: number, institutionKey: string, url: string, description: string | null, events: Array<WebhookEvent>, kinds: Array<string> | null, severities: Array<IncidentSeverity> | null, status: WebhookStatus, secret: string | null, createdAt: string, createdBy: string, lastSuccessAt: string | null, lastError: string | null, lastErrorAt: string | null, consecutiveFailures: number } | null };

export type TestWebhookMutationVariables = Exact<{
  id: number;
}>;


export type TestWebhookMutation = { testWebhook: { id: number } | null };

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
  region
  costCentre
  criticality
  tags
  carrier
  latitude
  longitude
  timeZone
}
    fragment AtmMachine on Atm {
  vendor
  model
  serialNumber
}`, {"fragmentName":"AtmAttributes"}) as unknown as TypedDocumentString<AtmAttributesFragment, unknown>;
export const PersonFragmentDoc = new TypedDocumentString(`
    fragment Person on User {
  userId
  name
  email
}
    `, {"fragmentName":"Person"}) as unknown as TypedDocumentString<PersonFragment, unknown>;
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
  acknowledgedBy {
    ...Person
  }
  ownerUserId
  owner {
    ...Person
  }
  resolvedAt
  resolution
  occurrenceCount
  flapping
  version
}
    fragment Person on User {
  userId
  name
  email
}`, {"fragmentName":"AtmIncident"}) as unknown as TypedDocumentString<AtmIncidentFragment, unknown>;
export const OtherIncidentFragmentDoc = new TypedDocumentString(`
    fragment OtherIncident on Incident {
  id
  kind
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
  acknowledgedBy {
    ...Person
  }
  ownerUserId
  owner {
    ...Person
  }
  ownedSince
  parentIncidentId
  nextDueAt
  resolvedAt
  resolution
  cause
  causeText
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
    fragment Person on User {
  userId
  name
  email
}`, {"fragmentName":"IncidentRow"}) as unknown as TypedDocumentString<IncidentRowFragment, unknown>;
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
export const RolloutFiguresFragmentDoc = new TypedDocumentString(`
    fragment RolloutFigures on RolloutCounts {
  waiting
  queued
  sent
  acked
  succeeded
  failed
  expired
  cancelled
  overdue
}
    `, {"fragmentName":"RolloutFigures"}) as unknown as TypedDocumentString<RolloutFiguresFragment, unknown>;
export const ShiftIncidentFragmentDoc = new TypedDocumentString(`
    fragment ShiftIncident on Incident {
  id
  kind
  title
  severity
  status
  agentAtmId
  atmId
  openedAt
  resolvedAt
  resolution
  ownerUserId
  owner {
    ...Person
  }
  acknowledgeMissed
  resolveMissed
}
    fragment Person on User {
  userId
  name
  email
}`, {"fragmentName":"ShiftIncident"}) as unknown as TypedDocumentString<ShiftIncidentFragment, unknown>;
export const ViewFragmentDoc = new TypedDocumentString(`
    fragment View on SavedView {
  id
  institutionKey
  page
  name
  search
  shared
  mine
  userId
  user {
    ...Person
  }
}
    fragment Person on User {
  userId
  name
  email
}`, {"fragmentName":"View"}) as unknown as TypedDocumentString<ViewFragment, unknown>;
export const TargetsRowFragmentDoc = new TypedDocumentString(`
    fragment TargetsRow on IncidentTargets {
  institutionKey
  applied
  changedAt
  changedBy
  targets {
    severity
    acknowledgeMinutes
    resolveMinutes
    businessHours {
      timeZone
      days {
        day
        opens
        closes
      }
    }
  }
}
    `, {"fragmentName":"TargetsRow"}) as unknown as TypedDocumentString<TargetsRowFragment, unknown>;
export const WebhookRowFragmentDoc = new TypedDocumentString(`
    fragment WebhookRow on Webhook {
  id
  institutionKey
  url
  description
  events
  kinds
  severities
  status
  secret
  createdAt
  createdBy
  lastSuccessAt
  lastError
  lastErrorAt
  consecutiveFailures
}
    `, {"fragmentName":"WebhookRow"}) as unknown as TypedDocumentString<WebhookRowFragment, unknown>;
export const EventExceptionsDocument = {"__meta__":{"hash":"sha256:61bdfc7b09a3198cb3c3c9a36061cbcbbd224268d4dfa5f17977adffc3c347fe"}} as unknown as TypedDocumentString<EventExceptionsQuery, EventExceptionsQueryVariables>;
export const EventTypesDocument = {"__meta__":{"hash":"sha256:3e023c888159cbd4241c4fa1a19f134a315150127166200ea796109c111c84c3"}} as unknown as TypedDocumentString<EventTypesQuery, EventTypesQueryVariables>;
export const DeadLettersDocument = {"__meta__":{"hash":"sha256:4675d91393bd69f9de640929f379186d70c66f4c5cd3cdf6b74b0fc1921b0d6e"}} as unknown as TypedDocumentString<DeadLettersQuery, DeadLettersQueryVariables>;
export const AddEventTypeDocument = {"__meta__":{"hash":"sha256:a98bcba33d37f2489a90dffd87dfa11d39ed0968bc6cf65e09e66cfa9e5b1f3b"}} as unknown as TypedDocumentString<AddEventTypeMutation, AddEventTypeMutationVariables>;
export const ReplayEventExceptionsDocument = {"__meta__":{"hash":"sha256:bf9a636123cd021112fd40295205721c6127fb586e1a687b1b153ec5dfd1d1ac"}} as unknown as TypedDocumentString<ReplayEventExceptionsMutation, ReplayEventExceptionsMutationVariables>;
export const ReplayJournalDeadLetterDocument = {"__meta__":{"hash":"sha256:8b62b7b84610138d2ccfe5bb1e7fc7cbfd5bd245e5b8402f1f719c5a77fbbd17"}} as unknown as TypedDocumentString<ReplayJournalDeadLetterMutation, ReplayJournalDeadLetterMutationVariables>;
export const ReplayAnalyticsDeadLetterDocument = {"__meta__":{"hash":"sha256:5be7840c6c37c3fdd278adf94a23a93ba922c82cd474b3fef8098b264bc44340"}} as unknown as TypedDocumentString<ReplayAnalyticsDeadLetterMutation, ReplayAnalyticsDeadLetterMutationVariables>;
export const ReplayIncidentDeadLetterDocument = {"__meta__":{"hash":"sha256:7cb4616e73e83e901a827e0153fa81beea757cbcc954bc5fe51fb1520834b22b"}} as unknown as TypedDocumentString<ReplayIncidentDeadLetterMutation, ReplayIncidentDeadLetterMutationVariables>;
export const ReplayFleetDeadLetterDocument = {"__meta__":{"hash":"sha256:9f12d38601a8defa4b269695e8cc3c0fa484201837d87902ee259a178d5e0c81"}} as unknown as TypedDocumentString<ReplayFleetDeadLetterMutation, ReplayFleetDeadLetterMutationVariables>;
export const AtmDocument = {"__meta__":{"hash":"sha256:5b354fe9ce0153f0acc6323767638537f8f5e210140698076e4e224fffb76266"}} as unknown as TypedDocumentString<AtmQuery, AtmQueryVariables>;
export const FormerAtmDocument = {"__meta__":{"hash":"sha256:1ce85256f15a19e82f5b40d0c7e55850bd2dcd527f081dd6506f7f93a15cf31a"}} as unknown as TypedDocumentString<FormerAtmQuery, FormerAtmQueryVariables>;
export const AtmTimelineDocument = {"__meta__":{"hash":"sha256:5714f22d986fc64451cf245d8235140769128ca5751f78bb7bd3aacb14d90e54"}} as unknown as TypedDocumentString<AtmTimelineQuery, AtmTimelineQueryVariables>;
export const EventGroupsDocument = {"__meta__":{"hash":"sha256:46473ed74b0b8aa3b185f0a35a9b3a2fccbb287a6c5e7a1d2aa352f5b160a5d3"}} as unknown as TypedDocumentString<EventGroupsQuery, EventGroupsQueryVariables>;
export const AtmTasksDocument = {"__meta__":{"hash":"sha256:f0acf2ff91d76eaa33339cea5c76c5a7722a5b6cbacc45e70fddb764fb2d4926"}} as unknown as TypedDocumentString<AtmTasksQuery, AtmTasksQueryVariables>;
export const AtmDayDocument = {"__meta__":{"hash":"sha256:664fcb7380f05e30d7afe7b7aec7870287904e5014a86f60725114dcf0614b07"}} as unknown as TypedDocumentString<AtmDayQuery, AtmDayQueryVariables>;
export const FetchJournalOfDayDocument = {"__meta__":{"hash":"sha256:62dbf71c5538f069a703b56fdfdc74f522604eb84a9cf5edfdd08c761aee57e8"}} as unknown as TypedDocumentString<FetchJournalOfDayMutation, FetchJournalOfDayMutationVariables>;
export const UpdateAtmDocument = {"__meta__":{"hash":"sha256:716db644c674a99f04ddab25e40ea643d06445f1d3afc2dfec1d54f4aa961ff2"}} as unknown as TypedDocumentString<UpdateAtmMutation, UpdateAtmMutationVariables>;
export const RetireAtmDocument = {"__meta__":{"hash":"sha256:299ec79a19dff511b994fd1dee1b2bb47f9886258d788e59e46fd71f3368b164"}} as unknown as TypedDocumentString<RetireAtmMutation, RetireAtmMutationVariables>;
export const ReactivateAtmDocument = {"__meta__":{"hash":"sha256:7fba5a50a287be305f6f99732361df342c18568eab1e2ff9732cef8ed68bbdd8"}} as unknown as TypedDocumentString<ReactivateAtmMutation, ReactivateAtmMutationVariables>;
export const AtmNamedDocument = {"__meta__":{"hash":"sha256:fbe3ef3991458cc001a586dd40f6e19b1e474b6adb40509a5c8fe270d407479e"}} as unknown as TypedDocumentString<AtmNamedQuery, AtmNamedQueryVariables>;
export const MergeAtmDocument = {"__meta__":{"hash":"sha256:56d98be91cb711754ad8068dd7dcd5129e980341f9a690dd12c0a2806732d9cd"}} as unknown as TypedDocumentString<MergeAtmMutation, MergeAtmMutationVariables>;
export const AtmsDocument = {"__meta__":{"hash":"sha256:e0690caa0e6a7f43e89c0462b6e8b19cb8494348e06fb329c9e9fe385b10cea5"}} as unknown as TypedDocumentString<AtmsQuery, AtmsQueryVariables>;
export const CreateAtmDocument = {"__meta__":{"hash":"sha256:11bea5f39c9ee3a129aacc7949b5828cdc1776383440ff72fe89b02fc9d7717a"}} as unknown as TypedDocumentString<CreateAtmMutation, CreateAtmMutationVariables>;
export const AtmGroupsDocument = {"__meta__":{"hash":"sha256:f1d215214ac2ea29281ec7deb596be6a124875bd61149d867133736896d7e400"}} as unknown as TypedDocumentString<AtmGroupsQuery, AtmGroupsQueryVariables>;
export const SuspectedAtmsDocument = {"__meta__":{"hash":"sha256:8d298280ce4f67a43d16c0fa140782c82ae24e0db8c1a8bbd6048846368fda23"}} as unknown as TypedDocumentString<SuspectedAtmsQuery, SuspectedAtmsQueryVariables>;
export const RetireAtmsDocument = {"__meta__":{"hash":"sha256:038905d6bc68a252502545beab438ee8ab2f848ba1a5165805f1d8184394e1c8"}} as unknown as TypedDocumentString<RetireAtmsMutation, RetireAtmsMutationVariables>;
export const AuditDocument = {"__meta__":{"hash":"sha256:570acb06b31a11b934440e5822f64eb8e19fdb3537e5996ecc8010f5462c3aec"}} as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const AvailabilityDocument = {"__meta__":{"hash":"sha256:25b7797e0ee34248665784de2400e3bbd0b6b2fe69b2d569542e10b28b214dc5"}} as unknown as TypedDocumentString<AvailabilityQuery, AvailabilityQueryVariables>;
export const AvailabilityMonthsDocument = {"__meta__":{"hash":"sha256:58b444357db1a3f65d1cf027c77394b1c06a89b2a47045a0907cf501ca6f5259"}} as unknown as TypedDocumentString<AvailabilityMonthsQuery, AvailabilityMonthsQueryVariables>;
export const CashDocument = {"__meta__":{"hash":"sha256:6d7183b70154ddb4b7685bb5d8632aef0fc7c70777615826137b295b38baaf0d"}} as unknown as TypedDocumentString<CashQuery, CashQueryVariables>;
export const FleetEventsDocument = {"__meta__":{"hash":"sha256:e87c5a66ddd5ef192c52b4d6503c9f3e85ee4fb0be63c172deee58f9bba3a99a"}} as unknown as TypedDocumentString<FleetEventsQuery, FleetEventsQueryVariables>;
export const EvidenceDocument = {"__meta__":{"hash":"sha256:b646dc79211cc3d8b1f120db55cec196b8653034a56389b4d7f4d65aa2758fab"}} as unknown as TypedDocumentString<EvidenceQuery, EvidenceQueryVariables>;
export const FileDocument = {"__meta__":{"hash":"sha256:62ada0c5dcb4976595b03db694d24c9cdec9ea9849cd1d43d50979e49af293d4"}} as unknown as TypedDocumentString<FileQuery, FileQueryVariables>;
export const FileTextDocument = {"__meta__":{"hash":"sha256:812416eea35eb1f4b06441b7d5f885701dcfb79b6e79a0776d4f1345b865a68b"}} as unknown as TypedDocumentString<FileTextQuery, FileTextQueryVariables>;
export const FileTransactionsDocument = {"__meta__":{"hash":"sha256:5cec3ddaa1115fc97bf8a3e2bb02da22482f9b91736eebec98af508debb826f6"}} as unknown as TypedDocumentString<FileTransactionsQuery, FileTransactionsQueryVariables>;
export const FilesDocument = {"__meta__":{"hash":"sha256:9af30b2c5035f32b40aa753776dbeb6a066ab61899deda4cf0ad4a79491e5316"}} as unknown as TypedDocumentString<FilesQuery, FilesQueryVariables>;
export const RefileFileDocument = {"__meta__":{"hash":"sha256:8168a10e873602fc917481d88e14ee0afaec10996e85cca52f50a79cfa902223"}} as unknown as TypedDocumentString<RefileFileMutation, RefileFileMutationVariables>;
export const ReparseFileDocument = {"__meta__":{"hash":"sha256:0986cf60461358a749ca2409a2b0288671b2d11b39ca0c890374ecf1d76126a6"}} as unknown as TypedDocumentString<ReparseFileMutation, ReparseFileMutationVariables>;
export const FleetDocument = {"__meta__":{"hash":"sha256:ddae175b78ef5f84229e93b6ee8d9d9446a802ee952a26bddad1395cabd65983"}} as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const FleetChartsDocument = {"__meta__":{"hash":"sha256:c59d853d9eccb207aa6bbc8ddbcf555610d4b3f818f018ac07e9c7d0ce1f2819"}} as unknown as TypedDocumentString<FleetChartsQuery, FleetChartsQueryVariables>;
export const IncidentDocument = {"__meta__":{"hash":"sha256:98282cb77bc87a9a68e7df4c3a3b71c4e33a459e4b0b6ea3e5e90a241c7d0ee1"}} as unknown as TypedDocumentString<IncidentQuery, IncidentQueryVariables>;
export const IncidentTasksDocument = {"__meta__":{"hash":"sha256:58e019b12cf30b84e31fc99b76a1c5d5c68324d199a2212e86a0a06e6d1fb492"}} as unknown as TypedDocumentString<IncidentTasksQuery, IncidentTasksQueryVariables>;
export const IncidentPartsDocument = {"__meta__":{"hash":"sha256:651e77cbc8159824bdcf7ac3ab3d62ae61702d43a74ad24b838626ff6aeff2ce"}} as unknown as TypedDocumentString<IncidentPartsQuery, IncidentPartsQueryVariables>;
export const IncidentsDocument = {"__meta__":{"hash":"sha256:865ce85b7f50a6693354833529cf6d1c30e6728bcce9d340110aaa7ed654b586"}} as unknown as TypedDocumentString<IncidentsQuery, IncidentsQueryVariables>;
export const IncidentIdsDocument = {"__meta__":{"hash":"sha256:68eb12c27f95d27cb4821e446a8c6a020f1cdf31bb8a9dd17f12243c74c61186"}} as unknown as TypedDocumentString<IncidentIdsQuery, IncidentIdsQueryVariables>;
export const AtmGroupValuesDocument = {"__meta__":{"hash":"sha256:297749f3d58f001b65f040ca2eb4d9cffe02991700278fc5f3b3d26e94b78d6b"}} as unknown as TypedDocumentString<AtmGroupValuesQuery, AtmGroupValuesQueryVariables>;
export const IncidentCausesDocument = {"__meta__":{"hash":"sha256:3bdc3445906f0e11235d39a76fbec5e2c8ffa5c46f256d376bedfb2122165603"}} as unknown as TypedDocumentString<IncidentCausesQuery, IncidentCausesQueryVariables>;
export const IncidentNowDocument = {"__meta__":{"hash":"sha256:84dac29b29d280f0281415cd47277702ac1e50680eebe57be748adf3b4ba3d3c"}} as unknown as TypedDocumentString<IncidentNowQuery, IncidentNowQueryVariables>;
export const AcknowledgeIncidentDocument = {"__meta__":{"hash":"sha256:54325faaaa47a9edad3d429831803d1b16e0bc6fade2516b88792e58c049615c"}} as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const ResolveIncidentDocument = {"__meta__":{"hash":"sha256:76d4f9c637b3910b1448e90a4c36bba53626587f636f2246cd8756bf88b87193"}} as unknown as TypedDocumentString<ResolveIncidentMutation, ResolveIncidentMutationVariables>;
export const OpenIncidentDocument = {"__meta__":{"hash":"sha256:4b3f7afc451d14396765e6fe1c65b99d110c2eb63debbb8cce4c2174a03ec60b"}} as unknown as TypedDocumentString<OpenIncidentMutation, OpenIncidentMutationVariables>;
export const AssignIncidentDocument = {"__meta__":{"hash":"sha256:3281c5b805d1d80d211e2ab268601626e5760b6cb67c294b3b33c32f51904c24"}} as unknown as TypedDocumentString<AssignIncidentMutation, AssignIncidentMutationVariables>;
export const ReleaseIncidentDocument = {"__meta__":{"hash":"sha256:c10cc9575382355cefebe16694a542390c000e7ac903e9ef98d682c5c34bdb72"}} as unknown as TypedDocumentString<ReleaseIncidentMutation, ReleaseIncidentMutationVariables>;
export const NoteIncidentDocument = {"__meta__":{"hash":"sha256:326832be0a2b585eff62870638a1eefcf3278ecc1c2b380973fb9384d8db1f62"}} as unknown as TypedDocumentString<NoteIncidentMutation, NoteIncidentMutationVariables>;
export const BulkIncidentsDocument = {"__meta__":{"hash":"sha256:9146e6bd9a523eb71cbe64114a510904954cb9558c8d1178319bc311e6b191c0"}} as unknown as TypedDocumentString<BulkIncidentsMutation, BulkIncidentsMutationVariables>;
export const InsightsDocument = {"__meta__":{"hash":"sha256:64370d5cb92d71560808dd6122b77b44ce5c7342f495924d2836aacf57381d81"}} as unknown as TypedDocumentString<InsightsQuery, InsightsQueryVariables>;
export const InsightSnapshotDocument = {"__meta__":{"hash":"sha256:227bef54bc697b3d230ed2427fb239cbf0ecaa5f312c93830676a4acc9f949b3"}} as unknown as TypedDocumentString<InsightSnapshotQuery, InsightSnapshotQueryVariables>;
export const SnapshotsToLinkDocument = {"__meta__":{"hash":"sha256:f6efa19927ac6aef1feb62adeac5ef416193eec2039eef1ff9f39f95171e6c32"}} as unknown as TypedDocumentString<SnapshotsToLinkQuery, SnapshotsToLinkQueryVariables>;
export const PublishInsightDocument = {"__meta__":{"hash":"sha256:3f08fe840a2f3f2f2886d3698ec7032691bf889d6de99be4c7b20b2a3b8012c3"}} as unknown as TypedDocumentString<PublishInsightMutation, PublishInsightMutationVariables>;
export const AcknowledgeInsightDocument = {"__meta__":{"hash":"sha256:33fbe8bc2d09ad593de5b4df8eb31dcec42dc2380455e463567601059af81766"}} as unknown as TypedDocumentString<AcknowledgeInsightMutation, AcknowledgeInsightMutationVariables>;
export const JournalsDocument = {"__meta__":{"hash":"sha256:c9fe10977e39277bbeaed04d84725a2a674bbf3515fa5316c69c49e1b1f4de11"}} as unknown as TypedDocumentString<JournalsQuery, JournalsQueryVariables>;
export const JournalGapsDocument = {"__meta__":{"hash":"sha256:23711c39680a71670ed42f0f247716e730b6e2679df381b44641e5ceceab3e22"}} as unknown as TypedDocumentString<JournalGapsQuery, JournalGapsQueryVariables>;
export const JournalGapIdsDocument = {"__meta__":{"hash":"sha256:bddb8744fc5e1b881c8ef36f816a60c0ca2441e7215d5ba61eb1594f3c4979d7"}} as unknown as TypedDocumentString<JournalGapIdsQuery, JournalGapIdsQueryVariables>;
export const FetchProgressDocument = {"__meta__":{"hash":"sha256:21b1dbc826cf1d62122a81c0247b4c5c697adf7560c9420e20f0b18d2a8b7bbb"}} as unknown as TypedDocumentString<FetchProgressQuery, FetchProgressQueryVariables>;
export const RequestJournalsDocument = {"__meta__":{"hash":"sha256:f25695ec7b343289dcf028f678ad541ac93ea19ff123636559f0439ad57fa881"}} as unknown as TypedDocumentString<RequestJournalsMutation, RequestJournalsMutationVariables>;
export const MaintenanceWindowsDocument = {"__meta__":{"hash":"sha256:7a5117d1d1c0a388750265acbc987464f5976401116f5f7175e5dbcab8a01969"}} as unknown as TypedDocumentString<MaintenanceWindowsQuery, MaintenanceWindowsQueryVariables>;
export const CreateMaintenanceWindowDocument = {"__meta__":{"hash":"sha256:8f5c0d566cbb81ee3dfcfd050d3da85e0a9b55386c034530b93182e4a23202eb"}} as unknown as TypedDocumentString<CreateMaintenanceWindowMutation, CreateMaintenanceWindowMutationVariables>;
export const DeleteMaintenanceWindowDocument = {"__meta__":{"hash":"sha256:304d718ec9e1713950f877aec10ff377e8ad70f80d11db97c36b272e1e06d5ab"}} as unknown as TypedDocumentString<DeleteMaintenanceWindowMutation, DeleteMaintenanceWindowMutationVariables>;
export const PeopleDocument = {"__meta__":{"hash":"sha256:14f904973bb819bd2acb6af8c86c56ec779ffdcfe56c35d89695fec071c13499"}} as unknown as TypedDocumentString<PeopleQuery, PeopleQueryVariables>;
export const FindPeopleDocument = {"__meta__":{"hash":"sha256:0f66d74433e2e5b262a19944d338cdc2aa79954045466ef44d779118c62b5a88"}} as unknown as TypedDocumentString<FindPeopleQuery, FindPeopleQueryVariables>;
export const PermissionMatrixDocument = {"__meta__":{"hash":"sha256:0db514248f08d421034c9ad831082aea398840d560f5301e0625e9db4f7e0338"}} as unknown as TypedDocumentString<PermissionMatrixQuery, PermissionMatrixQueryVariables>;
export const OwnPermissionsDocument = {"__meta__":{"hash":"sha256:0cd7c8ae55e81bd38de7988aae66596c05eaecc75ca457097c2d49924c84572b"}} as unknown as TypedDocumentString<OwnPermissionsQuery, OwnPermissionsQueryVariables>;
export const SavePermissionsDocument = {"__meta__":{"hash":"sha256:7e675aeb5bf1b9cf3d9bea7f98dac49d229084a804479c084422c6d5a45cee66"}} as unknown as TypedDocumentString<SavePermissionsMutation, SavePermissionsMutationVariables>;
export const RolloutsDocument = {"__meta__":{"hash":"sha256:f749a488c1563d1f1b483274edcd273c28437788ea9ed9203d445b97220f5c5e"}} as unknown as TypedDocumentString<RolloutsQuery, RolloutsQueryVariables>;
export const RolloutDocument = {"__meta__":{"hash":"sha256:45e4ad8b1019677eb2e4118e8eda600be2900e5fb3d9a795a43b1c8296abfd9b"}} as unknown as TypedDocumentString<RolloutQuery, RolloutQueryVariables>;
export const RolloutAtmsDocument = {"__meta__":{"hash":"sha256:06d96ec4ac6cad2675b04ba231c842156049f6b854dda8c8d349ebd9328642ef"}} as unknown as TypedDocumentString<RolloutAtmsQuery, RolloutAtmsQueryVariables>;
export const RolloutPreviewDocument = {"__meta__":{"hash":"sha256:1551d6c6c25e96b8dbcd32fd813378fee72041feee841f38c64080fd2988c382"}} as unknown as TypedDocumentString<RolloutPreviewQuery, RolloutPreviewQueryVariables>;
export const CreateRolloutDocument = {"__meta__":{"hash":"sha256:cadf7b25aa419e65aa4ec7f676b231efa1baabcbd5394fe46f427463b4651bd6"}} as unknown as TypedDocumentString<CreateRolloutMutation, CreateRolloutMutationVariables>;
export const UpdateRolloutDocument = {"__meta__":{"hash":"sha256:670ad1d267f7dedb07acc3f507ab4b56d71de107df0243ae9578fed12d0ebda9"}} as unknown as TypedDocumentString<UpdateRolloutMutation, UpdateRolloutMutationVariables>;
export const InstitutionsDocument = {"__meta__":{"hash":"sha256:c841e3b73db45711cf6c59c1da1f63beb95b54ef62cfeb7658ab820996bf507b"}} as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const ShellDocument = {"__meta__":{"hash":"sha256:8408c41ddec9181427b2eb0e6c219f0bc366a3f13e35e8c71ad20c42121c1ca0"}} as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const UrgentIncidentsDocument = {"__meta__":{"hash":"sha256:59769e6d3f880cf7b899d866cb493b2bf87b245d58d78c0a0884176c54c4aa3a"}} as unknown as TypedDocumentString<UrgentIncidentsQuery, UrgentIncidentsQueryVariables>;
export const FindAtmsDocument = {"__meta__":{"hash":"sha256:9092059d5094f5744afa002fc0a9a9f337ebb1d2d8380d659a9b7a7fc6819fec"}} as unknown as TypedDocumentString<FindAtmsQuery, FindAtmsQueryVariables>;
export const FindIncidentDocument = {"__meta__":{"hash":"sha256:ee5753bba669d1dee118e68124299f96b1dead67ff483e5e281d38b1a207c7b4"}} as unknown as TypedDocumentString<FindIncidentQuery, FindIncidentQueryVariables>;
export const FindTransactionsDocument = {"__meta__":{"hash":"sha256:559eeef239ab6d80b0b8d8207fc709b1e18149f3c3af3e6a872a40085a6e153c"}} as unknown as TypedDocumentString<FindTransactionsQuery, FindTransactionsQueryVariables>;
export const LastVisitDocument = {"__meta__":{"hash":"sha256:a65180c2def36ef97e023e34ca4aa899bb5029a311f03033bd2bb80b04693017"}} as unknown as TypedDocumentString<LastVisitQuery, LastVisitQueryVariables>;
export const ShiftDocument = {"__meta__":{"hash":"sha256:3fbc58d6238c7426df1a3f0aed2735763a818d894909bdb6f608e4adcd009924"}} as unknown as TypedDocumentString<ShiftQuery, ShiftQueryVariables>;
export const HandOverDocument = {"__meta__":{"hash":"sha256:ab8075ee7c5492947197fc1c7e2f723620250775eaaf98aab9a8dfc1fe798c04"}} as unknown as TypedDocumentString<HandOverMutation, HandOverMutationVariables>;
export const SavedViewsDocument = {"__meta__":{"hash":"sha256:9d0b47ce0195e2889c81ea4dfbfac25cc0cd5ea573208064d83ae93478222684"}} as unknown as TypedDocumentString<SavedViewsQuery, SavedViewsQueryVariables>;
export const CreateSavedViewDocument = {"__meta__":{"hash":"sha256:420ed85d1a7ff5b56092d01fd82f98f1612360c4e17e7e83ff4a61a43fea5265"}} as unknown as TypedDocumentString<CreateSavedViewMutation, CreateSavedViewMutationVariables>;
export const UpdateSavedViewDocument = {"__meta__":{"hash":"sha256:83b291b59b25706dfcfb43a4e04d002486bc0019db99e87d2987e9469485f89f"}} as unknown as TypedDocumentString<UpdateSavedViewMutation, UpdateSavedViewMutationVariables>;
export const DeleteSavedViewDocument = {"__meta__":{"hash":"sha256:91e7daae0a113159f892e994c772b372acea52966386595fd2c3732fd6b6f4ab"}} as unknown as TypedDocumentString<DeleteSavedViewMutation, DeleteSavedViewMutationVariables>;
export const IncidentTargetsDocument = {"__meta__":{"hash":"sha256:3bf82f84742613a03f92a542d28370a11587e1155f1da5f9979580c25d14420f"}} as unknown as TypedDocumentString<IncidentTargetsQuery, IncidentTargetsQueryVariables>;
export const WriteIncidentTargetsDocument = {"__meta__":{"hash":"sha256:28834b89e3488f31a83974a9d2123b301f47a355702ecd5deb4fb4189f89bf36"}} as unknown as TypedDocumentString<WriteIncidentTargetsMutation, WriteIncidentTargetsMutationVariables>;
export const TasksDocument = {"__meta__":{"hash":"sha256:c7f584107e956970fea19ba10e1a5d544b07841a37bcabcceaa513a380234f05"}} as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const TaskDocument = {"__meta__":{"hash":"sha256:e6cc1a9e00ca4fb91ea7d1ec63400f4d63159becbee11aad1c7619427c452862"}} as unknown as TypedDocumentString<TaskQuery, TaskQueryVariables>;
export const TaskAtmsDocument = {"__meta__":{"hash":"sha256:cbdff0a3b25ec0d1222efa91ce2ac00a61c8e3d3b1e4ff86f36e478d0958e42a"}} as unknown as TypedDocumentString<TaskAtmsQuery, TaskAtmsQueryVariables>;
export const CreateTaskDocument = {"__meta__":{"hash":"sha256:cec5703e0f7414df0521e89c825169b130e9977bed0cf540ab6ea656fd3efa30"}} as unknown as TypedDocumentString<CreateTaskMutation, CreateTaskMutationVariables>;
export const CancelTaskDocument = {"__meta__":{"hash":"sha256:bfcea638c74298fef1826fe5bf47c442c76b5b7de456366651ad57c09dfa2782"}} as unknown as TypedDocumentString<CancelTaskMutation, CancelTaskMutationVariables>;
export const TransactionsDocument = {"__meta__":{"hash":"sha256:8991f80894f8f2b8e551cabfee1a64ece662fc8ce770814def8b75bba1d68da6"}} as unknown as TypedDocumentString<TransactionsQuery, TransactionsQueryVariables>;
export const VendorsDocument = {"__meta__":{"hash":"sha256:017510d7b7b9501fb762ed035ee6f801f59b67a5606f65da60011d13ce73a31d"}} as unknown as TypedDocumentString<VendorsQuery, VendorsQueryVariables>;
export const CreateVendorDocument = {"__meta__":{"hash":"sha256:822850155d0ca314c92b5d778f456237e0eb9f07cbfae3a87501433664444065"}} as unknown as TypedDocumentString<CreateVendorMutation, CreateVendorMutationVariables>;
export const WebhooksDocument = {"__meta__":{"hash":"sha256:654f69cb74d58b7146264e68afad960d6633bea6f51d42d503288311ae3ad167"}} as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDeliveriesDocument = {"__meta__":{"hash":"sha256:6bff1ac71738e6fc7bf3143d3956b4a733cbdc2934d2045fc5b46fdf7da69643"}} as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const CreateWebhookDocument = {"__meta__":{"hash":"sha256:d8386e1b0304e51a5ad0948dd2142709d54fec959cf049576ee706a9c21b2609"}} as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = {"__meta__":{"hash":"sha256:730443bad2ca01513ceb89b77507c05b66194439f594d1f0e9ec4ff6ad4ca7de"}} as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = {"__meta__":{"hash":"sha256:fa749b0fb411f6bc4656ab41c904ab70b78f96f03905c4abc2d6586279923c92"}} as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = {"__meta__":{"hash":"sha256:8b5963a48fb1939c336a9a00d4f6dbd026d27b9b1d2f4dcf567a2c940b86c21d"}} as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = {"__meta__":{"hash":"sha256:10540ab8d53ddf12a1a3e1c9880a33813596725d8358f5e43a5e985716e09a95"}} as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;