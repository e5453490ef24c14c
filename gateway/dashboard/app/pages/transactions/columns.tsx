import { Link } from '@tanstack/react-router'
import type { TransactionsQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { localTime, money, words } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { attemptText, Cash, Conflicts, NotTold, Verdict } from '../journals/marks.tsx'
import type { SORTS } from './search.ts'
import styles from './transactions.module.css'

export type Row = NonNullable<TransactionsQuery['journalTransactions']>['content'][number]
type TransactionColumn = Column<Row, (typeof SORTS)[number]>

const When = ({ row: { id, startedAt, kind, attemptNo, atm } }: { readonly row: Row }) => (
  <Link
    to={PATHS.evidence}
    params={{ transactionId: String(id) }}
    className={styles.when}
    title={`${startedAt.replace('T', ' ')}, the ATM’s clock${atm?.timeZone ? ` (${atm.timeZone})` : ''}`}
  >
    <span>{localTime(startedAt)}</span>
    <small>
      {words(kind)}
      {attemptText(attemptNo)}
    </small>
  </Link>
)

const Amount = ({ row: { amount, currency } }: { readonly row: Row }) =>
  amount === null ? (
    <NotTold />
  ) : (
    <span className={styles.amount}>{currency === null ? amount : money(amount, currency)}</span>
  )

const Outcome = ({ row: { verdict, hostCode, completeness, conflict } }: { readonly row: Row }) => (
  <span className={styles.verdict}>
    <Verdict verdict={verdict} />
    {completeness === 'TRUNCATED' ? (
      <small className={`${styles.small} ${styles.cut}`}>end mark is missing</small>
    ) : (
      hostCode !== null && <small className={styles.small}>host’s code {hostCode}</small>
    )}
    <Conflicts conflict={conflict} />
  </span>
)

/** A card as it is masked; a tablet has room for its last digits only, and keeps the others for who points at them. */
const Card = ({ card }: { readonly card: string }) => (
  <span className={`id ${styles.card}`} title={card}>
    <span>{card.slice(0, -4)}</span>
    {card.slice(-4)}
  </span>
)

/** The columns of the transactions; a row's first link leads to its evidence. */
export const COLUMNS: readonly TransactionColumn[] = [
  { id: 'when', header: 'Begun, in the ATM’s time', sort: 'startedAt', cell: (row) => <When row={row} /> },
  {
    id: 'atm',
    header: 'ATM',
    wide: true,
    cell: (row) => <AtmCell atmId={row.atmId} agentAtmId={row.agentAtmId} atm={row.atm} />,
  },
  { id: 'amount', header: 'Amount', sort: 'amount', right: true, cell: (row) => <Amount row={row} /> },
  { id: 'verdict', header: 'Verdict', cell: (row) => <Outcome row={row} /> },
  { id: 'cash', header: 'Cash', wide: true, cell: ({ cashOutcome }) => <Cash outcome={cashOutcome} /> },
  {
    id: 'card',
    header: 'Card',
    wide: true,
    cell: ({ card }) => (card === null ? <NotTold /> : <Card card={card} />),
  },
  {
    id: 'reference',
    header: 'Reference',
    wide: 'widest',
    cell: ({ reference }) => (reference === null ? <NotTold /> : <span className="id">{reference}</span>),
  },
  {
    id: 'lines',
    header: 'Journal',
    wide: true,
    cell: ({ fileId, firstLine, lastLine }) => (
      <Link
        to={PATHS.file}
        params={{ fileId: String(fileId) }}
        search={{ from: firstLine, to: lastLine }}
        className="link"
      >
        Lines {firstLine}
        {'\u2013'}
        {lastLine}
      </Link>
    ),
  },
]
