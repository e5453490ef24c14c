import { SkeletonRows } from '../../../ui/skeleton.tsx'
import styles from './admin.module.css'

/** What a list looks like before its rows are there. */
export const ListSkeleton = () => (
  <div className={styles.skeleton}>
    <SkeletonRows rows={10} height={22} gap={18} />
  </div>
)
