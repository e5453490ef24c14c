import { t, tc } from '../../language/texts.ts'
import { wordOf } from '../../search.ts'
import { words } from '../../ui/format.ts'
import { countSet, MoreFilters, Pick } from '../../ui/list/filter-bar.tsx'
import { DaysFilter, TextFilter } from '../../ui/list/typed-filters.tsx'
import { AtmFilter } from '../journals/atm-filter.tsx'
import { CASH, CONFLICTS, VERDICTS } from '../journals/marks.tsx'
import {
  CASH_ORDER,
  CONFLICT_FILTERS,
  DECIDED,
  isAmount,
  isFaultyNumber,
  KINDS,
  lastDigits,
  NUMBER_ORDER,
  SPANS,
  type TransactionsSearch,
  tidyAmount,
} from './search.ts'

type Change = (change: Partial<TransactionsSearch>) => void
export type FiltersProps = { readonly search: TransactionsSearch; readonly change: Change }

const NUMBERS: Readonly<Record<(typeof NUMBER_ORDER)[number], string>> = {
  rrn: t('Retrieval reference'),
  stan: t('Audit number'),
  authorisationCode: t('Authorisation code'),
  serial: t('Serial number'),
  terminalId: t('Terminal'),
  hostDate: t('Host’s date'),
  accountTail: t('Account, last 4'),
}

/** One of the numbers of a host or a receipt: which, and then its value. */
const NumberFilter = ({ search, change }: FiltersProps) => (
  <>
    <Pick
      label={t('Number')}
      none={t('Choose')}
      value={search.number}
      options={NUMBER_ORDER.map((value) => ({ value, label: NUMBERS[value] }))}
      onChange={(number) => change({ number: wordOf(NUMBER_ORDER, number), is: undefined })}
    />
    {search.number !== undefined && (
      <TextFilter
        label={NUMBERS[search.number]}
        placeholder={search.number === 'hostDate' ? '2026-12-31' : t('as printed')}
        size={10}
        value={search.is}
        faulty={isFaultyNumber(search)}
        ready={(is) => !isFaultyNumber({ number: search.number, is })}
        onChange={(is) => change({ is })}
      />
    )}
  </>
)

const Outcomes = ({ search, change }: FiltersProps) => (
  <>
    <Pick
      label={t('Verdict')}
      value={search.verdict}
      options={DECIDED.map((value) => ({ value, label: VERDICTS[value].label }))}
      onChange={(verdict) => change({ verdict: wordOf(DECIDED, verdict) })}
    />
    <Pick
      label={t('Cash')}
      value={search.cash}
      options={CASH_ORDER.map((value) => ({ value, label: CASH[value].label }))}
      onChange={(cash) => change({ cash: wordOf(CASH_ORDER, cash) })}
    />
    <Pick
      label={t('Conflict')}
      value={search.conflict}
      options={CONFLICT_FILTERS.map((value) => ({ value, label: value === 'ANY' ? t('Any') : CONFLICTS[value] }))}
      onChange={(conflict) => change({ conflict: wordOf(CONFLICT_FILTERS, conflict) })}
    />
  </>
)

const More = ({ search, change }: FiltersProps) => (
  <>
    <TextFilter
      label={t('Reference')}
      placeholder={t('as printed')}
      size={10}
      value={search.reference}
      onChange={(reference) => change({ reference })}
    />
    <NumberFilter search={search} change={change} />
    <TextFilter
      label={t('Amount from')}
      size={6}
      numeric
      value={search.least}
      tidy={tidyAmount}
      ready={isAmount}
      faulty={search.least !== undefined && !isAmount(search.least)}
      onChange={(least) => change({ least })}
    />
    <TextFilter
      label={tc('amount', 'up to')}
      size={6}
      numeric
      value={search.most}
      tidy={tidyAmount}
      ready={isAmount}
      faulty={search.most !== undefined && !isAmount(search.most)}
      onChange={(most) => change({ most })}
    />
    <TextFilter label={t('Host’s code')} size={4} value={search.code} onChange={(code) => change({ code })} />
    <Outcomes search={search} change={change} />
  </>
)

/** How many of the filters that few need are set. */
const countMore = ({ reference, number, least, most, code, verdict, cash, conflict }: TransactionsSearch): number =>
  countSet([reference, number, least, most, code, verdict, cash, conflict])

/** The filters of the search for transactions. */
export const Filters = (props: FiltersProps) => {
  const { search, change } = props
  return (
    <>
      {search.from === undefined && (
        <Pick
          label={t('Days')}
          none={t('Last 7 days')}
          value={search.span}
          options={[
            { value: '1', label: t('Today') },
            { value: '30', label: t('Last 30 days') },
            { value: '90', label: t('Last 90 days') },
          ]}
          onChange={(span) => change({ span: wordOf(SPANS, span) })}
        />
      )}
      <DaysFilter from={search.from} to={search.to} onChange={change} />
      <AtmFilter value={search.atm} onChange={(atm) => change({ atm })} />
      <TextFilter
        label={t('Card')}
        placeholder={t('last 4')}
        size={6}
        numeric
        value={search.card}
        tidy={lastDigits}
        ready={(digits) => digits.length === 4}
        faulty={search.card !== undefined && search.card.length < 4}
        onChange={(card) => change({ card })}
      />
      <Pick
        label={t('Kind')}
        value={search.kind}
        options={KINDS.map((value) => ({ value, label: words(value) }))}
        onChange={(kind) => change({ kind: wordOf(KINDS, kind) })}
      />
      <MoreFilters set={countMore(search)}>
        <More {...props} />
      </MoreFilters>
    </>
  )
}
