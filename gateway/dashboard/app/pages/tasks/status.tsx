import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconClockX,
  IconProgress,
  IconSend,
  IconSquareX,
} from '@tabler/icons-react'
import type { TaskStatus } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import styles from './tasks.module.css'

type Look = {
  readonly label: string
  readonly icon: typeof IconClock
  readonly tone: 'ok' | 'bad' | 'warn' | 'run' | 'none'
}

/** How each status is named and drawn; colour is for what ended badly. */
export const TASK_STATUSES: Readonly<Record<TaskStatus, Look>> = {
  QUEUED: { label: t('Queued'), icon: IconClock, tone: 'run' },
  SENT: { label: t('Sent'), icon: IconSend, tone: 'run' },
  ACKED: { label: t('Under way'), icon: IconProgress, tone: 'run' },
  SUCCEEDED: { label: t('Succeeded'), icon: IconCircleCheck, tone: 'ok' },
  FAILED: { label: t('Failed'), icon: IconSquareX, tone: 'bad' },
  EXPIRED: { label: t('Expired'), icon: IconClockX, tone: 'warn' },
  CANCELLED: { label: t('Cancelled'), icon: IconBan, tone: 'none' },
}

/** A task's status as a sign alone. */
export const StatusGlyph = ({ status, size = 16 }: { readonly status: TaskStatus; readonly size?: number }) => {
  const { icon: Icon, tone } = TASK_STATUSES[status]
  return <Icon size={size} stroke={2} aria-hidden className={styles.glyph} data-tone={tone} />
}

/** A task's status, by sign and word. */
export const StatusMark = ({ status }: { readonly status: TaskStatus }) => (
  <span className={styles.status} data-tone={TASK_STATUSES[status].tone}>
    <StatusGlyph status={status} />
    {TASK_STATUSES[status].label}
  </span>
)
