import { Link } from '@tanstack/react-router'
import { useWho } from '../../api/people.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { dayTime, duration, fullTime, words } from '../../ui/format.ts'
import { InsightMark } from '../../ui/insight-mark.tsx'
import { rowKeys } from '../../ui/list/rows.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Insight } from './acknowledge.ts'
import styles from './insights.module.css'
import { Snapshot } from './snapshot.tsx'

type ItemsProps = {
  readonly label: string
  readonly rows: readonly Insight[]
  /** The one that is read in full. */
  readonly chosen: number | undefined
  readonly leaving: ReadonlySet<number>
  readonly fresh?: ReadonlySet<string>
  readonly gone?: ReadonlySet<string>
  readonly acknowledge: (insight: Insight) => void
}

type ItemProps = Omit<ItemsProps, 'rows' | 'label'> & {
  readonly insight: Insight
  readonly who: (userId: string | null) => string
}

const Status = ({
  insight,
  isLeaving,
  isGone,
  who,
}: {
  readonly insight: Insight
  readonly isLeaving: boolean
  readonly isGone: boolean
  readonly who: (userId: string | null) => string
}) => {
  const now = useNow()
  const { acknowledged, acknowledgedAt, acknowledgedByUserId, expiresAt } = insight
  if (isLeaving && !acknowledged) return isGone ? t('acknowledged by you') : t('acknowledged in a moment')
  if (acknowledged)
    return (
      <>
        {acknowledgedAt === null
          ? t('acknowledged by {person}', { person: who(acknowledgedByUserId) })
          : rich('acknowledged by {person}, {age} ago', {
              person: who(acknowledgedByUserId),
              age: <Age at={acknowledgedAt} />,
            })}
      </>
    )
  if (isGone) return <>{t('no longer active')}</>
  if (expiresAt === null) return null
  const left = Date.parse(expiresAt) - now
  return (
    <time dateTime={expiresAt} title={fullTime(expiresAt)}>
      {left <= 0
        ? t('expired {at}', { at: dayTime(expiresAt) })
        : t('expires in {duration}', { duration: duration(left) })}
    </time>
  )
}

const Item = ({ insight, chosen, leaving, fresh, gone, acknowledge, who }: ItemProps) => {
  const { id, severity, category, title, body, publishedAt, snapshotId, acknowledged, expiresAt } = insight
  const now = useNow()
  const isOpen = chosen === id
  const isLeaving = leaving.has(id)
  const isGone = gone?.has(String(id)) ?? false
  const isOver = acknowledged || isGone || (expiresAt !== null && Date.parse(expiresAt) <= now)
  return (
    <li
      data-row
      data-fresh={fresh?.has(String(id)) || undefined}
      data-quiet={isLeaving || isOver || undefined}
      data-chosen={isOpen || undefined}
      className={styles.item}
    >
      <InsightMark severity={severity} />
      <div className={styles.text}>
        <Link
          to={PATHS.insights}
          search={(search: object) => ({ ...search, insight: isOpen ? undefined : id })}
          replace
          resetScroll={false}
          className={styles.title}
          aria-expanded={isOpen}
        >
          {title}
        </Link>
        <p className={styles.meta}>
          <span>{words(severity)}</span>
          <span>{words(category)}</span>
          <span>{rich('{age} ago', { age: <Age at={publishedAt} /> })}</span>
          {snapshotId !== null && !isOpen && <span>{t('with the figures of snapshot {id}', { id: snapshotId })}</span>}
          <b>
            <Status insight={insight} isLeaving={isLeaving} isGone={isGone} who={who} />
          </b>
        </p>
        <p className={styles.body} data-open={isOpen || undefined}>
          {body}
        </p>
        {isOpen && snapshotId !== null && <Snapshot id={snapshotId} />}
      </div>
      {!isOver && (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={isLeaving}
          onClick={() => acknowledge(insight)}
          aria-label={t('Acknowledge {id}: {title}', { id, title })}
          title={t('Acknowledge (A)')}
        >
          {t('Acknowledge')}
        </button>
      )}
    </li>
  )
}

/** Insights, one below the other; a title shows the whole of its text. */
export const Items = ({ rows, label, ...rest }: ItemsProps) => {
  const who = useWho(rows.map(({ acknowledgedByUserId }) => acknowledgedByUserId))
  const act = (row: number) => {
    const insight = rows[row]
    if (insight !== undefined) rest.acknowledge(insight)
  }
  return (
    <ol className={styles.list} aria-label={label} onKeyDown={rowKeys({ a: act })}>
      {rows.map((insight) => (
        <Item key={insight.id} insight={insight} who={who} {...rest} />
      ))}
    </ol>
  )
}
