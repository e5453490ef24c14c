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

/** An ATM, with its journals. */
export type Atm = {
  /** The numeric id. */
  readonly id: Scalars['SafeInt']['output'];
  /** Its journals day by day, for a calendar; every day is there. */
  readonly journalCalendar?: Maybe<ReadonlyArray<AtmJournalDay>>;
  /** The state of its journal of each of the last days, oldest first, today last. */
  readonly journalDays?: Maybe<ReadonlyArray<JournalDay>>;
  /** Its newest journal files, newest day first. */
  readonly journalFiles?: Maybe<ReadonlyArray<JournalFile>>;
  /** Its gaps, oldest first. */
  readonly journalGaps: ReadonlyArray<JournalGap>;
};


/** An ATM, with its journals. */
export type AtmJournalCalendarArgs = {
  from: Scalars['Date']['input'];
  to: Scalars['Date']['input'];
};


/** An ATM, with its journals. */
export type AtmJournalDaysArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};


/** An ATM, with its journals. */
export type AtmJournalFilesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
};


/** An ATM, with its journals. */
export type AtmJournalGapsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<JournalGapStatus>;
};

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

/** A day of the journals of one ATM. */
export type AtmJournalDay = {
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Declined transactions. */
  readonly failed: Scalars['Int']['output'];
  /** The status of the standing file, else of the newest; null without any. */
  readonly fileStatus?: Maybe<JournalFileStatus>;
  /** Files of it, those that another one replaced included. */
  readonly files: Scalars['Int']['output'];
  /** The gap of the day, if there was one. */
  readonly gapId?: Maybe<Scalars['SafeInt']['output']>;
  /** The status of that gap. */
  readonly gapStatus?: Maybe<JournalGapStatus>;
  /** Approved transactions. */
  readonly successful: Scalars['Int']['output'];
  /** Transactions in its journal. */
  readonly transactions: Scalars['Int']['output'];
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

/** What is hidden of the value behind a label. */
export type CustomerLabelKind =
  /** An account's number but for its last four characters. */
  | 'ACCOUNT'
  /** The whole number: of a customer, a telephone, an identity. */
  | 'IDENTIFIER'
  /** A name: the words up to the next column. */
  | 'NAME';

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

/** What decided a verdict. */
export type DecisionRule =
  /** The customer or the machine gave up before an answer. */
  | 'CANCELLATION'
  /** The cryptogram of the card: TC or AAC. */
  | 'CRYPTOGRAM'
  /** The printed response code of the host. */
  | 'HOST_CODE'
  /** The response of the host in words. */
  | 'HOST_WORDS'
  /** Deposited notes were stored. */
  | 'NOTES_STORED'
  /** Notes were taken by the customer. */
  | 'NOTES_TAKEN'
  /** A reversal is printed. */
  | 'REVERSAL';

/** What decided an attempt, in words. */
export type EvidenceExplanation = {
  /** The number of the attempt. */
  readonly attemptNo: Scalars['Int']['output'];
  /** Where its evidence contradicts itself: a sentence for each conflict, in their order. */
  readonly conflicts: ReadonlyArray<Scalars['String']['output']>;
  /** What decided its verdict and in which line, or why it has none. */
  readonly reason: Scalars['String']['output'];
};

/** A day of the caller's journals. */
export type FleetJournalDay = {
  /** Of these the ones whose agent was asked for it. */
  readonly atmsRequested: Scalars['Int']['output'];
  /** ATMs that should have one and do not. */
  readonly atmsWithGap: Scalars['Int']['output'];
  /** ATMs that have a journal of it. */
  readonly atmsWithJournal: Scalars['Int']['output'];
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Declined transactions. */
  readonly failed: Scalars['SafeInt']['output'];
  /** Approved transactions. */
  readonly successful: Scalars['SafeInt']['output'];
  /** Transactions in its journals. */
  readonly transactions: Scalars['SafeInt']['output'];
};

/** The unit of the digits of an amount that is printed without a decimal point. */
export type JournalAmountUnit =
  /** Hundredths of it. */
  | 'HUNDREDTHS'
  /** Whole units of the currency. */
  | 'WHOLE';

/** What became of an ATM. */
export type JournalAtmUpdate = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['input'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['input'];
  /** Its cost centre. */
  readonly costCentre?: InputMaybe<Scalars['String']['input']>;
  /** How much depends on it. */
  readonly criticality?: InputMaybe<AtmCriticality>;
  /** Grows with each change of these; an older one does not replace a newer one. */
  readonly edition: Scalars['SafeInt']['input'];
  /** The institution of the ATM. */
  readonly institutionKey?: InputMaybe<Scalars['String']['input']>;
  /** Its model. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** When it was last brought back into use. */
  readonly reactivatedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its region. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
  /** When it was retired; null while it is in use. */
  readonly retiredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its place. */
  readonly siteName?: InputMaybe<Scalars['String']['input']>;
  /** Its tags. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Its IANA time zone; null where it is the platform's. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** Its manufacturer. */
  readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

/** Words that are printed before a customer's number or name. */
export type JournalCustomerLabel = {
  /** What is hidden of the value behind them. */
  readonly kind: CustomerLabelKind;
  /** The words. A space stands for up to three separators; capitals or not makes no difference. */
  readonly words: Scalars['String']['output'];
};

/** Words that are printed before a customer's number or name. */
export type JournalCustomerLabelInput = {
  /** What is hidden of the value behind them. */
  readonly kind: CustomerLabelKind;
  /** One to four words of 2 to 20 letters, digits or . _ / -, with two letters at least and 40 characters at most. A space stands for up to three separators. */
  readonly words: Scalars['String']['input'];
};

/** An ATM's journal of a day. */
export type JournalDay = {
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** What is known of it. */
  readonly state: JournalDayState;
};

/** A day that something of a journal file is of. */
export type JournalDayFound = {
  /** The day, as the machine's clock has it; of transactions, local to the ATM. */
  readonly date: Scalars['Date']['output'];
  /** Lines of it, as far as their day is known. */
  readonly lines: Scalars['Int']['output'];
  /** Transactions that began on it. */
  readonly transactions: Scalars['Int']['output'];
};

/** What is known of an ATM's journal of a day. */
export type JournalDayState =
  /** There is a file. */
  | 'FILE'
  /** There is a gap. */
  | 'GAP'
  /** Neither: the day is before the first journal, or not yet over. */
  | 'NONE'
  /** There is a gap, and the agent was asked for the file. */
  | 'REQUESTED';

/** What a machine printed of a transaction, to be shown in a dispute. Card numbers and customer numbers are hidden. */
export type JournalEvidence = {
  /** All attempts of its session in their order, itself included; of more than 20 the ones around it. */
  readonly attempts: ReadonlyArray<JournalTransaction>;
  /** What decided each of these attempts, and what contradicts itself, in words. */
  readonly explanations: ReadonlyArray<EvidenceExplanation>;
  /** The file that it was read from. */
  readonly file: JournalEvidenceFile;
  /** The printed lines of these attempts, in the order of the file. Of more than 1,000 lines those of the transaction alone, and of these the first and the last 500; of a line of more than 2,000 characters as many, and an ellipsis. */
  readonly lines: ReadonlyArray<JournalLine>;
  /** How many lines of these attempts are left out; 0 of any usual ones. */
  readonly linesOmitted: Scalars['Int']['output'];
  /** When this evidence was generated. */
  readonly printedAt: Scalars['DateTime']['output'];
  /** The transaction as it was read. */
  readonly transaction: JournalTransaction;
};

/** The file that evidence comes from. */
export type JournalEvidenceFile = {
  /** The family of its format. */
  readonly format?: Maybe<Scalars['String']['output']>;
  /** Its id. */
  readonly id: Scalars['SafeInt']['output'];
  /** The day it is of, local to the ATM. */
  readonly journalDate: Scalars['Date']['output'];
  /** When it was received. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** SHA-256 of its bytes as the ATM sent them, in hexadecimal. */
  readonly sha256: Scalars['String']['output'];
};

/** A file that an agent is asked to send again. */
export type JournalFetch = {
  /** Its day. */
  readonly gapDate: Scalars['Date']['output'];
  /** The gap. */
  readonly gapId: Scalars['SafeInt']['output'];
  /** When the agent was asked for it last. */
  readonly requestedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Which agents were asked for files. */
export type JournalFetchChanges = {
  /** The agents' textual ids. */
  readonly agentAtmIds: ReadonlyArray<Scalars['String']['output']>;
  /** What to give as `since` the next time. */
  readonly next: Scalars['DateTime']['output'];
};

/** The progress of requests for files. */
export type JournalFetchProgress = {
  /** Gaps whose file was asked for. */
  readonly asked: Scalars['SafeInt']['output'];
  /** Of these the ones that are closed: the journal was received and parsed. */
  readonly closed: Scalars['SafeInt']['output'];
  /** Of these the ones that are open again, as nothing came within 24 hours. */
  readonly reopened: Scalars['SafeInt']['output'];
  /** Of these the ones whose agent has not sent it yet. */
  readonly waiting: Scalars['SafeInt']['output'];
};

/** The result of the request for the file of one gap. */
export type JournalFetchResult = {
  /** The gap as it is now; null for one that does not exist or is not the caller's. */
  readonly gap?: Maybe<JournalGap>;
  /** The id that was sent. */
  readonly id: Scalars['SafeInt']['output'];
  /** Why the file cannot be asked for; null where it was. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The status that a request for this gap alone would have had: 200, 403, 404 or 409. */
  readonly status: Scalars['Int']['output'];
};

/** A journal file of an ATM and day. */
export type JournalFile = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM; null where it is no longer the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The days that its lines and transactions are of, in their order. */
  readonly daysFound: ReadonlyArray<JournalDayFound>;
  /** How many of its transactions another file of the same ATM has as well and keeps; they are not counted in `transactions`. */
  readonly duplicates: Scalars['Int']['output'];
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
  /** The version of the institution's profile that it was parsed with; 0 for the families' own rules, null before it is parsed, or where it was parsed before there were profiles. */
  readonly profileVersion?: Maybe<Scalars['Int']['output']>;
  /** Why it is PARTIAL, counted. */
  readonly reasons: ReadonlyArray<JournalReasonCount>;
  /** When it was received. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** SHA-256 of the decoded bytes as sent, in hexadecimal. */
  readonly sha256: Scalars['String']['output'];
  /** Decoded size in bytes. */
  readonly sizeBytes: Scalars['SafeInt']['output'];
  /** Its status. */
  readonly status: JournalFileStatus;
  /** Approved ones. */
  readonly successful: Scalars['Int']['output'];
  /** The file of the same day that superseded it; null while it is the standing file, or if it never was. */
  readonly supersededByFileId?: Maybe<Scalars['SafeInt']['output']>;
  /** Transactions found in it, but for those that another file of the ATM keeps. */
  readonly transactions: Scalars['Int']['output'];
  /** Ones that were neither approved nor declined. */
  readonly undecided: Scalars['Int']['output'];
};

/** The answer to an upload of bytes that were there already: the file as it is now. */
export type JournalFileKnown = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The days that its lines and transactions are of, in their order. */
  readonly daysFound: ReadonlyArray<JournalDayFound>;
  /** How many of its transactions another file of the same ATM has as well and keeps; they are not counted in `transactions`. */
  readonly duplicates: Scalars['Int']['output'];
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
  /** The version of the institution's profile that it was parsed with; 0 for the families' own rules, null before it is parsed, or where it was parsed before there were profiles. */
  readonly profileVersion?: Maybe<Scalars['Int']['output']>;
  /** Why it is PARTIAL, counted. */
  readonly reasons: ReadonlyArray<JournalReasonCount>;
  /** When it was received. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** SHA-256 of the decoded bytes as sent, in hexadecimal. */
  readonly sha256: Scalars['String']['output'];
  /** Decoded size in bytes. */
  readonly sizeBytes: Scalars['SafeInt']['output'];
  /** Its status. */
  readonly status: JournalFileStatus;
  /** Approved ones. */
  readonly successful: Scalars['Int']['output'];
  /** The file of the same day that superseded it; null while it is the standing file, or if it never was. */
  readonly supersededByFileId?: Maybe<Scalars['SafeInt']['output']>;
  /** Transactions found in it, but for those that another file of the ATM keeps. */
  readonly transactions: Scalars['Int']['output'];
  /** Ones that were neither approved nor declined. */
  readonly undecided: Scalars['Int']['output'];
};

/** A page of journal files. */
export type JournalFilePage = {
  /** The files. */
  readonly content: ReadonlyArray<JournalFile>;
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
  /** How many there are in all. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** How many pages. */
  readonly totalPages: Scalars['SafeInt']['output'];
};

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

/** Where the lines of a journal file's text lie. */
export type JournalFileText = {
  /** Its parts in their order, of some 256 KiB each. */
  readonly parts: ReadonlyArray<JournalTextPart>;
  /** How many bytes the text has as UTF-8; null for a file that is older than this count, whose text is read as a whole. */
  readonly sizeBytes?: Maybe<Scalars['SafeInt']['output']>;
};

/** A day for which an ATM has no journal file. */
export type JournalGap = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM; null where it is no longer the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** When the journal was parsed. */
  readonly closedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The file that closed it. */
  readonly closedByFileId?: Maybe<Scalars['SafeInt']['output']>;
  /** When it was found. */
  readonly detectedAt: Scalars['DateTime']['output'];
  /** How often the agent was asked. */
  readonly fetchAttempts: Scalars['Int']['output'];
  /** When the agent was asked last. */
  readonly fetchRequestedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who asked last: e-mail, else user id. */
  readonly fetchRequestedBy?: Maybe<Scalars['String']['output']>;
  /** The day, local to the ATM. */
  readonly gapDate: Scalars['Date']['output'];
  /** Its id. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM. */
  readonly institutionKey: Scalars['String']['output'];
  /** Its status. */
  readonly status: JournalGapStatus;
};

