// Generated from the OpenAPI document of the platform by `npm run codegen`; do not edit.
export interface paths {
    "/analytics/api/analytics/fleet-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Connectivity, events of the last 24 hours, open incidents and journal gaps of the caller's fleet, computed when asked for
         * @description Connectivity, events of the last 24 hours, open incidents and journal gaps of the caller's fleet, computed when asked for.
         *     A source that fails leaves zeros and is listed in `degradedSources`; it is never an error.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.fleetHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/journal-coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How complete the journals of the caller's fleet are
         * @description How complete the journals of the caller's fleet are: today's transactions and the days that are missing.
         *     A source that fails leaves zeros and is listed in `degradedSources`; it is never an error.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.journalCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Insights, newest first unless sorted otherwise
         * @description Insights, newest first unless sorted otherwise; those of the whole fleet for every caller.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.insights"];
        put?: never;
        /**
         * Publishes an insight
         * @description Publishes an insight. Without a snapshot it links to the newest one of the fleet, if there is any.
         *
         *     Needs one of MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["analytics.publishInsight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/insights/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Insights that are neither acknowledged nor expired, newest first
         * @description Insights that are neither acknowledged nor expired, newest first.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.activeInsights"];
        put?: never;
        post?: never;
        /**
         * Acknowledges all active insights
         * @description Acknowledges all active insights. Expired ones stay as they are.
         *
         *     Any authenticated caller may call this.
         */
        delete: operations["analytics.acknowledgeActiveInsights"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Snapshots of the caller's institutions, newest first unless sorted otherwise
         * @description Snapshots of the caller's institutions, newest first unless sorted otherwise. Those of the whole fleet are seen by callers who see every institution.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.snapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/snapshots/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest snapshot
         * @description The newest snapshot: of the whole fleet for callers who see every institution, else of the caller's institutions. Null where none was taken yet.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["analytics.latestSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that the consumer of snapshots could not handle, the last failure first
         * @description Messages that the consumer of snapshots could not handle, the last failure first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["analytics.analyticsDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/api/analytics/insights/{id}/acknowledge": {
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
         * Acknowledges an insight
         * @description Acknowledges an insight. One that was acknowledged before keeps its time and user.
         *
         *     Any authenticated caller may call this.
         */
        patch: operations["analytics.acknowledgeInsight"];
        trace?: never;
    };
    "/analytics/api/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replays a message that the consumer of snapshots could not handle, once the cause is fixed
         * @description Replays a message that the consumer of snapshots could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        post: operations["analytics.replayAnalyticsDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The journal files of the caller's ATMs, page by page, newest first
         * @description The journal files of the caller's ATMs, page by page, newest first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalFiles"];
        put?: never;
        /**
         * Takes a day's journal of an ATM
         * @description Takes a day's journal of an ATM: raw bytes, perhaps gzip, 32 MiB decoded at most. The same bytes again give the first answer.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["journal.uploadJournalFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One journal file
         * @description One journal file; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The text of a journal file as UTF-8, with card numbers and customer numbers hidden
         * @description The text of a journal file as UTF-8, with card numbers and customer numbers hidden.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The transactions that the journals show, page by page, newest first
         * @description The transactions that the journals show, page by page, newest first.
         *
         *     With `format=csv`: The same transactions as CSV with a header row, of any number, in the order of their time.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One transaction
         * @description One transaction; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/transactions/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the machine printed of a transaction
         * @description What the machine printed of a transaction: the attempts of its session, their lines with some before and after, and the file that they come from.
         *
         *     With `Accept: text/html`: The same as a page to print.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/parse-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files that wait to be parsed, counted by institution, the longest wait first, and why files of the last 7 days are PARTIAL
         * @description The files that wait to be parsed, counted by institution, the longest wait first, and why files of the last 7 days are PARTIAL; institutions with neither are left out.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalParseQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The present profiles of the caller's institutions, by institution
         * @description The present profiles of the caller's institutions, by institution; those whose profile was never written are left out.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["journal.journalProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/profiles/{institutionKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The present profile of an institution
         * @description The present profile of an institution; version 0 where none was written.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["journal.journalProfile"];
        /**
         * Writes a new version of an institution's profile
         * @description Writes a new version of an institution's profile. It holds for files that come from now on; `reparseJournalProfile` applies it to others. CONFLICT, with the present profile, where that is not the version edited.
         *
         *     Needs one of ADMIN, MSP_ADMIN.
         */
        put: operations["journal.writeJournalProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/profiles/{institutionKey}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of an institution's profile, the newest first
         * @description The versions of an institution's profile, the newest first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["journal.journalProfileVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/transactions/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many transactions were approved and declined
         * @description How many transactions were approved and declined; cached for 30 seconds, or until a file of the institutions is parsed.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["journal.journalSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/transactions/top-atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ATMs with the most approved and declined transactions, most first
         * @description The ATMs with the most approved and declined transactions, most first.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["journal.topAtms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every gap, oldest first, as one list of any length
         * @description Every gap, oldest first, as one list of any length.
         *
         *     With `format=csv`: The same gaps as CSV with a header row, of any number, oldest first.
         *
         *     With `view=counts`: The gaps of the list with the same filters, counted; the open ones, if no state is asked for.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["journal.journalGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/gap-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's gaps by an attribute of their ATMs, the groups with most gaps first, with the number of ATMs that have to send journals
         * @description The caller's gaps by an attribute of their ATMs, the groups with most gaps first, with the number of ATMs that have to send journals. An ATM
         *     with several tags counts with each. The first 500 groups, where there are more.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["journal.journalGapGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's journals day by day, for a calendar
         * @description The caller's journals day by day, for a calendar; every day is there.
         *
         *     With `view=atm`: The journals of one ATM day by day, for a calendar; every day is there. Null for an ATM that has sent none, or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that the journal parser could not handle, the last failure first
         * @description Messages that the journal parser could not handle, the last failure first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["journal.journalDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/gaps/{id}/request-fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Asks the agent to send the journal of a gap's day
         * @description Asks the agent to send the journal of a gap's day; null for a gap that does not exist or is not the caller's. A closed gap is a CONFLICT.
         *
         *     Any authenticated caller may call this.
         */
        put: operations["journal.requestJournalFetch"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/gaps/request-fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the agents for the journals of many gaps at once, 1 to 500
         * @description Asks the agents for the journals of many gaps at once, 1 to 500. Each id gets its own result, in the order sent; one that cannot be asked for fails alone.
         *
         *     Any authenticated caller may call this.
         */
        post: operations["journal.requestJournalFetches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/files/{id}/reparse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parses a file again, as after a new version of the platform
         * @description Parses a file again, as after a new version of the platform; its transactions stay until then, and keep their ids. Null for a file that does not exist or is not the caller's. CONFLICT for a file that another one has superseded.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["journal.reparseJournalFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/files/{id}/refile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Files a MISDATED journal under a day that it is of, and parses it
         * @description Files a MISDATED journal under a day that it is of, and parses it: it then closes that day's gap. Null for a file that does not exist or is not the caller's. CONFLICT for a file that is not MISDATED, or whose bytes that day has already.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["journal.refileJournalFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/journal/profiles/{institutionKey}/reparse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parses the files of an institution again that an older version of its profile parsed, and has their texts masked by its labels
         * @description Parses the files of an institution again that an older version of its profile parsed, and has their texts masked by its labels. Safe to repeat: what waits already is not queued twice.
         *
         *     Needs one of ADMIN, MSP_ADMIN.
         */
        post: operations["journal.reparseJournalProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal/api/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replays a message that the journal parser could not handle, once the cause is fixed
         * @description Replays a message that the journal parser could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        post: operations["journal.replayJournalDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The status of one ATM by its numeric id
         * @description The status of one ATM by its numeric id; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edits what describes an ATM
         * @description Edits what describes an ATM; fields that are left out stay, null clears one. Moving it to another institution is for administrators: its
         *     open incidents and what is in its cassettes go along, what happened before stays, and tasks that wait for it are never sent. The first
         *     institution of an ATM, whichever request names it, takes over everything but the events.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        patch: operations["incident.updateAtm"];
        trace?: never;
    };
    "/incident/api/atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The status of the caller's ATMs, as status badges read it, page by page
         * @description The status of the caller's ATMs, as status badges read it, page by page.
         *
         *     With `format=csv`: The same ATMs as CSV with a header row, of any number, in the order of their agent ids.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmStatuses"];
        put?: never;
        /**
         * Registers an ATM before its agent first connects
         * @description Registers an ATM before its agent first connects. An agent id that is known already is a conflict.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.createAtm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/suspected-atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * ATMs that were probably made up by a typing error in an agent id
         * @description ATMs that were probably made up by a typing error in an agent id: in use, of which no heartbeat and no journal ever came, and one event at most,
         *     and that is more than a day ago. Newest first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.suspectedAtms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of the caller's ATMs are connected
         * @description How many of the caller's ATMs are connected.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["incident.atmStatusSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/paginated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of one ATM, page by page
         * @description Events of one ATM, page by page. Filters by ATM only: it applies no institution scope
         *     (unless the platform is set to; then an ATM of others is not found).
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmJournalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/paginated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of one ATM, page by page
         * @description Events of one ATM, page by page. Filters by ATM only: it applies no institution scope
         *     (unless the platform is set to; then an ATM of others is not found).
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.deviceJournalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All events of one ATM
         * @description All events of one ATM. Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.listAtmJournalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All events of one ATM
         * @description All events of one ATM. Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.listAtmJournalEventsOfDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM in the last hours
         * @description The events of one ATM in the last hours. Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.recentAtmJournalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM in the last hours
         * @description The events of one ATM in the last hours. Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.recentAtmJournalEventsOfDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/card-reader": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM of the filter group "Card reader"
         * @description The events of one ATM of the filter group "Card reader". Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cardReaderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/card-reader": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM of the filter group "Card reader"
         * @description The events of one ATM of the filter group "Card reader". Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cardReaderEventsOfDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/cassette": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM of the filter group "Cassettes"
         * @description The events of one ATM of the filter group "Cassettes". Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cassetteEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/cassette": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM of the filter group "Cassettes"
         * @description The events of one ATM of the filter group "Cassettes". Newest first. Filters by ATM only: it applies no institution scope.
         *     An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cassetteEventsOfDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM in the last hours, counted by type, most first
         * @description The events of one ATM in the last hours, counted by type, most first; types without events are left out. Filters by ATM only: it applies
         *     no institution scope. An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmEventCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one ATM in the last hours, counted by type, most first
         * @description The events of one ATM in the last hours, counted by type, most first; types without events are left out. Filters by ATM only: it applies
         *     no institution scope. An ATM that does not exist has none.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.deviceEventCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/atm/{atmId}/cassette-inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest known state of each cassette of one ATM
         * @description The newest known state of each cassette of one ATM; filters by ATM only. Null for an ATM that does not exist.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmCassetteInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/device/{atmId}/cassette-inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest known state of each cassette of one ATM
         * @description The newest known state of each cassette of one ATM; filters by ATM only. Null for an ATM that does not exist.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.deviceCassetteInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the caller's ATMs in the last hours, newest first
         * @description The events of the caller's ATMs in the last hours, newest first; streamed, whatever their number.
         *
         *     With `view=counts`: The events of the caller's ATMs in the last hours, counted by type, and the ATMs with the most of them.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.listJournalEventActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the caller's ATMs by category over time, for a chart
         * @description The events of the caller's ATMs by category over time, for a chart: whole buckets, the newest one not complete yet.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.journalEventSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the caller's ATMs in a time of 32 days at most, newest first, a page after the other, and how many there are
         * @description The events of the caller's ATMs in a time of 32 days at most, newest first, a page after the other, and how many there are. Those of retired ATMs
         *     are among them.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.fleetEvents"];
        put?: never;
        /**
         * Takes a journal event from an ATM's agent and hands it to the incident service
         * @description Takes a journal event from an ATM's agent and hands it to the incident service; answered after it is stored.
         *     201 with the stored event; 202 for a type that is not known: that event is stored as an exception only.
         *
         *     Needs one of AGENT, USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.ingestJournalEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/journal-events/fleet/cassette-inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest known state of the cassettes of the caller's ATMs, by ATM
         * @description The newest known state of the cassettes of the caller's ATMs, by ATM; streamed, whatever their number.
         *
         *     With `view=totals`: What all cassettes of the caller's ATMs hold, by currency.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.listFleetCassetteInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's incidents, page by page
         * @description The caller's incidents, page by page.
         *
         *     With `format=csv`: The same incidents as CSV with a header row, of any number, the newest first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidents"];
        put?: never;
        /**
         * Opens an incident by hand
         * @description Opens an incident by hand. An open one of the same ATM and kind is a conflict: there is one at a time. Events of its kind join it, but only a person resolves it.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One incident with its newest events
         * @description One incident with its newest events; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incident-targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The targets of the caller's institutions that have any, by their keys
         * @description The targets of the caller's institutions that have any, by their keys.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentTargets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incident-targets/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of the caller's incidents that were opened in a period missed their targets, by severity, worst first
         * @description How many of the caller's incidents that were opened in a period missed their targets, by severity, worst first. Parts of mass outages are not counted.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentTargetReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What people changed, the newest first
         * @description What people changed, the newest first: administrators of an institution see what was done to it, those of the platform everything. `totalElements` is 100,000 where there are more.
         *
         *     With `format=csv`: The same as CSV with a header row, of any number, the newest first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the caller's institutions, the newest first
         * @description The webhooks of the caller's institutions, the newest first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.webhooks"];
        put?: never;
        /**
         * Adds a webhook, by Standard Webhooks
         * @description Adds a webhook, by Standard Webhooks. Its secret is in this answer and in no other. An institution has at most 20: one more is a conflict.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description One webhook; null for one that does not exist or is not the caller's.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.webhook"];
        put?: never;
        post?: never;
        /**
         * Removes a webhook with what waits for it
         * @description Removes a webhook with what waits for it.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        delete: operations["incident.deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Edits a webhook
         * @description Edits a webhook; fields that are left out stay, null clears one. One that is disabled is sent nothing; what waits for it is sent if it is enabled within 24 hours.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        patch: operations["incident.updateWebhook"];
        trace?: never;
    };
    "/incident/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook or is to be sent, the newest first
         * @description What was sent to a webhook or is to be sent, the newest first; for 30 days. Null for one that does not exist or is not the caller's.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.webhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that this service's consumers could not handle, the last failure first
         * @description Messages that this service's consumers could not handle, the last failure first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the caller's institutions who have called the platform, and the operator's, by name
         * @description The people of the caller's institutions who have called the platform, and the operator's, by name.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What people did to an incident, their notes and which webhooks were notified, newest first
         * @description What people did to an incident, their notes and which webhooks were notified, newest first; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incident-causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The causes to choose from when incidents of these kinds are resolved together
         * @description The causes to choose from when incidents of these kinds are resolved together: those that all of them can have.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents/status/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's incidents that are not resolved, newest first
         * @description The caller's incidents that are not resolved, newest first; streamed, whatever their number.
         *
         *     With `view=counts`: How many of the caller's incidents are not resolved.
         *
         *     With `view=severity`: The caller's incidents that are not resolved, by severity, with those that are not acknowledged yet; without those that are suppressed.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.listOpenIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incident-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's incidents that are not resolved by an attribute of their ATMs, those with most incidents first
         * @description The caller's incidents that are not resolved by an attribute of their ATMs, those with most incidents first; the parts of mass outages are left
         *     out. The first 500 groups, where there are more.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/fleet-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of the caller's ATMs were connected, and what they did
         * @description How many of the caller's ATMs were connected, and what they did; the newest bucket is not complete yet. Samples are kept for 38 days.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.fleetHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every known event type with its category and its filter group
         * @description Every known event type with its category and its filter group.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.eventTypes"];
        put?: never;
        /**
         * Makes a type of events known, so that events of it are stored from now on
         * @description Makes a type of events known, so that events of it are stored from now on. One that is known already is a conflict, and so is one more than the counters of events can hold (256).
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.addEventType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/event-exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Event exceptions, newest first
         * @description Event exceptions, newest first; of the caller's institutions, of all for administrators.
         *     They are kept for 400 days, unless configured otherwise, and for 30 days once they were replayed.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["incident.eventExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/state-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of one ATM's service state, newest first, kept for 400 days unless configured otherwise
         * @description Changes of one ATM's service state, newest first, kept for 400 days unless configured otherwise; null for an ATM that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmStateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/former-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the caller's institutions had an ATM that was moved away from them, the newest first, kept as long as states are
         * @description When the caller's institutions had an ATM that was moved away from them, the newest first, kept as long as states are; null for an ATM that does not exist, or neither is nor was the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmFormerAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/institutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The institutions that the caller sees, by key, with the number of their ATMs
         * @description The institutions that the caller sees, by key, with the number of their ATMs.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.institutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/cassettes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cassettes of the caller's ATMs in use, those first that will be empty first, page by page
         * @description The cassettes of the caller's ATMs in use, those first that will be empty first, page by page; those without a known rate come last.
         *
         *     With `format=csv`: The same cassettes as CSV with a header row, of any number.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cashCassettes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/cash-carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The companies that carry the cash of the caller's ATMs in use, by name, with the number of these
         * @description The companies that carry the cash of the caller's ATMs in use, by name, with the number of these.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.cashCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The time of the caller's ATMs, worst first, page by page, of each ATM or of groups of them
         * @description The time of the caller's ATMs, worst first, page by page, of each ATM or of groups of them. An ATM counts from when it was
         *     registered, or came to its institution, and not while it is retired; the figures begin with the first hour that the platform kept them for, 400 days ago at most unless configured otherwise.
         *
         *     With `format=csv`: The same rows as CSV with a header row, all of them, by name.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The time of one ATM
         * @description The time of one ATM; null for an ATM that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.atmAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/availability/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's ATMs by month, the newest first
         * @description The caller's ATMs by month, the newest first: their time, and how fast their incidents were dealt with.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.availabilityMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/availability/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's incidents that opened in a period, by kind and cause, most frequent first
         * @description The caller's incidents that opened in a period, by kind and cause, most frequent first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.incidentFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's maintenance windows, the latest first
         * @description The caller's maintenance windows, the latest first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.maintenanceWindows"];
        put?: never;
        /**
         * Opens a maintenance window of an ATM, of the ATMs of an institution that share an attribute, or of all of its ATMs
         * @description Opens a maintenance window of an ATM, of the ATMs of an institution that share an attribute, or of all of its ATMs. Incidents that begin
         *     in it are suppressed until it is over, and no availability counts it. One that has begun counts from now.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/shift/last-visit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the caller left
         * @description When the caller left: the end of their visit before the present one, or when they last handed over their queue, whichever is later. A visit
         *     ends where nothing is heard of a person for half an hour. Null for one who is here for the first time.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.lastVisit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/shift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to incidents in a period
         * @description What happened to incidents in a period: how many were opened and closed, by whom, what was late, and what was handed over. Parts of mass outages are left out, and so is what a maintenance window suppressed, except in what people did.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.shiftReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The filters of lists that the caller keeps under a name, and those that are shared with the caller's institutions, by name
         * @description The filters of lists that the caller keeps under a name, and those that are shared with the caller's institutions, by name; 300 at most, the caller's own first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["incident.savedViews"];
        put?: never;
        /**
         * Keeps the filter of a list under a name
         * @description Keeps the filter of a list under a name. Its institution is the one that is named, else the only one of the caller. A person has 100 at most, an institution 200 shared ones; one more is a conflict, and so is a second one of the same name.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a maintenance window with all its occurrences that are not over
         * @description Ends a maintenance window with all its occurrences that are not over; what of it has passed stays. Null for one that does not exist or is not the caller's.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        delete: operations["incident.deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents/{id}/acknowledge": {
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
         * Acknowledges an open incident
         * @description Acknowledges an open incident. Repeating it keeps the first time and user, whatever version is given; a resolved incident is a conflict.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["incident.acknowledgeIncident"];
        trace?: never;
    };
    "/incident/api/incidents/{id}/resolve": {
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
         * Resolves an incident by hand, a flapping one too
         * @description Resolves an incident by hand, a flapping one too. Repeating it keeps the first time and user, whatever version is given. Events that occurred before open no incident.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["incident.resolveIncident"];
        trace?: never;
    };
    "/incident/api/incidents/{id}/assign": {
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
         * Gives an open incident to somebody who sees it, or takes it
         * @description Gives an open incident to somebody who sees it, or takes it. Repeating it changes nothing; a resolved incident is a conflict.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["incident.assignIncident"];
        trace?: never;
    };
    "/incident/api/incidents/{id}/release": {
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
         * Takes an incident's owner away, so that somebody else can take it
         * @description Takes an incident's owner away, so that somebody else can take it. Repeating it changes nothing; a resolved incident keeps its owner, and is a conflict.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["incident.releaseIncident"];
        trace?: never;
    };
    "/incident/api/incidents/handover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives the caller's open incidents, or those of a filter, to a named person in one transaction, 1,000 at most
         * @description Gives the caller's open incidents, or those of a filter, to a named person in one transaction, 1,000 at most; more are a conflict. Each
         *     incident's entries say so, with the note. An incident of an institution that the person does not see stays where it is.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.handOverIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a view
         * @description Removes a view: one's own, or as an administrator a shared one.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        delete: operations["incident.deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Renames a view, gives it another filter, or shares it
         * @description Renames a view, gives it another filter, or shares it; fields that are left out stay. Only who made it changes it.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["incident.updateSavedView"];
        trace?: never;
    };
    "/incident/api/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a note to an incident, resolved ones too
         * @description Adds a note to an incident, resolved ones too. Notes are never changed.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.noteIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incident-targets/{institutionKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets how soon an institution wants its incidents acknowledged and resolved
         * @description Sets how soon an institution wants its incidents acknowledged and resolved; it replaces what was set before, and severities that are left out have no target. Incidents that are open by then follow within a minute.
         *
         *     Needs one of ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        put: operations["incident.writeIncidentTargets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/incidents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does one thing to many incidents in one transaction
         * @description Does one thing to many incidents in one transaction. Each has a result of its own: what is refused for one does not prevent the others.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.bulkIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/event-exceptions/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores the event exceptions of a type that is known by now, each with the time of its first arrival
         * @description Stores the event exceptions of a type that is known by now, each with the time of its first arrival.
         *     Safe to repeat: an event that was replayed is not replayed again, and its eventId is answered with the stored event from then on.
         *     One call takes about 20 seconds at most; call again while something remains that did not fail.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.replayEventExceptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook a new secret, which is in this answer and in no other
         * @description Gives a webhook a new secret, which is in this answer and in no other. Deliveries are signed with the former one too, until its period has passed.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test to a webhook, within a second
         * @description Sends a test to a webhook, within a second; what came of it is among its deliveries. A disabled webhook is a conflict, and so is one to which ten tests are on their way.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replays a message that this service could not handle, once the cause is fixed
         * @description Replays a message that this service could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        post: operations["incident.replayIncidentDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an ATM out of use
         * @description Takes an ATM out of use. It keeps its history; its open incidents are resolved in the name of the caller, its agent is refused (409), it opens no
         *     incidents and gaps, gets no tasks, and is in no total from now on. Repeating it keeps the first time.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.retireAtm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Brings a retired ATM back into use
         * @description Brings a retired ATM back into use. One that was merged into another is a conflict. Repeating it changes nothing.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.reactivateAtm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merges an entry into the ATM that it is, of the same institution
         * @description Merges an entry into the ATM that it is, of the same institution: the entry is retired for good and names the ATM, which lists it among its merged
         *     entries. What happened under the entry stays there. The ATM must be in use. Repeating it changes nothing.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.mergeAtm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes many ATMs out of use, in one transaction
         * @description Takes many ATMs out of use, in one transaction; each has a result of its own.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.retireAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incident/api/atms/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports ATMs from CSV (UTF-8, 100,000 lines at most, separated by commas or semicolons) with a header
         * @description Imports ATMs from CSV (UTF-8, 100,000 lines at most, separated by commas or semicolons) with a header: `agentAtmId`, and any of `institutionKey`
         *     and the attributes. ATMs that are not known are registered; of the others those attributes are changed that the file has columns of, and an empty
         *     cell clears one. A line has as many cells as the header. Tags are separated by semicolons. Other columns of the list of ATMs as CSV are passed over. All lines are imported in one
         *     transaction, or none: faults are named by line and column. A dry run shows what an import would do, and keeps nothing.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        post: operations["incident.importAtms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The status of the caller's ATMs, as status badges read it, page by page
         * @description The status of the caller's ATMs, as status badges read it, page by page.
         *
         *     With `format=csv`: The same ATMs as CSV with a header row, of any number, in the order of their agent ids.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["devices.atmStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's ATMs by the values of an attribute, those with most ATMs first
         * @description The caller's ATMs by the values of an attribute, those with most ATMs first; ATMs without a value are a group of their own. The first 500 groups,
         *     where there are more.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["devices.atmGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/atms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The status of one ATM by its numeric id
         * @description The status of one ATM by its numeric id; null for one that does not exist or is not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["devices.atmStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/atms/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of the caller's ATMs are connected
         * @description How many of the caller's ATMs are connected.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["devices.atmStatusSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/api/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's ATMs by status badge
         * @description The caller's ATMs by status badge.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["devices.atmBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/task-permissions/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kinds of task that the caller may push, sorted
         * @description The kinds of task that the caller may push, sorted: all for administrators and MSP_ADMIN, the granted ones for a CUSTOMER, none for others.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["fleet.myTaskKindsBare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/task-permissions/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kinds of task that the caller may push, sorted
         * @description The kinds of task that the caller may push, sorted: all for administrators and MSP_ADMIN, the granted ones for a CUSTOMER, none for others.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["fleet.myTaskKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/task-permissions/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The grants of one institution, sorted by kind
         * @description The grants of one institution, sorted by kind.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["fleet.taskPermissionsBare"];
        /**
         * Replaces the whole set of kinds that customers of an institution may push
         * @description Replaces the whole set of kinds that customers of an institution may push; an empty list revokes all. The last write wins.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        put: operations["fleet.setTaskPermissionsBare"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/task-permissions/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The grants of one institution, sorted by kind
         * @description The grants of one institution, sorted by kind.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["fleet.taskPermissions"];
        /**
         * Replaces the whole set of kinds that customers of an institution may push
         * @description Replaces the whole set of kinds that customers of an institution may push; an empty list revokes all. The last write wins.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        put: operations["fleet.setTaskPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/task-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The grants of all the caller's institutions, by institution and kind
         * @description The grants of all the caller's institutions, by institution and kind.
         *
         *     Needs one of ADMIN, BCOS_ADMIN, MSP_ADMIN.
         */
        get: operations["fleet.allTaskPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tasks for the caller's ATMs, newest first, page by page
         * @description The tasks for the caller's ATMs, newest first, page by page. They are kept for 400 days, unless configured otherwise.
         *
         *     With `format=csv`: The same tasks as CSV with a header row, of any number, the newest first.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.tasks"];
        put?: never;
        /**
         * Pushes a command to an ATM
         * @description Pushes a command to an ATM: the ATM's agent gets it with its next poll, once, or never where it does not ask before it expires.
         *     Two gates: the caller's role, then whether the caller's institution may push this kind; for a customer of several it is that of the ATM.
         *     At most 100 tasks wait for an ATM; one more is a conflict. At most 300 are asked for of an ATM within an hour; one more is 429.
         *     What is handed to an agent counts as sent whether or not the answer arrives, so a task can get lost but is never done twice.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["fleet.createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One task
         * @description One task; null for one that does not exist or is not for an ATM of the caller.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.task"];
        put?: never;
        post?: never;
        /**
         * Cancels a task that was not sent yet
         * @description Cancels a task that was not sent yet; a task that was sent is a conflict.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        delete: operations["fleet.cancelTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/rollouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rollouts whose ATMs are all the caller's, newest first, page by page
         * @description The rollouts whose ATMs are all the caller's, newest first, page by page. They are kept for 400 days, unless configured otherwise.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.rollouts"];
        put?: never;
        /**
         * Begins a rollout
         * @description Begins a rollout: one task for each of many ATMs, stage by stage. A stage begins when all tasks of the one before have ended. The gates
         *     of a single task hold for each ATM, when the ATMs are looked up and again when its task is made: an ATM that the caller may not command
         *     is skipped and reported. A task is delivered like any other; one more ATM waits while it has as many tasks as an ATM may have.
         *     At most 20 rollouts that the caller sees run or are paused, or, of those who see all institutions, that the caller began; one more is
         *     a conflict. At most 60 are begun by a caller within an hour; one more is 429.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["fleet.createRollout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/rollouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One rollout
         * @description One rollout; null for one that does not exist or has ATMs that are not the caller's.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.rollout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pauses, resumes or cancels a rollout, or changes its limit of failures
         * @description Pauses, resumes or cancels a rollout, or changes its limit of failures. What was not delivered yet is taken back: by a pause until the
         *     rollout is resumed, by a cancellation for good. What was delivered goes on. A rollout that is DONE or CANCELLED is a conflict.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        patch: operations["fleet.updateRollout"];
        trace?: never;
    };
    "/fleet/api/fleet/rollouts/{id}/atms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ATMs of a rollout that failed or were skipped, by agent id, page by page
         * @description The ATMs of a rollout that failed or were skipped, by agent id, page by page; none for a rollout that the caller does not see.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.rolloutAtms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/fleet/rollouts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a rollout would do if it were created now
         * @description What a rollout would do if it were created now: how many ATMs it would command, stage by stage, and how many it would skip, and why.
         *     Nothing is stored. The same checks as for its creation.
         *
         *     Needs one of CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["fleet.rolloutPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that the consumer of retired ATMs could not handle, the last failure first
         * @description Messages that the consumer of retired ATMs could not handle, the last failure first.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["fleet.fleetDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet/api/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replays a message that the consumer of retired ATMs could not handle, once the cause is fixed
         * @description Replays a message that the consumer of retired ATMs could not handle, once the cause is fixed. Safe to repeat: a message that was replayed since it failed is left as it is. CONFLICT for what is not a message.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        post: operations["fleet.replayFleetDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/api/claims/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Vendors of the institutions of the caller's token, oldest first
         * @description Vendors of the institutions of the caller's token, oldest first; a token without an institution sees the pool of vendors without one.
         *
         *     Any authenticated caller may call this.
         */
        get: operations["claims.vendors"];
        put?: never;
        /**
         * Creates a vendor for the institution of the caller's token
         * @description Creates a vendor for the institution of the caller's token. The same name twice makes two vendors.
         *
         *     Any authenticated caller may call this.
         */
        post: operations["claims.createVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-proxy/api/agent/work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The work of an agent
         * @description The work of an agent: tasks, and journals to send again. Waits while there is none, or only what the agent received within the last minute. Counts as a heartbeat.
         *
         *     Needs one of AGENT.
         */
        get: operations["agent-proxy.agentWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-proxy/api/journal-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a journal event from an ATM's agent and hands it to the incident service
         * @description Takes a journal event from an ATM's agent and hands it to the incident service; answered after it is stored.
         *     201 with the stored event; 202 for a type that is not known: that event is stored as an exception only.
         *
         *     Needs one of AGENT, USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["agent-proxy.ingestJournalEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-proxy/api/journal-events/batch": {
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
         * @description Takes up to 500 events at once. Each gets its own status and body, in the order sent; a bad one fails alone (in the graph, one that does not fit
         *     its type fails all, as any variable does).
         *
         *     Needs one of AGENT.
         */
        post: operations["agent-proxy.ingestJournalEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-proxy/api/agent/tasks/{id}": {
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
         * Reports what an agent did with a task
         * @description Reports what an agent did with a task; null for a task that does not exist or is not for an ATM of the agent. Repeating a report changes nothing.
         *
         *     Needs one of AGENT.
         */
        patch: operations["agent-proxy.reportAgentTask"];
        trace?: never;
    };
    "/agent-proxy/api/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sign of life of an ATM's agent
         * @description A sign of life of an ATM's agent.
         *
         *     Needs one of AGENT.
         */
        post: operations["agent-proxy.heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-proxy/api/journal-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an electronic-journal file from an ATM's agent and hands it to the journal service
         * @description Takes an electronic-journal file from an ATM's agent and hands it to the journal service; 32 MiB decoded at most, `Content-Encoding: gzip` is welcome.
         *
         *     Needs one of AGENT.
         */
        post: operations["agent-proxy.uploadAgentJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/graph/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What of the graph clients used in the last days, by the operations that they called
         * @description What of the graph clients used in the last days, by the operations that they called; recorded for 90 days.
         *
         *     Needs one of ADMIN.
         */
        get: operations["gateway.graphUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every scheduled job of the platform by its name, with its schedule, its last outcome and its next run
         * @description Every scheduled job of the platform by its name, with its schedule, its last outcome and its next run.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["gateway.jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{name}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a job, newest first
         * @description The runs of a job, newest first; null for a name that no job has.
         *
         *     Needs one of ADMIN, BCOS_ADMIN.
         */
        get: operations["gateway.jobRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changes, as it changes
         * @description What changes, as it changes: `text/event-stream`. The events are named by topic, their data is the record as REST serves it; several changes of
         *     a record within a second come as one. `reset`, `{"topics": […]}`: changes of these topics are not known any more, so ask for the records anew.
         *     `degraded` and `recovered`, `{"source", "topics", "since"}`: a service does not answer, or does again; the rest goes on. `expired`: the token has ended, and so
         *     does the stream. `replaced`: the stream ends because its user opened more than 100, or because too many listen and others of fewer streams came; wait half a minute
         *     before you listen again. A line comes every 15 seconds at least. The last id seen, sent as `Last-Event-ID`, goes on where the stream broke off, for 10 minutes and on
         *     whichever replica. Who reads too slowly is cut off, and may go on in the same way.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["gateway.liveStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/graphql/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions of the graph as server-sent events, by the protocol of graphql-sse in its mode of distinct connections
         * @description Subscriptions of the graph as server-sent events, by the protocol of graphql-sse in its mode of distinct connections: each `next` is a result, `complete` ends the
         *     operation, also one that is refused. What changes, who receives it, how long it can be resumed and how many may listen is that of `GET /api/stream`: `id` of the last event as `Last-Event-ID` goes on
         *     where the stream broke off. Its other events are results without data, in `extensions.live`: `{"event": "reset" | "degraded" | "recovered", …}`.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        get: operations["gateway.openGraphStream"];
        put?: never;
        /**
         * Subscriptions of the graph as server-sent events, by the protocol of graphql-sse in its mode of distinct connections
         * @description Subscriptions of the graph as server-sent events, by the protocol of graphql-sse in its mode of distinct connections: each `next` is a result, `complete` ends the
         *     operation, also one that is refused. What changes, who receives it, how long it can be resumed and how many may listen is that of `GET /api/stream`: `id` of the last event as `Last-Event-ID` goes on
         *     where the stream broke off. Its other events are results without data, in `extensions.live`: `{"event": "reset" | "degraded" | "recovered", …}`.
         *
         *     Needs one of USER, CUSTOMER, ADMIN, MSP_ADMIN, BCOS_ADMIN.
         */
        post: operations["gateway.graphStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description How many insights were acknowledged at once. */
        "analytics.AcknowledgedInsights": {
            /**
             * Format: int32
             * @description Those that were active.
             */
            acknowledged: number;
        };
        /** @description An ATM with its transactions of the day. */
        "analytics.AtmVolume": {
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
            /** @description The agent's textual id of the ATM; null where the source does not name it. */
            agentAtmId: string | null;
            /**
             * Format: int32
             * @description Transactions with a verdict.
             */
            transactionCount: number;
        };
        /** @description An ATM with its open gaps. */
        "analytics.AtmWithGaps": {
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
            /** @description The agent's textual id of the ATM; null where the source does not name it. */
            agentAtmId: string | null;
            /**
             * Format: int32
             * @description Days without a journal that are OPEN.
             */
            gapCount: number;
        };
        /** @description Transactions of one day. */
        "analytics.DailyVolume": {
            /**
             * Format: date
             * @description The day, in the platform's time zone.
             */
            date: string;
            /**
             * Format: int32
             * @description Transactions with a verdict.
             */
            total: number;
            /**
             * Format: int32
             * @description Approved transactions.
             */
            successful: number;
            /**
             * Format: int32
             * @description Declined transactions.
             */
            failed: number;
        };
        /** @description A message that could not be handled. It is kept for 90 days. */
        "analytics.DeadLetter": {
            /**
             * Format: uuid
             * @description Assigned by the consuming service; a message that fails again after a replay keeps it.
             */
            id: string;
            /** @description The topic that the message came from. */
            topic: string;
            /** @description The group of consumers that could not handle it. */
            consumerGroup: string;
            /** @description The key of the message, within which topics keep their order. */
            key: string;
            /**
             * Format: uuid
             * @description The message's own id; null where it has none.
             */
            messageId: string | null;
            /** @description The institution that the message names. */
            institutionKey: string | null;
            /** @description The message as it was; null where it is longer than 64 KiB. */
            message: unknown;
            /** @description What the last attempt failed with. */
            error: string;
            /**
             * Format: int32
             * @description How many attempts were made by the process that gave it up.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was first attempted.
             */
            firstAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was last attempted.
             */
            lastAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was replayed; null again where it failed again.
             */
            replayedAt: string | null;
            /** @description The user who replayed it. */
            replayedBy: string | null;
        };
        /** @description A page of dead letters. */
        "analytics.DeadLetterPage": {
            /** @description The dead letters of the page. */
            content: components["schemas"]["analytics.DeadLetter"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description Counts of journal events by category. */
        "analytics.EventBreakdown": {
            /**
             * Format: int32
             * @description Faults of a device in the ATM.
             */
            HARDWARE: number;
            /**
             * Format: int32
             * @description Cassettes low, empty or abnormal.
             */
            CASH: number;
            /**
             * Format: int32
             * @description Faults of the network.
             */
            NETWORK: number;
            /**
             * Format: int32
             * @description Losses of power.
             */
            POWER: number;
            /**
             * Format: int32
             * @description Failed authentications.
             */
            AUTH: number;
            /**
             * Format: int32
             * @description Faults of the ATM's software and services.
             */
            SYSTEM: number;
            /**
             * Format: int32
             * @description Every other type.
             */
            OTHER: number;
        };
        /** @description ATMs by their last heartbeat. */
        "analytics.FleetConnectivity": {
            /**
             * Format: int32
             * @description All ATMs.
             */
            total: number;
            /**
             * Format: int32
             * @description ATMs with a recent heartbeat.
             */
            connected: number;
            /**
             * Format: int32
             * @description ATMs whose last heartbeat is too old.
             */
            disconnected: number;
            /**
             * Format: int32
             * @description ATMs that never sent one.
             */
            neverConnected: number;
            /** @description connected * 100 / total, not rounded; 0 without ATMs. */
            connectivityPct: number;
        };
        /** @description The state of a fleet over the last 24 hours, within what the caller may see. */
        "analytics.FleetHealth": {
            /**
             * Format: date-time
             * @description When the figures were computed.
             */
            generatedAt: string;
            /** @description How many ATMs are connected. */
            connectivity: components["schemas"]["analytics.FleetConnectivity"];
            /** @description Journal events of the last 24 hours by category; every category is there, 0 included. */
            eventBreakdown: components["schemas"]["analytics.EventBreakdown"];
            /** @description The five ATMs with the most events of the last 24 hours, most first; ties by atmId. */
            topProblematicAtms: components["schemas"]["analytics.TopProblematicAtm"][];
            /**
             * Format: int32
             * @description Incidents that are not resolved.
             */
            openIncidents: number;
            /**
             * Format: int32
             * @description ATMs with at least one open journal gap.
             */
            atmsWithGaps: number;
            /** @description The sources that could not be read for this answer, such as `incident.activity`; empty when all figures are complete. */
            degradedSources: string[];
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
        /** @description An insight to publish. */
        "analytics.InsightInput": {
            /** @description What it is about. */
            category: components["schemas"]["analytics.InsightCategory"];
            /** @description How much it matters. */
            severity: components["schemas"]["analytics.InsightSeverity"];
            /** @description In a few words: not blank, at most 200 characters. */
            title: string;
            /** @description In full: not blank, at most 10,000 characters. */
            body: string;
            /**
             * Format: int64
             * @description The snapshot that it refers to; left out: the newest one of the fleet.
             */
            snapshotId?: number | null;
            /**
             * Format: date-time
             * @description When it stops being active; not in the past.
             */
            expiresAt?: string | null;
        };
        /** @description A page of insights. */
        "analytics.InsightPage": {
            /** @description The insights of the page. */
            content: components["schemas"]["analytics.Insight"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description How much an insight matters.
         *
         *     - `INFO`: Information only.
         *     - `WARNING`: It should be observed.
         *     - `CRITICAL`: It needs action.
         * @enum {string}
         */
        "analytics.InsightSeverity": "INFO" | "WARNING" | "CRITICAL";
        /** @description Journal coverage of a fleet, within what the caller may see. */
        "analytics.JournalCoverage": {
            /** @description Exactly one entry, for today. */
            dailyVolume: components["schemas"]["analytics.DailyVolume"][];
            /**
             * Format: int32
             * @description Journal gaps that are OPEN.
             */
            openGapsTotal: number;
            /** @description ATMs with open gaps, most first, ties by atmId; at most 20. */
            atmsWithGaps: components["schemas"]["analytics.AtmWithGaps"][];
            /** @description successful * 100 / total of today, not rounded; 0 when there is none. */
            parseSuccessRateToday: number;
            /** @description The same figure by its right name: how many percent of the transactions of today with a verdict were approved. */
            approvalRateToday: number;
            /** @description The ten ATMs with the most transactions today. */
            topAtmsByVolume: components["schemas"]["analytics.AtmVolume"][];
            /** @description The sources that could not be read for this answer, such as `journal.gaps`; empty when all figures are complete. */
            degradedSources: string[];
        };
        /**
         * @description The counters of a day, as they stood when the snapshot was taken. Built from the topics of parsed files and of incidents; at most one in ten seconds
         *     for each institution, and one for the fleet. Of those older than 7 days the last one of each day is kept, and what insights refer to.
         */
        "analytics.Snapshot": {
            /**
             * Format: int64
             * @description Assigned by the service.
             */
            id: number;
            /** @description The institution; null: the whole fleet. */
            institutionKey: string | null;
            /**
             * Format: date-time
             * @description When it was taken.
             */
            takenAt: string;
            /**
             * Format: date
             * @description The day of the counters: of journals their own, of incidents the platform's.
             */
            day: string;
            /**
             * Format: int32
             * @description ATMs that have a journal for the day; of several files the standing one counts.
             */
            filesParsed: number;
            /**
             * Format: int64
             * @description Transactions in these journals.
             */
            transactions: number;
            /**
             * Format: int64
             * @description Approved transactions.
             */
            successful: number;
            /**
             * Format: int64
             * @description Declined transactions.
             */
            failed: number;
            /**
             * Format: int32
             * @description Incidents that were opened on the day.
             */
            incidentsCreated: number;
            /**
             * Format: int32
             * @description Incidents that were resolved on the day.
             */
            incidentsResolved: number;
            /**
             * Format: int32
             * @description Incidents that were open when the snapshot was taken, of whichever day.
             */
            openIncidents: number;
        };
        /** @description A page of snapshots. */
        "analytics.SnapshotPage": {
            /** @description The snapshots of the page. */
            content: components["schemas"]["analytics.Snapshot"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description An ATM with its number of events. */
        "analytics.TopProblematicAtm": {
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
            /** @description The agent's textual id of the ATM; null where the source does not name it. */
            agentAtmId: string | null;
            /**
             * Format: int32
             * @description Journal events of the last 24 hours.
             */
            eventCount: number;
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
        "journal.AtmCriticality": "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /**
         * @description What ATMs are grouped by. Each is an attribute of them; an ATM is in the group of each of its tags.
         *
         *     - `VENDOR`: The manufacturer.
         *     - `MODEL`: The model.
         *     - `SITE`: The place, `siteName`.
         *     - `REGION`: The region.
         *     - `COST_CENTRE`: The cost centre.
         *     - `CRITICALITY`: How much depends on them.
         *     - `TAG`: Each of their tags.
         * @enum {string}
         */
        "journal.AtmGrouping": "VENDOR" | "MODEL" | "SITE" | "REGION" | "COST_CENTRE" | "CRITICALITY" | "TAG";
        /** @description A day of the journals of one ATM. */
        "journal.AtmJournalDay": {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
            /**
             * Format: int32
             * @description Files of it, those that another one replaced included.
             */
            files: number;
            /** @description The status of the standing file, else of the newest; null without any. */
            fileStatus: components["schemas"]["journal.JournalFileStatus"] | null;
            /**
             * Format: int32
             * @description Transactions in its journal.
             */
            transactions: number;
            /**
             * Format: int32
             * @description Approved transactions.
             */
            successful: number;
            /**
             * Format: int32
             * @description Declined transactions.
             */
            failed: number;
            /**
             * Format: int64
             * @description The gap of the day, if there was one.
             */
            gapId: number | null;
            /** @description The status of that gap. */
            gapStatus: components["schemas"]["journal.JournalGapStatus"] | null;
        };
        /**
         * @description The cash outcome of a transaction.
         *
         *     - `DISPENSED`: Taken by the customer.
         *     - `PARTIAL`: Fewer notes than asked for were taken.
         *     - `RETRACTED`: Taken back by the machine.
         *     - `NOT_TAKEN`: Presented, and neither taken nor taken back as far as is known.
         *     - `NONE`: The journal shows that none came out.
         *     - `UNKNOWN`: The journal does not say: it breaks off, a device failed, or it was approved without a word of notes.
         * @enum {string}
         */
        "journal.CashOutcome": "DISPENSED" | "PARTIAL" | "RETRACTED" | "NOT_TAKEN" | "NONE" | "UNKNOWN";
        /**
         * @description What is hidden of the value behind a label.
         *
         *     - `IDENTIFIER`: The whole number: of a customer, a telephone, an identity.
         *     - `ACCOUNT`: An account's number but for its last four characters.
         *     - `NAME`: A name: the words up to the next column.
         * @enum {string}
         */
        "journal.CustomerLabelKind": "IDENTIFIER" | "ACCOUNT" | "NAME";
        /** @description A message that could not be handled. It is kept for 90 days. */
        "journal.DeadLetter": {
            /**
             * Format: uuid
             * @description Assigned by the consuming service; a message that fails again after a replay keeps it.
             */
            id: string;
            /** @description The topic that the message came from. */
            topic: string;
            /** @description The group of consumers that could not handle it. */
            consumerGroup: string;
            /** @description The key of the message, within which topics keep their order. */
            key: string;
            /**
             * Format: uuid
             * @description The message's own id; null where it has none.
             */
            messageId: string | null;
            /** @description The institution that the message names. */
            institutionKey: string | null;
            /** @description The message as it was; null where it is longer than 64 KiB. */
            message: unknown;
            /** @description What the last attempt failed with. */
            error: string;
            /**
             * Format: int32
             * @description How many attempts were made by the process that gave it up.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was first attempted.
             */
            firstAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was last attempted.
             */
            lastAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was replayed; null again where it failed again.
             */
            replayedAt: string | null;
            /** @description The user who replayed it. */
            replayedBy: string | null;
        };
        /** @description A page of dead letters. */
        "journal.DeadLetterPage": {
            /** @description The dead letters of the page. */
            content: components["schemas"]["journal.DeadLetter"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description What decided a verdict.
         *
         *     - `HOST_CODE`: The printed response code of the host.
         *     - `HOST_WORDS`: The response of the host in words.
         *     - `CRYPTOGRAM`: The cryptogram of the card: TC or AAC.
         *     - `NOTES_TAKEN`: Notes were taken by the customer.
         *     - `NOTES_STORED`: Deposited notes were stored.
         *     - `CANCELLATION`: The customer or the machine gave up before an answer.
         *     - `REVERSAL`: A reversal is printed.
         * @enum {string}
         */
        "journal.DecisionRule": "HOST_CODE" | "HOST_WORDS" | "CRYPTOGRAM" | "NOTES_TAKEN" | "NOTES_STORED" | "CANCELLATION" | "REVERSAL";
        /** @description What decided an attempt, in words. */
        "journal.EvidenceExplanation": {
            /**
             * Format: int32
             * @description The number of the attempt.
             */
            attemptNo: number;
            /** @description What decided its verdict and in which line, or why it has none. */
            reason: string;
            /** @description Where its evidence contradicts itself: a sentence for each conflict, in their order. */
            conflicts: string[];
        };
        /** @description A day of the caller's journals. */
        "journal.FleetJournalDay": {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
            /**
             * Format: int32
             * @description ATMs that have a journal of it.
             */
            atmsWithJournal: number;
            /**
             * Format: int32
             * @description ATMs that should have one and do not.
             */
            atmsWithGap: number;
            /**
             * Format: int32
             * @description Of these the ones whose agent was asked for it.
             */
            atmsRequested: number;
            /**
             * Format: int64
             * @description Transactions in its journals.
             */
            transactions: number;
            /**
             * Format: int64
             * @description Approved transactions.
             */
            successful: number;
            /**
             * Format: int64
             * @description Declined transactions.
             */
            failed: number;
        };
        /**
         * @description The unit of the digits of an amount that is printed without a decimal point.
         *
         *     - `WHOLE`: Whole units of the currency.
         *     - `HUNDREDTHS`: Hundredths of it.
         * @enum {string}
         */
        "journal.JournalAmountUnit": "WHOLE" | "HUNDREDTHS";
        /** @description Words that are printed before a customer's number or name. */
        "journal.JournalCustomerLabel": {
            /** @description The words. A space stands for up to three separators; capitals or not makes no difference. */
            words: string;
            /** @description What is hidden of the value behind them. */
            kind: components["schemas"]["journal.CustomerLabelKind"];
        };
        /** @description Words that are printed before a customer's number or name. */
        "journal.JournalCustomerLabelInput": {
            /** @description One to four words of 2 to 20 letters, digits or . _ / -, with two letters at least and 40 characters at most. A space stands for up to three separators. */
            words: string;
            /** @description What is hidden of the value behind them. */
            kind: components["schemas"]["journal.CustomerLabelKind"];
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
        /** @description What a machine printed of a transaction, to be shown in a dispute. Card numbers and customer numbers are hidden. */
        "journal.JournalEvidence": {
            /** @description The transaction as it was read. */
            transaction: components["schemas"]["journal.JournalTransaction"];
            /** @description All attempts of its session in their order, itself included; of more than 20 the ones around it. */
            attempts: components["schemas"]["journal.JournalTransaction"][];
            /** @description What decided each of these attempts, and what contradicts itself, in words. */
            explanations: components["schemas"]["journal.EvidenceExplanation"][];
            /** @description The file that it was read from. */
            file: components["schemas"]["journal.JournalEvidenceFile"];
            /** @description The printed lines of these attempts, in the order of the file. Of more than 1,000 lines those of the transaction alone, and of these the first and the last 500; of a line of more than 2,000 characters as many, and an ellipsis. */
            lines: components["schemas"]["journal.JournalLine"][];
            /**
             * Format: int32
             * @description How many lines of these attempts are left out; 0 of any usual ones.
             */
            linesOmitted: number;
            /**
             * Format: date-time
             * @description When this evidence was generated.
             */
            printedAt: string;
        };
        /** @description The file that evidence comes from. */
        "journal.JournalEvidenceFile": {
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            /** @description SHA-256 of its bytes as the ATM sent them, in hexadecimal. */
            sha256: string;
            /**
             * Format: date
             * @description The day it is of, local to the ATM.
             */
            journalDate: string;
            /**
             * Format: date-time
             * @description When it was received.
             */
            receivedAt: string;
            /** @description The family of its format. */
            format: string | null;
        };
        /** @description The result of the request for the file of one gap. */
        "journal.JournalFetchResult": {
            /**
             * Format: int64
             * @description The id that was sent.
             */
            id: number;
            /**
             * Format: int32
             * @description The status that a request for this gap alone would have had: 200, 403, 404 or 409.
             */
            status: number;
            /** @description The gap as it is now; null for one that does not exist or is not the caller's. */
            gap: components["schemas"]["journal.JournalGap"] | null;
            /** @description Why the file cannot be asked for; null where it was. */
            message: string | null;
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
        /** @description A page of journal files. */
        "journal.JournalFilePage": {
            /** @description The files. */
            content: components["schemas"]["journal.JournalFile"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            totalElements: number;
            /**
             * Format: int64
             * @description How many pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
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
        /** @description An ATM with its number of gaps. */
        "journal.JournalGapCount": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description The same as atmId.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: int64
             * @description Its gaps.
             */
            gapCount: number;
        };
        /** @description Gaps, counted. */
        "journal.JournalGapCounts": {
            /**
             * Format: int64
             * @description How many gaps there are in the state asked for, OPEN if none is.
             */
            open: number;
            /**
             * Format: int64
             * @description How many ATMs have one or more.
             */
            atms: number;
            /** @description The 20 ATMs with most of them, most first. */
            top: components["schemas"]["journal.JournalGapCount"][];
        };
        /** @description ATMs with the same value of an attribute, and their gaps. */
        "journal.JournalGapGroup": {
            /** @description The value; null for ATMs without one. */
            value: string | null;
            /**
             * Format: int32
             * @description ATMs that have to send journals: those in use that have sent one.
             */
            atms: number;
            /**
             * Format: int32
             * @description ATMs with one gap or more.
             */
            atmsWithGap: number;
            /**
             * Format: int64
             * @description Their gaps.
             */
            gaps: number;
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
        /** @description A line of a journal. */
        "journal.JournalLine": {
            /**
             * Format: int32
             * @description Its number in the file, from 1.
             */
            number: number;
            /** @description Its text, without printer control characters. */
            text: string;
            /** @description True if it lies between the first and the last line of the transaction. */
            ofTransaction: boolean;
            /**
             * Format: int32
             * @description The number of the attempt that it is of; null for the lines around the session.
             */
            attemptNo: number | null;
        };
        /** @description What an institution's files wait for, and what could not be read of the last ones. */
        "journal.JournalParseQueue": {
            /** @description The institution. */
            institutionKey: string;
            /**
             * Format: int64
             * @description How many of its files are stored and not yet parsed.
             */
            waiting: number;
            /**
             * Format: date-time
             * @description When the one that waits longest was received, or was last requested to be parsed again; null where none waits.
             */
            oldestReceivedAt: string | null;
            /**
             * Format: int64
             * @description For how long it has waited, in seconds; null where none waits.
             */
            oldestWaitSeconds: number | null;
            /** @description Why files that were received in the last 7 days are PARTIAL, by reason, most files first. */
            partial: components["schemas"]["journal.JournalPartialReason"][];
        };
        /** @description A reason for which files are PARTIAL. */
        "journal.JournalPartialReason": {
            /** @description The reason. */
            reason: components["schemas"]["journal.JournalReason"];
            /**
             * Format: int64
             * @description Files that have it.
             */
            files: number;
            /**
             * Format: int64
             * @description How often it was found in them.
             */
            count: number;
        };
        /** @description What an institution's journals print that their format leaves open. Null is the families' own rule. */
        "journal.JournalProfile": {
            /** @description The institution. */
            institutionKey: string;
            /**
             * Format: int32
             * @description Its version, from 1; 0 for an institution whose profile was never written.
             */
            version: number;
            /** @description The response codes that approve, as printed; every other code declines. */
            approvedCodes: string[] | null;
            /** @description ISO 4217 letters of the currency of amounts that are printed without one. */
            currency: string | null;
            /** @description The unit of amounts of which no line of the file shows it. */
            amountUnit: components["schemas"]["journal.JournalAmountUnit"] | null;
            /** @description IANA name of the time zone of the machines' clocks, where it is not the local one of the ATM; times of transactions are converted. */
            timeZone: string | null;
            /** @description Labels of customers' numbers and names that this institution prints, besides those that all share. */
            customerLabels: components["schemas"]["journal.JournalCustomerLabel"][];
            /** @description Who wrote it: e-mail, else user id; null for version 0. */
            writtenBy: string | null;
            /**
             * Format: date-time
             * @description When it was written; null for version 0.
             */
            writtenAt: string | null;
        };
        /** @description A new version of a profile, complete: what is left out is null. */
        "journal.JournalProfileInput": {
            /**
             * Format: int32
             * @description The version that it is an edit of: that of the profile as it was read, 0 for the first one.
             */
            version: number;
            /** @description The response codes that approve, as printed, 1 to 50; null for the families' own. */
            approvedCodes?: string[] | null;
            /** @description ISO 4217 letters; null for none. */
            currency?: string | null;
            /** @description The unit of amounts of which no line of the file shows it. */
            amountUnit?: components["schemas"]["journal.JournalAmountUnit"] | null;
            /** @description IANA name of the time zone of the machines' clocks; null where it is the local one of each ATM. */
            timeZone?: string | null;
            /** @description At most 50 labels of customers' numbers and names. */
            customerLabels?: components["schemas"]["journal.JournalCustomerLabelInput"][] | null;
        };
        /** @description What a request to parse an institution's files again has queued. */
        "journal.JournalProfileReparse": {
            /**
             * Format: int32
             * @description The version of the profile that they will be parsed with.
             */
            version: number;
            /**
             * Format: int32
             * @description Files that now wait to be parsed again, at most 5,000 a request, the newest days first.
             */
            queued: number;
            /** @description Whether there are more: the same request again queues the next ones. */
            more: boolean;
            /**
             * Format: int32
             * @description Stored texts that were marked to be masked again by the profile's labels, by the job `journal.remask`; at most 50,000 a request.
             */
            textsToMask: number;
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
        /** @description Transactions of some days, counted; those that were neither approved nor declined are not in `total`. */
        "journal.JournalSummary": {
            /**
             * Format: int64
             * @description Approved and declined ones.
             */
            total: number;
            /**
             * Format: int64
             * @description Approved ones.
             */
            successful: number;
            /**
             * Format: int64
             * @description Declined ones.
             */
            failed: number;
        };
        /** @description An ATM with its number of transactions. */
        "journal.JournalTopAtm": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /**
             * Format: int64
             * @description The same as atmId.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: int64
             * @description Its approved and declined transactions.
             */
            transactionCount: number;
        };
        /** @description One attempt of a customer session at an ATM, as its journal shows it: a request to the host and what came of it. A session without a request is one with the number 0. */
        "journal.JournalTransaction": {
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            /**
             * Format: int64
             * @description The id of the first attempt of its session: attempts with the same are of one session.
             */
            sessionId: number;
            /**
             * Format: int32
             * @description Its number among the attempts of its session, from 1; 0 for a session without a request.
             */
            attemptNo: number;
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
             * Format: date-time-local
             * @description Local time of its start: of the first attempt the session's, of a later one its request's.
             * @example 2026-11-20T08:15:00
             */
            startedAt: string;
            /**
             * Format: date-time-local
             * @description Local time of its last line with a time.
             * @example 2026-11-20T08:15:00
             */
            endedAt: string | null;
            /** @description What was asked for. */
            kind: components["schemas"]["journal.TransactionKind"];
            /** @description How it ended; null where the journal does not show it, or contradicts itself. */
            verdict: components["schemas"]["journal.TransactionVerdict"] | null;
            /** @description What decided the verdict; null without one. */
            decidedBy: components["schemas"]["journal.TransactionDecision"] | null;
            /** @description Where its evidence contradicts itself. */
            conflict: components["schemas"]["journal.TransactionConflict"][];
            /** @description The host's response code as printed. */
            hostCode: string | null;
            /** @description The amount in major units, such as `100.00`. */
            amount: string | null;
            /** @description ISO 4217 letters of the amount's currency. */
            currency: string | null;
            /** @description The card: first 6 and last 4 digits, stars between. */
            card: string | null;
            /** @description The retrieval reference number, else the audit number. */
            reference: string | null;
            /** @description The retrieval reference number. */
            rrn: string | null;
            /** @description The audit number of the machine or host: STAN, trace, record or transaction number of a receipt. */
            stan: string | null;
            /** @description The authorisation code. */
            authorisationCode: string | null;
            /** @description The serial number of the host's message. */
            serial: string | null;
            /** @description The id by which the host knows the ATM. */
            terminalId: string | null;
            /**
             * Format: date
             * @description The host's business date.
             */
            hostDate: string | null;
            /** @description The last four characters of the account. */
            accountTail: string | null;
            /** @description The cash outcome. */
            cashOutcome: components["schemas"]["journal.CashOutcome"];
            /** @description Its notes, by denomination and where they went. */
            notes: components["schemas"]["journal.TransactionNotes"][];
            /** @description Whether it is complete in the journal. */
            completeness: components["schemas"]["journal.TransactionCompleteness"];
            /**
             * Format: int64
             * @description The file it was found in.
             */
            fileId: number;
            /**
             * Format: int32
             * @description Number of its first line in the file, from 1.
             */
            firstLine: number;
            /**
             * Format: int32
             * @description Number of its last line.
             */
            lastLine: number;
        };
        /** @description A page of transactions. */
        "journal.JournalTransactionPage": {
            /** @description The transactions. */
            content: components["schemas"]["journal.JournalTransaction"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            totalElements: number;
            /**
             * Format: int64
             * @description How many pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description Where notes went.
         *
         *     - `DISPENSED`: Counted out for the customer.
         *     - `REJECTED`: Set aside while counting out, or refused by a deposit.
         *     - `COUNTED`: Counted by a deposit.
         *     - `ACCEPTED`: Stored by a deposit.
         *     - `ESCROW`: Held by a deposit until it is confirmed.
         *     - `REFUNDED`: Given back by a deposit.
         *     - `RETRACTED`: Taken back by the machine.
         * @enum {string}
         */
        "journal.NotesState": "DISPENSED" | "REJECTED" | "COUNTED" | "ACCEPTED" | "ESCROW" | "REFUNDED" | "RETRACTED";
        /**
         * @description Whether a transaction is complete in the journal.
         *
         *     - `COMPLETE`: It is complete.
         *     - `TRUNCATED`: Its end mark is missing.
         * @enum {string}
         */
        "journal.TransactionCompleteness": "COMPLETE" | "TRUNCATED";
        /**
         * @description Where the evidence of an attempt contradicts itself.
         *
         *     - `DECLINED_WITH_CASH`: It was declined, and notes were taken; under an authorisation code there is no verdict.
         *     - `AMOUNT_AND_NOTES`: The amount of the receipt is not what the notes are worth.
         *     - `CARD_MISMATCH`: The receipt prints another card than the session's; card, verdict and numbers are left out.
         *     - `TIMEOUT_REVERSED`: The host did not answer in time, and the transaction was reversed.
         *     - `APPROVED_AND_DECLINED`: Two answers of the host to one request differ, or it approves under the title of a cancelled transaction.
         *     - `NOTES_RETURNED`: A deposit was approved, and its notes were given back or retracted.
         *     - `MIXED_LINES`: Lines of another session may be among its own; card, verdict and numbers are left out.
         * @enum {string}
         */
        "journal.TransactionConflict": "DECLINED_WITH_CASH" | "AMOUNT_AND_NOTES" | "CARD_MISMATCH" | "TIMEOUT_REVERSED" | "APPROVED_AND_DECLINED" | "NOTES_RETURNED" | "MIXED_LINES";
        /**
         * @description Conflicts that transactions are searched for.
         *
         *     - `ANY`: Any conflict.
         *     - `DECLINED_WITH_CASH`: It was declined, and notes were taken; under an authorisation code there is no verdict.
         *     - `AMOUNT_AND_NOTES`: The amount of the receipt is not what the notes are worth.
         *     - `CARD_MISMATCH`: The receipt prints another card than the session's; card, verdict and numbers are left out.
         *     - `TIMEOUT_REVERSED`: The host did not answer in time, and the transaction was reversed.
         *     - `APPROVED_AND_DECLINED`: Two answers of the host to one request differ, or it approves under the title of a cancelled transaction.
         *     - `NOTES_RETURNED`: A deposit was approved, and its notes were given back or retracted.
         *     - `MIXED_LINES`: Lines of another session may be among its own.
         * @enum {string}
         */
        "journal.TransactionConflictFilter": "ANY" | "DECLINED_WITH_CASH" | "AMOUNT_AND_NOTES" | "CARD_MISMATCH" | "TIMEOUT_REVERSED" | "APPROVED_AND_DECLINED" | "NOTES_RETURNED" | "MIXED_LINES";
        /** @description What decided a verdict. */
        "journal.TransactionDecision": {
            /** @description The rule. */
            rule: components["schemas"]["journal.DecisionRule"];
            /**
             * Format: int32
             * @description Number of the line in the file that it rests on, from 1.
             */
            line: number;
        };
        /**
         * @description What a customer asked for, as far as the journal says so.
         *
         *     - `WITHDRAWAL`: Cash was asked for.
         *     - `DEPOSIT`: Cash was put in.
         *     - `BALANCE`: A balance was asked for.
         *     - `TRANSFER`: Money was moved between accounts.
         *     - `OTHER`: Anything else, or not known.
         * @enum {string}
         */
        "journal.TransactionKind": "WITHDRAWAL" | "DEPOSIT" | "BALANCE" | "TRANSFER" | "OTHER";
        /** @description Notes of one denomination. */
        "journal.TransactionNotes": {
            /** @description Where they went. */
            state: components["schemas"]["journal.NotesState"];
            /** @description What one note is worth, in major units such as `100.00`; null where the journal does not show it. */
            denomination: string | null;
            /** @description ISO 4217 letters of its currency. */
            currency: string | null;
            /**
             * Format: int32
             * @description How many notes.
             */
            count: number;
        };
        /**
         * @description How an attempt ended, as the journal shows it.
         *
         *     - `APPROVED`: Approved: by the host, else by what the family of the journal names, such as notes that were taken.
         *     - `DECLINED`: Declined: by the host, else by the card's own check.
         *     - `CANCELLED`: Given up before the host answered, or cancelled by its receipt.
         *     - `REVERSED`: Approved, and taken back by the host.
         * @enum {string}
         */
        "journal.TransactionVerdict": "APPROVED" | "DECLINED" | "CANCELLED" | "REVERSED";
        /** @description An ATM: its record, and what it reported. */
        "incident.Atm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
        };
        /** @description The time of one ATM. */
        "incident.AtmAvailability": {
            /**
             * Format: date-time
             * @description The begin of the period that the figures are of.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end.
             */
            to: string;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description Seconds in service and reachable. */
            inServiceSeconds: number;
            /** @description Seconds in which a supervisor was at the ATM. */
            inSupervisorSeconds: number;
            /** @description Seconds out of service, although reachable. */
            outOfServiceSeconds: number;
            /** @description Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
            unreachableSeconds: number;
            /** @description Seconds before the ATM first said what it does. */
            unknownSeconds: number;
            /** @description Seconds in a maintenance window, whatever the ATM did. */
            maintenanceSeconds: number;
            /** @description All of them. */
            periodSeconds: number;
            /** @description Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
            availabilityPct: number | null;
        };
        /** @description What changes of an ATM. */
        "incident.AtmChange": {
            /** @description The institution to move it to; for administrators only. */
            institutionKey?: string;
            /** @description The name of the ATM; 200 characters at most. */
            name?: string | null;
            /** @description The place of the ATM; 200 characters at most. */
            siteName?: string | null;
            /** @description The serial number on the plate of the machine: 1 to 64 printable characters. */
            serialNumber?: string | null;
            /** @description The manufacturer; 200 characters at most. */
            vendor?: string | null;
            /** @description The model; 200 characters at most. */
            model?: string | null;
            /** @description A part of the country or of the fleet; 200 characters at most. */
            region?: string | null;
            /** @description The cost centre that it is booked under; 64 characters at most. */
            costCentre?: string | null;
            /** @description How much depends on it. */
            criticality?: components["schemas"]["incident.AtmCriticality"] | null;
            /** @description Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
            tags?: string[] | null;
            /** @description The company that carries its cash; 200 characters at most. */
            carrier?: string | null;
            /** @description Degrees north, -90 to 90. */
            latitude?: number | null;
            /** @description Degrees east, -180 to 180. */
            longitude?: number | null;
            /** @description The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
            timeZone?: string | null;
        };
        /**
         * @description Whether the agent of an ATM sends signs of life.
         *
         *     - `CONNECTED`: Its last heartbeat is recent.
         *     - `DISCONNECTED`: Its last heartbeat is too old.
         *     - `NEVER_CONNECTED`: It has never sent one.
         * @enum {string}
         */
        "incident.AtmConnectivity": "CONNECTED" | "DISCONNECTED" | "NEVER_CONNECTED";
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
        /** @description Events of one ATM. */
        "incident.AtmEventCount": {
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
            /**
             * Format: int64
             * @description How many.
             */
            eventCount: number;
        };
        /**
         * @description What ATMs are grouped by. Each is an attribute of them; an ATM is in the group of each of its tags.
         *
         *     - `VENDOR`: The manufacturer.
         *     - `MODEL`: The model.
         *     - `SITE`: The place, `siteName`.
         *     - `REGION`: The region.
         *     - `COST_CENTRE`: The cost centre.
         *     - `CRITICALITY`: How much depends on them.
         *     - `TAG`: Each of their tags.
         * @enum {string}
         */
        "incident.AtmGrouping": "VENDOR" | "MODEL" | "SITE" | "REGION" | "COST_CENTRE" | "CRITICALITY" | "TAG";
        /** @description What an import did, or would do. */
        "incident.AtmImport": {
            /** @description True where nothing was kept. */
            dryRun: boolean;
            /**
             * Format: int32
             * @description Lines of the file but for its header.
             */
            rows: number;
            /**
             * Format: int32
             * @description ATMs that are registered.
             */
            created: number;
            /**
             * Format: int32
             * @description ATMs of which attributes change.
             */
            changed: number;
            /**
             * Format: int32
             * @description ATMs that are as the file has them already.
             */
            unchanged: number;
            /** @description What changes, by line; the first 1,000. */
            changes: components["schemas"]["incident.AtmImportChange"][];
            /**
             * Format: int32
             * @description How many faults the file has; an import without any is done.
             */
            errorCount: number;
            /** @description What is wrong, by line; the first 1,000. */
            errors: components["schemas"]["incident.AtmImportFault"][];
        };
        /** @description What an import does with a line. */
        "incident.AtmImportChange": {
            /**
             * Format: int32
             * @description The number of the line, from 1.
             */
            line: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description Whether it is new. */
            kind: components["schemas"]["incident.AtmImportKind"];
            /** @description The attributes that it changes. */
            fields: components["schemas"]["incident.AtmImportField"][];
        };
        /** @description Something wrong with a file. */
        "incident.AtmImportFault": {
            /**
             * Format: int32
             * @description The number of the line, from 1.
             */
            line: number;
            /** @description The column; null where it is the line as a whole. */
            column: string | null;
            /** @description What is wrong. */
            message: string;
        };
        /** @description An attribute that an import changes. */
        "incident.AtmImportField": {
            /** @description The attribute. */
            name: string;
            /** @description What it was; null for none. */
            before: string | null;
            /** @description What it becomes; null for none. */
            after: string | null;
        };
        /**
         * @description What an import does with a line.
         *
         *     - `CREATED`: The ATM is registered.
         *     - `CHANGED`: Attributes of it are changed.
         * @enum {string}
         */
        "incident.AtmImportKind": "CREATED" | "CHANGED";
        /** @description An ATM to register. */
        "incident.AtmInput": {
            /** @description The agent's textual id; unique on the platform, 1 to 128 characters. */
            agentAtmId: string;
            /** @description The institution that it belongs to; may be left out where the token has exactly one. */
            institutionKey?: string | null;
            /** @description The name of the ATM; 200 characters at most. */
            name?: string | null;
            /** @description The place of the ATM; 200 characters at most. */
            siteName?: string | null;
            /** @description The serial number on the plate of the machine: 1 to 64 printable characters. */
            serialNumber?: string | null;
            /** @description The manufacturer; 200 characters at most. */
            vendor?: string | null;
            /** @description The model; 200 characters at most. */
            model?: string | null;
            /** @description A part of the country or of the fleet; 200 characters at most. */
            region?: string | null;
            /** @description The cost centre that it is booked under; 64 characters at most. */
            costCentre?: string | null;
            /** @description How much depends on it. */
            criticality?: components["schemas"]["incident.AtmCriticality"] | null;
            /** @description Words of your own to find it by, each once, in the order of the alphabet; 20 of 40 characters at most. Null without any. */
            tags?: string[] | null;
            /** @description The company that carries its cash; 200 characters at most. */
            carrier?: string | null;
            /** @description Degrees north, -90 to 90. */
            latitude?: number | null;
            /** @description Degrees east, -180 to 180. */
            longitude?: number | null;
            /** @description The IANA time zone, such as `Europe/Helsinki`; null where it is the platform's. */
            timeZone?: string | null;
        };
        /**
         * @description Whether an ATM is in use.
         *
         *     - `ACTIVE`: It is in use.
         *     - `RETIRED`: It is out of use: it keeps its history, its agent is refused, it opens nothing and is in no total.
         * @enum {string}
         */
        "incident.AtmLifecycle": "ACTIVE" | "RETIRED";
        /** @description What became of one ATM of many that were to be retired. */
        "incident.AtmRetirement": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /** @description What became of it. */
            outcome: components["schemas"]["incident.AtmRetirementOutcome"];
            /** @description The ATM as it is now; null where there is none of this id, or it is not the caller's. */
            atm: components["schemas"]["incident.Atm"] | null;
        };
        /**
         * @description What became of one ATM of many that were to be retired.
         *
         *     - `DONE`: It is retired now.
         *     - `UNCHANGED`: It was retired already.
         *     - `NOT_FOUND`: There is no such ATM, or it is not the caller's.
         * @enum {string}
         */
        "incident.AtmRetirementOutcome": "DONE" | "UNCHANGED" | "NOT_FOUND";
        /** @description The status of an ATM as every badge reads it. */
        "incident.AtmStatus": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
             * @description When it was registered; null until the incident service has sent its record.
             */
            registeredAt: string | null;
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /** @description What it does. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /**
             * Format: date-time
             * @description When the state began, by the history of states of the incident service; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode: the time of receipt of the report; null otherwise.
             */
            supervisorSince: string | null;
            /**
             * Format: date-time
             * @description The last sign of life of the agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description The badge. */
            badge: components["schemas"]["incident.StatusBadge"];
        };
        /** @description A page of ATM status. */
        "incident.AtmStatusPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.AtmStatus"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description Numbers of ATMs by connectivity. */
        "incident.AtmStatusSummary": {
            /**
             * Format: int32
             * @description All ATMs.
             */
            total: number;
            /**
             * Format: int32
             * @description ATMs with a recent heartbeat.
             */
            connected: number;
            /**
             * Format: int32
             * @description ATMs whose last heartbeat is too old.
             */
            disconnected: number;
            /**
             * Format: int32
             * @description ATMs that never sent one.
             */
            neverConnected: number;
        };
        /** @description What somebody changed: an entry of the audit, which is never changed itself. */
        "incident.AuditEntry": {
            /**
             * Format: uuid
             * @description The id of the entry.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description Who did it: the `sub` of the token. */
            actor: string;
            /** @description The role of the token. */
            role: string;
            /** @description The institution that it belongs to; null for what belongs to none. */
            institutionKey: string | null;
            /** @description What was done: the name of the mutation. A bulk action has an entry for each record, under the name of the single action. */
            action: string;
            /** @description What kind of record was changed. */
            subjectType: string;
            /** @description Which record was changed. */
            subjectId: string;
            /** @description What the change replaced; null for what is new. Card numbers are masked, secrets hidden, long values cut. */
            before: unknown;
            /** @description What the change made of it; null for what is gone. */
            after: unknown;
            /** @description The trace id of the request. */
            traceId: string;
        };
        /** @description A page of the audit. */
        "incident.AuditEntryPage": {
            /** @description The entries. */
            content: components["schemas"]["incident.AuditEntry"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description The ATMs of the caller in one month of the platform's time zone. */
        "incident.AvailabilityMonth": {
            /** @description The month, such as `2026-11`. */
            month: string;
            /**
             * Format: date-time
             * @description Its begin.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, of this month: now.
             */
            to: string;
            /**
             * Format: int32
             * @description How many ATMs.
             */
            atms: number;
            /** @description Seconds in service and reachable. */
            inServiceSeconds: number;
            /** @description Seconds in which a supervisor was at the ATM. */
            inSupervisorSeconds: number;
            /** @description Seconds out of service, although reachable. */
            outOfServiceSeconds: number;
            /** @description Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
            unreachableSeconds: number;
            /** @description Seconds before the ATM first said what it does. */
            unknownSeconds: number;
            /** @description Seconds in a maintenance window, whatever the ATM did. */
            maintenanceSeconds: number;
            /** @description All of them. */
            periodSeconds: number;
            /** @description Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
            availabilityPct: number | null;
            /**
             * Format: int32
             * @description Incidents that opened. Suppressed ones do not count.
             */
            incidentCount: number;
            /** @description Mean time to acknowledge, of those that were: seconds from opening; null for none. */
            mttaSeconds: number | null;
            /** @description Mean time to resolve, of those that were: seconds from opening; null for none. */
            mttrSeconds: number | null;
        };
        /** @description A page of availability. */
        "incident.AvailabilityPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.AvailabilityRow"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
            /**
             * Format: date-time
             * @description The begin of the period that the figures are of.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end.
             */
            to: string;
            /** @description The rows of all pages together. */
            total: components["schemas"]["incident.AvailabilityRow"];
        };
        /** @description The time of one ATM or of a group. */
        "incident.AvailabilityRow": {
            /**
             * Format: int64
             * @description The numeric id of the ATM; null for a group. An ATM that was moved has a row for each institution that had it.
             */
            atmId: number | null;
            /** @description The agent's textual id of the ATM, for a former institution the one that it had then; null for a group. */
            agentAtmId: string | null;
            /** @description The institution that had the ATM, or where groups are institutions; else null. */
            institutionKey: string | null;
            /** @description The value that the ATMs of the group share; null for an ATM, and for the group of those without a value. */
            group: string | null;
            /**
             * Format: int32
             * @description How many ATMs.
             */
            atms: number;
            /** @description Seconds in service and reachable. */
            inServiceSeconds: number;
            /** @description Seconds in which a supervisor was at the ATM. */
            inSupervisorSeconds: number;
            /** @description Seconds out of service, although reachable. */
            outOfServiceSeconds: number;
            /** @description Seconds in which nothing was heard of the ATM for longer than `ATM_CONNECTED_WITHIN`. Time in which the platform itself was stopped does not count. */
            unreachableSeconds: number;
            /** @description Seconds before the ATM first said what it does. */
            unknownSeconds: number;
            /** @description Seconds in a maintenance window, whatever the ATM did. */
            maintenanceSeconds: number;
            /** @description All of them. */
            periodSeconds: number;
            /** @description Percent of the period without maintenance windows in which the ATM was in service and reachable, not rounded; null where nothing of the period counts. */
            availabilityPct: number | null;
        };
        /** @description The hours of business of a day. */
        "incident.BusinessDay": {
            /** @description The day. */
            day: components["schemas"]["incident.Weekday"];
            /** @description When business begins, on the local clock: `08:00`. */
            opens: string;
            /** @description When it ends, on the local clock; `24:00` is the end of the day. */
            closes: string;
        };
        /** @description The hours of business of a day. */
        "incident.BusinessDayInput": {
            /** @description The day. */
            day: components["schemas"]["incident.Weekday"];
            /** @description When business begins, on the local clock: `08:00`. */
            opens: string;
            /** @description When it ends, on the local clock, later than it begins; `24:00` is the end of the day. */
            closes: string;
        };
        /** @description The hours of business of a week. */
        "incident.BusinessHours": {
            /** @description The IANA time zone of the local clock, such as `Europe/Helsinki`. */
            timeZone: string;
            /** @description The days of business, from Monday. */
            days: components["schemas"]["incident.BusinessDay"][];
        };
        /** @description The hours of business of a week; an hour at least. */
        "incident.BusinessHoursInput": {
            /** @description The IANA time zone of the local clock, such as `Europe/Helsinki`. */
            timeZone: string;
            /** @description The days of business; each one once at most. */
            days: components["schemas"]["incident.BusinessDayInput"][];
        };
        /** @description A company that carries cash. */
        "incident.CashCarrier": {
            /** @description Its name. */
            carrier: string;
            /**
             * Format: int32
             * @description How many ATMs it carries the cash of.
             */
            atms: number;
        };
        /** @description A cassette as cash managers see it. */
        "incident.CashCassette": {
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
            /** @description The institution of the ATM. */
            institutionKey: string | null;
            /** @description The name of the ATM. */
            name: string | null;
            /** @description The place of the ATM. */
            siteName: string | null;
            /** @description The company that carries its cash. */
            carrier: string | null;
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
             * @description Notes in it, by its last reading.
             */
            currentCount: number | null;
            /**
             * Format: int32
             * @description Notes that fit.
             */
            capacity: number | null;
            /** @description Such as `OK`, `LOW`, `EMPTY`. */
            status: string | null;
            /**
             * Format: date-time
             * @description When the reading was taken.
             */
            asOf: string;
            /**
             * Format: date-time
             * @description When it will be empty by the notes that left it in the seven days up to its reading; null where no rate is known.
             */
            emptyAt: string | null;
            /** @description Hours from now until then; 0 for what is over. Null where no rate is known. */
            hoursLeft: number | null;
            /** @description The money in it that is at risk: its notes times their value, as a decimal in major units. Null where either is not known. */
            amountAtRisk: string | null;
            /**
             * Format: int32
             * @description Notes to load until it is full; null for one that is not to pay out of, as for rejected notes, and where its capacity or its notes are not known.
             */
            notesToLoad: number | null;
            /** @description Their value, as a decimal in major units; null where it is not known. */
            amountToLoad: string | null;
        };
        /** @description A page of cassettes. */
        "incident.CashCassettePage": {
            /** @description The rows. */
            content: components["schemas"]["incident.CashCassette"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description The order of a list of cassettes.
         *
         *     - `EMPTYING`: Those first that will be empty first.
         *     - `SITE`: By site, ATM and cassette.
         * @enum {string}
         */
        "incident.CashOrder": "EMPTYING" | "SITE";
        /** @description Money of one currency. */
        "incident.CashTotal": {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Decimal in major units, such as `100.00`. */
            amount: string;
        };
        /** @description The newest reading of a cassette. What it does not contain is null. */
        "incident.Cassette": {
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
            /**
             * Format: date-time
             * @description When the reading was taken.
             */
            asOf: string;
            /**
             * @description Hours until it is empty, counted from its reading, by the notes that left it in the last 7 days (UTC, today included).
             *     What was loaded counts for nothing. Null for a cassette that is not to pay out of, and where no rate is known: its
             *     readings cover less than 6 hours, or show nothing paid out. 0 for an empty one.
             */
            hoursLeft: number | null;
        };
        /** @description What is in the cassettes of an ATM. */
        "incident.CassetteInventory": {
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
            /**
             * Format: date-time
             * @description When the newest reading was taken; null before the first.
             */
            asOf: string | null;
            /** @description The newest reading of each cassette, by cassette number. */
            cassettes: components["schemas"]["incident.Cassette"][];
            /** @description What the cassettes hold by currency, where denomination and count are known. */
            totals: components["schemas"]["incident.CashTotal"][];
            /** @description Hours until the first of its cassettes is empty, counted from its reading; null where no rate is known. */
            hoursLeft: number | null;
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
        /** @description Events of one category over time. */
        "incident.CategorySeries": {
            /** @description The category. */
            category: string;
            /**
             * Format: int64
             * @description All events of the row.
             */
            total: number;
            /** @description Events of each bucket, oldest first. */
            counts: number[];
            /** @description What is usual of each bucket: the median of the same time of the 7 days before; null where nothing is known of them, and for buckets that are no whole half hours. */
            usual: (number | null)[];
        };
        /** @description An ATM: its record, and what it reported. */
        "incident.CreateAtmAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /** @description The badge, as the devices service shows it. */
            badge: components["schemas"]["incident.StatusBadge"] | null;
            /**
             * Format: date-time
             * @description When the state was last reported to change, as the devices service knows it; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode, as the devices service knows it; null otherwise.
             */
            supervisorSince: string | null;
        };
        /** @description A message that could not be handled. It is kept for 90 days. */
        "incident.DeadLetter": {
            /**
             * Format: uuid
             * @description Assigned by the consuming service; a message that fails again after a replay keeps it.
             */
            id: string;
            /** @description The topic that the message came from. */
            topic: string;
            /** @description The group of consumers that could not handle it. */
            consumerGroup: string;
            /** @description The key of the message, within which topics keep their order. */
            key: string;
            /**
             * Format: uuid
             * @description The message's own id; null where it has none.
             */
            messageId: string | null;
            /** @description The institution that the message names. */
            institutionKey: string | null;
            /** @description The message as it was; null where it is longer than 64 KiB. */
            message: unknown;
            /** @description What the last attempt failed with. */
            error: string;
            /**
             * Format: int32
             * @description How many attempts were made by the process that gave it up.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was first attempted.
             */
            firstAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was last attempted.
             */
            lastAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was replayed; null again where it failed again.
             */
            replayedAt: string | null;
            /** @description The user who replayed it. */
            replayedBy: string | null;
        };
        /** @description A page of dead letters. */
        "incident.DeadLetterPage": {
            /** @description The dead letters of the page. */
            content: components["schemas"]["incident.DeadLetter"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description An event exception: an event that was not stored because its type was not known. */
        "incident.EventException": {
            /**
             * Format: int64
             * @description The number of the exception.
             */
            id: number;
            /**
             * Format: date-time
             * @description When the event arrived.
             */
            receivedAt: string;
            /** @description The institution of the ATM. */
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
            /** @description The type as it was sent; null for none. */
            eventType: string | null;
            /**
             * Format: uuid
             * @description The id that the agent gave the event.
             */
            eventId: string | null;
            /** @description The event as it was sent, card numbers masked. */
            body: unknown;
            /**
             * Format: date-time
             * @description When it was replayed; null before.
             */
            replayedAt: string | null;
        };
        /** @description A page of event exceptions. */
        "incident.EventExceptionPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.EventException"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description What a replay did. */
        "incident.EventReplay": {
            /** @description The type of the events. */
            eventType: string;
            /**
             * Format: int32
             * @description Events that are stored now.
             */
            replayed: number;
            /**
             * Format: int32
             * @description Events that could not be stored; they stay exceptions.
             */
            failed: number;
            /**
             * Format: int32
             * @description Exceptions of this type that are not replayed yet.
             */
            remaining: number;
        };
        /** @description A known type of events. */
        "incident.EventType": {
            /** @description The type. */
            eventType: string;
            /** @description HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
            category: string;
            /** @description The group under which the user interface filters it; null for a type that was added later. */
            group: string | null;
        };
        /** @description Events of one type. */
        "incident.EventTypeCount": {
            /** @description The type. */
            eventType: string;
            /**
             * Format: int64
             * @description How many.
             */
            eventCount: number;
        };
        /** @description A type of events to make known. */
        "incident.EventTypeInput": {
            /** @description The type: capitals, digits and underscores, 60 characters at most, such as `SKIMMER_DETECTED`. */
            eventType: string;
        };
        /** @description Money of one currency in the cassettes of many ATMs. */
        "incident.FleetCashTotal": {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Decimal in major units, such as `100.00`. */
            amount: string;
            /**
             * Format: int32
             * @description In how many ATMs.
             */
            atms: number;
        };
        /** @description A fleet over time, from samples that are taken every ten minutes. */
        "incident.FleetHistory": {
            /**
             * Format: date-time
             * @description Where the first bucket begins.
             */
            from: string;
            /**
             * Format: int32
             * @description Minutes a bucket.
             */
            bucketMinutes: number;
            /** @description How many percent of the ATMs ought to be in service. */
            targetPct: number;
            /** @description The buckets, oldest first. */
            buckets: components["schemas"]["incident.FleetHistoryBucket"][];
        };
        /**
         * @description A fleet in one bucket: the mean of its samples, null throughout where there is none. States are those of connected ATMs, as status badges
         *     have it: the four add up to `connected`.
         */
        "incident.FleetHistoryBucket": {
            /**
             * Format: date-time
             * @description When it begins.
             */
            at: string;
            /**
             * Format: int32
             * @description All ATMs.
             */
            total: number | null;
            /**
             * Format: int32
             * @description ATMs with a recent heartbeat.
             */
            connected: number | null;
            /**
             * Format: int32
             * @description ATMs whose last heartbeat is too old.
             */
            disconnected: number | null;
            /**
             * Format: int32
             * @description ATMs that never sent one.
             */
            neverConnected: number | null;
            /**
             * Format: int32
             * @description Connected ATMs in service.
             */
            inService: number | null;
            /**
             * Format: int32
             * @description Connected ATMs out of service.
             */
            outOfService: number | null;
            /**
             * Format: int32
             * @description Connected ATMs in supervisor mode.
             */
            inSupervisor: number | null;
            /**
             * Format: int32
             * @description Connected ATMs whose state is not known.
             */
            unknown: number | null;
            /** @description How many percent of the ATMs are connected. */
            connectedPct: number | null;
            /** @description How many percent of the ATMs are connected and in service. */
            inServicePct: number | null;
            /** @description ATMs at the same time of the 7 days before, their median; null where nothing is known of them. */
            usualTotal: number | null;
            /** @description The connected ones, likewise. */
            usualConnected: number | null;
            /** @description The connected ones that served, likewise. */
            usualInService: number | null;
            /**
             * @description What is usual of `connectedPct`: the median of the same time of the 7 days before, each without the ATMs that had not been heard of for a day by
             *     then.
             */
            usualConnectedPct: number | null;
            /** @description What is usual of `inServicePct`: likewise, without the ATMs that had not been in service for a day by then. */
            usualInServicePct: number | null;
            /** @description What `connectedPct` was a week before. */
            weekAgoConnectedPct: number | null;
            /** @description What `inServicePct` was a week before. */
            weekAgoInServicePct: number | null;
        };
        /** @description A time in which an institution had an ATM that was then moved to another one. */
        "incident.FormerAssignment": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM at the end. */
            agentAtmId: string;
            /** @description The institution that had it. */
            institutionKey: string;
            /**
             * Format: date-time
             * @description Since when.
             */
            from: string;
            /**
             * Format: date-time
             * @description When it was moved away.
             */
            to: string;
        };
        /** @description What was handed over. */
        "incident.Handover": {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description To whom. */
            toUserId: string;
            /** @description The note. */
            note: string | null;
            /**
             * Format: int32
             * @description How many incidents were handed over.
             */
            incidents: number;
            /**
             * Format: int32
             * @description How many stayed: the person does not see their institution, or they are parts of outages of others beyond 1,000 in all.
             */
            left: number;
        };
        /** @description Limits the open incidents that are handed over; what is left out does not limit them. */
        "incident.HandoverFilter": {
            /** @description Only those of this user. */
            ownerUserId?: string | null;
            /** @description True for those that have an owner, false for those that have none. */
            hasOwner?: boolean | null;
            /** @description Only those of this kind. */
            kind?: string | null;
            /** @description Only those of this severity. */
            severity?: components["schemas"]["incident.IncidentSeverity"] | null;
            /** @description Only those of the ATM with this agent id. */
            agentAtmId?: string | null;
            /** @description Only those of ATMs at this place, their `siteName`. */
            site?: string | null;
            /** @description Only those of ATMs of this region. */
            region?: string | null;
            /** @description Only those of ATMs of this manufacturer. */
            vendor?: string | null;
        };
        /** @description What is handed over, and to whom. */
        "incident.HandoverInput": {
            /** @description The person: the `sub` of their tokens, as the directory of users has it. */
            userId: string;
            /** @description What they should know; 4000 characters at most. Card numbers are masked. */
            note?: string | null;
            /** @description Which open incidents; the caller's own when left out. */
            filter?: components["schemas"]["incident.HandoverFilter"] | null;
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
        /**
         * @description What can be done to many incidents at once.
         *
         *     - `ACKNOWLEDGE`: Acknowledge them.
         *     - `RESOLVE`: Resolve them.
         *     - `ASSIGN`: Give them to somebody, or take them.
         *     - `RELEASE`: Take their owners away.
         *     - `NOTE`: Add a note to each.
         * @enum {string}
         */
        "incident.IncidentBulkAction": "ACKNOWLEDGE" | "RESOLVE" | "ASSIGN" | "RELEASE" | "NOTE";
        /**
         * @description What became of one incident of many.
         *
         *     - `DONE`: It was done.
         *     - `UNCHANGED`: It was so already.
         *     - `NOT_FOUND`: There is no such incident, or it is not the caller's.
         *     - `CONFLICT`: It does not allow it in its status.
         *     - `INVALID`: What was given does not fit its kind.
         * @enum {string}
         */
        "incident.IncidentBulkOutcome": "DONE" | "UNCHANGED" | "NOT_FOUND" | "CONFLICT" | "INVALID";
        /** @description What became of one incident of many. */
        "incident.IncidentBulkResult": {
            /**
             * Format: int64
             * @description The number of the incident.
             */
            id: number;
            /** @description What became of it. */
            outcome: components["schemas"]["incident.IncidentBulkOutcome"];
            /** @description Why it was refused. */
            message: string | null;
            /** @description The incident as it is now; null where there is none of this number, or it is not the caller's. */
            incident: components["schemas"]["incident.Incident"] | null;
        };
        /** @description The incidents of one kind and cause. */
        "incident.IncidentCauseFigures": {
            /** @description What is wrong, such as `DISPENSER`. */
            kind: string;
            /** @description Why, as the person who resolved them stated; null where no one did. */
            cause: string | null;
            /**
             * Format: int32
             * @description Incidents that opened. Suppressed ones do not count.
             */
            incidentCount: number;
            /** @description Mean time to acknowledge, of those that were: seconds from opening; null for none. */
            mttaSeconds: number | null;
            /** @description Mean time to resolve, of those that were: seconds from opening; null for none. */
            mttrSeconds: number | null;
        };
        /** @description Something that a person or the platform did to an incident, or a note. It is never changed. */
        "incident.IncidentEntry": {
            /**
             * Format: int64
             * @description Its number; of two entries of an incident the later has the higher.
             */
            id: number;
            /**
             * Format: int64
             * @description The incident.
             */
            incidentId: number;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description What was done. */
            kind: components["schemas"]["incident.IncidentEntryKind"];
            /** @description Who did it; null for what the platform did. */
            userId: string | null;
            /** @description To whom it was assigned. */
            toUserId: string | null;
            /** @description The note, what the resolver said of the cause, the severity with which it was opened, or why a delivery to a webhook failed. */
            text: string | null;
            /** @description The webhook that was notified, or could not be; null for everything else. */
            webhook: components["schemas"]["incident.IncidentEntryWebhook"] | null;
        };
        /**
         * @description What a person or the platform does to an incident.
         *
         *     - `OPENED`: It was opened by hand.
         *     - `ACKNOWLEDGED`: It was acknowledged.
         *     - `ASSIGNED`: It was given to somebody, or taken.
         *     - `RELEASED`: Its owner was taken away.
         *     - `NOTE`: A note was added.
         *     - `RESOLVED`: It was resolved by hand.
         *     - `TARGET_MISSED`: It was not acknowledged or not resolved in time; the text says which: ACKNOWLEDGE or RESOLVE.
         *     - `WEBHOOK_DELIVERED`: A webhook was notified of it.
         *     - `WEBHOOK_FAILED`: A delivery to a webhook failed; it is tried again for a day.
         *     - `WEBHOOK_GIVEN_UP`: A webhook was not notified of it, and this is not tried again.
         *     - `HANDED_OVER`: It was handed over with the queue that it was in; the text is the note.
         * @enum {string}
         */
        "incident.IncidentEntryKind": "OPENED" | "ACKNOWLEDGED" | "ASSIGNED" | "RELEASED" | "NOTE" | "RESOLVED" | "TARGET_MISSED" | "WEBHOOK_DELIVERED" | "WEBHOOK_FAILED" | "WEBHOOK_GIVEN_UP" | "HANDED_OVER";
        /** @description A webhook as it was when it was notified of an incident. */
        "incident.IncidentEntryWebhook": {
            /**
             * Format: int64
             * @description The number of the webhook.
             */
            id: number;
            /** @description What it was called; null where it had no description. */
            name: string | null;
            /** @description The host of its URL. */
            host: string;
            /** @description What it was to be notified of. */
            event: components["schemas"]["incident.WebhookEvent"];
        };
        /** @description The incidents of a period. */
        "incident.IncidentFigures": {
            /**
             * Format: date-time
             * @description The begin of the period that the figures are of.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end.
             */
            to: string;
            /**
             * Format: int32
             * @description Incidents that opened. Suppressed ones do not count.
             */
            incidentCount: number;
            /** @description Mean time to acknowledge, of those that were: seconds from opening; null for none. */
            mttaSeconds: number | null;
            /** @description Mean time to resolve, of those that were: seconds from opening; null for none. */
            mttrSeconds: number | null;
            /** @description One row for each kind and cause. */
            causes: components["schemas"]["incident.IncidentCauseFigures"][];
        };
        /** @description Incidents that are not resolved, of ATMs with the same value of an attribute. */
        "incident.IncidentGroup": {
            /** @description The value; null for ATMs without one. */
            value: string | null;
            /**
             * Format: int32
             * @description Incidents.
             */
            incidents: number;
            /**
             * Format: int32
             * @description Those that are not acknowledged yet.
             */
            unacknowledged: number;
            /**
             * Format: int32
             * @description In how many ATMs.
             */
            atms: number;
            /** @description The worst of them. */
            worst: components["schemas"]["incident.IncidentSeverity"];
        };
        /** @description Something that is wrong with an ATM, from the first event until it is resolved. */
        "incident.IncidentIncident": {
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
            /** @description Its newest events. */
            events: components["schemas"]["incident.JournalEvent"][];
        };
        /** @description An incident to open by hand. The ATM is named by one of its ids. */
        "incident.IncidentInput": {
            /** @description The agent's textual id of the ATM. */
            agentAtmId?: string | null;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId?: number | null;
            /** @description What kind of thing is wrong: one of the kinds that the rules open, or a word of your own in capitals, such as `VANDALISM`; 40 characters at most. Not `MASS_OUTAGE`, which only the platform opens. */
            kind: string;
            /** @description Its severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /** @description In a few words; not blank, 200 characters at most. */
            title: string;
        };
        /** @description A page of incidents. */
        "incident.IncidentPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.Incident"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
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
        /** @description How soon incidents of a severity are to be acknowledged and resolved. */
        "incident.IncidentTarget": {
            /** @description The severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /**
             * Format: int32
             * @description Minutes until it is to be acknowledged; null without a target.
             */
            acknowledgeMinutes: number | null;
            /**
             * Format: int32
             * @description Minutes until it is to be resolved; null without a target.
             */
            resolveMinutes: number | null;
            /** @description Only minutes of these hours count; null where all do. */
            businessHours: components["schemas"]["incident.BusinessHours"] | null;
        };
        /** @description How soon incidents of a severity are to be acknowledged and resolved. */
        "incident.IncidentTargetInput": {
            /** @description The severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /**
             * Format: int32
             * @description Minutes until it is to be acknowledged; 1 to 43200.
             */
            acknowledgeMinutes?: number | null;
            /**
             * Format: int32
             * @description Minutes until it is to be resolved; 1 to 43200.
             */
            resolveMinutes?: number | null;
            /** @description Only minutes of these hours count; all do when left out. */
            businessHours?: components["schemas"]["incident.BusinessHoursInput"] | null;
        };
        /** @description How soon an institution wants its incidents acknowledged and resolved. */
        "incident.IncidentTargets": {
            /** @description The institution's key. */
            institutionKey: string;
            /** @description The targets of the severities that have one, worst first. */
            targets: components["schemas"]["incident.IncidentTarget"][];
            /** @description True once open incidents have due times of these targets. */
            applied: boolean;
            /**
             * Format: date-time
             * @description When they were set.
             */
            changedAt: string;
            /** @description The user who set them. */
            changedBy: string;
        };
        /** @description A page of targets. */
        "incident.IncidentTargetsPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.IncidentTargets"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description Work of people on an incident, beside resolving it.
         *
         *     - `OPENED`: Opening it by hand.
         *     - `ACKNOWLEDGED`: Acknowledging it.
         *     - `NOTE`: Writing a note on it.
         * @enum {string}
         */
        "incident.IncidentWork": "OPENED" | "ACKNOWLEDGED" | "NOTE";
        /** @description A tenant of the platform. */
        "incident.Institution": {
            /** @description Its key. */
            key: string;
            /**
             * Format: int32
             * @description How many ATMs it has.
             */
            atms: number;
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
        /** @description Events of a window of time, counted. */
        "incident.JournalEventActivity": {
            /**
             * Format: int64
             * @description All events.
             */
            total: number;
            /** @description Events by type, most first; types without events are left out. */
            byType: components["schemas"]["incident.EventTypeCount"][];
            /** @description The ATMs with the most events, most first and then by numeric id; 50 at most. */
            topAtms: components["schemas"]["incident.AtmEventCount"][];
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
        /** @description A page of events. */
        "incident.JournalEventPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.JournalEvent"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description Events by category over time. */
        "incident.JournalEventSeries": {
            /**
             * Format: date-time
             * @description Where the first bucket begins.
             */
            from: string;
            /**
             * Format: int32
             * @description Minutes a bucket.
             */
            bucketMinutes: number;
            /** @description One row a category, in a fixed order. */
            categories: components["schemas"]["incident.CategorySeries"][];
        };
        /** @description A part of a list of events, newest first. */
        "incident.JournalEventSlice": {
            /**
             * Format: date-time
             * @description Where the time begins that the list is of.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where it ends.
             */
            to: string;
            /**
             * Format: int64
             * @description How many events the whole list has.
             */
            total: number;
            /** @description The rows. */
            content: components["schemas"]["incident.JournalEvent"][];
            /** @description What the next part is asked for with; null where there is none. */
            next: string | null;
        };
        /** @description When a caller left. */
        "incident.LastVisit": {
            /**
             * Format: date-time
             * @description The instant, within five minutes; null for a first visit.
             */
            leftAt: string | null;
        };
        /** @description A time in which ATMs are worked on: incidents are suppressed, and no availability counts it. */
        "incident.MaintenanceWindow": {
            /**
             * Format: int64
             * @description The number of the window.
             */
            id: number;
            /** @description The institution. */
            institutionKey: string;
            /**
             * Format: int64
             * @description The ATM, of a window of one.
             */
            atmId: number | null;
            /** @description The agent's textual id of the ATM, of a window of one. */
            agentAtmId: string | null;
            /** @description The attribute that its ATMs share, of a window of a group. */
            attribute: string | null;
            /** @description The value of the attribute. */
            value: string | null;
            /**
             * Format: date-time
             * @description The begin of the first occurrence.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the first occurrence.
             */
            to: string;
            /** @description The days on which it recurs at the same local time; null for a window that does not. */
            weekdays: components["schemas"]["incident.Weekday"][] | null;
            /**
             * Format: date
             * @description The last day on which an occurrence begins; null for a window that does not recur.
             */
            until: string | null;
            /** @description The time zone of `weekdays` and `until`. */
            timeZone: string;
            /** @description Why. */
            reason: string;
            /** @description Who opened it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a person ended it; null where no one did.
             */
            endedAt: string | null;
            /** @description Who ended it. */
            endedBy: string | null;
            /**
             * Format: date-time
             * @description The begin of the next occurrence; null where none is left.
             */
            nextAt: string | null;
            /**
             * Format: date-time
             * @description The end of the occurrence that goes on; null where none does.
             */
            runsUntil: string | null;
        };
        /** @description A time in which ATMs are worked on. */
        "incident.MaintenanceWindowInput": {
            /** @description The institution; may be left out where an ATM is named, or the token has exactly one. */
            institutionKey?: string | null;
            /**
             * Format: int64
             * @description Only this ATM.
             */
            atmId?: number | null;
            /** @description Only ATMs with `value` as this attribute, such as `siteName`. */
            attribute?: string | null;
            /** @description The value of the attribute. */
            value?: string | null;
            /**
             * Format: date-time
             * @description The begin; of a window that recurs, of its first occurrence.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end: at most 31 days later, of a window that recurs a day.
             */
            to: string;
            /** @description The days on which it recurs at the same local time. */
            weekdays?: components["schemas"]["incident.Weekday"][] | null;
            /**
             * Format: date
             * @description The last day on which an occurrence begins.
             */
            until?: string | null;
            /** @description The time zone of `weekdays` and `until`; left out: that of the ATM, else the platform's. */
            timeZone?: string | null;
            /** @description Why. */
            reason: string;
        };
        /** @description A page of maintenance windows. */
        "incident.MaintenanceWindowPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.MaintenanceWindow"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description An ATM: its record, and what it reported. */
        "incident.MergeAtmAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /** @description The badge, as the devices service shows it. */
            badge: components["schemas"]["incident.StatusBadge"] | null;
            /**
             * Format: date-time
             * @description When the state was last reported to change, as the devices service knows it; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode, as the devices service knows it; null otherwise.
             */
            supervisorSince: string | null;
        };
        /**
         * @description What an incident was not in time, by the targets of its institution.
         *
         *     - `ACKNOWLEDGE`: It was not acknowledged in time.
         *     - `RESOLVE`: It was not resolved in time.
         * @enum {string}
         */
        "incident.MissedTarget": "ACKNOWLEDGE" | "RESOLVE";
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
        /** @description How many incidents are not resolved. */
        "incident.OpenIncidentCount": {
            /**
             * Format: int32
             * @description Incidents that are OPEN or ACKNOWLEDGED.
             */
            count: number;
        };
        /** @description Incidents that are not resolved, by severity. */
        "incident.OpenIncidentsBySeverity": {
            /**
             * Format: int32
             * @description All of them.
             */
            total: number;
            /**
             * Format: int32
             * @description Those that are not acknowledged yet.
             */
            unacknowledged: number;
            /**
             * Format: int32
             * @description In how many ATMs.
             */
            atms: number;
            /** @description One row a severity, the worst first. */
            severities: components["schemas"]["incident.OpenIncidentsOfSeverity"][];
        };
        /** @description Incidents of one severity that are not resolved. */
        "incident.OpenIncidentsOfSeverity": {
            /** @description The severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /**
             * Format: int32
             * @description How many.
             */
            count: number;
            /**
             * Format: int32
             * @description Those that are not acknowledged yet.
             */
            unacknowledged: number;
            /**
             * Format: date-time
             * @description When the oldest of those that are not acknowledged was opened; null without any.
             */
            oldestOpenedAt: string | null;
        };
        /** @description An ATM: its record, and what it reported. */
        "incident.ReactivateAtmAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /** @description The badge, as the devices service shows it. */
            badge: components["schemas"]["incident.StatusBadge"] | null;
            /**
             * Format: date-time
             * @description When the state was last reported to change, as the devices service knows it; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode, as the devices service knows it; null otherwise.
             */
            supervisorSince: string | null;
        };
        /** @description An ATM: its record, and what it reported. */
        "incident.RetireAtmAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /** @description The badge, as the devices service shows it. */
            badge: components["schemas"]["incident.StatusBadge"] | null;
            /**
             * Format: date-time
             * @description When the state was last reported to change, as the devices service knows it; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode, as the devices service knows it; null otherwise.
             */
            supervisorSince: string | null;
        };
        /** @description The filter of a list, kept under a name. */
        "incident.SavedView": {
            /**
             * Format: int64
             * @description The number of the view.
             */
            id: number;
            /** @description The institution that it is of; null for one of an administrator that is of none. */
            institutionKey: string | null;
            /** @description The list. */
            page: components["schemas"]["incident.SavedViewPage"];
            /** @description The name. */
            name: string;
            /** @description The filter, as it follows the question mark in the address of the page. */
            search: string;
            /** @description True where all of the institution see it. */
            shared: boolean;
            /** @description True for the caller's own. */
            mine: boolean;
            /** @description Who made it. */
            userId: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            changedAt: string;
        };
        /** @description What changes of a view. */
        "incident.SavedViewChange": {
            /** @description The name; not blank, 80 characters at most. */
            name?: string;
            /** @description The filter; 2000 characters at most. */
            search?: string;
            /** @description Whether it is shared; not for the role USER. */
            shared?: boolean;
        };
        /** @description A filter to be kept. */
        "incident.SavedViewInput": {
            /** @description The list. */
            page: components["schemas"]["incident.SavedViewPage"];
            /** @description The name; not blank, 80 characters at most. */
            name: string;
            /** @description The filter, as it follows the question mark in the address of the page; 2000 characters at most. Card numbers are masked. */
            search: string;
            /**
             * @description True to share it with the institution; not for the role USER.
             * @default false
             */
            shared?: boolean | null;
            /** @description The institution that it is of; needed by a caller of several. One of an administrator may be of none. */
            institutionKey?: string | null;
        };
        /**
         * @description The lists whose filters can be kept.
         *
         *     - `ATMS`: ATMs.
         *     - `INCIDENTS`: Incidents.
         *     - `JOURNALS`: Missing journals.
         *     - `FILES`: Journal files.
         *     - `TRANSACTIONS`: Transactions.
         *     - `TASKS`: Tasks.
         *     - `CASH`: Cassettes.
         *     - `AVAILABILITY`: Availability of ATMs.
         * @enum {string}
         */
        "incident.SavedViewPage": "ATMS" | "INCIDENTS" | "JOURNALS" | "FILES" | "TRANSACTIONS" | "TASKS" | "CASH" | "AVAILABILITY";
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
        /** @description Incidents that were handed over at once. */
        "incident.ShiftHandover": {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Who gave them away. */
            userId: string;
            /** @description To whom. */
            toUserId: string;
            /** @description The note. */
            note: string | null;
            /**
             * Format: int32
             * @description How many incidents, as far as the caller sees them.
             */
            incidents: number;
        };
        /** @description What one person did to incidents in a period. */
        "incident.ShiftPerson": {
            /** @description Who: the `sub` of their tokens. */
            userId: string;
            /**
             * Format: int32
             * @description Incidents opened by hand.
             */
            opened: number;
            /**
             * Format: int32
             * @description Incidents acknowledged.
             */
            acknowledged: number;
            /**
             * Format: int32
             * @description Incidents resolved.
             */
            closed: number;
            /**
             * Format: int32
             * @description Notes written.
             */
            notes: number;
        };
        /** @description What happened to incidents in a period. */
        "incident.ShiftReport": {
            /**
             * Format: date-time
             * @description Where the period begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where it ends.
             */
            to: string;
            /**
             * Format: int32
             * @description Incidents that were opened in it.
             */
            opened: number;
            /**
             * Format: int32
             * @description Those of them that people opened.
             */
            openedByHand: number;
            /**
             * Format: int32
             * @description Those of them that are not resolved now.
             */
            stillOpen: number;
            /**
             * Format: int32
             * @description Incidents that were resolved in it, whenever they were opened.
             */
            closed: number;
            /**
             * Format: int32
             * @description Those of them that people resolved.
             */
            closedByHand: number;
            /**
             * Format: int32
             * @description Incidents that missed a target in it; one that missed both counts once.
             */
            missed: number;
            /**
             * Format: int32
             * @description Those of them that were not acknowledged in time, by a target in the period.
             */
            acknowledgeMissed: number;
            /**
             * Format: int32
             * @description Those of them that were not resolved in time, by a target in the period.
             */
            resolveMissed: number;
            /** @description Opened and resolved incidents by severity, the worst first. */
            severities: components["schemas"]["incident.ShiftSeverity"][];
            /** @description What people did, the most active first; 50 at most. */
            people: components["schemas"]["incident.ShiftPerson"][];
            /** @description What was handed over, newest first; 50 at most. */
            handovers: components["schemas"]["incident.ShiftHandover"][];
        };
        /** @description Incidents of one severity in a period. */
        "incident.ShiftSeverity": {
            /** @description The severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /**
             * Format: int32
             * @description Opened in the period.
             */
            opened: number;
            /**
             * Format: int32
             * @description Resolved in the period.
             */
            closed: number;
        };
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
         * @description The one badge that a user interface shows; the first that applies.
         *
         *     - `AGENT_OFFLINE`: The agent is not connected.
         *     - `IN_SUPERVISOR`: A supervisor works on the ATM.
         *     - `OUT_OF_SERVICE`: The ATM does not serve.
         *     - `IN_SERVICE`: The ATM serves.
         *     - `UNKNOWN`: Nothing is known yet.
         * @enum {string}
         */
        "incident.StatusBadge": "AGENT_OFFLINE" | "IN_SUPERVISOR" | "OUT_OF_SERVICE" | "IN_SERVICE" | "UNKNOWN";
        /** @description An event that is stored. */
        "incident.StoredEvent": {
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
        /** @description Incidents of a severity, and how many of them missed their targets. */
        "incident.TargetReport": {
            /** @description The severity. */
            severity: components["schemas"]["incident.IncidentSeverity"];
            /**
             * Format: int32
             * @description Incidents that were opened in the period.
             */
            opened: number;
            /**
             * Format: int32
             * @description Those with a target to acknowledge.
             */
            acknowledgeTargets: number;
            /**
             * Format: int32
             * @description Those that were not acknowledged in time.
             */
            acknowledgeMissed: number;
            /**
             * Format: int32
             * @description Those with a target to resolve.
             */
            resolveTargets: number;
            /**
             * Format: int32
             * @description Those that were not resolved in time.
             */
            resolveMissed: number;
        };
        /** @description An ATM: its record, and what it reported. */
        "incident.UpdateAtmAtm": {
            /**
             * Format: int64
             * @description The numeric id.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            /** @description Whether it is in use. */
            status: components["schemas"]["incident.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /**
             * Format: date-time
             * @description The last sign of life of its agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["incident.AtmConnectivity"];
            /** @description What it does, by the events that it sent. */
            serviceState: components["schemas"]["incident.ServiceState"];
            /** @description The badge, as the devices service shows it. */
            badge: components["schemas"]["incident.StatusBadge"] | null;
            /**
             * Format: date-time
             * @description When the state was last reported to change, as the devices service knows it; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode, as the devices service knows it; null otherwise.
             */
            supervisorSince: string | null;
        };
        /** @description A person who has called the platform. */
        "incident.User": {
            /** @description The `sub` of the tokens. */
            userId: string;
            /** @description The name in the newest token; null where it had none. */
            name: string | null;
            /** @description The e-mail address in the newest token; null where it had none, and of the operator's people to others. */
            email: string | null;
            /** @description The institutions of the newest token, as far as the caller sees them. */
            institutions: string[];
            /**
             * Format: date-time
             * @description When they were last seen, within five minutes.
             */
            lastSeenAt: string;
        };
        /** @description A page of users. */
        "incident.UserPage": {
            /** @description The rows. */
            content: components["schemas"]["incident.User"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description An address that is notified of the incidents of an institution. */
        "incident.Webhook": {
            /**
             * Format: int64
             * @description The number of the webhook.
             */
            id: number;
            /** @description The institution whose incidents it receives. */
            institutionKey: string;
            /** @description The address that receives the deliveries. */
            url: string;
            /** @description What it is for, in words. */
            description: string | null;
            /** @description What it is notified of. */
            events: components["schemas"]["incident.WebhookEvent"][];
            /** @description The kinds of incidents that it receives; null for all. */
            kinds: string[] | null;
            /** @description The severities of incidents that it receives; null for all. */
            severities: components["schemas"]["incident.IncidentSeverity"][] | null;
            /** @description Whether it receives anything. */
            status: components["schemas"]["incident.WebhookStatus"];
            /** @description Its secret, `whsec_…`; only in the answers that create it or give it a new one, null in all others. */
            secret: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description Who added it: the `sub` of the token. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When a delivery was last taken; null if none was.
             */
            lastSuccessAt: string | null;
            /** @description Why the last delivery that failed did; null if none did. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When that was.
             */
            lastErrorAt: string | null;
            /**
             * Format: int32
             * @description How many attempts have failed since the last delivery that was taken.
             */
            consecutiveFailures: number;
        };
        /** @description What changes of a webhook. */
        "incident.WebhookChange": {
            /** @description The address that receives the deliveries: https, at a public address. */
            url?: string;
            /** @description What it is for, in words. */
            description?: string | null;
            /** @description What it is notified of. */
            events?: components["schemas"]["incident.WebhookEvent"][];
            /** @description The kinds of incidents that it receives; null for all. */
            kinds?: string[] | null;
            /** @description The severities of incidents that it receives; null for all. */
            severities?: components["schemas"]["incident.IncidentSeverity"][] | null;
            /** @description Whether it receives anything. */
            status?: components["schemas"]["incident.WebhookStatus"];
        };
        /** @description What was sent to a webhook, or is to be sent. */
        "incident.WebhookDelivery": {
            /**
             * Format: int64
             * @description The number of the delivery.
             */
            id: number;
            /** @description What the receiver knows it by: the header `webhook-id`, the same in each attempt. */
            messageId: string;
            /** @description The change that it reports; null for a test. */
            event: components["schemas"]["incident.WebhookEvent"] | null;
            /**
             * Format: int64
             * @description The incident that it is about; null for a test.
             */
            incidentId: number | null;
            /** @description What became of it. */
            status: components["schemas"]["incident.WebhookDeliveryStatus"];
            /**
             * Format: date-time
             * @description When it was queued.
             */
            createdAt: string;
            /**
             * Format: int32
             * @description How often it was sent.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was last sent; null if it was not.
             */
            lastAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it is sent next; null unless it waits.
             */
            nextAttemptAt: string | null;
            /**
             * Format: int32
             * @description The status of the last answer; null where there was none.
             */
            responseStatus: number | null;
            /** @description Why the last attempt failed; null where none did. */
            reason: string | null;
            /** @description The body that is sent. */
            body: unknown;
        };
        /** @description A page of deliveries. */
        "incident.WebhookDeliveryPage": {
            /** @description The deliveries. */
            content: components["schemas"]["incident.WebhookDelivery"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description What became of a delivery.
         *
         *     - `PENDING`: It is to be sent, perhaps once more.
         *     - `DELIVERED`: It was taken: answered with 2xx.
         *     - `FAILED`: It was given up after 24 hours.
         * @enum {string}
         */
        "incident.WebhookDeliveryStatus": "PENDING" | "DELIVERED" | "FAILED";
        /**
         * @description What a webhook is notified of.
         *
         *     - `INCIDENT_CREATED`: An incident was opened: `incident.created`.
         *     - `INCIDENT_UPDATED`: An open incident changed: `incident.updated`. Of several changes that wait, the last one is sent.
         *     - `INCIDENT_RESOLVED`: An incident was resolved: `incident.resolved`.
         * @enum {string}
         */
        "incident.WebhookEvent": "INCIDENT_CREATED" | "INCIDENT_UPDATED" | "INCIDENT_RESOLVED";
        /** @description A webhook to add. */
        "incident.WebhookInput": {
            /** @description The institution whose incidents it receives; may be left out where the token has exactly one. */
            institutionKey?: string | null;
            /** @description The address that receives the deliveries: https, at a public address. */
            url: string;
            /** @description What it is for, in words. */
            description?: string | null;
            /** @description What it is notified of; that incidents are opened and resolved where left out. */
            events?: components["schemas"]["incident.WebhookEvent"][] | null;
            /** @description The kinds of incidents that it receives; all where left out. */
            kinds?: string[] | null;
            /** @description The severities of incidents that it receives; all where left out. */
            severities?: components["schemas"]["incident.IncidentSeverity"][] | null;
        };
        /** @description A page of webhooks. */
        "incident.WebhookPage": {
            /** @description The webhooks. */
            content: components["schemas"]["incident.Webhook"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description Whether a webhook receives anything.
         *
         *     - `ACTIVE`: It is.
         *     - `DISABLED`: It is not: somebody disabled it, or it answered 410.
         * @enum {string}
         */
        "incident.WebhookStatus": "ACTIVE" | "DISABLED";
        /**
         * @description A day of the week.
         *
         *     - `MONDAY`: Monday.
         *     - `TUESDAY`: Tuesday.
         *     - `WEDNESDAY`: Wednesday.
         *     - `THURSDAY`: Thursday.
         *     - `FRIDAY`: Friday.
         *     - `SATURDAY`: Saturday.
         *     - `SUNDAY`: Sunday.
         * @enum {string}
         */
        "incident.Weekday": "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY" | "SUNDAY";
        /** @description Numbers of ATMs by status badge; the five add up to the total. */
        "devices.AtmBadges": {
            /**
             * Format: int32
             * @description All ATMs.
             */
            total: number;
            /**
             * Format: int32
             * @description ATMs whose agent is not connected.
             */
            agentOffline: number;
            /**
             * Format: int32
             * @description ATMs in supervisor mode.
             */
            inSupervisor: number;
            /**
             * Format: int32
             * @description ATMs out of service.
             */
            outOfService: number;
            /**
             * Format: int32
             * @description ATMs in service.
             */
            inService: number;
            /**
             * Format: int32
             * @description ATMs whose state is not known.
             */
            unknown: number;
        };
        /**
         * @description Whether the agent of an ATM sends signs of life.
         *
         *     - `CONNECTED`: Its last heartbeat is recent.
         *     - `DISCONNECTED`: Its last heartbeat is too old.
         *     - `NEVER_CONNECTED`: It has never sent one.
         * @enum {string}
         */
        "devices.AtmConnectivity": "CONNECTED" | "DISCONNECTED" | "NEVER_CONNECTED";
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
        /** @description The ATMs that have the same value of an attribute, by status badge. */
        "devices.AtmGroup": {
            /** @description The value; null for ATMs without one. */
            value: string | null;
            /** @description How many, by badge. */
            badges: components["schemas"]["devices.AtmBadges"];
        };
        /**
         * @description What ATMs are grouped by. Each is an attribute of them; an ATM is in the group of each of its tags.
         *
         *     - `VENDOR`: The manufacturer.
         *     - `MODEL`: The model.
         *     - `SITE`: The place, `siteName`.
         *     - `REGION`: The region.
         *     - `COST_CENTRE`: The cost centre.
         *     - `CRITICALITY`: How much depends on them.
         *     - `TAG`: Each of their tags.
         * @enum {string}
         */
        "devices.AtmGrouping": "VENDOR" | "MODEL" | "SITE" | "REGION" | "COST_CENTRE" | "CRITICALITY" | "TAG";
        /**
         * @description Whether an ATM is in use.
         *
         *     - `ACTIVE`: It is in use.
         *     - `RETIRED`: It is out of use: it keeps its history, its agent is refused, it opens nothing and is in no total.
         * @enum {string}
         */
        "devices.AtmLifecycle": "ACTIVE" | "RETIRED";
        /** @description The status of an ATM as every badge reads it. */
        "devices.AtmStatus": {
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            id: number;
            /**
             * Format: int64
             * @description The same id under its newer name.
             */
            deviceId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The institution that the ATM belongs to; null while none is known. */
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
            criticality: components["schemas"]["devices.AtmCriticality"] | null;
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
             * @description When it was registered; null until the incident service has sent its record.
             */
            registeredAt: string | null;
            /** @description Whether it is in use. */
            status: components["schemas"]["devices.AtmLifecycle"];
            /**
             * Format: date-time
             * @description When it was retired; null while it is in use.
             */
            retiredAt: string | null;
            /**
             * Format: int64
             * @description Of an entry that was merged, the numeric id of the ATM that it is; null otherwise.
             */
            mergedIntoId: number | null;
            /** @description What it does. */
            serviceState: components["schemas"]["devices.ServiceState"];
            /**
             * Format: date-time
             * @description When the state began, by the history of states of the incident service; null before the first.
             */
            serviceStateChangedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is in supervisor mode: the time of receipt of the report; null otherwise.
             */
            supervisorSince: string | null;
            /**
             * Format: date-time
             * @description The last sign of life of the agent; null before the first.
             */
            lastHeartbeatAt: string | null;
            /** @description Whether the agent is connected. */
            connectivity: components["schemas"]["devices.AtmConnectivity"];
            /** @description The badge. */
            badge: components["schemas"]["devices.StatusBadge"];
        };
        /** @description A page of ATM status. */
        "devices.AtmStatusPage": {
            /** @description The rows. */
            content: components["schemas"]["devices.AtmStatus"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description Numbers of ATMs by connectivity. */
        "devices.AtmStatusSummary": {
            /**
             * Format: int32
             * @description All ATMs.
             */
            total: number;
            /**
             * Format: int32
             * @description ATMs with a recent heartbeat.
             */
            connected: number;
            /**
             * Format: int32
             * @description ATMs whose last heartbeat is too old.
             */
            disconnected: number;
            /**
             * Format: int32
             * @description ATMs that never sent one.
             */
            neverConnected: number;
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
        /**
         * @description The one badge that a user interface shows; the first that applies.
         *
         *     - `AGENT_OFFLINE`: The agent is not connected.
         *     - `IN_SUPERVISOR`: A supervisor works on the ATM.
         *     - `OUT_OF_SERVICE`: The ATM does not serve.
         *     - `IN_SERVICE`: The ATM serves.
         *     - `UNKNOWN`: Nothing is known yet.
         * @enum {string}
         */
        "devices.StatusBadge": "AGENT_OFFLINE" | "IN_SUPERVISOR" | "OUT_OF_SERVICE" | "IN_SERVICE" | "UNKNOWN";
        /** @description A message that could not be handled. It is kept for 90 days. */
        "fleet.DeadLetter": {
            /**
             * Format: uuid
             * @description Assigned by the consuming service; a message that fails again after a replay keeps it.
             */
            id: string;
            /** @description The topic that the message came from. */
            topic: string;
            /** @description The group of consumers that could not handle it. */
            consumerGroup: string;
            /** @description The key of the message, within which topics keep their order. */
            key: string;
            /**
             * Format: uuid
             * @description The message's own id; null where it has none.
             */
            messageId: string | null;
            /** @description The institution that the message names. */
            institutionKey: string | null;
            /** @description The message as it was; null where it is longer than 64 KiB. */
            message: unknown;
            /** @description What the last attempt failed with. */
            error: string;
            /**
             * Format: int32
             * @description How many attempts were made by the process that gave it up.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was first attempted.
             */
            firstAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was last attempted.
             */
            lastAttemptAt: string;
            /**
             * Format: date-time
             * @description When it was replayed; null again where it failed again.
             */
            replayedAt: string | null;
            /** @description The user who replayed it. */
            replayedBy: string | null;
        };
        /** @description A page of dead letters. */
        "fleet.DeadLetterPage": {
            /** @description The dead letters of the page. */
            content: components["schemas"]["fleet.DeadLetter"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
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
        /** @description An ATM of a rollout. */
        "fleet.RolloutAtm": {
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /**
             * Format: int64
             * @description The numeric id of the ATM; null for one that was not found.
             */
            atmId: number | null;
            /**
             * Format: int32
             * @description The stage that it is in; null for one that was skipped before there were stages.
             */
            stage: number | null;
            /** @description Why it was skipped; null for one that was not. */
            skipped: components["schemas"]["fleet.RolloutSkipReason"] | null;
            /** @description The status of its task; null without one. */
            taskStatus: components["schemas"]["fleet.TaskStatus"] | null;
            /**
             * Format: uuid
             * @description The id of its task; null without one.
             */
            taskId: string | null;
            /** @description Why the task failed, in the agent's words, card numbers masked. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the task was delivered; null before.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the task ended; null before.
             */
            finishedAt: string | null;
        };
        /** @description A page of ATMs of a rollout. */
        "fleet.RolloutAtmPage": {
            /** @description The rows. */
            content: components["schemas"]["fleet.RolloutAtm"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description A change of a rollout; what is left out stays. */
        "fleet.RolloutChange": {
            /** @description What it is set to. What it is already changes nothing. */
            status?: components["schemas"]["fleet.RolloutChangeStatus"] | null;
            /**
             * Format: int32
             * @description The new limit of failures, in per cent.
             */
            pauseAtFailurePct?: number | null;
        };
        /**
         * @description What a rollout can be set to.
         *
         *     - `RUNNING`: Resumes it; failures until then are accepted.
         *     - `PAUSED`: Pauses it.
         *     - `CANCELLED`: Cancels it.
         * @enum {string}
         */
        "fleet.RolloutChangeStatus": "RUNNING" | "PAUSED" | "CANCELLED";
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
        /** @description What selects the ATMs of a rollout: all conditions together. Without any, all ATMs of the caller. */
        "fleet.RolloutFilterInput": {
            /** @description Only ATMs of this institution. */
            institutionKey?: string | null;
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
        /** @description A rollout to begin: either `filter` or `agentAtmIds`. */
        "fleet.RolloutInput": {
            /** @description The kind of its tasks. */
            kind: components["schemas"]["fleet.TaskKind"];
            /** @description The parameters of its tasks, as for a single task. */
            params?: Record<string, never> | null;
            /** @description Why; 500 characters at most, card numbers are masked. */
            reason?: string | null;
            /** @description What selects the ATMs, 100,000 at most. */
            filter?: components["schemas"]["fleet.RolloutFilterInput"] | null;
            /** @description The agents' textual ids of the ATMs; 1 to 100,000. One that comes again counts once. */
            agentAtmIds?: string[] | null;
            /**
             * @description The stages, in per cent of the ATMs: 1 to 10 rising whole numbers, the last one 100.
             * @default [
             *       5,
             *       25,
             *       100
             *     ]
             */
            stages?: number[] | null;
            /**
             * Format: int32
             * @description Pause when more than this share of the finished tasks failed, in per cent; 0 to 100. Expired tasks and those without an outcome count as failed.
             * @default 5
             */
            pauseAtFailurePct?: number | null;
            /**
             * Format: int32
             * @description How many tasks must have finished before the share of failures counts; at the end of a stage it always counts.
             * @default 1
             */
            minFinished?: number | null;
            /**
             * Format: int32
             * @description How long each task may wait for its agent, in seconds; 60 to 86400.
             * @default 900
             */
            expiresInSeconds?: number | null;
            /**
             * Format: int32
             * @description How long after its delivery a task without an outcome counts as failed, in seconds; 60 to 86400.
             * @default 3600
             */
            outcomeWithinSeconds?: number | null;
        };
        /**
         * @description Which ATMs of a rollout.
         *
         *     - `FAILED`: Those whose task failed, expired, or was delivered and has no outcome in time.
         *     - `SKIPPED`: Those that get no task.
         * @enum {string}
         */
        "fleet.RolloutOutcome": "FAILED" | "SKIPPED";
        /** @description A page of rollouts. */
        "fleet.RolloutPage": {
            /** @description The rows. */
            content: components["schemas"]["fleet.Rollout"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /**
         * @description Why a rollout is paused.
         *
         *     - `PERSON`: A person paused it.
         *     - `FAILURES`: More of its tasks failed than it allows.
         * @enum {string}
         */
        "fleet.RolloutPauseReason": "PERSON" | "FAILURES";
        /** @description What a rollout would do. */
        "fleet.RolloutPreview": {
            /**
             * Format: int32
             * @description How many ATMs it would command.
             */
            atms: number;
            /**
             * Format: int32
             * @description How many ATMs are not found among those of the caller.
             */
            notFound: number;
            /**
             * Format: int32
             * @description How many ATMs the caller's institution is not permitted to push this kind to.
             */
            notPermitted: number;
            /** @description How many ATMs each stage would have. */
            stages: components["schemas"]["fleet.RolloutPreviewStage"][];
        };
        /** @description A stage of a rollout that is not begun. */
        "fleet.RolloutPreviewStage": {
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
             * @description How many ATMs would be in it.
             */
            atms: number;
        };
        /**
         * @description Why an ATM of a rollout gets no task.
         *
         *     - `NOT_FOUND`: There is no such ATM among those of the caller.
         *     - `NOT_PERMITTED`: The caller's institution is not permitted to push this kind to it.
         * @enum {string}
         */
        "fleet.RolloutSkipReason": "NOT_FOUND" | "NOT_PERMITTED";
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
        /** @description A command for an ATM. */
        "fleet.Task": {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            id: string;
            /** @description The institution of the ATM when the task was made. */
            institutionKey: string | null;
            /**
             * Format: int64
             * @description The numeric id of the ATM.
             */
            atmId: number;
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The kind of the task. */
            kind: components["schemas"]["fleet.TaskKind"];
            /** @description Its parameters, which depend on the kind. */
            params: unknown;
            /** @description Why, in the words of who asked for it. */
            reason: string | null;
            /** @description Its status. */
            status: components["schemas"]["fleet.TaskStatus"];
            /** @description Who asked for it: the e-mail of the token, else its subject. */
            requestedBy: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When it is not sent any more.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was delivered to the agent; null before.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When it ended, however it did; null before.
             */
            finishedAt: string | null;
            /** @description The result that the agent reported, card numbers masked. */
            result: unknown;
            /** @description Why it failed, in the agent's words, card numbers masked; of a task that the platform cancelled, why it did. */
            error: string | null;
            /**
             * Format: int64
             * @description The rollout that it belongs to; null for a task of its own.
             */
            rolloutId: number | null;
            /** @description Its changes of status, oldest first. */
            history: components["schemas"]["fleet.TaskChange"][];
        };
        /** @description A change of a task's status. */
        "fleet.TaskChange": {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Who: the caller, the agent's textual id, or `platform`. */
            actor: string;
            /** @description The status before; null where the task was made. */
            from: components["schemas"]["fleet.TaskStatus"] | null;
            /** @description The status after. */
            to: components["schemas"]["fleet.TaskStatus"];
        };
        /** @description A command to push. */
        "fleet.TaskInput": {
            /** @description The agent's textual id of the ATM. */
            agentAtmId: string;
            /** @description The kind of the task. */
            kind: components["schemas"]["fleet.TaskKind"];
            /**
             * @description How, each field optional; others are refused. REBOOT: `delaySeconds` (up to 86400). RESTART_AGENT: none. CONFIG_UPDATE: `config`
             *     (an object, up to 16 KiB). INSTALL_MODULE: `module`, `version`. UPDATE_AGENT: `version`. PACKET_CAPTURE: `seconds` (1 to 600).
             */
            params?: Record<string, never> | null;
            /** @description Why; 500 characters at most, card numbers are masked. */
            reason?: string | null;
            /**
             * Format: int32
             * @description How long it may wait for the agent, in seconds; 60 to 86400.
             * @default 900
             */
            expiresInSeconds?: number | null;
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
        /** @description A page of tasks. */
        "fleet.TaskPage": {
            /** @description The rows. */
            content: components["schemas"]["fleet.Task"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
        /** @description A kind of task that customers of an institution may push. No grant means denied. */
        "fleet.TaskPermission": {
            /** @description The institution's key. */
            institution_key: string;
            /** @description The granted kind. */
            task_kind: components["schemas"]["fleet.TaskKind"];
            /** @description Who wrote the set: the e-mail of the token, else its subject. */
            granted_by: string;
            /**
             * Format: date-time
             * @description When the set was last written.
             */
            granted_at: string;
        };
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
        /** @description A company that claims refer to. */
        "claims.Vendor": {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            uuid: string;
            /** @description The name of the company. */
            name: string;
            /** @description What it does. */
            type: components["schemas"]["claims.VendorType"];
            /** @description The contact person. */
            contactName: string | null;
            /** @description E-mail address of the contact; not checked here. */
            contactEmail: string | null;
            /** @description Phone number of the contact. */
            contactPhone: string | null;
            /**
             * Format: date-time
             * @description When the vendor was created.
             */
            createdAt: string;
        };
        /** @description A vendor to create. */
        "claims.VendorInput": {
            /** @description The name of the company; not blank. */
            name: string;
            /** @description What it does. */
            type: components["schemas"]["claims.VendorType"];
            /** @description The contact person. */
            contactName?: string | null;
            /** @description E-mail address of the contact; not checked here. */
            contactEmail?: string | null;
            /** @description Phone number of the contact. */
            contactPhone?: string | null;
            /** @description For a caller of several institutions: which one the vendor belongs to. */
            institutionKey?: string | null;
        };
        /**
         * @description What a vendor does.
         *
         *     - `CIT`: Cash in transit.
         *     - `SP`: Service provider.
         * @enum {string}
         */
        "claims.VendorType": "CIT" | "SP";
        /** @description A day whose journal an agent is asked to send again. */
        "agent-proxy.AgentJournalFetch": {
            /**
             * Format: int64
             * @description The gap that the journal will close.
             */
            gapId: number;
            /**
             * Format: date
             * @description The day, local to the ATM.
             */
            gapDate: string;
        };
        /** @description The report of an agent on a task. */
        "agent-proxy.AgentTaskReport": {
            /** @description Its outcome. */
            status: components["schemas"]["agent-proxy.AgentTaskStatus"];
            /** @description The result; 16 KiB at most. */
            result?: unknown;
            /** @description Why it failed; 2,000 characters at most, the rest is cut. */
            error?: string | null;
        };
        /**
         * @description What an agent did with a task.
         *
         *     - `ACKED`: The agent has acknowledged it.
         *     - `SUCCEEDED`: It succeeded.
         *     - `FAILED`: It failed.
         * @enum {string}
         */
        "agent-proxy.AgentTaskStatus": "ACKED" | "SUCCEEDED" | "FAILED";
        /** @description The work of an agent. */
        "agent-proxy.AgentWork": {
            /** @description The tasks for the ATM, oldest first. Each is delivered once. */
            tasks: components["schemas"]["agent-proxy.AgentWorkTask"][];
            /** @description The days whose journals the agent is asked to send again, oldest first. */
            journalFetches: components["schemas"]["agent-proxy.AgentJournalFetch"][];
        };
        /** @description A task as its agent receives it. */
        "agent-proxy.AgentWorkTask": {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            id: string;
            /** @description The kind of the task, such as `REBOOT`. */
            kind: string;
            /** @description Its parameters, which depend on the kind. */
            params: unknown;
            /**
             * Format: date-time
             * @description Until when it may begin.
             */
            expiresAt: string;
        };
        /** @description The answer to one event of a batch. */
        "agent-proxy.BatchEntry": {
            /**
             * Format: int32
             * @description The status that a single post would have had.
             */
            status: number;
            /** @description The body that a single post would have had. */
            body: unknown;
        };
        /** @description What an event reported of one cassette. What it did not say is null. */
        "agent-proxy.CassetteReading": {
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
        "agent-proxy.CassetteReadingInput": {
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
        /**
         * @description An event that an ATM reports. One of a type that is not known is kept as an event exception, whatever its other fields are but for `agentAtmId`,
         *     `eventId` and `institutionKey`. On REST, other fields are ignored.
         */
        "agent-proxy.JournalEventInput": {
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
            cassettes?: components["schemas"]["agent-proxy.CassetteReadingInput"][] | null;
            /** @description The institution of a new ATM, of a caller whose token names several or none; an empty one is none. */
            institutionKey?: string | null;
        };
        /** @description A journal file that was there already: the same bytes for the same ATM and day. */
        "agent-proxy.KnownUpload": {
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
            /** @description RECEIVED, PARSED, PARTIAL, FAILED or MISDATED. */
            status: string;
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
        };
        /** @description An event that was not stored because its type is not known; it became an event exception. */
        "agent-proxy.NotStoredEvent": {
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
        /** @description The status of a task. */
        "agent-proxy.ReportedTask": {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            id: string;
            /** @description Its status, such as `SUCCEEDED`. */
            status: string;
        };
        /** @description An event that is stored. */
        "agent-proxy.StoredEvent": {
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
            cassettes: components["schemas"]["agent-proxy.CassetteReading"][] | null;
            /**
             * Format: int64
             * @description The incident that it opened or joined.
             */
            incidentId: number | null;
        };
        /** @description A journal file that is now stored and waits to be parsed. */
        "agent-proxy.StoredUpload": {
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
            /** @description RECEIVED, PARSED, PARTIAL, FAILED or MISDATED. */
            status: string;
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
        };
        /** @description How often a field, an argument or a type of the graph was used. */
        "gateway.GraphFieldUsage": {
            /** @description Its coordinate, such as `Atm.location` or `Query.incidents.status`. */
            coordinate: string;
            /**
             * Format: int64
             * @description Calls of operations that use it; those that are not recorded one by one count as if each used all that any of them uses.
             */
            calls: number;
            /**
             * Format: date
             * @description The last day on which it was used.
             */
            lastUsedOn: string;
        };
        /** @description How often an operation of the graph was called. Texts that have the same name and ask for the same are one operation. */
        "gateway.GraphOperationUsage": {
            /** @description The SHA-256 of its name and its coordinates. */
            id: string;
            /** @description The name that its client gave it; empty for one without, and for a name with more than 8 digits: it may hold the number of a card or of a customer. */
            name: string;
            /**
             * Format: int64
             * @description Its calls.
             */
            calls: number;
            /**
             * Format: date
             * @description The last day on which it was called.
             */
            lastUsedOn: string;
            /**
             * Format: int32
             * @description The number of institutions that called it; callers of several institutions count as one of their own.
             */
            institutions: number;
            /** @description What it uses of the graph. */
            coordinates: string[];
        };
        /** @description What of the graph clients use. */
        "gateway.GraphUsage": {
            /**
             * Format: date
             * @description The first day on which something was recorded; null where nothing was.
             */
            from: string | null;
            /**
             * Format: date
             * @description The present day.
             */
            to: string;
            /** @description Whether `fields` has all that was used since then: false for a caller who sees a part of the institutions. */
            complete: boolean;
            /**
             * Format: int64
             * @description Calls of operations that are not recorded one by one: those beyond 500 of an institution. What they use is in `fields`.
             */
            unrecordedCalls: number;
            /** @description The operations, the most called first; 5,000 at most. A subscription is called when it is opened. */
            operations: components["schemas"]["gateway.GraphOperationUsage"][];
            /** @description What they use, the most used first. */
            fields: components["schemas"]["gateway.GraphFieldUsage"][];
        };
        /** @description A scheduled job of the platform, whichever process runs it. */
        "gateway.Job": {
            /** @description The service and what is done, such as `journal.gap-detection`; `npm run job` takes this name. */
            name: string;
            /** @description The service that the job belongs to. */
            service: string;
            /** @description When it runs, as a cron expression of five fields, or of six with seconds first; null for a job that is only run by hand. */
            schedule: string | null;
            /** @description The time zone of the schedule. */
            timeZone: string;
            /** @description How the last run ended; null where there is none in the last 30 days. */
            lastOutcome: components["schemas"]["gateway.JobOutcome"] | null;
            /** @description What the last run did in one line, or why it failed. */
            lastMessage: string | null;
            /**
             * Format: date-time
             * @description When the last run that has ended began.
             */
            lastRunAt: string | null;
            /**
             * Format: int64
             * @description How long the last run took, in milliseconds; null where that is not known.
             */
            lastDurationMs: number | null;
            /**
             * Format: date-time
             * @description Since when it runs; null while it does not.
             */
            runningSince: string | null;
            /** @description The progress of the current run, if the job reports it. */
            progress: string | null;
            /**
             * Format: date-time
             * @description When it is due next; null for a job that is only run by hand.
             */
            nextRunAt: string | null;
        };
        /**
         * @description How a run of a job ended.
         *
         *     - `DONE`: The job did its work.
         *     - `FAILED`: The job failed, was abandoned, or was lost with its process.
         * @enum {string}
         */
        "gateway.JobOutcome": "DONE" | "FAILED";
        /** @description One run of a job. Runs are kept for 30 days. */
        "gateway.JobRun": {
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it ended; null while it runs, and where it was lost with its process.
             */
            endedAt: string | null;
            /**
             * Format: int64
             * @description How long it took, in milliseconds; null where `endedAt` is.
             */
            durationMs: number | null;
            /** @description How it ended; null while it runs. */
            outcome: components["schemas"]["gateway.JobOutcome"] | null;
            /** @description What it did in one line, why it failed, or how far it has come. */
            message: string | null;
        };
        /** @description A page of the runs of a job, newest first. */
        "gateway.JobRunPage": {
            /** @description The runs of this page. */
            content: components["schemas"]["gateway.JobRun"][];
            /**
             * Format: int64
             * @description Rows of all pages.
             */
            totalElements: number;
            /**
             * Format: int32
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int32
             * @description Number of this page, from 0.
             */
            number: number;
            /**
             * Format: int32
             * @description Rows a page.
             */
            size: number;
            /**
             * Format: int32
             * @description Rows of this page.
             */
            numberOfElements: number;
            /** @description True on the first page. */
            first: boolean;
            /** @description True on the last page. */
            last: boolean;
            /** @description True without rows. */
            empty: boolean;
        };
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
        /** @description The record has changed since the caller read it. */
        PreconditionFailed: {
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
        /** @description The range asked for lies behind the end. */
        RangeNotSatisfiable: {
            headers: {
                /** @description `bytes *\/` and the size of the whole. */
                "Content-Range"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description More was sent than may be; wait, then send it again. */
        TooManyRequests: {
            headers: {
                /** @description Seconds until a new try makes sense. */
                "Retry-After"?: string;
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
    "analytics.fleetHealth": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["analytics.FleetHealth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.journalCoverage": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["analytics.JournalCoverage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.insights": {
        parameters: {
            query?: {
                /** @description Only insights of this category. */
                category?: components["schemas"]["analytics.InsightCategory"];
                /** @description Only insights of this severity. */
                severity?: components["schemas"]["analytics.InsightSeverity"];
                /** @description Only those that were acknowledged, or only those that were not. */
                acknowledged?: boolean;
                /** @description The page, from 0. */
                page?: number;
                /** @description Insights a page; at most 200. */
                size?: number;
                /** @description Orders such as `publishedAt,desc`; sortable are id, publishedAt, expiresAt, acknowledgedAt, category, severity and title, by their names on REST too. */
                sort?: string[];
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
                    "application/json": components["schemas"]["analytics.InsightPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.publishInsight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The insight. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["analytics.InsightInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["analytics.Insight"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.activeInsights": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["analytics.Insight"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.acknowledgeActiveInsights": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["analytics.AcknowledgedInsights"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.snapshots": {
        parameters: {
            query?: {
                /** @description Only snapshots of this institution. */
                institutionKey?: string;
                /** @description Only snapshots of this day. */
                day?: string;
                /** @description The page, from 0. */
                page?: number;
                /** @description Snapshots a page; at most 200. */
                size?: number;
                /** @description Orders such as `takenAt,desc`; sortable are id, takenAt and day. */
                sort?: string[];
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
                    "application/json": components["schemas"]["analytics.SnapshotPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.latestSnapshot": {
        parameters: {
            query?: {
                /** @description The newest of this institution. */
                institutionKey?: string;
                /** @description The newest of this day. */
                day?: string;
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
                    "application/json": components["schemas"]["analytics.Snapshot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.analyticsDeadLetters": {
        parameters: {
            query?: {
                /** @description Only those of this topic. */
                topic?: string;
                /** @description Only those that were replayed since they failed, or only those that were not. */
                replayed?: boolean;
                /** @description The page, from 0. */
                page?: number;
                /** @description Dead letters a page; at most 200. */
                size?: number;
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
                    "application/json": components["schemas"]["analytics.DeadLetterPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.acknowledgeInsight": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The insight's id. */
                id: number;
            };
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
                    "application/json": components["schemas"]["analytics.Insight"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "analytics.replayAnalyticsDeadLetter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["analytics.DeadLetter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalFiles": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `receivedAt,desc`; by id, receivedAt, journalDate, status. */
                sort?: string[];
                /** @description Only files of the ATM with this agent id. */
                agentAtmId?: string;
                /** @description Only files of the ATM with this numeric id. */
                atmId?: number;
                /** @description Only files in this state. */
                status?: components["schemas"]["journal.JournalFileStatus"];
                /** @description Only files of this day or later. */
                dateFrom?: string;
                /** @description Only files of this day or earlier. */
                dateTo?: string;
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
                    "application/json": components["schemas"]["journal.JournalFilePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.uploadJournalFile": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
                /** @description The day the journal is of. */
                journalDate: string;
                /** @description The institution of the ATM, where the token does not say it and the ATM is new. */
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
    "journal.journalFile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the file. */
                id: number;
            };
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
                    "application/json": components["schemas"]["journal.JournalFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalFileContent": {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes of the text, such as `bytes=0-1023`; several are answered by the whole. */
                Range?: string;
            };
            path: {
                /** @description The id of the file. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The caller has them already. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalTransactions": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /** @description Order, such as `startedAt,desc`; by id, startedAt, amount. Not with `format=csv`. */
                sort?: string[];
                /** @description Only transactions of the ATM with this agent id. */
                agentAtmId?: string;
                /** @description Only transactions of the ATM with this numeric id. */
                atmId?: number;
                /** @description First local day, inclusive; today if left out. */
                dateFrom?: string;
                /** @description Last local day, inclusive; today if left out. */
                dateTo?: string;
                /** @description Only transactions of this kind. */
                kind?: components["schemas"]["journal.TransactionKind"];
                /** @description Only transactions with this verdict. */
                verdict?: components["schemas"]["journal.TransactionVerdict"];
                /** @description Only transactions of a card with these last 4 digits. */
                card?: string;
                /** @description Only transactions of exactly this amount, in major units, such as `100.00`. */
                amount?: string;
                /** @description Only transactions of this amount or more. */
                amountFrom?: string;
                /** @description Only transactions of this amount or less. */
                amountTo?: string;
                /** @description Only transactions with this cash outcome. */
                cashOutcome?: components["schemas"]["journal.CashOutcome"];
                /** @description Only transactions with this reference: retrieval reference number, else audit number, as printed. */
                reference?: string;
                /** @description Only transactions with this retrieval reference number. */
                rrn?: string;
                /** @description Only transactions with this audit number: STAN, trace, record or transaction number of a receipt. */
                stan?: string;
                /** @description Only transactions with this authorisation code. */
                authorisationCode?: string;
                /** @description Only transactions with this serial number of the host's message. */
                serial?: string;
                /** @description Only transactions of the terminal with this id, as the host knows the ATM. */
                terminalId?: string;
                /** @description Only transactions of this business date of the host. */
                hostDate?: string;
                /** @description Only transactions of an account with these last four characters. */
                accountTail?: string;
                /** @description Only the attempts of the session with this id, of the days asked for. */
                sessionId?: number;
                /** @description Only transactions with this conflict, or with any. */
                conflict?: components["schemas"]["journal.TransactionConflictFilter"];
                /** @description Only transactions with this response code of the host. */
                hostCode?: string;
                /** @description Only transactions of this file, of the days asked for. Not with `format=csv`. */
                fileId?: number;
                /** @description Only what follows the transaction with this id in the order asked for, so that pages stay as they are while new transactions arrive; `page` must be left out. Not with `format=csv`. */
                after?: number;
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalTransactionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalTransaction": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the transaction. */
                id: number;
            };
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
                    "application/json": components["schemas"]["journal.JournalTransaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalEvidence": {
        parameters: {
            query?: {
                /** @description How many lines before and after; 0 to 50. */
                contextLines?: number;
            };
            header?: never;
            path: {
                /** @description The id of the transaction. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalEvidence"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalParseQueue": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["journal.JournalParseQueue"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalProfiles": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["journal.JournalProfile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalProfile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The institution's key. */
                institutionKey: string;
            };
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
                    "application/json": components["schemas"]["journal.JournalProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.writeJournalProfile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The institution's key. */
                institutionKey: string;
            };
            cookie?: never;
        };
        /** @description The new version. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["journal.JournalProfileInput"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalProfileVersions": {
        parameters: {
            query?: {
                /** @description Only versions before this one. */
                before?: number;
                /** @description How many at most; 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The institution's key. */
                institutionKey: string;
            };
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
                    "application/json": components["schemas"]["journal.JournalProfile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalSummary": {
        parameters: {
            query?: {
                /** @description First local day, inclusive; today if left out. */
                dateFrom?: string;
                /** @description Last local day, inclusive; today if left out. */
                dateTo?: string;
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
                    "application/json": components["schemas"]["journal.JournalSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.topAtms": {
        parameters: {
            query?: {
                /** @description First local day, inclusive; today if left out. */
                dateFrom?: string;
                /** @description Last local day, inclusive; today if left out. */
                dateTo?: string;
                /** @description How many ATMs; more than 50 give 50. */
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
                    "application/json": components["schemas"]["journal.JournalTopAtm"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalGaps": {
        parameters: {
            query?: {
                /** @description Only gaps in this state. With `view=counts`: Only gaps in this state; OPEN if left out. */
                status?: components["schemas"]["journal.JournalGapStatus"];
                /** @description Only gaps of the ATM with this agent id. */
                agentAtmId?: string;
                /** @description Only gaps of the ATM with this numeric id. */
                atmId?: number;
                /** @description Only gaps of this day or later. */
                dateFrom?: string;
                /** @description Only gaps of this day or earlier. */
                dateTo?: string;
                /** @description Only gaps of ATMs of this manufacturer. */
                vendor?: string;
                /** @description Only gaps of ATMs of this model. */
                model?: string;
                /** @description Only gaps of ATMs at this place, their `siteName`. */
                site?: string;
                /** @description Only gaps of ATMs of this region. */
                region?: string;
                /** @description Only gaps of ATMs of this cost centre. */
                costCentre?: string;
                /** @description Only gaps of ATMs on which so much depends. */
                criticality?: components["schemas"]["journal.AtmCriticality"];
                /** @description Only gaps of ATMs with this tag. */
                tag?: string;
                /** @description Only gaps of ATMs that have no value of this attribute. */
                without?: components["schemas"]["journal.AtmGrouping"];
                /** @description Selects another form of the answer. */
                format?: "csv";
                /** @description Selects another form of the answer. */
                view?: "counts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. The bytes. The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalGap"][] | components["schemas"]["journal.JournalGapCounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalGapGroups": {
        parameters: {
            query: {
                /** @description The attribute. */
                by: components["schemas"]["journal.AtmGrouping"];
                /** @description Only gaps in this state; those of each state if null. */
                status?: components["schemas"]["journal.JournalGapStatus"];
                /** @description Only gaps of this day or later. */
                dateFrom?: string;
                /** @description Only gaps of this day or earlier. */
                dateTo?: string;
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
                    "application/json": components["schemas"]["journal.JournalGapGroup"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalDays": {
        parameters: {
            query: {
                /** @description The first day. */
                from: string;
                /** @description The last day, at most 400 days later. */
                to: string;
                /** @description The agent's textual id of the ATM. Only with `view=atm`. */
                agentAtmId?: string;
                /** @description The numeric id of the ATM. Only with `view=atm`. */
                atmId?: number;
                /** @description Selects another form of the answer. */
                view?: "atm";
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
                    "application/json": components["schemas"]["journal.FleetJournalDay"][] | components["schemas"]["journal.AtmJournalDay"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.journalDeadLetters": {
        parameters: {
            query?: {
                /** @description Only those of this topic. */
                topic?: string;
                /** @description Only those that were replayed since they failed, or only those that were not. */
                replayed?: boolean;
                /** @description The page, from 0. */
                page?: number;
                /** @description Dead letters a page; at most 200. */
                size?: number;
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
                    "application/json": components["schemas"]["journal.DeadLetterPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.requestJournalFetch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the gap. */
                id: number;
            };
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
                    "application/json": components["schemas"]["journal.JournalGap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.requestJournalFetches": {
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
                    /** @description The ids of the gaps. */
                    ids: number[];
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
                    "application/json": components["schemas"]["journal.JournalFetchResult"][];
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
    "journal.reparseJournalFile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the file. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.refileJournalFile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the file. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description One of `daysFound`; the one with the most lines if left out, of several the first.
                     */
                    journalDate?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            202: {
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.reparseJournalProfile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The institution's key. */
                institutionKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.JournalProfileReparse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "journal.replayJournalDeadLetter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal.DeadLetter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.AtmStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.updateAtm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id. */
                id: number;
            };
            cookie?: never;
        };
        /** @description What changes. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.AtmChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.UpdateAtmAtm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmStatuses": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /**
                 * @description Order, such as `agentAtmId,asc`; by id, agentAtmId, name, siteName, serviceState, serviceStateChangedAt, lastHeartbeatAt, or urgency: `urgency,desc`
                 *     is out of service, agent offline, in supervisor, unknown, in service and never heard of, of each those first that are so for longest. Not with `format=csv`.
                 */
                sort?: string[];
                /** @description Only the ATM with this agent id. */
                agentAtmId?: string;
                /** @description Only ATMs in this state. */
                serviceState?: components["schemas"]["incident.ServiceState"];
                /** @description Only ATMs with this badge. */
                badge?: components["schemas"]["incident.StatusBadge"];
                /** @description Only ATMs that are in service by their badge, or only those with another one. */
                inService?: boolean;
                /** @description Only ATMs whose agent is so. */
                connectivity?: components["schemas"]["incident.AtmConnectivity"];
                /** @description Only ATMs that are in use, or only those that are retired. Left out: those in use, or with `agentAtmId` either. */
                status?: components["schemas"]["incident.AtmLifecycle"];
                /** @description Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
                q?: string;
                /** @description Only ATMs of this manufacturer. */
                vendor?: string;
                /** @description Only ATMs of this model. */
                model?: string;
                /** @description Only ATMs at this place, their `siteName`. */
                site?: string;
                /** @description Only ATMs of this region. */
                region?: string;
                /** @description Only ATMs of this cost centre. */
                costCentre?: string;
                /** @description Only ATMs on which so much depends. */
                criticality?: components["schemas"]["incident.AtmCriticality"];
                /** @description Only ATMs with this tag. */
                tag?: string;
                /** @description Only ATMs that have no value of this attribute. */
                without?: components["schemas"]["incident.AtmGrouping"];
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.AtmStatusPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.createAtm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The ATM. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.AtmInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.CreateAtmAtm"];
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
    "incident.suspectedAtms": {
        parameters: {
            query?: {
                /** @description How many; 1 to 500. */
                first?: number;
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
                    "application/json": components["schemas"]["incident.Atm"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmStatusSummary": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["incident.AtmStatusSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmJournalEvents": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `eventTime,desc`; by eventTime (the order of occurredAt: no clock that runs ahead holds the head of the list), occurredAt, receivedAt, id. */
                sort?: string[];
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
                /** @description Only events of these types; repeat the key. */
                eventTypes?: string[];
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.JournalEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.deviceJournalEvents": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `eventTime,desc`; by eventTime (the order of occurredAt: no clock that runs ahead holds the head of the list), occurredAt, receivedAt, id. */
                sort?: string[];
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
                /** @description Only events of these types; repeat the key. */
                eventTypes?: string[];
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.JournalEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.listAtmJournalEvents": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.listAtmJournalEventsOfDevice": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.recentAtmJournalEvents": {
        parameters: {
            query?: {
                /** @description How many hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.recentAtmJournalEventsOfDevice": {
        parameters: {
            query?: {
                /** @description How many hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cardReaderEvents": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cardReaderEventsOfDevice": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cassetteEvents": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cassetteEventsOfDevice": {
        parameters: {
            query?: {
                /** @description Only events that occurred in the last hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmEventCounts": {
        parameters: {
            query?: {
                /** @description How many hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.EventTypeCount"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.deviceEventCounts": {
        parameters: {
            query?: {
                /** @description How many hours; 0 to 8784. */
                hoursBack?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.EventTypeCount"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmCassetteInventory": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.CassetteInventory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.deviceCassetteInventory": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                atmId: number;
            };
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
                    "application/json": components["schemas"]["incident.CassetteInventory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.listJournalEventActivity": {
        parameters: {
            query?: {
                /** @description How many hours; 0 to 8784. */
                hoursBack?: number;
                /** @description Selects another form of the answer. */
                view?: "counts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.JournalEvent"][] | components["schemas"]["incident.JournalEventActivity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.journalEventSeries": {
        parameters: {
            query?: {
                /** @description How many hours; 1 to 720. Not looked at where `from` is given. */
                hoursBack?: number;
                /** @description Where the period begins; together with `to` 32 days at most. */
                from?: string;
                /** @description Where it ends; now, if left out. */
                to?: string;
                /** @description Minutes a bucket; a multiple of 15 up to 1440. */
                bucketMinutes?: number;
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
                    "application/json": components["schemas"]["incident.JournalEventSeries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.fleetEvents": {
        parameters: {
            query?: {
                /** @description When they occurred at the earliest; a day before `to` if left out. */
                from?: string;
                /** @description Before when they occurred; now, if left out. */
                to?: string;
                /** @description Only events of this category: HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM or OTHER. */
                category?: string;
                /** @description Only events of this group of the filters, such as `Card reader`; `GET /api/event-types` has them. */
                group?: string;
                /** @description Only events of this type, which must be known; `GET /api/event-types` lists those that are. */
                eventType?: string;
                /** @description Only events of the ATM with this agent id. */
                agentAtmId?: string;
                /** @description How many; 1 to 200. */
                first?: number;
                /** @description The `next` of the page before. */
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
                    "application/json": components["schemas"]["incident.JournalEventSlice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.ingestJournalEvent": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description An event that is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.StoredEvent"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.listFleetCassetteInventory": {
        parameters: {
            query?: {
                /** @description Selects another form of the answer. */
                view?: "totals";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.CassetteInventory"][] | components["schemas"]["incident.FleetCashTotal"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidents": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /** @description Order, such as `openedAt,desc`; by id, openedAt, lastEventAt, resolvedAt, nextDueAt, kind, severity, status, occurrenceCount. Not with `format=csv`. */
                sort?: string[];
                /** @description Only incidents in this status. */
                status?: components["schemas"]["incident.IncidentStatus"];
                /** @description Only incidents that are resolved, or only those that are not. */
                resolved?: boolean;
                /** @description Only incidents of this kind, such as `DISPENSER`. */
                kind?: string;
                /** @description Only incidents of this severity. */
                severity?: components["schemas"]["incident.IncidentSeverity"];
                /** @description Only incidents of this ATM. */
                atmId?: number;
                /** @description Only incidents of the ATM with this agent's textual id. */
                agentAtmId?: string;
                /** @description Only incidents opened at this instant or later. */
                openedFrom?: string;
                /** @description Only incidents opened before this instant. */
                openedTo?: string;
                /** @description Only incidents resolved at this instant or later. */
                resolvedFrom?: string;
                /** @description Only incidents resolved before this instant. */
                resolvedTo?: string;
                /** @description Only incidents that this user resolved. */
                resolvedBy?: string;
                /** @description Only incidents on which somebody did this; any work when left out, where the user or the period of it is given. */
                work?: components["schemas"]["incident.IncidentWork"];
                /** @description Only incidents on which this user worked. */
                workedBy?: string;
                /** @description Only incidents on which somebody worked at this instant or later. */
                workedFrom?: string;
                /** @description Only incidents on which somebody worked before this instant. */
                workedTo?: string;
                /** @description Only incidents that missed this target; any target when left out, where the period of it is given. */
                missed?: components["schemas"]["incident.MissedTarget"];
                /** @description Only incidents that missed a target at this instant or later. */
                missedFrom?: string;
                /** @description Only incidents that missed a target before this instant. */
                missedTo?: string;
                /** @description Only incidents that a maintenance window suppressed, or only others. */
                suppressed?: boolean;
                /** @description Only the parts of this mass outage. */
                parentIncidentId?: number;
                /** @description Only open incidents that this user works on. */
                ownerUserId?: string;
                /** @description Only open incidents that have an owner, or only open ones that have none. */
                hasOwner?: boolean;
                /** @description Only parts of mass outages, or only incidents that are none. */
                isPart?: boolean;
                /** @description Only open incidents of which something is due and late, or only others. */
                isOverdue?: boolean;
                /** @description Only incidents that these words are about: the number, the ATM's agent id, name or site, the title, or what people wrote; 2 to 100 characters, or a number. Words find the newest 10,000 incidents of each of these, and those of 1,000 ATMs. */
                q?: string;
                /** @description Only incidents of ATMs of this manufacturer. */
                vendor?: string;
                /** @description Only incidents of ATMs of this model. */
                model?: string;
                /** @description Only incidents of ATMs at this place, their `siteName`. */
                site?: string;
                /** @description Only incidents of ATMs of this region. */
                region?: string;
                /** @description Only incidents of ATMs of this cost centre. */
                costCentre?: string;
                /** @description Only incidents of ATMs on which so much depends. */
                criticality?: components["schemas"]["incident.AtmCriticality"];
                /** @description Only incidents of ATMs with this tag. */
                tag?: string;
                /** @description Only incidents of ATMs that have no value of this attribute. */
                without?: components["schemas"]["incident.AtmGrouping"];
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.IncidentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.createIncident": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The incident. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.IncidentInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.IncidentIncident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentTargets": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
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
                    "application/json": components["schemas"]["incident.IncidentTargetsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentTargetReport": {
        parameters: {
            query: {
                /** @description Opened at this instant or later. */
                from: string;
                /** @description Opened before this instant; 93 days after `from` at most. */
                to: string;
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
                    "application/json": components["schemas"]["incident.TargetReport"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.audit": {
        parameters: {
            query?: {
                /** @description Only what this user did: the `sub` of their token. */
                actor?: string;
                /** @description Only this action: the name of a mutation, such as `acknowledgeIncident`. */
                action?: string;
                /** @description Only changes of records of this type, such as `Incident`. */
                subjectType?: string;
                /** @description Only changes of the record with this id. */
                subjectId?: string;
                /** @description Only what belongs to this institution. */
                institutionKey?: string;
                /** @description Only what was done at this instant or later. */
                from?: string;
                /** @description Only what was done before this instant. */
                to?: string;
                /** @description The page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Entries a page; at most 200. Not with `format=csv`. */
                size?: number;
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.AuditEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.webhooks": {
        parameters: {
            query?: {
                /** @description Only those of this institution. */
                institutionKey?: string;
                /** @description The page, from 0. */
                page?: number;
                /** @description Webhooks a page; at most 200. */
                size?: number;
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
                    "application/json": components["schemas"]["incident.WebhookPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.createWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The webhook. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.WebhookInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.Webhook"];
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
    "incident.webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.deleteWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.updateWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        /** @description What changes. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.WebhookChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.webhookDeliveries": {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: components["schemas"]["incident.WebhookDeliveryStatus"];
                /** @description The page, from 0. */
                page?: number;
                /** @description Deliveries a page; at most 200. */
                size?: number;
            };
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentDeadLetters": {
        parameters: {
            query?: {
                /** @description Only those of this topic. */
                topic?: string;
                /** @description Only those that were replayed since they failed, or only those that were not. */
                replayed?: boolean;
                /** @description The page, from 0. */
                page?: number;
                /** @description Dead letters a page; at most 200. */
                size?: number;
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
                    "application/json": components["schemas"]["incident.DeadLetterPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.users": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `lastSeenAt,desc`; by userId, name, lastSeenAt. */
                sort?: string[];
                /** @description Only users whose name, id or e-mail address, as far as the caller sees it, has this text. */
                q?: string;
                /** @description Only users of these ids or e-mail addresses, as far as the caller sees them; repeat the key; 200 at most. */
                named?: string[];
                /** @description Only users who see all of these institutions: their members, as far as the caller sees them, and the operator's people; repeat the key; 200 at most. An empty list: the operator's people, who alone see what has no institution. */
                sees?: string[];
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
                    "application/json": components["schemas"]["incident.UserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentEntries": {
        parameters: {
            query?: {
                /** @description How many; 1 to 500. */
                first?: number;
            };
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.IncidentEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentCauses": {
        parameters: {
            query: {
                /** @description The kinds; repeat the key; 100 at most. */
                kinds: string[];
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
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.listOpenIncidents": {
        parameters: {
            query?: {
                /** @description Only parts of mass outages, or only incidents that are none. */
                isPart?: boolean;
                /** @description Selects another form of the answer. */
                view?: "counts" | "severity";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.Incident"][] | components["schemas"]["incident.OpenIncidentCount"] | components["schemas"]["incident.OpenIncidentsBySeverity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentGroups": {
        parameters: {
            query: {
                /** @description The attribute. */
                by: components["schemas"]["incident.AtmGrouping"];
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
                    "application/json": components["schemas"]["incident.IncidentGroup"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.fleetHistory": {
        parameters: {
            query?: {
                /** @description How many hours; 1 to 720. Not looked at where `from` is given. */
                hoursBack?: number;
                /** @description Where the period begins; together with `to` 32 days at most. */
                from?: string;
                /** @description Where it ends; now, if left out. */
                to?: string;
                /** @description Minutes a bucket; a multiple of 10 up to 1440. */
                bucketMinutes?: number;
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
                    "application/json": components["schemas"]["incident.FleetHistory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.eventTypes": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["incident.EventType"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.addEventType": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The type. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.EventTypeInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.EventType"];
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
    "incident.eventExceptions": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `receivedAt,desc`; by id, receivedAt, eventType, agentAtmId. */
                sort?: string[];
                /** @description Only events of this type, as it was sent. */
                eventType?: string;
                /** @description Only events of this ATM. */
                agentAtmId?: string;
                /** @description Only those that were replayed since, or only those that were not. */
                replayed?: boolean;
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
                    "application/json": components["schemas"]["incident.EventExceptionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmStateHistory": {
        parameters: {
            query?: {
                /** @description Only changes of the last hours; 0 to 8784. */
                hoursBack?: number;
                /** @description How many; 1 to 1000. */
                first?: number;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.StateChange"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmFormerAssignments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.FormerAssignment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.institutions": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["incident.Institution"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cashCassettes": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /** @description Only cassettes of ATMs whose cash this company carries. */
                carrier?: string;
                /** @description Only cassettes of ATMs of this site. */
                siteName?: string;
                /** @description Only cassettes with notes of this currency, as agents name it: usually an ISO 4217 code. */
                currency?: string;
                /** @description Only cassettes that will be empty before this instant. */
                emptyBefore?: string;
                /** @description Only cassettes of ATMs whose agent id, name or site contains this text, in any case. */
                q?: string;
                /** @description `EMPTYING` as above; `SITE` by site and ATM, as a round is driven. With `format=csv`: `EMPTYING`, or `SITE`. */
                order?: components["schemas"]["incident.CashOrder"];
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.CashCassettePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.cashCarriers": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["incident.CashCarrier"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.availability": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /** @description Order, such as `availabilityPct,asc`; by name, availabilityPct, atms, inServiceSeconds, inSupervisorSeconds, outOfServiceSeconds, unreachableSeconds, unknownSeconds, maintenanceSeconds. By availabilityPct, rows of which nothing is known are last in either order. Not with `format=csv`. */
                sort?: string[];
                /** @description The begin of the period; left out: that of this month. */
                from?: string;
                /** @description Its end; left out, or in the future: now. */
                to?: string;
                /** @description A row for each `institution`, or for each value of an attribute of ATMs, such as `vendor`, `criticality` or `tags` (an ATM is in the row of each of its tags); left out: for each ATM. With `format=csv`: A row for each `institution`, or for each value of an attribute of ATMs; left out: for each ATM. */
                group?: string;
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.AvailabilityPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.atmAvailability": {
        parameters: {
            query?: {
                /** @description The begin of the period; left out: that of this month. */
                from?: string;
                /** @description Its end; left out, or in the future: now. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.AtmAvailability"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.availabilityMonths": {
        parameters: {
            query?: {
                /** @description How many months, this one included; 1 to 13. */
                months?: number;
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
                    "application/json": components["schemas"]["incident.AvailabilityMonth"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.incidentFigures": {
        parameters: {
            query?: {
                /** @description The begin of the period; left out: that of this month. */
                from?: string;
                /** @description Its end; left out, or in the future: now. */
                to?: string;
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
                    "application/json": components["schemas"]["incident.IncidentFigures"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.maintenanceWindows": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `from,desc`; by id, from, to, createdAt. */
                sort?: string[];
                /** @description Only those that are over, or only those that are or will be. */
                over?: boolean;
                /** @description Only those that this ATM was or is in, or that are of it alone. */
                atmId?: number;
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
                    "application/json": components["schemas"]["incident.MaintenanceWindowPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.createMaintenanceWindow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The window. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.MaintenanceWindowInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.lastVisit": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["incident.LastVisit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.shiftReport": {
        parameters: {
            query: {
                /** @description Where it begins. */
                from: string;
                /** @description Where it ends; 31 days later at most. */
                to: string;
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
                    "application/json": components["schemas"]["incident.ShiftReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.savedViews": {
        parameters: {
            query?: {
                /** @description Only those of this list. */
                page?: components["schemas"]["incident.SavedViewPage"];
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
                    "application/json": components["schemas"]["incident.SavedView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.createSavedView": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The view. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.SavedViewInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.SavedView"];
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
    "incident.deleteMaintenanceWindow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the window. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.acknowledgeIncident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description The version that the caller saw; where the incident has another by now, the answer is 409 with the incident as it is.
                     */
                    version?: number | null;
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
                    "application/json": components["schemas"]["incident.Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.resolveIncident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description The version that the caller saw; where the incident has another by now, the answer is 409 with the incident as it is.
                     */
                    version?: number | null;
                    /** @description What caused it: one of the causes of its kind. */
                    cause?: string | null;
                    /** @description More on the cause, in words; 4000 characters at most. Card numbers are masked. */
                    causeText?: string | null;
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
                    "application/json": components["schemas"]["incident.Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.assignIncident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The user who is to own it, by the id that the directory of users has; one who is not in it, or does not see the institution of the incident, is refused. The caller when left out. */
                    userId?: string | null;
                    /**
                     * Format: int32
                     * @description The version that the caller saw; where the incident has another by now, the answer is 409 with the incident as it is.
                     */
                    version?: number | null;
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
                    "application/json": components["schemas"]["incident.Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.releaseIncident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description The version that the caller saw; where the incident has another by now, the answer is 409 with the incident as it is.
                     */
                    version?: number | null;
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
                    "application/json": components["schemas"]["incident.Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.handOverIncidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description To whom, and which. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.HandoverInput"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.Handover"];
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
    "incident.deleteSavedView": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the view. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.updateSavedView": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the view. */
                id: number;
            };
            cookie?: never;
        };
        /** @description What changes. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["incident.SavedViewChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.SavedView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.noteIncident": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the incident. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The note; not blank, 4000 characters at most. Card numbers are masked. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.IncidentEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.writeIncidentTargets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The institution's key. */
                institutionKey: string;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The targets; one a severity at most. */
                    targets: components["schemas"]["incident.IncidentTargetInput"][];
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
                    "application/json": components["schemas"]["incident.IncidentTargets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.bulkIncidents": {
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
                    /** @description The numbers of the incidents; 1 to 500. */
                    ids: number[];
                    /** @description What to do. */
                    action: components["schemas"]["incident.IncidentBulkAction"];
                    /** @description ASSIGN: the user who is to own them, by the id that the directory of users has; one who is not in it is refused, and so is each incident that they do not see (INVALID). The caller when left out. */
                    userId?: string | null;
                    /** @description NOTE: the note; 4000 characters at most. Card numbers are masked. */
                    text?: string | null;
                    /** @description RESOLVE: what caused them. */
                    cause?: string | null;
                    /** @description RESOLVE: more on the cause, in words. */
                    causeText?: string | null;
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
                    "application/json": components["schemas"]["incident.IncidentBulkResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.replayEventExceptions": {
        parameters: {
            query: {
                /** @description The type of the events. */
                eventType: string;
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
                    "application/json": components["schemas"]["incident.EventReplay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.rotateWebhookSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description For how many hours the former secret stays valid; 0 to 168.
                     */
                    overlapHours?: number | null;
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
                    "application/json": components["schemas"]["incident.Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.testWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.replayIncidentDeadLetter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.DeadLetter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.retireAtm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.RetireAtmAtm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.reactivateAtm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id. */
                id: number;
            };
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
                    "application/json": components["schemas"]["incident.ReactivateAtmAtm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.mergeAtm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the entry. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The numeric id of the ATM that it is.
                     */
                    intoId: number;
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
                    "application/json": components["schemas"]["incident.MergeAtmAtm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.retireAtms": {
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
                    /** @description The numeric ids; 1 to 500. */
                    ids: number[];
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
                    "application/json": components["schemas"]["incident.AtmRetirement"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "incident.importAtms": {
        parameters: {
            query?: {
                /** @description True for a dry run. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. At most 33,554,432 bytes. */
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["incident.AtmImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.atmStatuses": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /**
                 * @description Order, such as `agentAtmId,asc`; by id, agentAtmId, name, siteName, serviceState, serviceStateChangedAt, lastHeartbeatAt, or urgency: `urgency,desc`
                 *     is out of service, agent offline, in supervisor, unknown, in service and never heard of, of each those first that are so for longest. Not with `format=csv`.
                 */
                sort?: string[];
                /** @description Only the ATM with this agent id. */
                agentAtmId?: string;
                /** @description Only ATMs in this state. */
                serviceState?: components["schemas"]["devices.ServiceState"];
                /** @description Only ATMs with this badge. */
                badge?: components["schemas"]["devices.StatusBadge"];
                /** @description Only ATMs that are in service by their badge, or only those with another one. */
                inService?: boolean;
                /** @description Only ATMs whose agent is so. */
                connectivity?: components["schemas"]["devices.AtmConnectivity"];
                /** @description Only ATMs that are in use, or only those that are retired. Left out: those in use, or with `agentAtmId` either. */
                status?: components["schemas"]["devices.AtmLifecycle"];
                /** @description Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
                q?: string;
                /** @description Only ATMs of this manufacturer. */
                vendor?: string;
                /** @description Only ATMs of this model. */
                model?: string;
                /** @description Only ATMs at this place, their `siteName`. */
                site?: string;
                /** @description Only ATMs of this region. */
                region?: string;
                /** @description Only ATMs of this cost centre. */
                costCentre?: string;
                /** @description Only ATMs on which so much depends. */
                criticality?: components["schemas"]["devices.AtmCriticality"];
                /** @description Only ATMs with this tag. */
                tag?: string;
                /** @description Only ATMs that have no value of this attribute. */
                without?: components["schemas"]["devices.AtmGrouping"];
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["devices.AtmStatusPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.atmGroups": {
        parameters: {
            query: {
                /** @description The attribute. */
                by: components["schemas"]["devices.AtmGrouping"];
                /** @description Only ATMs in this state. */
                serviceState?: components["schemas"]["devices.ServiceState"];
                /** @description Only ATMs with this badge. */
                badge?: components["schemas"]["devices.StatusBadge"];
                /** @description Only ATMs that are in service by their badge, or only those with another one. */
                inService?: boolean;
                /** @description Only ATMs whose agent is so. */
                connectivity?: components["schemas"]["devices.AtmConnectivity"];
                /** @description Only ATMs that are in use, or only those that are retired. Left out: those in use, or with `agentAtmId` either. */
                status?: components["schemas"]["devices.AtmLifecycle"];
                /** @description Only ATMs whose agent id, name, site or serial number contains this text, in any case. */
                q?: string;
                /** @description Only ATMs of this manufacturer. */
                vendor?: string;
                /** @description Only ATMs of this model. */
                model?: string;
                /** @description Only ATMs at this place, their `siteName`. */
                site?: string;
                /** @description Only ATMs of this region. */
                region?: string;
                /** @description Only ATMs of this cost centre. */
                costCentre?: string;
                /** @description Only ATMs on which so much depends. */
                criticality?: components["schemas"]["devices.AtmCriticality"];
                /** @description Only ATMs with this tag. */
                tag?: string;
                /** @description Only ATMs that have no value of this attribute. */
                without?: components["schemas"]["devices.AtmGrouping"];
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
                    "application/json": components["schemas"]["devices.AtmGroup"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.atmStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The numeric id of the ATM. */
                id: number;
            };
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
                    "application/json": components["schemas"]["devices.AtmStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.atmStatusSummary": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["devices.AtmStatusSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "devices.atmBadges": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["devices.AtmBadges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.myTaskKindsBare": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["fleet.TaskKind"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.myTaskKinds": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["fleet.TaskKind"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.taskPermissionsBare": {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of an answer that the caller has; where that is the present one, 304 is answered. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The institution's key. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Another one as soon as the answer is another. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskPermission"][];
                };
            };
            /** @description The caller has it already. */
            304: {
                headers: {
                    /** @description Another one as soon as the answer is another. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.setTaskPermissionsBare": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The mark of the set that the caller saw, or several, or `*` for any; where the set has another by now, nothing is changed and the answer
                 *     is 412. Without it the last write wins.
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description The institution's key. */
                key: string;
            };
            cookie?: never;
        };
        /** @description The complete set; kinds outside REBOOT and RESTART_AGENT are refused with 400 and nothing is changed. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": ("REBOOT" | "RESTART_AGENT")[];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskPermission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.taskPermissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of an answer that the caller has; where that is the present one, 304 is answered. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The institution's key. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Another one as soon as the answer is another. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskPermission"][];
                };
            };
            /** @description The caller has it already. */
            304: {
                headers: {
                    /** @description Another one as soon as the answer is another. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.setTaskPermissions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The mark of the set that the caller saw, or several, or `*` for any; where the set has another by now, nothing is changed and the answer
                 *     is 412. Without it the last write wins.
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description The institution's key. */
                key: string;
            };
            cookie?: never;
        };
        /** @description The complete set; kinds outside REBOOT and RESTART_AGENT are refused with 400 and nothing is changed. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": ("REBOOT" | "RESTART_AGENT")[];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskPermission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.allTaskPermissions": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["fleet.TaskPermission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.tasks": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Not with `format=csv`. */
                page?: number;
                /** @description Rows a page, 200 at most. Not with `format=csv`. */
                size?: number;
                /** @description Order, such as `requestedAt,desc`; by requestedAt, expiresAt, finishedAt, kind, status, agentAtmId. Not with `format=csv`. */
                sort?: string[];
                /** @description Only tasks in this status. */
                status?: components["schemas"]["fleet.TaskStatus"];
                /** @description Only tasks of this kind. */
                kind?: components["schemas"]["fleet.TaskKind"];
                /** @description Only tasks for this ATM, by its agent's textual id. */
                agentAtmId?: string;
                /** @description Only tasks for this ATM, by its numeric id. */
                atmId?: number;
                /** @description Only tasks requested at this instant or later. */
                requestedFrom?: string;
                /** @description Only tasks requested before this instant. */
                requestedTo?: string;
                /** @description Only tasks that ended at this instant or later. */
                finishedFrom?: string;
                /** @description Only tasks that ended before this instant. */
                finishedTo?: string;
                /** @description Selects another form of the answer. */
                format?: "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.TaskPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.createTask": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the caller's own choice, up to 200 printable ASCII characters: the same request under the same key gives the first answer
                 *     again for a day, another request under it is a conflict.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The task. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.TaskInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.task": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the task. */
                id: string;
            };
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
                    "application/json": components["schemas"]["fleet.Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.cancelTask": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the task. */
                id: string;
            };
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
                    "application/json": components["schemas"]["fleet.Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.rollouts": {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
                /** @description Order, such as `requestedAt,desc`; by requestedAt, kind, status, atms. */
                sort?: string[];
                /** @description Only rollouts in this status. */
                status?: components["schemas"]["fleet.RolloutStatus"];
                /** @description Only rollouts of this kind of task. */
                kind?: components["schemas"]["fleet.TaskKind"];
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
                    "application/json": components["schemas"]["fleet.RolloutPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.createRollout": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the caller's own choice, up to 200 printable ASCII characters: the same request under the same key gives the same rollout
                 *     again, another request under it is a conflict.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The rollout. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.RolloutInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.Rollout"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.rollout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the rollout. */
                id: number;
            };
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
                    "application/json": components["schemas"]["fleet.Rollout"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.updateRollout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the rollout. */
                id: number;
            };
            cookie?: never;
        };
        /** @description The change. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.RolloutChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.Rollout"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.rolloutAtms": {
        parameters: {
            query: {
                /** @description Which of its ATMs. */
                outcome: components["schemas"]["fleet.RolloutOutcome"];
                /** @description Number of the page, from 0. */
                page?: number;
                /** @description Rows a page, 200 at most. */
                size?: number;
            };
            header?: never;
            path: {
                /** @description The number of the rollout. */
                id: number;
            };
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
                    "application/json": components["schemas"]["fleet.RolloutAtmPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.rolloutPreview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The rollout. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["fleet.RolloutInput"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.RolloutPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.fleetDeadLetters": {
        parameters: {
            query?: {
                /** @description Only those of this topic. */
                topic?: string;
                /** @description Only those that were replayed since they failed, or only those that were not. */
                replayed?: boolean;
                /** @description The page, from 0. */
                page?: number;
                /** @description Dead letters a page; at most 200. */
                size?: number;
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
                    "application/json": components["schemas"]["fleet.DeadLetterPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "fleet.replayFleetDeadLetter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fleet.DeadLetter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "claims.vendors": {
        parameters: {
            query?: {
                /** @description Only vendors of this type. */
                type?: components["schemas"]["claims.VendorType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list, written item by item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["claims.Vendor"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "claims.createVendor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The vendor. At most 1,048,576 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["claims.VendorInput"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["claims.Vendor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.agentWork": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
                /** @description How long to wait for work, in seconds; 0 to 30. */
                waitSeconds?: number;
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
                    "application/json": components["schemas"]["agent-proxy.AgentWork"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.ingestJournalEvent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. At most 65,536 bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["agent-proxy.JournalEventInput"];
            };
        };
        responses: {
            /** @description An event that is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.StoredEvent"];
                };
            };
            /** @description An event that was not stored because its type is not known; it became an event exception. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.NotStoredEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.ingestJournalEvents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The events, each as for a single post. At most 8,388,608 bytes. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["agent-proxy.JournalEventInput"] | null)[];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.BatchEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.reportAgentTask": {
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
                "application/json": components["schemas"]["agent-proxy.AgentTaskReport"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.ReportedTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.heartbeat": {
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "agent-proxy.uploadAgentJournal": {
        parameters: {
            query: {
                /** @description The agent's textual id of the ATM. */
                agentAtmId: string;
                /** @description The day that the file is the journal of. */
                journalDate: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file as the ATM printed it. At most 35,651,584 bytes. */
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description A journal file that was there already: the same bytes for the same ATM and day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.KnownUpload"];
                };
            };
            /** @description A journal file that is now stored and waits to be parsed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["agent-proxy.StoredUpload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.graphUsage": {
        parameters: {
            query?: {
                /** @description How many days, 1 to 90; the present one is the last. */
                days?: number;
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
                    "application/json": components["schemas"]["gateway.GraphUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.jobs": {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["gateway.Job"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.jobRuns": {
        parameters: {
            query?: {
                /** @description The number of the page, from 0. */
                page?: number;
                /** @description How many runs a page has, at most 200. */
                size?: number;
            };
            header?: never;
            path: {
                /** @description The name of the job. */
                name: string;
            };
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
                    "application/json": components["schemas"]["gateway.JobRunPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.liveStream": {
        parameters: {
            query?: {
                /** @description Which of `incidents`, `service-state`, `gaps`, `insights` and `rollouts`, parted by commas; all of them if left out. */
                topics?: string[];
                /** @description Without a last id: seconds, 0 to 60. What changed in them is sent first, so that nothing is missed by who read the records a moment before. */
                recent?: number;
            };
            header?: {
                /** @description The last id that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.openGraphStream": {
        parameters: {
            query?: {
                /** @description The text of the operation, which is a subscription. */
                query?: string;
                /** @description The id of a trusted document, instead of its text. */
                documentId?: string;
                /** @description Which operation of the text is meant. */
                operationName?: string;
                /** @description The values of its variables; in a query parameter as JSON. */
                variables?: unknown;
                /** @description What clients send besides; ignored. */
                extensions?: unknown;
            };
            header?: {
                /** @description The last id that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "gateway.graphStream": {
        parameters: {
            query?: never;
            header?: {
                /** @description The last id that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1,048,576 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The text of the operation, which is a subscription. */
                    query?: string | null;
                    /** @description The id of a trusted document, instead of its text. */
                    documentId?: string | null;
                    /** @description Which operation of the text is meant. */
                    operationName?: string | null;
                    /** @description The values of its variables; in a query parameter as JSON. */
                    variables?: unknown;
                    /** @description What clients send besides; ignored. */
                    extensions?: unknown;
                };
            };
        };
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
