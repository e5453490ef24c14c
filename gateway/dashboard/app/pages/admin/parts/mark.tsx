import { IconCircleCheck, IconCircleDashed, IconClock, IconProgress, IconSquareX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './admin.module.css'

const ICONS = {
  ok: IconCircleCheck,
  bad: IconSquareX,
  run: IconProgress,
  wait: IconClock,
  none: IconCircleDashed,
}

/** A state by sign and word. */
export const Mark = ({ tone, children }: { readonly tone: keyof typeof ICONS; readonly children: ReactNode }) => {
  const Icon = ICONS[tone]
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