/** An ATM with its number of gaps. */
export type JournalGapCount = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM; null where it is no longer the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same as atmId. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Its gaps. */
  readonly gapCount: Scalars['SafeInt']['output'];
};

/** Gaps, counted. */
export type JournalGapCounts = {
  /** How many ATMs have one or more. */
  readonly atms: Scalars['SafeInt']['output'];
  /** How many gaps there are in the state asked for, OPEN if none is. */
  readonly open: Scalars['SafeInt']['output'];
  /** The 20 ATMs with most of them, most first. */
  readonly top: ReadonlyArray<JournalGapCount>;
};

/** ATMs with the same value of an attribute, and their gaps. */
export type JournalGapGroup = {
  /** ATMs that have to send journals: those in use that have sent one. */
  readonly atms: Scalars['Int']['output'];
  /** ATMs with one gap or more. */
  readonly atmsWithGap: Scalars['Int']['output'];
  /** Their gaps. */
  readonly gaps: Scalars['SafeInt']['output'];
  /** The value; null for ATMs without one. */
  readonly value?: Maybe<Scalars['String']['output']>;
};

/** The life of a gap: OPEN, FETCH_REQUESTED (OPEN again after 24 hours without a file), CLOSED. */
export type JournalGapStatus =
  /** The journal was received and parsed. */
  | 'CLOSED'
  /** The agent was asked for it. */
  | 'FETCH_REQUESTED'
  /** The day has no journal. */
  | 'OPEN';

/** A line of a journal. */
export type JournalLine = {
  /** The number of the attempt that it is of; null for the lines around the session. */
  readonly attemptNo?: Maybe<Scalars['Int']['output']>;
  /** Its number in the file, from 1. */
  readonly number: Scalars['Int']['output'];
  /** True if it lies between the first and the last line of the transaction. */
  readonly ofTransaction: Scalars['Boolean']['output'];
  /** Its text, without printer control characters. */
  readonly text: Scalars['String']['output'];
};

/** A record that changed, as it is now. */
export type JournalLiveChange = {
  /** The gap. */
  readonly gap?: Maybe<JournalGap>;
  /** The institution that may see it. */
  readonly institutionKey?: Maybe<Scalars['String']['output']>;
  /** Its place in the order of changes. */
  readonly position: Scalars['SafeInt']['output'];
  /** `gaps`. */
  readonly topic: Scalars['String']['output'];
  /** The transaction that changed it. */
  readonly transaction: Scalars['String']['output'];
};

/** What changed since a moment. */
export type JournalLiveChanges = {
  /** The changes, in their order. */
  readonly changes: ReadonlyArray<JournalLiveChange>;
  /** False where more changed than is listed, or what changed is no longer known. */
  readonly complete: Scalars['Boolean']['output'];
  /** Where to go on. */
  readonly cursor: Scalars['String']['output'];
};

