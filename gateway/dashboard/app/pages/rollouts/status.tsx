import { IconBan, IconCircleCheck, IconPlayerPause, IconProgress } from '@tabler/icons-react'
import type { RolloutStatus } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import styles from './rollouts.module.css'

type Look = { readonly label: string; readonly icon: typeof IconBan; readonly tone: 'ok' | 'warn' | 'run' | 'none' }

/** How each status is named and drawn. */
export const ROLLOUT_STATUSES: Readonly<Record<RolloutStatus, Look>> = {
  RUNNING: { label: t('Running'), icon: IconProgress, tone: 'run' },
  PAUSED: { label: t('Paused'), icon: IconPlayerPause, tone: 'warn' },
  DONE: { label: t('Done'), icon: IconCircleCheck, tone: 'ok' },
  CANCELLED: { label: t('Cancelled'), icon: IconBan, tone: 'none' },
}

/** A rollout's status as a sign alone. */
export const RolloutGlyph = ({ status, size = 16 }: { readonly status: RolloutStatus; readonly size?: number }) => {
  const { icon: Icon, tone } = ROLLOUT_STATUSES[status]
  return <Icon size={size} stroke={2} aria-hidden className={styles.glyph} data-tone={tone} />
}

/** A rollout's status, by sign and word. */
export const RolloutMark = ({ status }: { readonly status: RolloutStatus }) => (
  <span className={styles.status} data-tone={ROLLOUT_STATUSES[status].tone}>
    <RolloutGlyph status={status} />
    {ROLLOUT_STATUSES[status].label}
  </span>
)
