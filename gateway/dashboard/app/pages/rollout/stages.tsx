import { Age } from '../../ui/age.tsx'
import { plural } from '../../ui/format.ts'
import { Card, Empty } from '../../ui/widget.tsx'
import { Bar, wordsOf } from '../rollouts/bar.tsx'
import { endedOf, partsOf } from '../rollouts/figures.rules.ts'
import type { Shown } from './head.tsx'
import styles from './rollout.module.css'

type Stage = Shown['progress'][number]

const standingOf = (stage: Stage): string => {
  if (stage.openedAt === null) return 'not begun'
  const left = stage.atms - stage.skipped - endedOf(partsOf(stage.counts))
  return left === 0 ? 'ended' : `${plural(left, 'ATM')} to go`
}

const StageRow = ({ stage }: { readonly stage: Stage }) => {
  const parts = partsOf(stage.counts)
  return (
    <li className={styles.stage} data-open={stage.openedAt !== null || undefined}>
      <p>
        <b>Stage {stage.number}</b>
        <span>
          up to {stage.percent}&nbsp;%, {plural(stage.atms, 'ATM')}
        </span>
        <span className={styles.standing}>{standingOf(stage)}</span>
      </p>
      <Bar parts={parts} atms={stage.atms} />
      <p className={styles.words}>
        <span>
          {wordsOf(parts)}
          {stage.skipped > 0 && `, ${plural(stage.skipped, 'skipped', 'skipped')}`}
        </span>
        {stage.openedAt !== null && (
          <span>
            begun <Age at={stage.openedAt} /> ago
          </span>
        )}
      </p>
    </li>
  )
}

/** The stages of a rollout, as they stand. */
export const Stages = ({ rollout }: { readonly rollout: Shown }) => (
  <Card title="Stages" note="as they stand now">
    {rollout.progress.length === 0 ? (
      <Empty>Its ATMs are being looked up.</Empty>
    ) : (
      <ol className={styles.stages} aria-label="Stages">
        {rollout.progress.map((stage) => (
          <StageRow key={stage.number} stage={stage} />
        ))}
      </ol>
    )}
  </Card>
)