/** What an institution's files wait for, and what could not be read of the last ones. */
export type JournalParseQueue = {
  /** The institution. */
  readonly institutionKey: Scalars['String']['output'];
  /** When the one that waits longest was received, or was last requested to be parsed again; null where none waits. */
  readonly oldestReceivedAt?: Maybe<Scalars['DateTime']['output']>;
  /** For how long it has waited, in seconds; null where none waits. */
  readonly oldestWaitSeconds?: Maybe<Scalars['SafeInt']['output']>;
  /** Why files that were received in the last 7 days are PARTIAL, by reason, most files first. */
  readonly partial: ReadonlyArray<JournalPartialReason>;
  /** How many of its files are stored and not yet parsed. */
  readonly waiting: Scalars['SafeInt']['output'];
};

/** A reason for which files are PARTIAL. */
export type JournalPartialReason = {
  /** How often it was found in them. */
  readonly count: Scalars['SafeInt']['output'];
  /** Files that have it. */
  readonly files: Scalars['SafeInt']['output'];
  /** The reason. */
  readonly reason: JournalReason;
};

/** What an institution's journals print that their format leaves open. Null is the families' own rule. */
export type JournalProfile = {
  /** The unit of amounts of which no line of the file shows it. */
  readonly amountUnit?: Maybe<JournalAmountUnit>;
  /** The response codes that approve, as printed; every other code declines. */
  readonly approvedCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** ISO 4217 letters of the currency of amounts that are printed without one. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** Labels of customers' numbers and names that this institution prints, besides those that all share. */
  readonly customerLabels: ReadonlyArray<JournalCustomerLabel>;
  /** The institution. */
  readonly institutionKey: Scalars['String']['output'];
  /** IANA name of the time zone of the machines' clocks, where it is not the local one of the ATM; times of transactions are converted. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
  /** Its version, from 1; 0 for an institution whose profile was never written. */
  readonly version: Scalars['Int']['output'];
  /** When it was written; null for version 0. */
  readonly writtenAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who wrote it: e-mail, else user id; null for version 0. */
  readonly writtenBy?: Maybe<Scalars['String']['output']>;
};

/** A new version of a profile, complete: what is left out is null. */
export type JournalProfileInput = {
  /** The unit of amounts of which no line of the file shows it. */
  readonly amountUnit?: InputMaybe<JournalAmountUnit>;
  /** The response codes that approve, as printed, 1 to 50; null for the families' own. */
  readonly approvedCodes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ISO 4217 letters; null for none. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 labels of customers' numbers and names. */
  readonly customerLabels?: InputMaybe<ReadonlyArray<JournalCustomerLabelInput>>;
  /** IANA name of the time zone of the machines' clocks; null where it is the local one of each ATM. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The version that it is an edit of: that of the profile as it was read, 0 for the first one. */
  readonly version: Scalars['Int']['input'];
};

/** What a request to parse an institution's files again has queued. */
export type JournalProfileReparse = {
  /** Whether there are more: the same request again queues the next ones. */
  readonly more: Scalars['Boolean']['output'];
  /** Files that now wait to be parsed again, at most 5,000 a request, the newest days first. */
  readonly queued: Scalars['Int']['output'];
  /** Stored texts that were marked to be masked again by the profile's labels, by the job `journal.remask`; at most 50,000 a request. */
  readonly textsToMask: Scalars['Int']['output'];
  /** The version of the profile that they will be parsed with. */
  readonly version: Scalars['Int']['output'];
};

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

/** Why some of a journal file cannot be trusted, and how often. */
export type JournalReasonCount = {
  /** How often it was found. */
  readonly count: Scalars['Int']['output'];
  /** The reason. */
  readonly reason: JournalReason;
};

/** Transactions of some days, counted; those that were neither approved nor declined are not in `total`. */
export type JournalSummary = {
  /** Declined ones. */
  readonly failed: Scalars['SafeInt']['output'];
  /** Approved ones. */
  readonly successful: Scalars['SafeInt']['output'];
  /** Approved and declined ones. */
  readonly total: Scalars['SafeInt']['output'];
};

/** A part of a journal file's text. It ends where a line does, unless the line is longer than the part. */
export type JournalTextPart = {
  /** How many bytes it has. */
  readonly bytes: Scalars['Int']['output'];
  /** The number of the line that it begins with or, where that has begun before, goes on with; from 1. */
  readonly firstLine: Scalars['Int']['output'];
  /** Its first byte. */
  readonly from: Scalars['SafeInt']['output'];
};

/** An ATM with its number of transactions. */
export type JournalTopAtm = {
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The ATM; null where it is no longer the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** The same as atmId. */
  readonly deviceId: Scalars['SafeInt']['output'];
  /** Its approved and declined transactions. */
  readonly transactionCount: Scalars['SafeInt']['output'];
};

/** One attempt of a customer session at an ATM, as its journal shows it: a request to the host and what came of it. A session without a request is one with the number 0. */
export type JournalTransaction = {
  /** The last four characters of the account. */
  readonly accountTail?: Maybe<Scalars['String']['output']>;
  /** The agent's textual id of the ATM. */
  readonly agentAtmId: Scalars['String']['output'];
  /** The amount in major units, such as `100.00`. */
  readonly amount?: Maybe<Scalars['String']['output']>;
  /** The ATM; null where it is no longer the caller's. */
  readonly atm?: Maybe<Atm>;
  /** The numeric id of the ATM. */
  readonly atmId: Scalars['SafeInt']['output'];
  /** Its number among the attempts of its session, from 1; 0 for a session without a request. */
  readonly attemptNo: Scalars['Int']['output'];
  /** The authorisation code. */
  readonly authorisationCode?: Maybe<Scalars['String']['output']>;
  /** The card: first 6 and last 4 digits, stars between. */
  readonly card?: Maybe<Scalars['String']['output']>;
  /** The cash outcome. */
  readonly cashOutcome: CashOutcome;
  /** Whether it is complete in the journal. */
  readonly completeness: TransactionCompleteness;
  /** Where its evidence contradicts itself. */
  readonly conflict: ReadonlyArray<TransactionConflict>;
  /** ISO 4217 letters of the amount's currency. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** What decided the verdict; null without one. */
  readonly decidedBy?: Maybe<TransactionDecision>;
  /** Local time of its last line with a time. */
  readonly endedAt?: Maybe<Scalars['LocalDateTime']['output']>;
  /** The file it was found in. */
  readonly fileId: Scalars['SafeInt']['output'];
  /** Number of its first line in the file, from 1. */
  readonly firstLine: Scalars['Int']['output'];
  /** The host's response code as printed. */
  readonly hostCode?: Maybe<Scalars['String']['output']>;
  /** The host's business date. */
  readonly hostDate?: Maybe<Scalars['Date']['output']>;
  /** Its id. */
  readonly id: Scalars['SafeInt']['output'];
  /** The institution of the ATM. */
  readonly institutionKey: Scalars['String']['output'];
  /** What was asked for. */
  readonly kind: TransactionKind;
  /** Number of its last line. */
  readonly lastLine: Scalars['Int']['output'];
  /** Its notes, by denomination and where they went. */
  readonly notes: ReadonlyArray<TransactionNotes>;
  /** The retrieval reference number, else the audit number. */
  readonly reference?: Maybe<Scalars['String']['output']>;
  /** The retrieval reference number. */
  readonly rrn?: Maybe<Scalars['String']['output']>;
  /** The serial number of the host's message. */
  readonly serial?: Maybe<Scalars['String']['output']>;
  /** The id of the first attempt of its session: attempts with the same are of one session. */
  readonly sessionId: Scalars['SafeInt']['output'];
  /** The audit number of the machine or host: STAN, trace, record or transaction number of a receipt. */
  readonly stan?: Maybe<Scalars['String']['output']>;
  /** Local time of its start: of the first attempt the session's, of a later one its request's. */
  readonly startedAt: Scalars['LocalDateTime']['output'];
  /** The id by which the host knows the ATM. */
  readonly terminalId?: Maybe<Scalars['String']['output']>;
  /** How it ended; null where the journal does not show it, or contradicts itself. */
  readonly verdict?: Maybe<TransactionVerdict>;
};

/** A page of transactions. */
export type JournalTransactionPage = {
  /** The transactions. */
  readonly content: ReadonlyArray<JournalTransaction>;
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
  /** How many there are in all. */
  readonly totalElements: Scalars['SafeInt']['output'];
  /** How many pages. */
  readonly totalPages: Scalars['SafeInt']['output'];
};

/** The answer to an upload. */
export type JournalUpload = JournalFile | JournalFileKnown;

