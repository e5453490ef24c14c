import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { money, words } from '../../ui/format.ts'
import { Cash, VERDICTS, Verdict } from '../journals/marks.tsx'
import styles from './attempts.module.css'
import type { EvidenceOf } from './facts.tsx'
import { Lines } from './lines.tsx'
import { Notes } from './notes.tsx'

type Attempt = EvidenceOf['attempts'][number]

export const attemptName = (attemptNo: number): string =>
  attemptNo === 0 ? t('No request') : t('Attempt {n}', { n: attemptNo })

/** What contradicts itself, in words. */
export const Contradictions = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className={styles.conflicts}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <bdi>{sentence}</bdi>
        </li>
      ))}
    </ul>
  )

type CardProps = {
  readonly attempt: Attempt
  readonly explanation: EvidenceOf['explanations'][number] | undefined
  readonly isOwn: boolean
}

const Card = ({ attempt, explanation, isOwn }: CardProps) => {
  const { id, attemptNo, startedAt, kind, amount, currency, verdict, cashOutcome, notes } = attempt
  return (
    <aside className={styles.card} data-tone={VERDICTS[verdict ?? 'NONE'].tone}>
      <h3 id={`attempt-${attemptNo}`}>
        {isOwn ? (
          attemptName(attemptNo)
        ) : (
          <Link to={PATHS.evidence} params={{ transactionId: String(id) }} className="link">
            {attemptName(attemptNo)}
          </Link>
        )}
        {isOwn && <b>{t('this transaction')}</b>}
      </h3>
      <p className={styles.what}>
        {[
          `${startedAt.slice(11, 19)} ${words(kind)}`,
          ...(amount === null ? [] : [currency === null ? amount : money(amount, currency)]),
        ].join(t(', '))}
      </p>
      <p>
        <Verdict verdict={verdict} />
      </p>
      <p className={styles.why}>
        <bdi>{explanation?.reason}</bdi>
      </p>
      {cashOutcome !== 'NONE' && (
        <p>
          <Cash outcome={cashOutcome} />
        </p>
      )}
      <Contradictions sentences={explanation?.conflicts ?? []} />
      {notes.length > 0 && <Notes notes={notes} />}
    </aside>
  )
}

/** Lines that follow each other and are of the same attempt, or of none. */
type Block = { readonly attemptNo: number | null; readonly lines: EvidenceOf['lines'] }

const blocksOf = (lines: EvidenceOf['lines']): readonly Block[] => {
  const blocks: { attemptNo: number | null; lines: EvidenceOf['lines'] }[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last !== undefined && last.attemptNo === line.attemptNo) last.lines.push(line)
    else blocks.push({ attemptNo: line.attemptNo, lines: [line] })
  }
  // An attempt has one card, beside the first of its lines.
  return blocks.map((block, at) =>
    blocks.slice(0, at).some(({ attemptNo }) => attemptNo === block.attemptNo) ? { ...block, attemptNo: null } : block,
  )
}

/** The lines of a session, each attempt beside its own; of a session of one attempt the lines alone. */
export const Printed = ({ evidence }: { readonly evidence: EvidenceOf }) => {
  const { lines, attempts, explanations, transaction } = evidence
  const deciding = new Set(attempts.flatMap(({ decidedBy }) => (decidedBy === null ? [] : [decidedBy.line])))
  if (attempts.length < 2) return <Lines lines={lines} deciding={deciding} label={t('What the machine printed')} />
  return (
    <div className={styles.printed}>
      {blocksOf(lines).map(({ attemptNo, lines: of }) => {
        const attempt = attempts.find((one) => one.attemptNo === attemptNo)
        const first = of[0]?.number ?? 0
        if (attempt === undefined)
          return <Lines key={first} lines={of} deciding={deciding} label={t('Lines around the session')} />
        return (
          <section key={first} className={styles.attempt} aria-labelledby={`attempt-${attemptNo}`}>
            <Card
              attempt={attempt}
              explanation={explanations.find((one) => one.attemptNo === attemptNo)}
              isOwn={attempt.id === transaction.id}
            />
            <Lines
              lines={of}
              deciding={deciding}
              label={t('Lines of: {attempt}', { attempt: attemptName(attempt.attemptNo).toLowerCase() })}
            />
          </section>
        )
      })}
    </div>
  )
}
