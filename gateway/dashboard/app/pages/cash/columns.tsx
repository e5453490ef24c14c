import type { CashQuery } from '../../gql/graphql.gen.ts'
import { t, tc } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { count, dayTime, duration, fullTime, money, words } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import styles from './cash.module.css'

export type CashRow = NonNullable<CashQuery['cashCassettes']>['content'][number]

const HOUR_MS = 3_600_000
const SOON_HOURS = 24
const PLENTY_HOURS = 14 * 24
const NOT_KNOWN = '—'

const Left = ({ row: { currentCount, hoursLeft, emptyAt } }: { readonly row: CashRow }) => {
  if (currentCount === 0) return <b data-tone="bad">{tc('cassette', 'empty')}</b>
  if (hoursLeft === null || emptyAt === null) return <span className={styles.quiet}>{t('rate not known')}</span>
  if (hoursLeft > PLENTY_HOURS) return <span>{t('over 14 d')}</span>
  return (
    <>
      <b data-tone={hoursLeft <= SOON_HOURS ? 'warn' : undefined}>{duration(hoursLeft * HOUR_MS)}</b>
      <small>
        <time dateTime={emptyAt} title={fullTime(emptyAt)}>
          {dayTime(emptyAt)}
        </time>
      </small>
    </>
  )
}

const amountOf = (amount: string | null, currency: string | null): string =>
  amount === null || currency === null ? NOT_KNOWN : money(amount, currency)

const ATM: Column<CashRow> = {
  id: 'atm',
  header: t('ATM'),
  cell: ({ atmId, agentAtmId, siteName, name }) => (
    <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={{ siteName, name }} />
  ),
}

const CASSETTE: Column<CashRow> = {
  id: 'cassette',
  header: t('Cassette'),
  cell: ({ cassetteNo, type, currency, denomination }) => (
    <span className={styles.two}>
      <span>
        {cassetteNo}
        {currency !== null && denomination !== null && (
          <>
            {' · '}
            <bdi>{money(denomination, currency)}</bdi>
          </>
        )}
      </span>
      <small>{type === null ? '' : words(type)}</small>
    </span>
  ),
}

const LEFT: Column<CashRow> = {
  id: 'left',
  header: t('Left'),
  cell: (row) => (
    <span className={styles.two}>
      <Left row={row} />
    </span>
  ),
}

const NOTES: Column<CashRow> = {
  id: 'notes',
  header: t('Notes'),
  right: true,
  wide: true,
  cell: ({ currentCount, capacity }) => (
    <span className={styles.two}>
      {currentCount === null ? NOT_KNOWN : count(currentCount)}
      <small>{capacity === null ? '' : t('of {capacity}', { capacity: count(capacity) })}</small>
    </span>
  ),
}

const CARRIER: Column<CashRow> = {
  id: 'carrier',
  header: t('Carrier'),
  wide: true,
  cell: ({ carrier }) => carrier ?? <span className={styles.quiet}>{t('none given')}</span>,
}

const READ: Column<CashRow> = {
  id: 'read',
  header: t('Read'),
  right: true,
  wide: 'widest',
  cell: ({ asOf }) => <Age at={asOf} />,
}

/** The columns of the list by hours left. */
export const CASH_COLUMNS: readonly Column<CashRow>[] = [
  ATM,
  CASSETTE,
  LEFT,
  {
    id: 'risk',
    header: t('At risk'),
    right: true,
    wide: true,
    cell: ({ amountAtRisk, currency }) => amountOf(amountAtRisk, currency),
  },
  NOTES,
  CARRIER,
  READ,
]

/** The columns of a loading list. */
export const LOADING_COLUMNS: readonly Column<CashRow>[] = [
  ATM,
  CASSETTE,
  {
    id: 'load',
    header: t('Notes to load'),
    right: true,
    cell: ({ notesToLoad, amountToLoad, currency }) => (
      <span className={styles.two}>
        <b>{notesToLoad === null ? NOT_KNOWN : count(notesToLoad)}</b>
        <small>{amountOf(amountToLoad, currency)}</small>
      </span>
    ),
  },
  LEFT,
  NOTES,
  CARRIER,
]