export type Mutation = {
  /** Which of these ATMs have a journal file, of whatever status. */
  readonly atmsWithJournals: ReadonlyArray<Scalars['SafeInt']['output']>;
  /** The same for the agent proxy, which has checked the agent's token. */
  readonly receiveJournalFile: JournalUpload;
  /** Files a MISDATED journal under a day that it is of, and parses it: it then closes that day's gap. Null for a file that does not exist or is not the caller's. CONFLICT for a file that is not MISDATED, or whose bytes that day has already. */
  readonly refileJournalFile?: Maybe<JournalFile>;
  /** Parses a file again, as after a new version of the platform; its transactions stay until then, and keep their ids. Null for a file that does not exist or is not the caller's. CONFLICT for a file that another one has superseded. */
  readonly reparseJournalFile?: Maybe<JournalFile>;
  /** Parses the files of an institution again that an older version of its profile parsed, and has their texts masked by its labels. Safe to repeat: what waits already is not queued twice. */
  readonly reparseJournalProfile: JournalProfileReparse;
  /** Replays a message that the journal parser could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message. */
  readonly replayJournalDeadLetter: DeadLetter;
  /** Asks the agent to send the journal of a gap's day; null for a gap that does not exist or is not the caller's. A closed gap is a CONFLICT. */
  readonly requestJournalFetch?: Maybe<JournalGap>;
  /** Asks the agents for the journals of many gaps at once, 1 to 500. Each id gets its own result, in the order sent; one that cannot be asked for fails alone. */
  readonly requestJournalFetches: ReadonlyArray<JournalFetchResult>;
  /** Takes over what became of ATMs: their institution, their time zone, what they are grouped by, and whether they are in use. What is missing of a retired one is forgotten. */
  readonly updateJournalAtms: Scalars['Boolean']['output'];
  /** Takes a day's journal of an ATM: raw bytes, perhaps gzip, 32 MiB decoded at most. The same bytes again give the first answer. */
  readonly uploadJournalFile: JournalUpload;
  /** Writes a new version of an institution's profile. It holds for files that come from now on; `reparseJournalProfile` applies it to others. CONFLICT, with the present profile, where that is not the version edited. */
  readonly writeJournalProfile: JournalProfile;
};


export type MutationAtmsWithJournalsArgs = {
  atmIds: ReadonlyArray<Scalars['SafeInt']['input']>;
};


export type MutationReceiveJournalFileArgs = {
  agentAtmId: Scalars['String']['input'];
  file: Scalars['Bytes']['input'];
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  journalDate: Scalars['Date']['input'];
};


export type MutationRefileJournalFileArgs = {
  id: Scalars['SafeInt']['input'];
  journalDate?: InputMaybe<Scalars['Date']['input']>;
};


export type MutationReparseJournalFileArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationReparseJournalProfileArgs = {
  institutionKey: Scalars['String']['input'];
};


export type MutationReplayJournalDeadLetterArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationRequestJournalFetchArgs = {
  id: Scalars['SafeInt']['input'];
};


export type MutationRequestJournalFetchesArgs = {
  ids: ReadonlyArray<Scalars['SafeInt']['input']>;
};


export type MutationUpdateJournalAtmsArgs = {
  atms: ReadonlyArray<JournalAtmUpdate>;
};


export type MutationUploadJournalFileArgs = {
  agentAtmId: Scalars['String']['input'];
  file: Scalars['Bytes']['input'];
  institutionKey?: InputMaybe<Scalars['String']['input']>;
  journalDate: Scalars['Date']['input'];
};


export type MutationWriteJournalProfileArgs = {
  institutionKey: Scalars['String']['input'];
  profile: JournalProfileInput;
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

export type Query = {
  /**
   * Which of these agents are asked to send files again, as `journalFetches` would list them: their places in the list, from 0. The agent proxy
   * asks it for many agents at once, and then `journalFetches` for those that are named.
   */
  readonly agentsWithFetches: ReadonlyArray<Scalars['Int']['output']>;
  /** Every gap, oldest first, as one list of any length. */
  readonly allJournalGaps: Scalars['Bytes']['output'];
  /** The journals of one ATM day by day, for a calendar; every day is there. Null for an ATM that has sent none, or is not the caller's. */
  readonly atmJournalDays?: Maybe<ReadonlyArray<AtmJournalDay>>;
  /** The caller's journals day by day, for a calendar; every day is there. */
  readonly journalDays: ReadonlyArray<FleetJournalDay>;
  /** Messages that the journal parser could not handle, the last failure first. */
  readonly journalDeadLetters: DeadLetterPage;
  /** What the machine printed of a transaction: the attempts of its session, their lines with some before and after, and the file that they come from. */
  readonly journalEvidence?: Maybe<JournalEvidence>;
  /** The same as a page to print. */
  readonly journalEvidencePage?: Maybe<Scalars['Bytes']['output']>;
  /** The ATMs whose agents were asked for a file at this instant or later, in the order of the requests, each once; the agent proxy wakes their long polls. */
  readonly journalFetchChanges: JournalFetchChanges;
  /** The progress of requests for files: the gaps whose agent was asked since a moment, counted by their present status. */
  readonly journalFetchProgress: JournalFetchProgress;
  /** The files that an agent is asked to send again, oldest first. */
  readonly journalFetches: ReadonlyArray<JournalFetch>;
  /** One journal file; null for one that does not exist or is not the caller's. */
  readonly journalFile?: Maybe<JournalFile>;
  /** The text of a journal file as UTF-8, with card numbers and customer numbers hidden. */
  readonly journalFileContent?: Maybe<Scalars['Bytes']['output']>;
  /** Where the lines of a file's text lie in it, so that some of them can be read by a range of bytes; null for a file that does not exist or is not the caller's. */
  readonly journalFileText?: Maybe<JournalFileText>;
  /** The journal files of the caller's ATMs, page by page, newest first. */
  readonly journalFiles: JournalFilePage;
  /** One gap; null where there is none, and where the caller may not see it. */
  readonly journalGap?: Maybe<JournalGap>;
  /** The gaps of the list with the same filters, counted; the open ones, if no state is asked for. */
  readonly journalGapCounts: JournalGapCounts;
  /**
   * The caller's gaps by an attribute of their ATMs, the groups with most gaps first, with the number of ATMs that have to send journals. An ATM
   * with several tags counts with each. The first 500 groups, where there are more.
   */
  readonly journalGapGroups: ReadonlyArray<JournalGapGroup>;
  /** Days for which an ATM has no journal file, oldest first. */
  readonly journalGaps: ReadonlyArray<JournalGap>;
  /** The same gaps as CSV with a header row, of any number, oldest first. */
  readonly journalGapsCsv?: Maybe<Scalars['Bytes']['output']>;
  /** What changed since a moment, each record once and as it is now; for live streams. */
  readonly journalLiveChanges: JournalLiveChanges;
  /** The files that wait to be parsed, counted by institution, the longest wait first, and why files of the last 7 days are PARTIAL; institutions with neither are left out. */
  readonly journalParseQueue: ReadonlyArray<JournalParseQueue>;
  /** The present profile of an institution; version 0 where none was written. */
  readonly journalProfile: JournalProfile;
  /** The versions of an institution's profile, the newest first. */
  readonly journalProfileVersions: ReadonlyArray<JournalProfile>;
  /** The present profiles of the caller's institutions, by institution; those whose profile was never written are left out. */
  readonly journalProfiles: ReadonlyArray<JournalProfile>;
  /** How many transactions were approved and declined; cached for 30 seconds, or until a file of the institutions is parsed. */
  readonly journalSummary: JournalSummary;
  /** One transaction; null for one that does not exist or is not the caller's. */
  readonly journalTransaction?: Maybe<JournalTransaction>;
  /** The transactions that the journals show, page by page, newest first. */
  readonly journalTransactions: JournalTransactionPage;
  /** The same transactions as CSV with a header row, of any number, in the order of their time. */
  readonly journalTransactionsCsv?: Maybe<Scalars['Bytes']['output']>;
  /** The ATMs with the most approved and declined transactions, most first. */
  readonly topAtms: ReadonlyArray<JournalTopAtm>;
};


export type QueryAgentsWithFetchesArgs = {
  agentAtmIds: ReadonlyArray<Scalars['String']['input']>;
};


export type QueryAllJournalGapsArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  site?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<JournalGapStatus>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  view?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryAtmJournalDaysArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  from: Scalars['Date']['input'];
  to: Scalars['Date']['input'];
};


