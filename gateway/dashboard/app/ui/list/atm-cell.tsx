import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import styles from './atm-cell.module.css'

type AtmCellProps = {
  readonly atmId: number
  /** The agent's name of the ATM; null where it is not known. */
  readonly agentAtmId: string | null | undefined
  readonly atm?: { readonly name?: string | null; readonly siteName?: string | null } | null
}

/** An ATM in a row: its number, and its place below; a link to its page. */
export const AtmCell = ({ atmId, agentAtmId, atm }: AtmCellProps) => (
  <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className={styles.atm}>
    <span className="id">{agentAtmId ?? t('ATM {id}', { id: atmId })}</span>
    <small dir="auto" title={atm?.siteName ?? atm?.name ?? undefined}>
      {atm?.siteName ?? atm?.name ?? '\u00a0'}
    </small>
  </Link>
)
