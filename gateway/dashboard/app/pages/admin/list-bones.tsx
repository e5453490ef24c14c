import { Bones } from '../../ui/bones.tsx'
import styles from './admin.module.css'

/** What a list looks like before its rows are there. */
export const ListBones = () => (
  <div className={styles.bones}>
    <Bones rows={10} height={22} gap={18} />
  </div>
)