export type QueryJournalDaysArgs = {
  from: Scalars['Date']['input'];
  to: Scalars['Date']['input'];
};


export type QueryJournalDeadLettersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  replayed?: InputMaybe<Scalars['Boolean']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  topic?: InputMaybe<Scalars['String']['input']>;
};


export type QueryJournalEvidenceArgs = {
  contextLines?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalEvidencePageArgs = {
  contextLines?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalFetchChangesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  since: Scalars['DateTime']['input'];
};


export type QueryJournalFetchProgressArgs = {
  mine?: InputMaybe<Scalars['Boolean']['input']>;
  since: Scalars['DateTime']['input'];
};


export type QueryJournalFetchesArgs = {
  agentAtmId: Scalars['String']['input'];
};


export type QueryJournalFileArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalFileContentArgs = {
  id: Scalars['SafeInt']['input'];
  range?: InputMaybe<Scalars['String']['input']>;
};


export type QueryJournalFileTextArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalFilesArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  status?: InputMaybe<JournalFileStatus>;
};


export type QueryJournalGapArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalGapCountsArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  site?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<JournalGapStatus>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryJournalGapGroupsArgs = {
  by: AtmGrouping;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  status?: InputMaybe<JournalGapStatus>;
};


export type QueryJournalGapsArgs = {
  after?: InputMaybe<Scalars['SafeInt']['input']>;
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  site?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  status?: InputMaybe<JournalGapStatus>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryJournalGapsCsvArgs = {
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  costCentre?: InputMaybe<Scalars['String']['input']>;
  criticality?: InputMaybe<AtmCriticality>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  site?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<JournalGapStatus>;
  tag?: InputMaybe<Scalars['String']['input']>;
  vendor?: InputMaybe<Scalars['String']['input']>;
  without?: InputMaybe<AtmGrouping>;
};


export type QueryJournalLiveChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryJournalProfileArgs = {
  institutionKey: Scalars['String']['input'];
};


export type QueryJournalProfileVersionsArgs = {
  before?: InputMaybe<Scalars['Int']['input']>;
  institutionKey: Scalars['String']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryJournalSummaryArgs = {
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
};


export type QueryJournalTransactionArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryJournalTransactionsArgs = {
  accountTail?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['SafeInt']['input']>;
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  amount?: InputMaybe<Scalars['String']['input']>;
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  amountTo?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  authorisationCode?: InputMaybe<Scalars['String']['input']>;
  card?: InputMaybe<Scalars['String']['input']>;
  cashOutcome?: InputMaybe<CashOutcome>;
  conflict?: InputMaybe<TransactionConflictFilter>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  fileId?: InputMaybe<Scalars['SafeInt']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  hostCode?: InputMaybe<Scalars['String']['input']>;
  hostDate?: InputMaybe<Scalars['Date']['input']>;
  kind?: InputMaybe<TransactionKind>;
  page?: InputMaybe<Scalars['Int']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  rrn?: InputMaybe<Scalars['String']['input']>;
  serial?: InputMaybe<Scalars['String']['input']>;
  sessionId?: InputMaybe<Scalars['SafeInt']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  stan?: InputMaybe<Scalars['String']['input']>;
  terminalId?: InputMaybe<Scalars['String']['input']>;
  verdict?: InputMaybe<TransactionVerdict>;
};


export type QueryJournalTransactionsCsvArgs = {
  accountTail?: InputMaybe<Scalars['String']['input']>;
  agentAtmId?: InputMaybe<Scalars['String']['input']>;
  amount?: InputMaybe<Scalars['String']['input']>;
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  amountTo?: InputMaybe<Scalars['String']['input']>;
  atmId?: InputMaybe<Scalars['SafeInt']['input']>;
  authorisationCode?: InputMaybe<Scalars['String']['input']>;
  card?: InputMaybe<Scalars['String']['input']>;
  cashOutcome?: InputMaybe<CashOutcome>;
  conflict?: InputMaybe<TransactionConflictFilter>;
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  hostCode?: InputMaybe<Scalars['String']['input']>;
  hostDate?: InputMaybe<Scalars['Date']['input']>;
  kind?: InputMaybe<TransactionKind>;
  reference?: InputMaybe<Scalars['String']['input']>;
  rrn?: InputMaybe<Scalars['String']['input']>;
  serial?: InputMaybe<Scalars['String']['input']>;
  sessionId?: InputMaybe<Scalars['SafeInt']['input']>;
  stan?: InputMaybe<Scalars['String']['input']>;
  terminalId?: InputMaybe<Scalars['String']['input']>;
  verdict?: InputMaybe<TransactionVerdict>;
};


export type QueryTopAtmsArgs = {
  dateFrom?: InputMaybe<Scalars['Date']['input']>;
  dateTo?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

export type Subscription = {
  /** A gap that was found, or whose status changed. A null is no gap, but a notice of the stream in `extensions.live`. */
  readonly journalGapChanged?: Maybe<JournalGap>;
};

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

/** What decided a verdict. */
export type TransactionDecision = {
  /** Number of the line in the file that it rests on, from 1. */
  readonly line: Scalars['Int']['output'];
  /** The rule. */
  readonly rule: DecisionRule;
};

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

/** Notes of one denomination. */
export type TransactionNotes = {
  /** How many notes. */
  readonly count: Scalars['Int']['output'];
  /** ISO 4217 letters of its currency. */
  readonly currency?: Maybe<Scalars['String']['output']>;
  /** What one note is worth, in major units such as `100.00`; null where the journal does not show it. */
  readonly denomination?: Maybe<Scalars['String']['output']>;
  /** Where they went. */
  readonly state: NotesState;
};

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

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  JournalUpload:
    | ( Omit<JournalFile, 'atm'> & { atm?: Maybe<_RefType['Atm']> } & { __typename: 'JournalFile' } )
    | ( JournalFileKnown & { __typename: 'JournalFileKnown' } )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Atm: ResolverTypeWrapper<AtmMapper>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AtmCriticality: AtmCriticality;
  AtmGrouping: AtmGrouping;
  AtmJournalDay: ResolverTypeWrapper<AtmJournalDay>;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  CashOutcome: CashOutcome;
  CustomerLabelKind: CustomerLabelKind;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeadLetter: ResolverTypeWrapper<DeadLetter>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  DeadLetterPage: ResolverTypeWrapper<DeadLetterPage>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  DecisionRule: DecisionRule;
  EvidenceExplanation: ResolverTypeWrapper<EvidenceExplanation>;
  FleetJournalDay: ResolverTypeWrapper<FleetJournalDay>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JournalAmountUnit: JournalAmountUnit;
  JournalAtmUpdate: JournalAtmUpdate;
  JournalCustomerLabel: ResolverTypeWrapper<JournalCustomerLabel>;
  JournalCustomerLabelInput: JournalCustomerLabelInput;
  JournalDay: ResolverTypeWrapper<JournalDay>;
  JournalDayFound: ResolverTypeWrapper<JournalDayFound>;
  JournalDayState: JournalDayState;
  JournalEvidence: ResolverTypeWrapper<Omit<JournalEvidence, 'attempts' | 'transaction'> & { attempts: ReadonlyArray<ResolversTypes['JournalTransaction']>, transaction: ResolversTypes['JournalTransaction'] }>;
  JournalEvidenceFile: ResolverTypeWrapper<JournalEvidenceFile>;
  JournalFetch: ResolverTypeWrapper<JournalFetch>;
  JournalFetchChanges: ResolverTypeWrapper<JournalFetchChanges>;
  JournalFetchProgress: ResolverTypeWrapper<JournalFetchProgress>;
  JournalFetchResult: ResolverTypeWrapper<Omit<JournalFetchResult, 'gap'> & { gap?: Maybe<ResolversTypes['JournalGap']> }>;
  JournalFile: ResolverTypeWrapper<Omit<JournalFile, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  JournalFileKnown: ResolverTypeWrapper<JournalFileKnown>;
  JournalFilePage: ResolverTypeWrapper<Omit<JournalFilePage, 'content'> & { content: ReadonlyArray<ResolversTypes['JournalFile']> }>;
  JournalFileStatus: JournalFileStatus;
  JournalFileText: ResolverTypeWrapper<JournalFileText>;
  JournalGap: ResolverTypeWrapper<Omit<JournalGap, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  JournalGapCount: ResolverTypeWrapper<Omit<JournalGapCount, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  JournalGapCounts: ResolverTypeWrapper<Omit<JournalGapCounts, 'top'> & { top: ReadonlyArray<ResolversTypes['JournalGapCount']> }>;
  JournalGapGroup: ResolverTypeWrapper<JournalGapGroup>;
  JournalGapStatus: JournalGapStatus;
  JournalLine: ResolverTypeWrapper<JournalLine>;
  JournalLiveChange: ResolverTypeWrapper<Omit<JournalLiveChange, 'gap'> & { gap?: Maybe<ResolversTypes['JournalGap']> }>;
  JournalLiveChanges: ResolverTypeWrapper<Omit<JournalLiveChanges, 'changes'> & { changes: ReadonlyArray<ResolversTypes['JournalLiveChange']> }>;
  JournalParseQueue: ResolverTypeWrapper<JournalParseQueue>;
  JournalPartialReason: ResolverTypeWrapper<JournalPartialReason>;
  JournalProfile: ResolverTypeWrapper<JournalProfile>;
  JournalProfileInput: JournalProfileInput;
  JournalProfileReparse: ResolverTypeWrapper<JournalProfileReparse>;
  JournalReason: JournalReason;
  JournalReasonCount: ResolverTypeWrapper<JournalReasonCount>;
  JournalSummary: ResolverTypeWrapper<JournalSummary>;
  JournalTextPart: ResolverTypeWrapper<JournalTextPart>;
  JournalTopAtm: ResolverTypeWrapper<Omit<JournalTopAtm, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  JournalTransaction: ResolverTypeWrapper<Omit<JournalTransaction, 'atm'> & { atm?: Maybe<ResolversTypes['Atm']> }>;
  JournalTransactionPage: ResolverTypeWrapper<Omit<JournalTransactionPage, 'content'> & { content: ReadonlyArray<ResolversTypes['JournalTransaction']> }>;
  JournalUpload: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['JournalUpload']>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NotesState: NotesState;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SentLocalDateTime: ResolverTypeWrapper<Scalars['SentLocalDateTime']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TextOrInteger: ResolverTypeWrapper<Scalars['TextOrInteger']['output']>;
  TransactionCompleteness: TransactionCompleteness;
  TransactionConflict: TransactionConflict;
  TransactionConflictFilter: TransactionConflictFilter;
  TransactionDecision: ResolverTypeWrapper<TransactionDecision>;
  TransactionKind: TransactionKind;
  TransactionNotes: ResolverTypeWrapper<TransactionNotes>;
  TransactionVerdict: TransactionVerdict;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Atm: AtmMapper;
  Int: Scalars['Int']['output'];
  AtmJournalDay: AtmJournalDay;
  Bytes: Scalars['Bytes']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeadLetter: DeadLetter;
  String: Scalars['String']['output'];
  DeadLetterPage: DeadLetterPage;
  Boolean: Scalars['Boolean']['output'];
  EvidenceExplanation: EvidenceExplanation;
  FleetJournalDay: FleetJournalDay;
  JSON: Scalars['JSON']['output'];
  JournalAtmUpdate: JournalAtmUpdate;
  JournalCustomerLabel: JournalCustomerLabel;
  JournalCustomerLabelInput: JournalCustomerLabelInput;
  JournalDay: JournalDay;
  JournalDayFound: JournalDayFound;
  JournalEvidence: Omit<JournalEvidence, 'attempts' | 'transaction'> & { attempts: ReadonlyArray<ResolversParentTypes['JournalTransaction']>, transaction: ResolversParentTypes['JournalTransaction'] };
  JournalEvidenceFile: JournalEvidenceFile;
  JournalFetch: JournalFetch;
  JournalFetchChanges: JournalFetchChanges;
  JournalFetchProgress: JournalFetchProgress;
  JournalFetchResult: Omit<JournalFetchResult, 'gap'> & { gap?: Maybe<ResolversParentTypes['JournalGap']> };
  JournalFile: Omit<JournalFile, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  JournalFileKnown: JournalFileKnown;
  JournalFilePage: Omit<JournalFilePage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['JournalFile']> };
  JournalFileText: JournalFileText;
  JournalGap: Omit<JournalGap, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  JournalGapCount: Omit<JournalGapCount, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  JournalGapCounts: Omit<JournalGapCounts, 'top'> & { top: ReadonlyArray<ResolversParentTypes['JournalGapCount']> };
  JournalGapGroup: JournalGapGroup;
  JournalLine: JournalLine;
  JournalLiveChange: Omit<JournalLiveChange, 'gap'> & { gap?: Maybe<ResolversParentTypes['JournalGap']> };
  JournalLiveChanges: Omit<JournalLiveChanges, 'changes'> & { changes: ReadonlyArray<ResolversParentTypes['JournalLiveChange']> };
  JournalParseQueue: JournalParseQueue;
  JournalPartialReason: JournalPartialReason;
  JournalProfile: JournalProfile;
  JournalProfileInput: JournalProfileInput;
  JournalProfileReparse: JournalProfileReparse;
  JournalReasonCount: JournalReasonCount;
  JournalSummary: JournalSummary;
  JournalTextPart: JournalTextPart;
  JournalTopAtm: Omit<JournalTopAtm, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  JournalTransaction: Omit<JournalTransaction, 'atm'> & { atm?: Maybe<ResolversParentTypes['Atm']> };
  JournalTransactionPage: Omit<JournalTransactionPage, 'content'> & { content: ReadonlyArray<ResolversParentTypes['JournalTransaction']> };
  JournalUpload: ResolversUnionTypes<ResolversParentTypes>['JournalUpload'];
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  SentLocalDateTime: Scalars['SentLocalDateTime']['output'];
  Subscription: Record<PropertyKey, never>;
  TextOrInteger: Scalars['TextOrInteger']['output'];
  TransactionDecision: TransactionDecision;
  TransactionNotes: TransactionNotes;
  UUID: Scalars['UUID']['output'];
};

export type AtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Atm'] = ResolversParentTypes['Atm'], FederationReferenceType extends FederationReferenceTypes['Atm'] = FederationReferenceTypes['Atm']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Atm']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  journalCalendar?: Resolver<Maybe<ReadonlyArray<ResolversTypes['AtmJournalDay']>>, ParentType, ContextType, RequireFields<AtmJournalCalendarArgs, 'from' | 'to'>>;
  journalDays?: Resolver<Maybe<ReadonlyArray<ResolversTypes['JournalDay']>>, ParentType, ContextType, RequireFields<AtmJournalDaysArgs, 'days'>>;
  journalFiles?: Resolver<Maybe<ReadonlyArray<ResolversTypes['JournalFile']>>, ParentType, ContextType, RequireFields<AtmJournalFilesArgs, 'limit'>>;
  journalGaps?: Resolver<ReadonlyArray<ResolversTypes['JournalGap']>, ParentType, ContextType, RequireFields<AtmJournalGapsArgs, 'first'>>;
};

