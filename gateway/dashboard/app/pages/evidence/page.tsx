import { IconListNumbers, IconPrinter } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/client.ts'
import { EvidenceDocument } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { wordOf } from '../../search.ts'
import { fullTime, localTime, money, words } from '../../ui/format.ts'
import { Pick } from '../../ui/list/filter-bar.tsx'
import { usePageName } from '../../ui/page-name.ts'
import { SaveButton } from '../../ui/save-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { CASH, Cash, VERDICTS, Verdict } from '../journals/marks.tsx'
import { JournalTabs } from '../journals/tabs.tsx'
import { attemptName, Contradictions, Printed } from './attempts.tsx'
import styles from './evidence.module.css'
import { type EvidenceOf, Read, Source } from './facts.tsx'
import { CONTEXTS, type EvidenceSearch } from './search.ts'

const USUAL_CONTEXT = '5'

const Head = ({ evidence: { transaction, attempts } }: { readonly evidence: EvidenceOf }) => {
  const { id, attemptNo, institutionKey, agentAtmId, startedAt, kind, amount, currency } = transaction
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.kicker}>{t('Evidence from the electronic journal')}</p>
        <p className={styles.title}>{t('Transaction {id}', { id })}</p>
        <p>
          <bdi>{institutionKey}</bdi> · <bdi>{t('ATM {id}', { id: agentAtmId })}</bdi> ·{' '}
          <bdi>{t('{time}, the ATM’s clock', { time: localTime(startedAt) })}</bdi>
          {attempts.length > 1 &&
            ` · ${t('{attempt} of its session', { attempt: attemptName(attemptNo).toLowerCase() })}`}
        </p>
      </div>
      <div className={styles.amount}>
        <p>{words(kind)}</p>
        <b>{amount === null ? t('No amount') : currency === null ? amount : money(amount, currency)}</b>
      </div>
    </header>
  )
}

const Outcome = ({ evidence: { transaction, explanations } }: { readonly evidence: EvidenceOf }) => {
  const { verdict, cashOutcome, attemptNo } = transaction
  const explanation = explanations.find((one) => one.attemptNo === attemptNo)
  return (
    <>
      <dl className={styles.outcome}>
        <div data-tone={VERDICTS[verdict ?? 'NONE'].tone}>
          <dt>{t('Verdict')}</dt>
          <dd>
            <Verdict verdict={verdict} />
            <small>
              <bdi>{explanation?.reason}</bdi>
            </small>
          </dd>
        </div>
        <div data-tone={CASH[cashOutcome].tone}>
          <dt>{t('Outcome of the notes')}</dt>
          <dd>
            <Cash outcome={cashOutcome} />
            <small>{CASH_WORDS[cashOutcome]}</small>
          </dd>
        </div>
      </dl>
      <Contradictions sentences={explanation?.conflicts ?? []} />
    </>
  )
}

const CASH_WORDS: Readonly<Record<EvidenceOf['transaction']['cashOutcome'], string>> = {
  DISPENSED: t('The customer took them.'),
  PARTIAL: t('The customer took fewer than were asked for.'),
  RETRACTED: t('The machine took them back.'),
  NOT_TAKEN: t('They were presented; nothing shows that they were taken.'),
  NONE: t('None were presented.'),
  UNKNOWN: t('The journal breaks off before it says.'),
}

const Sheet = ({
  evidence,
  context,
  onContext,
}: {
  readonly evidence: EvidenceOf
  readonly context: EvidenceSearch['context']
  readonly onContext: (context: string | undefined) => void
}) => {
  const { transaction, lines, linesOmitted, printedAt } = evidence
  return (
    <article className={styles.sheet} aria-label={t('Evidence of transaction {id}', { id: transaction.id })}>
      <Head evidence={evidence} />
      <Outcome evidence={evidence} />
      <div className={styles.columns}>
        <Read transaction={transaction} />
        <Source evidence={evidence} />
      </div>
      <section>
        <div className={styles.linesHead}>
          <h2>{t('What the machine printed')}</h2>
          <p>
            {t('Line numbers are those of the file.')}{' '}
            {linesOmitted === 0
              ? t('The marked lines are of this transaction.')
              : tn(
                  linesOmitted,
                  'The marked lines are of this transaction; {n} of its session is left out.',
                  'The marked lines are of this transaction; {n} of its session are left out.',
                )}
          </p>
          <Pick
            label={t('Lines around it')}
            none={USUAL_CONTEXT}
            value={context}
            options={CONTEXTS.map((value) => ({ value, label: value }))}
            onChange={onContext}
          />
        </div>
        {lines.length === 0 ? (
          <Empty>{t('The text of this file is no longer kept.')}</Empty>
        ) : (
          <Printed evidence={evidence} />
        )}
      </section>
      <p className={styles.foot}>
        {t('Drawn up {time}.', { time: fullTime(printedAt, transaction.atm?.timeZone ?? undefined) })}{' '}
        {t('Card numbers show the first 6 and last 4 digits; customer numbers are hidden.')}
      </p>
    </article>
  )
}

/** The platform's own page, whole in itself: a document to hand on. */
const SavePage = ({ id, context }: { readonly id: number; readonly context: string }) => (
  <SaveButton
    path={`/journal/api/journal/transactions/${id}/evidence?contextLines=${context}`}
    fileName={`evidence-${id}.html`}
    accept="text/html"
  >
    {t('Save as a document')}
  </SaveButton>
)

/** What a machine printed of a transaction, to be shown in a dispute. */
export const EvidencePage = (): ReactNode => {
  const id = Number(useParams({ from: PATHS.evidence }).transactionId)
  const { search, change } = usePageSearch(PATHS.evidence)
  const { context } = search
  const known = Number.isSafeInteger(id) && id > 0
  const query = useDocument(
    EvidenceDocument,
    { id: known ? id : 0, contextLines: Number(context ?? USUAL_CONTEXT) },
    { everyMs: 0, enabled: known },
  )
  const evidence = query.data?.data.journalEvidence
  usePageName(known ? t('Transaction {id}', { id }) : undefined)
  const isMissing = !known || (query.data !== undefined && evidence === null && query.data.faults.length === 0)
  return (
    <>
      <JournalTabs bare />
      <div className={styles.actions}>
        <span className={styles.spring} />
        {evidence && (
          <>
            <Link
              to={PATHS.file}
              params={{ fileId: String(evidence.file.id) }}
              search={{ from: evidence.transaction.firstLine, to: evidence.transaction.lastLine }}
              className="button"
            >
              <IconListNumbers size={16} stroke={2} aria-hidden />
              {tc('link', 'In the journal')}
            </Link>
            <SavePage id={id} context={context ?? USUAL_CONTEXT} />
            <button type="button" className="button" data-kind="main" onClick={() => window.print()}>
              <IconPrinter size={16} stroke={2} aria-hidden />
              {t('Print')}
            </button>
          </>
        )}
      </div>
      {isMissing ? (
        <section className="page">
          <Empty>
            <p>{t('There is no such transaction, or it is not visible to you.')}</p>
            <Link to={PATHS.transactions} className="link">
              {t('Search the transactions')}
            </Link>
          </Empty>
        </section>
      ) : (
        <Loaded
          query={query}
          what={t('The evidence')}
          roots={['journalEvidence']}
          pick={(data) => data.journalEvidence}
          skeleton={<SkeletonRows rows={16} height={22} gap={14} />}
        >
          {(found) => (
            <Sheet
              evidence={found}
              context={context}
              onContext={(value) => change({ context: wordOf(CONTEXTS, value) })}
            />
          )}
        </Loaded>
      )}
    </>
  )
}
