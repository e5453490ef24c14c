import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { commas } from '../../ui/format.ts'
import { Card, Empty } from '../../ui/widget.tsx'
import { Bar, wordsOf } from '../rollouts/bar.tsx'
import { endedOf, type Parts, partsOf } from '../rollouts/figures.rules.ts'
import type { Shown } from './head.tsx'
import styles from './rollout.module.css'

type Stage = Shown['progress'][number]

const statusOf = (stage: Stage, parts: Parts): string => {
  if (stage.openedAt === null) return t('not begun')
  const left = stage.atms - stage.skipped - endedOf(parts) - parts.notSent
  return left === 0 ? t('ended') : tn(left, '{n} ATM to go', '{n} ATMs to go')
}

const StageRow = ({ stage, status }: { readonly stage: Stage; readonly status: Shown['status'] }) => {
  const parts = partsOf(stage.counts, status)
  return (
    <li className={styles.stage} data-open={stage.openedAt !== null || undefined}>
      <p>
        <b>{t('Stage {number}', { number: stage.number })}</b>
        <span>
          {tn(stage.atms, 'up to {percent}\u00a0%, {n} ATM', 'up to {percent}\u00a0%, {n} ATMs', {
            percent: stage.percent,
          })}
        </span>
        <span className={styles.stageStatus}>{statusOf(stage, parts)}</span>
      </p>
      <Bar parts={parts} atms={stage.atms} />
      <p className={styles.words}>
        <span>
          {commas([...wordsOf(parts), ...(stage.skipped > 0 ? [tn(stage.skipped, '{n} skipped', '{n} skipped')] : [])])}
        </span>
        {stage.openedAt !== null && <span>{rich('begun {age} ago', { age: <Age at={stage.openedAt} /> })}</span>}
      </p>
    </li>
  )
}

/** The stages of a rollout, with the progress of each. */
export const Stages = ({ rollout }: { readonly rollout: Shown }) => (
  <Card title={t('Stages')} note={t('as of now')}>
    {rollout.progress.length === 0 ? (
      <Empty>{t('Its ATMs are being looked up.')}</Empty>
    ) : (
      <ol className={styles.stages} aria-label={t('Stages')}>
        {rollout.progress.map((stage) => (
          <StageRow key={stage.number} stage={stage} status={rollout.status} />
        ))}
      </ol>
    )}
  </Card>
)