export type AtmJournalDayResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['AtmJournalDay'] = ResolversParentTypes['AtmJournalDay']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  fileStatus?: Resolver<Maybe<ResolversTypes['JournalFileStatus']>, ParentType, ContextType>;
  files?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gapId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  gapStatus?: Resolver<Maybe<ResolversTypes['JournalGapStatus']>, ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type EvidenceExplanationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EvidenceExplanation'] = ResolversParentTypes['EvidenceExplanation']> = {
  attemptNo?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  conflicts?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FleetJournalDayResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FleetJournalDay'] = ResolversParentTypes['FleetJournalDay']> = {
  atmsRequested?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  atmsWithGap?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  atmsWithJournal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JournalCustomerLabelResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalCustomerLabel'] = ResolversParentTypes['JournalCustomerLabel']> = {
  kind?: Resolver<ResolversTypes['CustomerLabelKind'], ParentType, ContextType>;
  words?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JournalDayResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalDay'] = ResolversParentTypes['JournalDay']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['JournalDayState'], ParentType, ContextType>;
};

export type JournalDayFoundResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalDayFound'] = ResolversParentTypes['JournalDayFound']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  lines?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JournalEvidenceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEvidence'] = ResolversParentTypes['JournalEvidence']> = {
  attempts?: Resolver<ReadonlyArray<ResolversTypes['JournalTransaction']>, ParentType, ContextType>;
  explanations?: Resolver<ReadonlyArray<ResolversTypes['EvidenceExplanation']>, ParentType, ContextType>;
  file?: Resolver<ResolversTypes['JournalEvidenceFile'], ParentType, ContextType>;
  lines?: Resolver<ReadonlyArray<ResolversTypes['JournalLine']>, ParentType, ContextType>;
  linesOmitted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  printedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['JournalTransaction'], ParentType, ContextType>;
};

