import { Link } from '@tanstack/react-router'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { words } from '../../ui/format.ts'
import { InsightMark } from '../../ui/insight-mark.tsx'
import { Empty } from '../../ui/widget.tsx'
import styles from './insights.module.css'

type Rows = NonNullable<FleetQuery['activeInsights']>

const SHOWN = 8

/** Insights that are not acknowledged yet. */
export const Insights = ({ rows }: { readonly rows: Rows }) => {
  if (rows.length === 0) return <Empty good>{t('No active insights.')}</Empty>
  return (
    <ul className={styles.list}>
      {rows.slice(0, SHOWN).map(({ id, severity, category, title, publishedAt }) => (
        <li key={id} className={styles.row}>
          <InsightMark severity={severity} />
          <div>
            <Link to={PATHS.insights} className={styles.title}>
              {title}
            </Link>
            <p className={styles.meta}>
              {words(category)} · <Age at={publishedAt} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
