import { IconSelector } from '@tabler/icons-react'
import { useInstitutions } from '../api/institutions.ts'
import { t } from '../language/texts.ts'
import { useInstitution } from '../scope.ts'
import { WallButton } from '../ui/wall-button.tsx'
import type { Sheet } from './sheet.ts'
import styles from './shell.module.css'

/** Says which institution every page shows, and opens the choice of another one. */
export const InstitutionPick = ({ show }: { readonly show: (sheet: Sheet) => void }) => {
  const chosen = useInstitution()
  const { data } = useInstitutions()
  if (chosen === undefined && (data?.data.institutions ?? []).length < 2) return null
  return (
    <WallButton
      className={styles.scope}
      data-set={chosen === undefined ? undefined : true}
      aria-haspopup="dialog"
      onClick={() => show('institution')}
    >
      <span>{t('Institution')}</span> <b>{chosen ?? t('All')}</b>
      <IconSelector size={15} stroke={2} aria-hidden />
    </WallButton>
  )
}