export type JournalEvidenceFileResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalEvidenceFile'] = ResolversParentTypes['JournalEvidenceFile']> = {
  format?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  journalDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JournalFetchResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFetch'] = ResolversParentTypes['JournalFetch']> = {
  gapDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  gapId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  requestedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type JournalFetchChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFetchChanges'] = ResolversParentTypes['JournalFetchChanges']> = {
  agentAtmIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type JournalFetchProgressResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFetchProgress'] = ResolversParentTypes['JournalFetchProgress']> = {
  asked?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  closed?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reopened?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalFetchResultResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFetchResult'] = ResolversParentTypes['JournalFetchResult']> = {
  gap?: Resolver<Maybe<ResolversTypes['JournalGap']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JournalFileResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFile'] = ResolversParentTypes['JournalFile']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  daysFound?: Resolver<ReadonlyArray<ResolversTypes['JournalDayFound']>, ParentType, ContextType>;
  duplicates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  format?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  journalDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  parsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  profileVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['JournalReasonCount']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizeBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JournalFileStatus'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  supersededByFileId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  undecided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JournalFileKnownResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFileKnown'] = ResolversParentTypes['JournalFileKnown']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  daysFound?: Resolver<ReadonlyArray<ResolversTypes['JournalDayFound']>, ParentType, ContextType>;
  duplicates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  format?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  journalDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  parsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  profileVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['JournalReasonCount']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizeBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JournalFileStatus'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  supersededByFileId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  undecided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JournalFilePageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFilePage'] = ResolversParentTypes['JournalFilePage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['JournalFile']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalFileTextResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalFileText'] = ResolversParentTypes['JournalFileText']> = {
  parts?: Resolver<ReadonlyArray<ResolversTypes['JournalTextPart']>, ParentType, ContextType>;
  sizeBytes?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
};

export type JournalGapResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalGap'] = ResolversParentTypes['JournalGap']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  closedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  closedByFileId?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  fetchAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  fetchRequestedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  fetchRequestedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gapDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JournalGapStatus'], ParentType, ContextType>;
};

export type JournalGapCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalGapCount'] = ResolversParentTypes['JournalGapCount']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  gapCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalGapCountsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalGapCounts'] = ResolversParentTypes['JournalGapCounts']> = {
  atms?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  top?: Resolver<ReadonlyArray<ResolversTypes['JournalGapCount']>, ParentType, ContextType>;
};

export type JournalGapGroupResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalGapGroup'] = ResolversParentTypes['JournalGapGroup']> = {
  atms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  atmsWithGap?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gaps?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type JournalLineResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalLine'] = ResolversParentTypes['JournalLine']> = {
  attemptNo?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ofTransaction?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JournalLiveChangeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalLiveChange'] = ResolversParentTypes['JournalLiveChange']> = {
  gap?: Resolver<Maybe<ResolversTypes['JournalGap']>, ParentType, ContextType>;
  institutionKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JournalLiveChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalLiveChanges'] = ResolversParentTypes['JournalLiveChanges']> = {
  changes?: Resolver<ReadonlyArray<ResolversTypes['JournalLiveChange']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JournalParseQueueResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalParseQueue'] = ResolversParentTypes['JournalParseQueue']> = {
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  oldestReceivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldestWaitSeconds?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  partial?: Resolver<ReadonlyArray<ResolversTypes['JournalPartialReason']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalPartialReasonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalPartialReason'] = ResolversParentTypes['JournalPartialReason']> = {
  count?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  files?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['JournalReason'], ParentType, ContextType>;
};

export type JournalProfileResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalProfile'] = ResolversParentTypes['JournalProfile']> = {
  amountUnit?: Resolver<Maybe<ResolversTypes['JournalAmountUnit']>, ParentType, ContextType>;
  approvedCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  customerLabels?: Resolver<ReadonlyArray<ResolversTypes['JournalCustomerLabel']>, ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  writtenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  writtenBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type JournalProfileReparseResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalProfileReparse'] = ResolversParentTypes['JournalProfileReparse']> = {
  more?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  queued?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  textsToMask?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JournalReasonCountResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalReasonCount'] = ResolversParentTypes['JournalReasonCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['JournalReason'], ParentType, ContextType>;
};

export type JournalSummaryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalSummary'] = ResolversParentTypes['JournalSummary']> = {
  failed?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  successful?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalTextPartResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalTextPart'] = ResolversParentTypes['JournalTextPart']> = {
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstLine?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalTopAtmResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalTopAtm'] = ResolversParentTypes['JournalTopAtm']> = {
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  deviceId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  transactionCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalTransactionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalTransaction'] = ResolversParentTypes['JournalTransaction']> = {
  accountTail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentAtmId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  atm?: Resolver<Maybe<ResolversTypes['Atm']>, ParentType, ContextType>;
  atmId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  attemptNo?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  authorisationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  card?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cashOutcome?: Resolver<ResolversTypes['CashOutcome'], ParentType, ContextType>;
  completeness?: Resolver<ResolversTypes['TransactionCompleteness'], ParentType, ContextType>;
  conflict?: Resolver<ReadonlyArray<ResolversTypes['TransactionConflict']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['TransactionDecision']>, ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  fileId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  firstLine?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hostCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hostDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  institutionKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TransactionKind'], ParentType, ContextType>;
  lastLine?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notes?: Resolver<ReadonlyArray<ResolversTypes['TransactionNotes']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rrn?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serial?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sessionId?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  stan?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  terminalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['TransactionVerdict']>, ParentType, ContextType>;
};

