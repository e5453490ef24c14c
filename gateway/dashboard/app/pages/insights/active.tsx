import { t, tn } from '../../language/texts.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { Empty } from '../../ui/widget.tsx'
import type { Insight } from './acknowledge.ts'
import { Items } from './items.tsx'

type ActiveProps = {
  readonly rows: readonly Insight[]
  readonly chosen: number | undefined
  readonly leaving: ReadonlySet<number>
  readonly acknowledge: (insight: Insight) => void
}

const RANK = { CRITICAL: 0, WARNING: 1, INFO: 2 } as const

const byWeight = (a: Insight, b: Insight): number =>
  RANK[a.severity] - RANK[b.severity] || Date.parse(b.publishedAt) - Date.parse(a.publishedAt)

/** Insights that are neither acknowledged nor expired, the most severe first. */
export const Active = ({ rows, ...rest }: ActiveProps) => {
  const calm = useCalmList(rows.toSorted(byWeight), ({ id }) => String(id), 'active')
  if (calm.rows.length === 0)
    return <Empty good>{t('No active insights: everything that was found out is acknowledged, or has expired.')}</Empty>
  const changes = Math.max(calm.waiting, calm.gone.size)
  const isNew = calm.waiting > 0
  return (
    <>
      <WaitingPill
        waiting={isNew ? calm.waiting : changes}
        text={
          isNew
            ? tn(calm.waiting, '{n} new insight', '{n} new insights')
            : tn(changes, '{n} new change of this list', '{n} new changes of this list')
        }
        take={calm.take}
      />
      <Items label={t('Active insights')} rows={calm.rows} fresh={calm.fresh} gone={calm.gone} {...rest} />
    </>
  )
}
