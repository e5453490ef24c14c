// Generated from the internal routes of the services by `npm run codegen`; do not edit.
export interface paths {
    "/analytics/api/internal/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since a moment, each record once and as it is now
         * @description What changed since a moment, each record once and as it is now; for live streams.
         *
         *     Only services of the platform may call this.
         */
        get: operations["analytics.analyticsLiveChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since a moment, each record once and as it is now
         * @description What changed since a moment, each record once and as it is now; for live streams.
         *
         *     Only services of the platform may call this.
         */
        get: operations["journal.journalLiveChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/fetches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files that an agent is asked to send again, oldest first
         * @description The files that an agent is asked to send again, oldest first.
         *
         *     Only services of the platform may call this.
         */
        get: operations["journal.journalFetches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/fetches/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these agents are asked to send files again, as `journalFetches` would list them
         * @description Which of these agents are asked to send files again, as `journalFetches` would list them: their places in the list, from 0. The agent proxy
         *     asks it for many agents at once, and then `journalFetches` for those that are named.
         *
         *     Only services of the platform may call this.
         */
        post: operations["journal.agentsWithFetches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/fetches/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ATMs whose agents were asked for a file at this instant or later, in the order of the requests, each once
         * @description The ATMs whose agents were asked for a file at this instant or later, in the order of the requests, each once; the agent proxy wakes their long polls.
         *
         *     Only services of the platform may call this.
         */
        get: operations["journal.journalFetchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same for the agent proxy, which has checked the agent's token
         * @description The same for the agent proxy, which has checked the agent's token.
         *
         *     Only services of the platform may call this.
         */
        post: operations["journal.receiveJournalFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/atms/with-journals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these ATMs have a journal file, of whatever status
         * @description Which of these ATMs have a journal file, of whatever status.
         *
         *     Only services of the platform may call this.
         */
        post: operations["journal.atmsWithJournals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/internal/atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over what became of ATMs
         * @description Takes over what became of ATMs: their institution, their time zone, what they are grouped by, and whether they are in use. What is missing of a retired one is forgotten.
         *
         *     Only services of the platform may call this.
         */
        post: operations["journal.updateJournalAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since a moment, each record once and as it is now
         * @description What changed since a moment, each record once and as it is now; for live streams.
         *
         *     Only services of the platform may call this.
         */
        get: operations["incident.incidentLiveChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * ATMs for the platform's other services, by numeric id
         * @description ATMs for the platform's other services, by numeric id.
         *
         *     Only services of the platform may call this.
         */
        get: operations["incident.changedAtms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/atms/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ATMs that match, for the platform's other services, by numeric id
         * @description ATMs that match, for the platform's other services, by numeric id.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.selectedAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/atms/select/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many ATMs match, by institution
         * @description How many ATMs match, by institution; for the platform's other services.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.selectedAtmCounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/journal-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a journal event from the agent proxy
         * @description Takes a journal event from the agent proxy; answered after it is stored. 201 with the stored event;
         *     202 for a type that is not known: that event is stored as an exception only.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.storeJournalEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/journal-events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes up to 500 events at once
         * @description Takes up to 500 events at once. Each gets its own status and body, in the order sent; a bad one fails alone.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.storeJournalEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps the people who called a process in the directory of users
         * @description Keeps the people who called a process in the directory of users.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.storeUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a sign of life of an ATM's agent
         * @description Takes a sign of life of an ATM's agent; registers the ATM if it is new.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.storeHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/refused-heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a time in which a process refused most signs of life, as it was overloaded
         * @description Takes a time in which a process refused most signs of life, as it was overloaded: ATMs may be silent for longer then.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.storeRefusedHeartbeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/internal/atms/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Looks ATMs up by their textual ids, in the order asked for
         * @description Looks ATMs up by their textual ids, in the order asked for; those that are not known are left out, unless they are to be registered.
         *
         *     Only services of the platform may call this.
         */
        post: operations["incident.resolveAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/internal/atms/{agentAtmId}/service-state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over a change of an ATM's service state
         * @description Takes over a change of an ATM's service state; one with a lower sequence than is already held changes nothing.
         *
         *     Only services of the platform may call this.
         */
        post: operations["devices.mirrorServiceState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/internal/atms/service-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over changes of many ATMs' service states, each as if it came alone
         * @description Takes over changes of many ATMs' service states, each as if it came alone. For floods: alone they would take as long as they are many.
         *
         *     Only services of the platform may call this.
         */
        post: operations["devices.mirrorServiceStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/internal/atms/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over what the lists show of ATMs
         * @description Takes over what the lists show of ATMs.
         *
         *     Only services of the platform may call this.
         */
        post: operations["devices.updateAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/internal/atms/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over when ATMs were last heard, where nothing else about them changed
         * @description Takes over when ATMs were last heard, where nothing else about them changed. Of an ATM that is not held yet nothing is taken over.
         *
         *     Only services of the platform may call this.
         */
        post: operations["devices.mirrorHeartbeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/internal/tasks/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tasks that wait for an ATM, oldest first
         * @description The tasks that wait for an ATM, oldest first. Each is delivered once: what is listed here counts as sent, whether or not the answer arrives.
         *
         *     Only services of the platform may call this.
         */
        get: operations["fleet.nextTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/internal/tasks/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these agents a task waits for, as `nextTasks` would hand it out
         * @description Which of these agents a task waits for, as `nextTasks` would hand it out: their places in the list, from 0. Nothing is handed out. The agent
         *     proxy asks it for many agents at once, and then `nextTasks` for those that are named.
         *
         *     Only services of the platform may call this.
         */
        post: operations["fleet.agentsWithTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/internal/tasks/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ATMs that were given a task at this instant or later, in the order of the requests, each once
         * @description The ATMs that were given a task at this instant or later, in the order of the requests, each once; the agent proxy wakes their long polls.
         *
         *     Only services of the platform may call this.
         */
        get: operations["fleet.taskChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/internal/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since a moment, each record once and as it is now
         * @description What changed since a moment, each record once and as it is now; for live streams.
         *
         *     Only services of the platform may call this.
         */
        get: operations["fleet.fleetLiveChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/internal/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Stores the report of an agent on a task
         * @description Stores the report of an agent on a task. Repeating a report changes nothing.
         *
         *     Only services of the platform may call this.
         */
        patch: operations["fleet.reportTask"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A record that changed, as it is now. */
        "analytics.AnalyticsLiveChange": {
            /** @description `insights`. */
            topic: string;
            /**
             * Format: int64
             * @description Its place in the order of changes.
             */
            position: number;
            /** @description The transaction that changed it. */
            transaction: string;
            /** @description The insight. */
            insight: components["schemas"]["analytics.Insight"] | null;
        };
        /** @description What changed since a moment. */
        "analytics.AnalyticsLiveChanges": {
            /** @description Where to go on. */
            cursor: string;
            /** @description False where more changed than is listed, or what changed is no longer known. */
            complete: boolean;
            /** @description The changes, in their order. */
            changes: components["schemas"]["analytics.AnalyticsLiveChange"][];
        };
        /** @description A finding about the fleet, published for all callers. It belongs to no institution. */
        "analytics.Insight": {
            /**
             * Format: int64
             * @description Assigned by the service.
             */
            id: number;
            /** @description What it is about. */
            category: components["schemas"]["analytics.InsightCategory"];
            /** @description How much it matters. */
            severity: components["schemas"]["analytics.InsightSeverity"];
            /** @description In a few words. */
            title: string;
            /** @description In full. */
            body: string;
            /**
             * Format: int64
             * @description The snapshot that it refers to, if any.
             */
            snapshot_id: number | null;
            /**
             * Format: date-time
             * @description When it was published.
             */
            published_at: string;
            /**
             * Format: date-time
             * @description When it stops being active; null: it does not expire.
             */
            expires_at: string | null;
            /** @description Whether it is acknowledged. */
            acknowledged: boolean;
            /**
             * Format: date-time
             * @description When it was acknowledged first.
             */
            acknowledged_at: string | null;
            /** @description Who acknowledged it first. */
            acknowledged_by_user_id: string | null;
        };
        /**
         * @description What an insight is about.
         *
         *     - `ANOMALY`: An anomaly.
         *     - `TREND`: A change over time.
         *     - `RECOMMENDATION`: A recommended action.
         *     - `SUMMARY`: A summary.
         * @enum {string}
         */
        "analytics.InsightCategory": "ANOMALY" | "TREND" | "RECOMMENDATION" | "SUMMARY";
        /**
         * @description How much an insight matters.
         *
         *     - `INFO`: Information only.
         *     - `WARNING`: It should be observed.
         *     - `CRITICAL`: It needs action.
         * @enum {string}
         */
        "analytics.InsightSeverity": "INFO" | "WARNING" | "CRITICAL";
        /**
         * @description How much depends on an ATM.
         *
         *     - `LOW`: Another one is near.
         *     - `MEDIUM`: It is missed.
         *     - `HIGH`: Its place depends on it.
         *     - `CRITICAL`: It must not be out of service.
         * @enum {string}
         */
        "journal.AtmCriticality": "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @description What became of an ATM. */
        "journal.JournalAtmUpdate": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution of the ATM. */
            institutionKey?: string | null;
            /** @description Its IANA time zone; null where it is the platform's. */
            timeZone?: string | null;
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt?: string | null;
            /**
             * Format: date-time
             * @description When it was last brought back into use.
             */
            reactivatedAt?: string | null;
            /** @description Its manufacturer. */
            vendor?: string | null;
            /** @description Its model. */
            model?: string | null;
            /** @description Its place. */
            siteName?: string | null;
            /** @description Its region. */
            region?: string | null;
            /** @description Its cost centre. */
            costCentre?: string | null;
            /** @description How much depends on it. */
            criticality?: components["schemas"]["journal.AtmCriticality"] | null;
            /** @description Its tags. */
            tags?: string[] | null;
            /**
             * Format: int64
             * @description Grows with each change of these; an older one does not replace a newer one.
             */
            edition: number;
        };
        /** @description A day that something of a journal file is of. */
        "journal.JournalDayFound": {
            /**
             * Format: date
             * @description The day, as the machine's clock has it; of transactions, local to the ATM.
             */
            date: string;
            /**
             * Format: int32
             * @description Lines of it, as far as their day is known.
             */
            lines: number;
            /**
             * Format: int32
             * @description Transactions that began on it.
             */
            transactions: number;
        };
        /** @description A file that an agent is asked to send again. */
        "journal.JournalFetch": {
            /**
             * Format: int64
             * @description The gap.
             */
            gapId: number;
            /**
             * Format: date
             * @description Its day.
             */
            gapDate: string;
            /**
             * Format: date-time
             * @description When the agent was asked for it last.
             */
            requestedAt: string | null;
        };
        /** @description Which agents were asked for files. */
        "journal.JournalFetchChanges": {
            /** @description The agents' textual ids. */
            agentAtmIds: string[];
            /**
             * Format: date-time
             * @description What to give as `since` the next time.
             */
            next: string;
        };
        /** @description A journal file of an ATM and day. */
        "journal.JournalFile": {
            /**
             * Format: int64
             * @description The id of the file.
             */
            id: number;
            /** @description The institution of the ATM. */
            institutionKey: string;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: date
             * @description The day of the journal, local to the ATM.
             */
            journalDate: string;
            /** @description SHA-256 of the decoded bytes as sent, in hexadecimal. */
            sha256: string;
            /**
             * Format: int64
             * @description Decoded size in bytes.
             */
            sizeBytes: number;
            /** @description The family of the format; null before the file is parsed. */
            format: string | null;
            /** @description Its status. */
            status: components["schemas"]["journal.JournalFileStatus"];
            /**
             * Format: int32
             * @description Transactions found in it, but for those that another file of the ATM keeps.
             */
            transactions: number;
            /**
             * Format: int32
             * @description Approved ones.
             */
            successful: number;
            /**
             * Format: int32
             * @description Declined ones.
             */
            failed: number;
            /**
             * Format: int32
             * @description Ones that were neither approved nor declined.
             */
            undecided: number;
            /** @description Why the file is PARTIAL, FAILED or MISDATED; null otherwise. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was received.
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was parsed; null before.
             */
            parsedAt: string | null;
            /**
             * Format: int64
             * @description The file of the same day that superseded it; null while it is the standing file, or if it never was.
             */
            supersededByFileId: number | null;
            /**
             * Format: int32
             * @description The version of the institution's profile that it was parsed with; 0 for the families' own rules, null before it is parsed, or where it was parsed before there were profiles.
             */
            profileVersion: number | null;
            /**
             * Format: int32
             * @description How many of its transactions another file of the same ATM has as well and keeps; they are not counted in `transactions`.
             */
            duplicates: number;
            /** @description Why it is PARTIAL, counted. */
            reasons: components["schemas"]["journal.JournalReasonCount"][];
            /** @description The days that its lines and transactions are of, in their order. */
            daysFound: components["schemas"]["journal.JournalDayFound"][];
        };
        /** @description The answer to an upload of bytes that were there already: the file as it is now. */
        "journal.JournalFileKnown": {
            /**
             * Format: int64
             * @description The id of the file.
             */
            id: number;
            /** @description The institution of the ATM. */
            institutionKey: string;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: date
             * @description The day of the journal, local to the ATM.
             */
            journalDate: string;
            /** @description SHA-256 of the decoded bytes as sent, in hexadecimal. */
            sha256: string;
            /**
             * Format: int64
             * @description Decoded size in bytes.
             */
            sizeBytes: number;
            /** @description The family of the format; null before the file is parsed. */
            format: string | null;
            /** @description Its status. */
            status: components["schemas"]["journal.JournalFileStatus"];
            /**
             * Format: int32
             * @description Transactions found in it, but for those that another file of the ATM keeps.
             */
            transactions: number;
            /**
             * Format: int32
             * @description Approved ones.
             */
            successful: number;
            /**
             * Format: int32
             * @description Declined ones.
             */
            failed: number;
            /**
             * Format: int32
             * @description Ones that were neither approved nor declined.
             */
            undecided: number;
            /** @description Why the file is PARTIAL, FAILED or MISDATED; null otherwise. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was received.
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was parsed; null before.
             */
            parsedAt: string | null;
            /**
             * Format: int64
             * @description The file of the same day that superseded it; null while it is the standing file, or if it never was.
             */
            supersededByFileId: number | null;
            /**
             * Format: int32
             * @description The version of the institution's profile that it was parsed with; 0 for the families' own rules, null before it is parsed, or where it was parsed before there were profiles.
             */
            profileVersion: number | null;
            /**
             * Format: int32
             * @description How many of its transactions another file of the same ATM has as well and keeps; they are not counted in `transactions`.
             */
            duplicates: number;
            /** @description Why it is PARTIAL, counted. */
            reasons: components["schemas"]["journal.JournalReasonCount"][];
            /** @description The days that its lines and transactions are of, in their order. */
            daysFound: components["schemas"]["journal.JournalDayFound"][];
        };
        /**
         * @description The status of a journal file.
         *
         *     - `RECEIVED`: Stored, not yet parsed.
         *     - `PARSED`: Parsed completely.
         *     - `PARTIAL`: Parsed in part; `error` says why.
         *     - `FAILED`: Not parsed; `error` says why. It does not count as a journal.
         *     - `MISDATED`: Nothing of it is of its `journalDate`: `daysFound` has the days that it is of. Its transactions are not stored, and it does not count as a journal until it is filed under its own day.
         * @enum {string}
         */
        "journal.JournalFileStatus": "RECEIVED" | "PARSED" | "PARTIAL" | "FAILED" | "MISDATED";
        /** @description A day for which an ATM has no journal file. */
        "journal.JournalGap": {
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            /** @description The institution of the ATM. */
            institutionKey: string;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: date
             * @description The day, local to the ATM.
             */
            gapDate: string;
            /** @description Its status. */
            status: components["schemas"]["journal.JournalGapStatus"];
            /**
             * Format: date-time
             * @description When it was found.
             */
            detectedAt: string;
            /**
             * Format: date-time
             * @description When the agent was asked last.
             */
            fetchRequestedAt: string | null;
            /** @description Who asked last: e-mail, else user id. */
            fetchRequestedBy: string | null;
            /**
             * Format: int32
             * @description How often the agent was asked.
             */
            fetchAttempts: number;
            /**
             * Format: date-time
             * @description When the journal was parsed.
             */
            closedAt: string | null;
            /**
             * Format: int64
             * @description The file that closed it.
             */
            closedByFileId: number | null;
        };
        /**
         * @description The life of a gap: OPEN, FETCH_REQUESTED (OPEN again after 24 hours without a file), CLOSED.
         *
         *     - `OPEN`: The day has no journal.
         *     - `FETCH_REQUESTED`: The agent was asked for it.
         *     - `CLOSED`: The journal was received and parsed.
         * @enum {string}
         */
        "journal.JournalGapStatus": "OPEN" | "FETCH_REQUESTED" | "CLOSED";
        /** @description A record that changed, as it is now. */
        "journal.JournalLiveChange": {
            /** @description `gaps`. */
            topic: string;
            /**
             * Format: int64
             * @description Its place in the order of changes.
             */
            position: number;
            /** @description The transaction that changed it. */
            transaction: string;
            /** @description The institution that may see it. */
            institutionKey: string | null;
            /** @description The gap. */
            gap: components["schemas"]["journal.JournalGap"] | null;
        };
        /** @description What changed since a moment. */
        "journal.JournalLiveChanges": {
            /** @description Where to go on. */
            cursor: string;
            /** @description False where more changed than is listed, or what changed is no longer known. */
            complete: boolean;
            /** @description The changes, in their order. */
            changes: components["schemas"]["journal.JournalLiveChange"][];
        };
        /**
         * @description Why some of a journal file cannot be trusted.
         *
         *     - `LINES_UNREADABLE`: Lines, or amounts of transactions, that cannot be true.
         *     - `TRANSACTIONS_LEFT_OUT`: Transactions beyond the number that a machine can do in a day.
         *     - `STARTS_WITHOUT_SESSION`: Marks of a session's start after which no session was found.
         *     - `ENDS_WITHOUT_START`: Marks of a session's end without a session.
         *     - `REQUESTS_WITHOUT_SESSION`: Requests to the host in no session.
         *     - `LONG_SESSIONS`: Sessions that last for hours.
         *     - `CARD_MISMATCHES`: Transactions whose receipt prints another card.
         *     - `MIXED_SESSIONS`: Sessions among whose lines may be those of another one.
         *     - `TIME_JUMPS`: Times that step back where no midnight is.
         * @enum {string}
         */
        "journal.JournalReason": "LINES_UNREADABLE" | "TRANSACTIONS_LEFT_OUT" | "STARTS_WITHOUT_SESSION" | "ENDS_WITHOUT_START" | "REQUESTS_WITHOUT_SESSION" | "LONG_SESSIONS" | "CARD_MISMATCHES" | "MIXED_SESSIONS" | "TIME_JUMPS";
        /** @description Why some of a journal file cannot be trusted, and how often. */
        "journal.JournalReasonCount": {
            /** @description The reason. */
            reason: components["schemas"]["journal.JournalReason"];
            /**
             * Format: int32
             * @description How often it was found.
             */
            count: number;
        };
        /**
         * @description How much depends on an ATM.
         *
         *     - `LOW`: Another one is near.
         *     - `MEDIUM`: It is missed.
         *     - `HIGH`: Its place depends on it.
         *     - `CRITICAL`: It must not be out of service.
         * @enum {string}
         */
        "incident.AtmCriticality": "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @description An ATM as the devices service keeps it. */
        "incident.AtmRecord": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            atmId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution; null while none is known. */
            institutionKey: string | null;
            /** @description The name of the ATM; 200 characters at most. */
            name: string | null;
            /** @description The place of the ATM; 200 characters at most. */
            siteName: string | null;
            /** @description The serial number on the plate of the machine: 1 to 64 printable characters. */
            serialNumber: string | null;
            /** @description The manufacturer; 200 characters at most. */
            vendor: string | null;
            /** @description The model; 200 characters at most. */
            model: string | null;
            /** @description A part of the country or of the fleet; 200 characters at most. */
            region: string | null;
            /** @description The cost centre that it is booked under; 64 characters at most. */
            costCentre: string | null;
            /** @description How much depends on it. */
            criticality: components["schemas"]["incident.AtmCriticality"] | null;
            /** @description Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
            tags: string[] | null;
            /** @description The company that carries its cash; 200 characters at most. */
            carrier: string | null;
            /** @description Degrees north, -90 to 90. */
            latitude: number | null;
            /** @description Degrees east, -180 to 180. */
            longitude: number | null;
            /** @description The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
            timeZone: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            registeredAt: string;
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: date-time
             * @description When it was last brought back into use; null where it never was.
             */
            reactivatedAt: string | null;
            /**
             * Format: int64
             * @description The ATM that it is, of an entry that was merged.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /**
             * Format: date-time
             * @description When that began, by the history of its states; null where nothing that is kept says so.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description When the event occurred that reported it last.
             */
            stateAt: string | null;
            /**
             * Format: int64
             * @description Grows with each change of service state.
             */
            sequence: number;
            /**
             * Format: int64
             * @description Grows with each change of the institution or of an attribute of these.
             */
            edition: number;
        };
        /** @description What selects ATMs: all conditions together. */
        "incident.AtmSelection": {
            /** @description Only ATMs of these institutions; null for all, those without one included. */
            institutions?: string[] | null;
            /** @description Only ATMs of this manufacturer. */
            vendor?: string | null;
            /** @description Only ATMs of this model. */
            model?: string | null;
            /** @description Only ATMs of this site. */
            siteName?: string | null;
            /** @description Only ATMs of this region. */
            region?: string | null;
            /** @description Only ATMs of this cost centre. */
            costCentre?: string | null;
            /** @description Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
            criticality?: string | null;
            /** @description Only ATMs with this tag. */
            tag?: string | null;
            /** @description Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
            q?: string | null;
        };
        /** @description What an event reported of one cassette. What it did not say is null. */
        "incident.CassetteReading": {
            /** @description The number of the cassette. */
            cassetteNo: string;
            /** @description What it is for, such as `DISPENSE`. */
            type: string | null;
            /** @description ISO 4217 code. */
            currency: string | null;
            /** @description Value of a note in major units. */
            denomination: number | null;
            /**
             * Format: int32
             * @description Notes loaded.
             */
            initialCount: number | null;
            /**
             * Format: int32
             * @description Notes in it.
             */
            currentCount: number | null;
            /**
             * Format: int32
             * @description Notes rejected.
             */
            rejectedCount: number | null;
            /**
             * Format: int32
             * @description Notes that fit.
             */
            capacity: number | null;
            /** @description Such as `OK`, `LOW`, `EMPTY`. */
            status: string | null;
        };
        /** @description What an event reports of one cassette. */
        "incident.CassetteReadingInput": {
            /** @description The number of the cassette. */
            cassetteNo: string | number;
            /** @description What it is for, such as `DISPENSE`. */
            type?: string | null;
            /** @description ISO 4217 code. */
            currency?: string | null;
            /** @description Value of a note in major units. */
            denomination?: number | null;
            /**
             * Format: int32
             * @description Notes loaded.
             */
            initialCount?: number | null;
            /**
             * Format: int32
             * @description Notes in it.
             */
            currentCount?: number | null;
            /**
             * Format: int32
             * @description Notes rejected.
             */
            rejectedCount?: number | null;
            /**
             * Format: int32
             * @description Notes that fit.
             */
            capacity?: number | null;
            /** @description Such as `OK`, `LOW`, `EMPTY`, in any case. */
            status?: string | null;
        };
        /** @description Something that is wrong with an ATM, from the first event until it is resolved. */
        "incident.Incident": {
            /**
             * Format: int64
             * @description The number of the incident.
             */
            id: number;
            /** @description The institution of the ATM when it was opened. */
            institutionKey: string | null;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description What kind of thing is wrong, such as `DISPENSER`. */
            kind: string;
            /** @description Its severity; it only rises. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /** @description Its status. */
            status: components["schemas"]["incident.IncidentStatus"];
            /** @description In a few words. */
            title: string;
            /** @description How it was opened. */
            source: components["schemas"]["incident.IncidentSource"];
            /** @description The number of the cassette; of a mass outage the group that it is of, such as `site Kallio`; else null. */
            component: string | null;
            /**
             * Format: int32
             * @description How many events it has; none at first where it was opened by hand.
             */
            occurrenceCount: number;
            /** @description True once it opened and ended four times within 30 minutes; then it stays open until 30 minutes of quiet. */
            flapping: boolean;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When its first event occurred; where it was opened by hand, when that was.
             */
            firstEventAt: string;
            /**
             * Format: date-time
             * @description When its last event occurred, or it was opened by hand.
             */
            lastEventAt: string;
            /**
             * Format: date-time
             * @description When it was acknowledged.
             */
            acknowledgedAt: string | null;
            /** @description The user who acknowledged it. */
            acknowledgedByUserId: string | null;
            /**
             * Format: date-time
             * @description When it was resolved.
             */
            resolvedAt: string | null;
            /** @description How it was resolved. */
            resolution: components["schemas"]["incident.IncidentSource"] | null;
            /** @description The user who works on it. */
            ownerUserId: string | null;
            /**
             * Format: date-time
             * @description Since when.
             */
            ownedSince: string | null;
            /** @description What caused it, as stated by the person who resolved it. */
            cause: string | null;
            /** @description More on the cause, in words. */
            causeText: string | null;
            /**
             * Format: int64
             * @description The mass outage that it is a part of.
             */
            parentIncidentId: number | null;
            /**
             * Format: date-time
             * @description When it is to be acknowledged, by the targets of its institution.
             */
            acknowledgeDueAt: string | null;
            /**
             * Format: date-time
             * @description When it is to be resolved, by the targets of its institution.
             */
            resolveDueAt: string | null;
            /**
             * Format: date-time
             * @description What of it is due next; null once it is resolved, without a target, and of a part of a mass outage.
             */
            nextDueAt: string | null;
            /** @description True where it was not acknowledged in time. */
            acknowledgeMissed: boolean;
            /** @description True where it was not resolved in time. */
            resolveMissed: boolean;
            /**
             * Format: int32
             * @description Grows with each change.
             */
            version: number;
        };
        /** @description A record that changed, as it is now. */
        "incident.IncidentLiveChange": {
            /** @description `incidents` or `service-state`. */
            topic: string;
            /**
             * Format: int64
             * @description Its place in the order of changes.
             */
            position: number;
            /** @description The transaction that changed it. */
            transaction: string;
            /** @description The institution that may see it. */
            institutionKey: string | null;
            /** @description The incident, of the topic `incidents`. */
            incident: components["schemas"]["incident.Incident"] | null;
            /** @description The newest change of the ATM's state, of the topic `service-state`. */
            stateChange: components["schemas"]["incident.StateChange"] | null;
        };
        /** @description What changed since a moment. */
        "incident.IncidentLiveChanges": {
            /** @description Where to go on. */
            cursor: string;
            /** @description False where more changed than is listed, or what changed is no longer known. */
            complete: boolean;
            /** @description The changes, in their order. */
            changes: components["schemas"]["incident.IncidentLiveChange"][];
        };
        /**
         * @description The severity of an incident.
         *
         *     - `LOW`: Low severity.
         *     - `MEDIUM`: Medium severity.
         *     - `HIGH`: High severity.
         *     - `CRITICAL`: Critical severity.
         * @enum {string}
         */
        "incident.IncidentSeverity": "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /**
         * @description How an incident was opened, or resolved.
         *
         *     - `AUTO`: By the rules, from events.
         *     - `MANUAL`: By a person.
         * @enum {string}
         */
        "incident.IncidentSource": "AUTO" | "MANUAL";
        /**
         * @description The status of an incident.
         *
         *     - `OPEN`: It is not acknowledged yet.
         *     - `ACKNOWLEDGED`: It is acknowledged.
         *     - `RESOLVED`: It is resolved.
         *     - `SUPPRESSED`: Its ATM was in a maintenance window when it began: it is not counted, and no one is notified of it. It opens when it lasts longer than the window.
         * @enum {string}
         */
        "incident.IncidentStatus": "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "SUPPRESSED";
        /** @description The answer to one event of a batch. */
        "incident.IngestEntry": {
            /**
             * Format: int32
             * @description The status that a single post would have had.
             */
            status: number;
            /** @description The body that a single post would have had. */
            body: unknown;
        };
        /** @description Something that an ATM reported. */
        "incident.JournalEvent": {
            /**
             * Format: int64
             * @description The number of the event.
             */
            id: number;
            /**
             * Format: uuid
             * @description The id that the agent gave it.
             */
            eventId: string | null;
            /** @description The institution that the ATM reported under. */
            institutionKey: string | null;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The type of the event. */
            eventType: string;
            /** @description The category of its type: HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
            category: string;
            /**
             * Format: date-time-local
             * @description The time of the event as sent, local to the ATM.
             * @example 2026-11-20T08:15:00
             */
            eventTime: string;
            /** @description True where the time sent was blank or unreadable, so that the time of receipt is used. */
            eventTimeDefaulted: boolean;
            /**
             * Format: date-time
             * @description The time of the event as an instant, never later than its receipt.
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When the platform received it.
             */
            receivedAt: string;
            /** @description The part of the ATM that it is about. */
            component: string | null;
            /** @description The cassette that it is about. */
            cassetteNo: string | null;
            /** @description The maker's code. */
            errorCode: string | null;
            /** @description The text that the ATM reported, card numbers masked. */
            message: string | null;
            /** @description What else the agent sent, card numbers masked. */
            details: unknown;
            /** @description The readings of cassettes that came with it, card numbers masked; null where none came. */
            cassettes: components["schemas"]["incident.CassetteReading"][] | null;
            /**
             * Format: int64
             * @description The incident that it opened or joined.
             */
            incidentId: number | null;
        };
        /**
         * @description An event that an ATM reports. One of a type that is not known is kept as an event exception, whatever its other fields are but for `agentAtmId`,
         *     `eventId` and `institutionKey`. On REST, other fields are ignored.
         */
        "incident.JournalEventInput": {
            /** @description The agent's textual id of the ATM; neither blank nor `.` nor `..`. */
            agentAtmId: string;
            /** @description The type of the event, such as `POWER_OFF`; one that is not known is answered 202. */
            eventType?: string | null;
            /**
             * @description When it happened, local to the ATM; what is no local date-time is replaced by the time of receipt.
             * @example 2026-11-20T08:15:00
             */
            eventTime?: unknown;
            /** @description An id of the event, which makes a retry harmless; an empty one is none. */
            eventId?: string | null;
            /** @description The part of the ATM that it is about. */
            component?: string | null;
            /** @description The cassette that it is about. */
            cassetteNo?: string | number | null;
            /** @description The maker's code. */
            errorCode?: string | null;
            /** @description A text for people; cut to 2,000 characters. */
            message?: string | null;
            /** @description What else there is to say; 16 KiB of JSON at most. */
            details?: unknown;
            /** @description Readings of cassettes. */
            cassettes?: components["schemas"]["incident.CassetteReadingInput"][] | null;
            /** @description The institution of a new ATM, of a caller whose token names several or none; an empty one is none. */
            institutionKey?: string | null;
        };
        /** @description An event that was not stored because its type is not known; it became an event exception. */
        "incident.NotStoredEvent": {
            /** @description Always NOT_STORED. */
            status: string;
            /** @description Why it is not stored. */
            reason: string;
            /**
             * Format: int64
             * @description The number of the event exception.
             */
            exceptionId: number;
        };
        /** @description An ATM as other services know it. */
        "incident.ResolvedAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            atmId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution; null while none is known. */
            institutionKey: string | null;
            /** @description Its IANA time zone; null where it is the platform's. */
            timeZone: string | null;
            /** @description True where it is retired: its agent and its tasks are refused. */
            retired: boolean;
            /**
             * Format: date-time
             * @description When it was last brought back into use; null where it never was retired and brought back.
             */
            reactivatedAt: string | null;
        };
        /** @description A person whom a token named. */
        "incident.SeenUserInput": {
            /** @description The `sub` of the token. */
            userId: string;
            /** @description The name in the token. */
            name?: string | null;
            /** @description The e-mail address in the token. */
            email?: string | null;
            /** @description The institutions of the token. */
            institutions: string[];
            /** @description True for the operator's people, who see every institution. */
            unrestricted: boolean;
            /**
             * Format: date-time
             * @description When the token was last seen.
             */
            lastSeenAt: string;
        };
        /** @description Selected ATMs of an institution. */
        "incident.SelectedAtmCount": {
            /** @description The institution; null for ATMs without one. */
            institutionKey: string | null;
            /**
             * Format: int32
             * @description How many.
             */
            atms: number;
        };
        /**
         * @description What an ATM does for its customers.
         *
         *     - `IN_SERVICE`: It serves customers.
         *     - `OUT_OF_SERVICE`: It does not serve customers.
         *     - `IN_SUPERVISOR`: A supervisor works on it.
         *     - `UNKNOWN`: No event has said what it does.
         * @enum {string}
         */
        "incident.ServiceState": "IN_SERVICE" | "OUT_OF_SERVICE" | "IN_SUPERVISOR" | "UNKNOWN";
        /** @description A change of an ATM's service state. */
        "incident.StateChange": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The state before. */
            from: components["schemas"]["incident.ServiceState"];
            /** @description The state after. */
            to: components["schemas"]["incident.ServiceState"];
            /**
             * Format: date-time
             * @description When the event that changed it occurred.
             */
            at: string;
            /**
             * Format: int64
             * @description The number of the event that changed it.
             */
            eventId: number | null;
            /** @description The type of that event. */
            eventType: string | null;
        };
        /**
         * @description How much depends on an ATM.
         *
         *     - `LOW`: Another one is near.
         *     - `MEDIUM`: It is missed.
         *     - `HIGH`: Its place depends on it.
         *     - `CRITICAL`: It must not be out of service.
         * @enum {string}
         */
        "devices.AtmCriticality": "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @description What is shown of an ATM and not searched. */
        "devices.AtmRecordUpdate": {
            /** @description The manufacturer. */
            vendor?: string | null;
            /** @description The model. */
            model?: string | null;
            /** @description The region. */
            region?: string | null;
            /** @description The cost centre. */
            costCentre?: string | null;
            /** @description How much depends on it. */
            criticality?: components["schemas"]["devices.AtmCriticality"] | null;
            /** @description Words to find it by. */
            tags?: string[] | null;
            /** @description The company that carries its cash. */
            carrier?: string | null;
            /** @description Degrees north. */
            latitude?: number | null;
            /** @description Degrees east. */
            longitude?: number | null;
            /** @description The IANA time zone; null where it is the platform's. */
            timeZone?: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            registeredAt: string;
            /**
             * Format: date-time
             * @description When it was retired.
             */
            retiredAt?: string | null;
            /**
             * Format: int64
             * @description The ATM that it is, of an entry that was merged.
             */
            mergedIntoId?: number | null;
        };
        /** @description A change of an ATM's service state among others. */
        "devices.AtmServiceStateChange": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution of the ATM. */
            institutionKey?: string | null;
            /** @description The new state. */
            serviceState: components["schemas"]["devices.ServiceState"];
            /** @description The state before. */
            previousState?: components["schemas"]["devices.ServiceState"] | null;
            /** @description The type of the event that made the change. */
            eventType?: string | null;
            /** @description The event's own time. */
            eventTime?: string | null;
            /**
             * Format: date-time
             * @description When the state began; the time of receipt when left out.
             */
            occurredAt?: string | null;
            /**
             * Format: int64
             * @description Grows with each change of one ATM, and of when its state began.
             */
            sequence: number;
        };
        /** @description What the lists show of an ATM. */
        "devices.AtmUpdate": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution of the ATM. */
            institutionKey?: string | null;
            /** @description The name of the ATM; 200 characters at most. */
            name?: string | null;
            /** @description The place of the ATM; 200 characters at most. */
            siteName?: string | null;
            /** @description The serial number on the plate of the machine: 1 to 64 printable characters. */
            serialNumber?: string | null;
            /**
             * Format: date-time
             * @description The last sign of life of the agent.
             */
            lastHeartbeatAt?: string | null;
            /**
             * Format: int64
             * @description Grows with each change of the institution or of an attribute of these; an older edition changes none of them.
             * @default 0
             */
            edition?: number | null;
            /** @description What lists do not search; what is held stays where it is left out. */
            record?: components["schemas"]["devices.AtmRecordUpdate"] | null;
        };
        /**
         * @description What an ATM does for its customers.
         *
         *     - `IN_SERVICE`: It serves customers.
         *     - `OUT_OF_SERVICE`: It does not serve customers.
         *     - `IN_SUPERVISOR`: A supervisor works on it.
         *     - `UNKNOWN`: No event has said what it does.
         * @enum {string}
         */
        "devices.ServiceState": "IN_SERVICE" | "OUT_OF_SERVICE" | "IN_SUPERVISOR" | "UNKNOWN";
        /** @description A change of service state, or of when the present one began, as the incident service mirrors it. */
        "devices.ServiceStateChange": {
            /** @description The new state. */
            serviceState: components["schemas"]["devices.ServiceState"];
            /** @description The state before. */
            previousState?: components["schemas"]["devices.ServiceState"] | null;
            /** @description The type of the event that made the change. */
            eventType?: string | null;
            /** @description The event's own time. */
            eventTime?: string | null;
            /**
             * Format: date-time
             * @description When the state began; the time of receipt when left out.
             */
            occurredAt?: string | null;
            /** @description The institution of the ATM. */
            institutionKey?: string | null;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description Grows with each change of one ATM, and of when its state began.
             */
            sequence: number;
        };
        /** @description An agent that may have tasks. */
        "fleet.AgentOfTasks": {
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution that the agent reports for; without one only the tasks of ATMs without one are its own. */
            institutionKey?: string | null;
        };
        /** @description A task as its agent receives it. */
        "fleet.AgentTask": {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            id: string;
            /** @description The kind of the task. */
            kind: components["schemas"]["fleet.TaskKind"];
            /** @description Its parameters, which depend on the kind. */
            params: unknown;
            /**
             * Format: date-time
             * @description Until when it may begin.
             */
            expiresAt: string;
        };
        /** @description The status of a task, as its agent receives it. */
        "fleet.AgentTaskState": {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            id: string;
            /** @description Its status. */
            status: components["schemas"]["fleet.TaskStatus"];
        };
        /** @description A record that changed, as it is now. */
        "fleet.FleetLiveChange": {
            /** @description `rollouts`. */
            topic: string;
            /**
             * Format: int64
             * @description Its place in the order of changes.
             */
            position: number;
            /** @description The transaction that changed it. */
            transaction: string;
            /** @description Its institutions: who sees all of them receives it. An empty text is no institution. */
            institutionKeys: string[];
            /** @description The rollout. */
            rollout: components["schemas"]["fleet.Rollout"] | null;
        };
        /** @description What changed since a moment. */
        "fleet.FleetLiveChanges": {
            /** @description Where to go on. */
            cursor: string;
            /** @description False where more changed than is listed, or what changed is no longer known. */
            complete: boolean;
            /** @description The changes, in their order. */
            changes: components["schemas"]["fleet.FleetLiveChange"][];
        };
        /** @description Tasks for many ATMs, stage by stage. */
        "fleet.Rollout": {
            /**
             * Format: int64
             * @description The number of the rollout.
             */
            id: number;
            /** @description The kind of its tasks. */
            kind: components["schemas"]["fleet.TaskKind"];
            /** @description The parameters of its tasks, which depend on the kind. */
            params: unknown;
            /** @description Why, in the words of who asked for it. */
            reason: string | null;
            /** @description What selected its ATMs; null where they were listed. */
            filter: components["schemas"]["fleet.RolloutFilter"] | null;
            /**
             * Format: int32
             * @description How many ATMs were listed; null where a filter selected them.
             */
            listed: number | null;
            /** @description The stages, in per cent of its ATMs. */
            stages: number[];
            /**
             * Format: int32
             * @description It is paused when more than this share of its finished tasks failed, in per cent.
             */
            pauseAtFailurePct: number;
            /**
             * Format: int32
             * @description How many tasks must have finished before the share of failures counts; at the end of a stage it always counts.
             */
            minFinished: number;
            /**
             * Format: int32
             * @description How long each task may wait for its agent, in seconds.
             */
            expiresInSeconds: number;
            /**
             * Format: int32
             * @description How long after its delivery a task without an outcome counts as failed, in seconds.
             */
            outcomeWithinSeconds: number;
            /** @description Its status. */
            status: components["schemas"]["fleet.RolloutStatus"];
            /** @description Why it is paused; null where it is not. */
            pauseReason: components["schemas"]["fleet.RolloutPauseReason"] | null;
            /** @description Who asked for it: the e-mail of the token, else its subject. */
            requestedBy: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requestedAt: string;
            /** @description Who paused, resumed or cancelled it last: a caller or `platform`; null where no one did. */
            changedBy: string | null;
            /**
             * Format: date-time
             * @description When that was.
             */
            changedAt: string | null;
            /**
             * Format: date-time
             * @description When its ATMs were looked up and divided into stages; null before.
             */
            preparedAt: string | null;
            /**
             * Format: date-time
             * @description When it was done or cancelled; null before.
             */
            finishedAt: string | null;
            /**
             * Format: int32
             * @description How many ATMs it commands; 0 until they are divided into stages.
             */
            atms: number;
            /**
             * Format: int32
             * @description How many ATMs it skips.
             */
            skipped: number;
            /** @description The share of its finished tasks that failed, in per cent; since it was last resumed. 0 while none has finished. */
            failurePct: number;
            /** @description Its tasks by status. */
            counts: components["schemas"]["fleet.RolloutCounts"];
            /** @description What became of each stage, in their order; empty until its ATMs are divided into them. */
            progress: components["schemas"]["fleet.RolloutStage"][];
        };
        /** @description Tasks of a rollout by status. A task that a pause took back counts no more. */
        "fleet.RolloutCounts": {
            /**
             * Format: int32
             * @description ATMs whose task is not made yet.
             */
            waiting: number;
            /**
             * Format: int32
             * @description Tasks that wait for the next poll of their agents.
             */
            QUEUED: number;
            /**
             * Format: int32
             * @description Tasks that were delivered.
             */
            SENT: number;
            /**
             * Format: int32
             * @description Tasks that their agents have acknowledged.
             */
            ACKED: number;
            /**
             * Format: int32
             * @description Tasks that succeeded.
             */
            SUCCEEDED: number;
            /**
             * Format: int32
             * @description Tasks that failed.
             */
            FAILED: number;
            /**
             * Format: int32
             * @description Tasks that no agent asked for in time.
             */
            EXPIRED: number;
            /**
             * Format: int32
             * @description Tasks that were cancelled.
             */
            CANCELLED: number;
            /**
             * Format: int32
             * @description Of those that were delivered or acknowledged: how many have no outcome in time; they count as failed.
             */
            overdue: number;
        };
        /** @description What selects the ATMs of a rollout: all conditions together. Without any, all ATMs of the caller. */
        "fleet.RolloutFilter": {
            /** @description Only ATMs of this institution. */
            institutionKey: string | null;
            /** @description Only ATMs of this manufacturer. */
            vendor: string | null;
            /** @description Only ATMs of this model. */
            model: string | null;
            /** @description Only ATMs of this site. */
            siteName: string | null;
            /** @description Only ATMs of this region. */
            region: string | null;
            /** @description Only ATMs of this cost centre. */
            costCentre: string | null;
            /** @description Only ATMs on which so much depends: LOW, MEDIUM, HIGH or CRITICAL. */
            criticality: string | null;
            /** @description Only ATMs with this tag. */
            tag: string | null;
            /** @description Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
            q: string | null;
        };
        /**
         * @description Why a rollout is paused.
         *
         *     - `PERSON`: A person paused it.
         *     - `FAILURES`: More of its tasks failed than it allows.
         * @enum {string}
         */
        "fleet.RolloutPauseReason": "PERSON" | "FAILURES";
        /** @description A stage of a rollout. */
        "fleet.RolloutStage": {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            number: number;
            /**
             * Format: int32
             * @description Up to what share of the ATMs it reaches, in per cent.
             */
            percent: number;
            /**
             * Format: int32
             * @description How many ATMs are in it.
             */
            atms: number;
            /**
             * Format: date-time
             * @description When it began; null before.
             */
            openedAt: string | null;
            /**
             * Format: int32
             * @description How many of its ATMs were skipped when their task was to be made.
             */
            skipped: number;
            /** @description Its tasks by status. */
            counts: components["schemas"]["fleet.RolloutCounts"];
        };
        /**
         * @description The status of a rollout.
         *
         *     - `RUNNING`: Its tasks are made, stage by stage.
         *     - `PAUSED`: No task is made until it is resumed, and those that were not delivered are taken back; what was delivered goes on.
         *     - `DONE`: All of its tasks have ended.
         *     - `CANCELLED`: It was cancelled before its end.
         * @enum {string}
         */
        "fleet.RolloutStatus": "RUNNING" | "PAUSED" | "DONE" | "CANCELLED";
        /** @description ATMs that were given tasks. */
        "fleet.TaskChanges": {
            /** @description The agents' textual ids. */
            agentAtmIds: string[];
            /**
             * Format: date-time
             * @description From when on to ask the next time.
             */
            next: string;
        };
        /**
         * @description A command that can be pushed to an ATM.
         *
         *     - `CONFIG_UPDATE`: Sends a new configuration; never by a customer.
         *     - `INSTALL_MODULE`: Installs a module; never by a customer.
         *     - `PACKET_CAPTURE`: Captures network packets; never by a customer.
         *     - `REBOOT`: Restarts the ATM; grantable to customers.
         *     - `RESTART_AGENT`: Restarts the agent; grantable to customers.
         *     - `UPDATE_AGENT`: Updates the agent; never by a customer.
         * @enum {string}
         */
        "fleet.TaskKind": "CONFIG_UPDATE" | "INSTALL_MODULE" | "PACKET_CAPTURE" | "REBOOT" | "RESTART_AGENT" | "UPDATE_AGENT";
        /** @description The report of an agent on a task. */
        "fleet.TaskReport": {
            /** @description Its outcome. */
            status: components["schemas"]["fleet.TaskReportStatus"];
            /** @description The result; 16 KiB at most. */
            result?: unknown;
            /** @description Why it failed; 2,000 characters at most, the rest is cut. */
            error?: string | null;
            /** @description The ATM that the agent may report for; null for any of the institution. */
            agentAtmId?: string | null;
            /** @description The institution that the agent reports for. */
            institutionKey?: string | null;
        };
        /**
         * @description What an agent did with a task.
         *
         *     - `ACKED`: The agent has acknowledged it.
         *     - `SUCCEEDED`: It succeeded.
         *     - `FAILED`: It failed.
         * @enum {string}
         */
        "fleet.TaskReportStatus": "ACKED" | "SUCCEEDED" | "FAILED";
        /**
         * @description The status of a task.
         *
         *     - `QUEUED`: It waits for the next poll of the agent.
         *     - `SENT`: It was delivered to the agent. It stays SENT until the agent reports: the outcome is never guessed, and a report may come late.
         *     - `ACKED`: The agent has acknowledged it. It stays ACKED until the agent reports the outcome.
         *     - `SUCCEEDED`: It succeeded.
         *     - `FAILED`: It failed.
         *     - `EXPIRED`: The agent did not poll in time; it is never sent.
         *     - `CANCELLED`: It was cancelled before it was sent, by a person or because its ATM was retired.
         * @enum {string}
         */
        "fleet.TaskStatus": "QUEUED" | "SENT" | "ACKED" | "SUCCEEDED" | "FAILED" | "EXPIRED" | "CANCELLED";
        /** @description An error, as RFC 9457 has it. */
        Problem: {
            /** @description Always `about:blank`: the code tells the kind of the error. */
            type: string;
            /** @description The words of the status. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What is wrong and how to mend it. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description The kind of the error, for programs.
             * @enum {string}
             */
            code: "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "BAD_USER_INPUT" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
            /** @description The same as `detail`. */
            message: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Finds the request in the logs. */
            traceId: string;
            /** @description Each faulty field by its path; only where fields are at fault. */
            errors?: {
                /**
                 * @description The path of the field.
                 * @example cassettes[2].denomination
                 */
                field: string;
                /** @description What is wrong with it. */
                message: string;
            }[];
            /** @description Of a conflict: the record as it is now, where the caller may see it. */
            current?: Record<string, never>;
        };
    };
    responses: {
        /** @description The credentials are missing or not valid. */
        Unauthorized: {
            headers: {
                /** @description Always `Bearer`. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The role or the institution of the caller may not do this. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such record, or the caller may not see it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or the body is not valid; `errors` names each field. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The state of the record does not allow this. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this address accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on the side of the platform. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A part of the platform cannot be reached right now; try again. */
        ServiceUnavailable: {
            headers: {
                /** @description Seconds until a new try makes sense. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "analytics.analyticsLiveChanges": {
        parameters: {
            query?: {
                /** @description The cursor of the answer before; left out: what changed in the last minutes. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["analytics.AnalyticsLiveChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalLiveChanges": {
        parameters: {
            query?: {
                /** @description The cursor of the answer before; left out: what changed in the last minutes. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalLiveChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalFetches": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalFetch"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.agentsWithFetches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The agents' textual ids of their ATMs. */
                    agentAtmIds: string[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalFetchChanges": {
        parameters: {
            query: {
                /** @description From when on. */
                since: string;
                /** @description How many at most; 1 to 10,000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalFetchChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.receiveJournalFile": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
                /** @description The day the journal is of. */
                journalDate: string;
                /** @description The institution of the agent's token. */
                institutionKey?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. At most 35,651,584 bytes. */
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description The answer to an upload of bytes that were there already: the file as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalFileKnown"];
                };
            };
            /** @description A journal file of an ATM and day. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.atmsWithJournals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The numeric ids; 500 at most. */
                    atmIds: number[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.updateJournalAtms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The ATMs; 5,000 at most. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["journal.JournalAtmUpdate"][];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentLiveChanges": {
        parameters: {
            query?: {
                /** @description The cursor of the answer before; left out: what changed in the last minutes. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.IncidentLiveChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.changedAtms": {
        parameters: {
            query?: {
                /** @description Only ATMs that sent a sign of life, were registered or were edited since. */
                changedSince?: string;
                /** @description Only ATMs with a higher numeric id, to go on where a list ended. */
                afterId?: number;
                /** @description How many; 1 to 5000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.AtmRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.selectedAtms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which ATMs. */
                    selection: components["schemas"]["incident.AtmSelection"];
                    /**
                     * Format: int64
                     * @description Only ATMs with a higher numeric id, to go on where a list ended.
                     */
                    afterId?: number | null;
                    /**
                     * Format: int32
                     * @description How many; 1 to 5000.
                     */
                    limit?: number | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.ResolvedAtm"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.selectedAtmCounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which ATMs. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.AtmSelection"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.SelectedAtmCount"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.storeJournalEvent": {
        parameters: {
            query?: never;
            header?: {
                /** @description The person who reports it, as the agent proxy knows them; left out for an agent. */
                "Reported-By"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. At most 65,536 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.JournalEventInput"];
            };
        };
        responses: {
            /** @description Something that an ATM reported. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"];
                };
            };
            /** @description An event that was not stored because its type is not known; it became an event exception. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.NotStoredEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.storeJournalEvents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The events, each as for a single one. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["incident.JournalEventInput"] | null)[];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.IngestEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.storeUsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The users; 500 at most. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.SeenUserInput"][];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.storeHeartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The agent's textual id of the ATM. */
                    agentAtmId: string;
                    /** @description The institution of the ATM, where the caller knows it. */
                    institutionKey?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.storeRefusedHeartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it began.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description When it ended, or until when it has lasted; not before `from`.
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.resolveAtms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The agents' textual ids; 1000 at most. */
                    agentAtmIds: string[];
                    /** @description The institution to register new ATMs under. */
                    institutionKey?: string | null;
                    /** @description True to register ATMs that are not known yet. */
                    register?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.ResolvedAtm"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.mirrorServiceState": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
            };
            cookie?: never;
        };
        /** @description The change. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["devices.ServiceStateChange"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.mirrorServiceStates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What changed; 5,000 at most. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["devices.AtmServiceStateChange"][];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.updateAtms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What changed; 5,000 at most. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["devices.AtmUpdate"][];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.mirrorHeartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The numeric ids of the ATMs; 5,000 at most. */
                    atmIds: number[];
                    /** @description When each was last heard, in the same order, as epoch milliseconds. */
                    heardAtMs: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.nextTasks": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
                /** @description The institution that the agent reports for; without one it gets the tasks of ATMs without one only. */
                institutionKey?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.AgentTask"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.agentsWithTasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The agents. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.AgentOfTasks"][];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.taskChanges": {
        parameters: {
            query: {
                /** @description From when on. */
                since: string;
                /** @description How many at most; 1 to 10,000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.fleetLiveChanges": {
        parameters: {
            query?: {
                /** @description The cursor of the answer before; left out: what changed in the last minutes. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.FleetLiveChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.reportTask": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The report. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.TaskReport"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.AgentTaskState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
