import { Link } from '@tanstack/react-router'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { dayTime } from '../../ui/format.ts'
import styles from './atm.module.css'
import type { Atm } from './steps.ts'

const AtmLink = ({ id, children }: { readonly id: number; readonly children: string }) => (
  <Link to={PATHS.atm} params={{ atmId: String(id) }} className="link">
    {children}
  </Link>
)

/** That the ATM is retired, which one it is, and what was taken for another one. */
export const LifeNotice = ({ atm }: { readonly atm: Atm }) => {
  const { lifecycle, retiredAt, mergedIntoId, mergedEntries, timeZone } = atm
  if (lifecycle === 'ACTIVE' && mergedEntries.length === 0) return null
  return (
    <p className={styles.notice}>
      {lifecycle === 'RETIRED' && (
        <b>
          {retiredAt === null
            ? t('Retired.')
            : t('Retired since {time}.', { time: dayTime(retiredAt, timeZone ?? undefined) })}{' '}
        </b>
      )}
      {mergedIntoId !== null && <AtmLink id={mergedIntoId}>{t('It is another ATM.')}</AtmLink>}
      {mergedEntries.length > 0 &&
        rich('Also known as {atms}.', {
          atms: mergedEntries.map(({ id, agentAtmId }, n) => (
            <span key={id}>
              {n > 0 && t(', ')}
              <AtmLink id={id}>{agentAtmId}</AtmLink>
            </span>
          )),
        })}
    </p>
  )
}
