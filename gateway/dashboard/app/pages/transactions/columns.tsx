import { Link } from '@tanstack/react-router'
import type { TransactionsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { localTime, money } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { attemptText, Cash, Conflicts, NotTold, Verdict } from '../journals/marks.tsx'
import type { SORTS } from './search.ts'
import styles from './transactions.module.css'

export type Row = NonNullable<TransactionsQuery['journalTransactions']>['content'][number]
type TransactionColumn = Column<Row, (typeof SORTS)[number]>

const clockOf = (time: string, zone: string | null | undefined): string =>
  zone ? t('{time}, the ATM’s clock ({zone})', { time, zone }) : t('{time}, the ATM’s clock', { time })

const When = ({ row: { id, startedAt, kind, attemptNo, atm } }: { readonly row: Row }) => (
  <Link
    to={PATHS.evidence}
    params={{ transactionId: String(id) }}
    className={styles.when}
    title={clockOf(startedAt.replace('T', ' '), atm?.timeZone)}
  >
    <span>{localTime(startedAt)}</span>
    <small>{attemptText(kind, attemptNo)}</small>
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
      <small className={`${styles.small} ${styles.cut}`}>{t('end mark is missing')}</small>
    ) : (
      hostCode !== null && <small className={styles.small}>{t('host’s code {code}', { code: hostCode })}</small>
    )}
    <Conflicts conflict={conflict} />
  </span>
)

/** A card as it is masked; a narrow window shows its last digits only, and the others in its title. */
const Card = ({ card }: { readonly card: string }) => (
  <span className={`id ${styles.card}`} title={card}>
    <span>{card.slice(0, -4)}</span>
    {card.slice(-4)}
  </span>
)

/** The columns of the transactions; a row's first link leads to its evidence. */
export const COLUMNS: readonly TransactionColumn[] = [
  { id: 'when', header: t('Begun, in the ATM’s time'), sort: 'startedAt', cell: (row) => <When row={row} /> },
  {
    id: 'atm',
    header: t('ATM'),
    wide: true,
    cell: (row) => <AtmCell atmId={row.atmId} agentAtmId={row.agentAtmId} atm={row.atm} />,
  },
  { id: 'amount', header: t('Amount'), sort: 'amount', right: true, cell: (row) => <Amount row={row} /> },
  { id: 'verdict', header: t('Verdict'), cell: (row) => <Outcome row={row} /> },
  { id: 'cash', header: t('Cash'), wide: true, cell: ({ cashOutcome }) => <Cash outcome={cashOutcome} /> },
  {
    id: 'card',
    header: t('Card'),
    wide: true,
    cell: ({ card }) => (card === null ? <NotTold /> : <Card card={card} />),
  },
  {
    id: 'reference',
    header: t('Reference'),
    wide: 'widest',
    cell: ({ reference }) => (reference === null ? <NotTold /> : <span className="id">{reference}</span>),
  },
  {
    id: 'lines',
    header: t('Journal'),
    wide: true,
    cell: ({ fileId, firstLine, lastLine }) => (
      <Link
        to={PATHS.file}
        params={{ fileId: String(fileId) }}
        search={{ from: firstLine, to: lastLine }}
        className="link"
      >
        {t('Lines {from}–{to}', { from: firstLine, to: lastLine })}
      </Link>
    ),
  },
]