export type JournalTransactionPageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalTransactionPage'] = ResolversParentTypes['JournalTransactionPage']> = {
  content?: Resolver<ReadonlyArray<ResolversTypes['JournalTransaction']>, ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  numberOfElements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalElements?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type JournalUploadResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['JournalUpload'] = ResolversParentTypes['JournalUpload']> = {
  __resolveType: TypeResolveFn<'JournalFile' | 'JournalFileKnown', ParentType, ContextType>;
};

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  atmsWithJournals?: Resolver<ReadonlyArray<ResolversTypes['SafeInt']>, ParentType, ContextType, RequireFields<MutationAtmsWithJournalsArgs, 'atmIds'>>;
  receiveJournalFile?: Resolver<ResolversTypes['JournalUpload'], ParentType, ContextType, RequireFields<MutationReceiveJournalFileArgs, 'agentAtmId' | 'file' | 'journalDate'>>;
  refileJournalFile?: Resolver<Maybe<ResolversTypes['JournalFile']>, ParentType, ContextType, RequireFields<MutationRefileJournalFileArgs, 'id'>>;
  reparseJournalFile?: Resolver<Maybe<ResolversTypes['JournalFile']>, ParentType, ContextType, RequireFields<MutationReparseJournalFileArgs, 'id'>>;
  reparseJournalProfile?: Resolver<ResolversTypes['JournalProfileReparse'], ParentType, ContextType, RequireFields<MutationReparseJournalProfileArgs, 'institutionKey'>>;
  replayJournalDeadLetter?: Resolver<ResolversTypes['DeadLetter'], ParentType, ContextType, RequireFields<MutationReplayJournalDeadLetterArgs, 'id'>>;
  requestJournalFetch?: Resolver<Maybe<ResolversTypes['JournalGap']>, ParentType, ContextType, RequireFields<MutationRequestJournalFetchArgs, 'id'>>;
  requestJournalFetches?: Resolver<ReadonlyArray<ResolversTypes['JournalFetchResult']>, ParentType, ContextType, RequireFields<MutationRequestJournalFetchesArgs, 'ids'>>;
  updateJournalAtms?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdateJournalAtmsArgs, 'atms'>>;
  uploadJournalFile?: Resolver<ResolversTypes['JournalUpload'], ParentType, ContextType, RequireFields<MutationUploadJournalFileArgs, 'agentAtmId' | 'file' | 'journalDate'>>;
  writeJournalProfile?: Resolver<ResolversTypes['JournalProfile'], ParentType, ContextType, RequireFields<MutationWriteJournalProfileArgs, 'institutionKey' | 'profile'>>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  agentsWithFetches?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType, RequireFields<QueryAgentsWithFetchesArgs, 'agentAtmIds'>>;
  allJournalGaps?: Resolver<ResolversTypes['Bytes'], ParentType, ContextType, Partial<QueryAllJournalGapsArgs>>;
  atmJournalDays?: Resolver<Maybe<ReadonlyArray<ResolversTypes['AtmJournalDay']>>, ParentType, ContextType, RequireFields<QueryAtmJournalDaysArgs, 'from' | 'to'>>;
  journalDays?: Resolver<ReadonlyArray<ResolversTypes['FleetJournalDay']>, ParentType, ContextType, RequireFields<QueryJournalDaysArgs, 'from' | 'to'>>;
  journalDeadLetters?: Resolver<ResolversTypes['DeadLetterPage'], ParentType, ContextType, RequireFields<QueryJournalDeadLettersArgs, 'page' | 'size'>>;
  journalEvidence?: Resolver<Maybe<ResolversTypes['JournalEvidence']>, ParentType, ContextType, RequireFields<QueryJournalEvidenceArgs, 'contextLines' | 'id'>>;
  journalEvidencePage?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, RequireFields<QueryJournalEvidencePageArgs, 'contextLines' | 'id'>>;
  journalFetchChanges?: Resolver<ResolversTypes['JournalFetchChanges'], ParentType, ContextType, RequireFields<QueryJournalFetchChangesArgs, 'limit' | 'since'>>;
  journalFetchProgress?: Resolver<ResolversTypes['JournalFetchProgress'], ParentType, ContextType, RequireFields<QueryJournalFetchProgressArgs, 'mine' | 'since'>>;
  journalFetches?: Resolver<ReadonlyArray<ResolversTypes['JournalFetch']>, ParentType, ContextType, RequireFields<QueryJournalFetchesArgs, 'agentAtmId'>>;
  journalFile?: Resolver<Maybe<ResolversTypes['JournalFile']>, ParentType, ContextType, RequireFields<QueryJournalFileArgs, 'id'>>;
  journalFileContent?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, RequireFields<QueryJournalFileContentArgs, 'id'>>;
  journalFileText?: Resolver<Maybe<ResolversTypes['JournalFileText']>, ParentType, ContextType, RequireFields<QueryJournalFileTextArgs, 'id'>>;
  journalFiles?: Resolver<ResolversTypes['JournalFilePage'], ParentType, ContextType, RequireFields<QueryJournalFilesArgs, 'page' | 'size'>>;
  journalGap?: Resolver<Maybe<ResolversTypes['JournalGap']>, ParentType, ContextType, RequireFields<QueryJournalGapArgs, 'id'>>;
  journalGapCounts?: Resolver<ResolversTypes['JournalGapCounts'], ParentType, ContextType, RequireFields<QueryJournalGapCountsArgs, 'status'>>;
  journalGapGroups?: Resolver<ReadonlyArray<ResolversTypes['JournalGapGroup']>, ParentType, ContextType, RequireFields<QueryJournalGapGroupsArgs, 'by' | 'status'>>;
  journalGaps?: Resolver<ReadonlyArray<ResolversTypes['JournalGap']>, ParentType, ContextType, RequireFields<QueryJournalGapsArgs, 'limit'>>;
  journalGapsCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryJournalGapsCsvArgs>>;
  journalLiveChanges?: Resolver<ResolversTypes['JournalLiveChanges'], ParentType, ContextType, Partial<QueryJournalLiveChangesArgs>>;
  journalParseQueue?: Resolver<ReadonlyArray<ResolversTypes['JournalParseQueue']>, ParentType, ContextType>;
  journalProfile?: Resolver<ResolversTypes['JournalProfile'], ParentType, ContextType, RequireFields<QueryJournalProfileArgs, 'institutionKey'>>;
  journalProfileVersions?: Resolver<ReadonlyArray<ResolversTypes['JournalProfile']>, ParentType, ContextType, RequireFields<QueryJournalProfileVersionsArgs, 'institutionKey' | 'limit'>>;
  journalProfiles?: Resolver<ReadonlyArray<ResolversTypes['JournalProfile']>, ParentType, ContextType>;
  journalSummary?: Resolver<ResolversTypes['JournalSummary'], ParentType, ContextType, Partial<QueryJournalSummaryArgs>>;
  journalTransaction?: Resolver<Maybe<ResolversTypes['JournalTransaction']>, ParentType, ContextType, RequireFields<QueryJournalTransactionArgs, 'id'>>;
  journalTransactions?: Resolver<ResolversTypes['JournalTransactionPage'], ParentType, ContextType, RequireFields<QueryJournalTransactionsArgs, 'page' | 'size'>>;
  journalTransactionsCsv?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, Partial<QueryJournalTransactionsCsvArgs>>;
  topAtms?: Resolver<ReadonlyArray<ResolversTypes['JournalTopAtm']>, ParentType, ContextType, RequireFields<QueryTopAtmsArgs, 'limit'>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface SentLocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SentLocalDateTime'], any> {
  name: 'SentLocalDateTime';
}

export type SubscriptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  journalGapChanged?: SubscriptionResolver<Maybe<ResolversTypes['JournalGap']>, "journalGapChanged", ParentType, ContextType>;
};

export interface TextOrIntegerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TextOrInteger'], any> {
  name: 'TextOrInteger';
}

export type TransactionDecisionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TransactionDecision'] = ResolversParentTypes['TransactionDecision']> = {
  line?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['DecisionRule'], ParentType, ContextType>;
};

export type TransactionNotesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TransactionNotes'] = ResolversParentTypes['TransactionNotes']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  denomination?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NotesState'], ParentType, ContextType>;
};

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type Resolvers<ContextType = OperationContext> = {
  Atm?: AtmResolvers<ContextType>;
  AtmJournalDay?: AtmJournalDayResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeadLetter?: DeadLetterResolvers<ContextType>;
  DeadLetterPage?: DeadLetterPageResolvers<ContextType>;
  EvidenceExplanation?: EvidenceExplanationResolvers<ContextType>;
  FleetJournalDay?: FleetJournalDayResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JournalCustomerLabel?: JournalCustomerLabelResolvers<ContextType>;
  JournalDay?: JournalDayResolvers<ContextType>;
  JournalDayFound?: JournalDayFoundResolvers<ContextType>;
  JournalEvidence?: JournalEvidenceResolvers<ContextType>;
  JournalEvidenceFile?: JournalEvidenceFileResolvers<ContextType>;
  JournalFetch?: JournalFetchResolvers<ContextType>;
  JournalFetchChanges?: JournalFetchChangesResolvers<ContextType>;
  JournalFetchProgress?: JournalFetchProgressResolvers<ContextType>;
  JournalFetchResult?: JournalFetchResultResolvers<ContextType>;
  JournalFile?: JournalFileResolvers<ContextType>;
  JournalFileKnown?: JournalFileKnownResolvers<ContextType>;
  JournalFilePage?: JournalFilePageResolvers<ContextType>;
  JournalFileText?: JournalFileTextResolvers<ContextType>;
  JournalGap?: JournalGapResolvers<ContextType>;
  JournalGapCount?: JournalGapCountResolvers<ContextType>;
  JournalGapCounts?: JournalGapCountsResolvers<ContextType>;
  JournalGapGroup?: JournalGapGroupResolvers<ContextType>;
  JournalLine?: JournalLineResolvers<ContextType>;
  JournalLiveChange?: JournalLiveChangeResolvers<ContextType>;
  JournalLiveChanges?: JournalLiveChangesResolvers<ContextType>;
  JournalParseQueue?: JournalParseQueueResolvers<ContextType>;
  JournalPartialReason?: JournalPartialReasonResolvers<ContextType>;
  JournalProfile?: JournalProfileResolvers<ContextType>;
  JournalProfileReparse?: JournalProfileReparseResolvers<ContextType>;
  JournalReasonCount?: JournalReasonCountResolvers<ContextType>;
  JournalSummary?: JournalSummaryResolvers<ContextType>;
  JournalTextPart?: JournalTextPartResolvers<ContextType>;
  JournalTopAtm?: JournalTopAtmResolvers<ContextType>;
  JournalTransaction?: JournalTransactionResolvers<ContextType>;
  JournalTransactionPage?: JournalTransactionPageResolvers<ContextType>;
  JournalUpload?: JournalUploadResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SentLocalDateTime?: GraphQLScalarType;
  Subscription?: SubscriptionResolvers<ContextType>;
  TextOrInteger?: GraphQLScalarType;
  TransactionDecision?: TransactionDecisionResolvers<ContextType>;
  TransactionNotes?: TransactionNotesResolvers<ContextType>;
  UUID?: GraphQLScalarType;
};

