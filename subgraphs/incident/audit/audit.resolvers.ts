import type { Stores } from '../../../db/tenancy.ts'
import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { badInput, badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { longTextFaults } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { csvFileName } from '../../kit/rest/csv.rules.ts'
import { type CsvSource, checkFormat, createCsvAnswers } from '../../kit/rest/csv.ts'
import type { AuditEntryResolvers, QueryAuditCsvArgs, QueryResolvers } from '../schema.gen.ts'
import { findUser } from '../users/users.resolvers.ts'
import { type AuditFilter, type AuditRow, listAuditAfter, listAuditPage } from './audit.store.ts'

const MAX_CHARS = { actor: 200, subjectId: 200 } as const
/** How actions and types are written. Which there are is not fixed: entries of older releases have those of theirs. */
const NAMES = {
  action: [/^[a-z][A-Za-z0-9]{0,99}$/, 'must be the name of an action such as noteIncident'],
  subjectType: [/^[A-Z][A-Za-z0-9]{0,99}$/, 'must be the name of a type such as Incident'],
} as const

/** @throws DomainError BAD_USER_INPUT naming every argument that nothing can be found by. */
const checkTexts = (given: QueryAuditCsvArgs): void => {
  const faults: FieldFault[] = longTextFaults(given, MAX_CHARS)
  for (const field of ['action', 'subjectType'] as const) {
    const [form, message] = NAMES[field]
    const text = textOrNull(given[field])
    if (text !== null && !form.test(text)) faults.push({ field, message })
  }
  const { institutionKey } = given
  const message = institutionKey ? institutionKeyFault(institutionKey) : null
  if (message !== null) faults.push({ field: 'institutionKey', message })
  if (faults.length > 0) throw badInputs(faults)
}

/** @throws DomainError BAD_USER_INPUT for a period that ends before it begins. */
const filterOf = (given: QueryAuditCsvArgs): AuditFilter => {
  checkTexts(given)
  const [from, to] = [given.from ?? null, given.to ?? null]
  if (from !== null && to !== null && from > to) throw badInput('from', 'must not be after to')
  return {
    actor: textOrNull(given.actor),
    action: textOrNull(given.action),
    subjectType: textOrNull(given.subjectType),
    subjectId: textOrNull(given.subjectId),
    institutionKey: textOrNull(given.institutionKey),
    from,
    to,
  }
}

const stateText = (state: object | null): string | null => (state === null ? null : JSON.stringify(state))

const COLUMNS: CsvSource<AuditRow>['columns'] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor],
  ['role', ({ role }) => role],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ['action', ({ action }) => action],
  ['subjectType', ({ subjectType }) => subjectType],
  ['subjectId', ({ subjectId }) => subjectId],
  ['before', ({ before }) => stateText(before)],
  ['after', ({ after }) => stateText(after)],
  ['traceId', ({ traceId }) => traceId],
]

const SORTING = { sortable: {}, defaultSort: [], tieBreak: { column: null, descending: true } }

/** Reads of the audit. */
export const createAuditQueries = (stores: Stores): Pick<QueryResolvers, 'audit' | 'auditCsv'> => {
  const answer = createCsvAnswers()
  return {
    async audit(_source, { page, size, format, ...given }, { principal, read }) {
      checkFormat(format)
      const filter = filterOf(given)
      const request = pageRequest({ page, size }, SORTING)
      const { rows, total } = await read((tx) => listAuditPage(tx, principal, filter, request))
      return pageOf(rows, total, request)
    },
    auditCsv(_source, given, context) {
      const { principal, now } = context
      const filter = filterOf(given)
      const source: CsvSource<AuditRow> = {
        fileName: csvFileName('audit', now()),
        columns: COLUMNS,
        read: (after, size) =>
          stores.inTenant(principal, (tx) => listAuditAfter(tx, principal, filter, after, size), { mode: 'read' }),
      }
      return answer(source, context)
    },
  }
}

/** Who did it, as a person. */
export const auditEntryFields: AuditEntryResolvers = {
  user: ({ actor }, _args, context) => findUser(actor, context),
}
